import { abnormalCase } from '@kangmai/model';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { queryClient, readerOf } from '../../lib/api/query-client.ts';
import { rowKeys } from '../../lib/api/row-keys.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { MasterDetail } from '../../ui/master-detail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMinWidth } from '../../ui/use-min-width.ts';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { BatchBar } from './batch-bar.tsx';
import { CaseDetail } from './case-file.tsx';
import { CaseList } from './case-list.tsx';
import { focusChosenLine } from './desk-focus.ts';
import { useCaseTicks } from './use-batch.ts';
import { caseKey, useCaseMoves } from './use-case-moves.ts';

const usual = { usual: { filters: { state: ['open', 'claimed', 'inProgress'] }, sort: 'deskRank,alarmedAt', size: 50 } } as const;

/** Narrower windows show the list, and a case over it. */
const besideFrom = 1200;

const readAnew = readerOf(rowKeys.lists(abnormalCase));

const searchFields = ['level', 'state', 'type', 'latestAt'] as const;

function useAskedCase(): number | null {
  const id = Number(new URLSearchParams(useLocation().search).get('id'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The case on show: the chosen one, else the first of the list, which then stays: news must not take a half-written form away. */
function useShownCase(first: number | null): readonly [number | null, (id: number | null) => void] {
  const [chosen, setChosen] = useState<number | null>(useAskedCase());
  if (chosen === null && first !== null) setChosen(first);
  return [chosen ?? first, setChosen];
}

function CaseDesk() {
  const { rows, state: { page }, change } = useListContext(abnormalCase);
  const isWide = useMinWidth(besideFrom);
  // The list may still be the one from before a closing: what was closed last is not shown next.
  const [lastClosed, setLastClosed] = useState<number | null>(null);
  const next = rows.find(({ id }) => id !== lastClosed)?.id ?? null;
  const [shown, setChosen] = useShownCase(isWide ? next : null);
  const isClosing = useRef(false);
  useEffect(() => {
    if (isClosing.current) focusChosenLine();
    isClosing.current = false;
  }, [shown]);
  const ticks = useCaseTicks();
  const { mayMove } = useCaseMoves();
  useRealtime('newabnormal', () => void readAnew());
  useRealtime('abnormalchange', ({ id }) => {
    void readAnew();
    void queryClient.invalidateQueries({ queryKey: caseKey(id) });
  });
  const move = (step: -1 | 1): void => {
    const row = rows[rows.findIndex(({ id }) => id === shown) + step];
    if (row) setChosen(row.id);
  };
  // Without a choice the top of the order is shown, and the focus goes there.
  const closed = (): void => {
    isClosing.current = true;
    setLastClosed(shown);
    setChosen(null);
    if (page > 1) change({ page: 1 });
  };
  return (
    <>
      <BatchBar ticks={ticks} />
      <div className={css['desk']} data-desk="">
        <MasterDetail
          list={<CaseList chosen={shown} onChoose={setChosen} ticks={mayMove ? ticks : undefined} />}
          listName={T('listName')}
          detail={shown === null ? null : <CaseDetail key={shown} id={shown} onClosed={closed} />}
          placeholder={<EmptyState text={T('choose')} />}
          onMove={move}
          onClose={() => setChosen(null)}
          width={400}
        />
      </div>
    </>
  );
}

/** Cases that wait for somebody: the list at the left, the chosen case at the right. */
export function AbnormalDataScreen() {
  return (
    <ResourceScreen resource={abnormalCase} title={T('title')} list={usual} searchFields={searchFields} canCreate={false}>
      <CaseDesk />
    </ResourceScreen>
  );
}
