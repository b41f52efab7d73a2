import { abnormalCase } from '@kangmai/model/alerts';
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined';
import { useMemo, useState } from 'react';

import { lazyPart } from '../../lib/lazy-part.ts';
import { queryClient, readerOf } from '../../lib/api/query-client.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { MasterDetail } from '../../ui/master-detail.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useMinWidth } from '../../ui/use-min-width.ts';
import css from './alerts.module.css';
import { T } from './alert-texts.ts';
import { BatchBar } from './batch-bar.tsx';
import { CaseDetail } from './case-file.tsx';
import { CaseList } from './case-list.tsx';
import type { Unfolding } from './storm-folds.tsx';
import { useCaseTicks } from './use-batch.ts';
import { caseKey, useCaseMoves } from './use-case-moves.ts';
import { useShownCase } from './use-shown-case.ts';

const usual = {
  usual: { filters: { state: ['open', 'claimed', 'inProgress'] }, sort: 'deskRank,-toldNobody,alarmedAt', size: 50 },
} as const;

/** Below this width a case opens over the list. */
const besideFrom = 1200;
/** From this width on the list is wide enough for most findings. */
const wideFrom = 1600;

const readAnew = readerOf(rowKeys.lists(abnormalCase));

/** Set by the desk itself: the unfolded storms, and the tabs 我的 and 本团队. */
const hidden = ['fold', 'mine', 'ofTeam'];
const searchFields = ['level', 'state', 'type', 'latestAt', 'observeUntil'] as const;

function CaseDesk({ unfolding }: { readonly unfolding: Unfolding }) {
  const { rows } = useListContext(abnormalCase);
  const { shown, choose, closed } = useShownCase(useMinWidth(besideFrom));
  const isWide = useMinWidth(wideFrom);
  const ticks = useCaseTicks();
  const { mayMove } = useCaseMoves();
  useRealtime('newabnormal', () => void readAnew());
  useRealtime('abnormalchange', ({ id }) => {
    void readAnew();
    void queryClient.invalidateQueries({ queryKey: caseKey(id) });
  });
  const moveChoice = (step: -1 | 1): void => {
    const row = rows[rows.findIndex(({ id }) => id === shown) + step];
    if (row) choose(row.id);
  };
  return (
    <>
      <BatchBar ticks={ticks} />
      <div className={css['desk']} data-desk="">
        <MasterDetail
          list={<CaseList chosen={shown} onChoose={choose} ticks={mayMove ? ticks : undefined} unfolding={unfolding} />}
          listName={T('listName')}
          detail={shown === null ? null : <CaseDetail key={shown} id={shown} onClosed={closed} />}
          placeholder={<EmptyState text={T('choose')} />}
          onMove={moveChoice}
          onClose={() => choose(null)}
          width={isWide ? 540 : 400}
        />
      </div>
    </>
  );
}

const DeskFigures = lazyPart(async () => (await import('./desk-figures.tsx')).DeskFigures);

function FiguresButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton name={T('figures')} icon={<BarChartOutlined />} onClick={() => setOpen(true)} />
      {isOpen && <DeskFigures onClose={() => setOpen(false)} />}
    </>
  );
}

const tools = <FiguresButton />;

/** Which storms are unfolded; the list leaves the cases of the others out. */
function useUnfolding() {
  const [unfolded, setUnfolded] = useState<readonly number[]>([]);
  const unfolding: Unfolding = {
    unfolded,
    onUnfold: (storm, isOn) => setUnfolded(isOn ? [...unfolded, storm] : unfolded.filter((id) => id !== storm)),
  };
  const list = useMemo(() => ({ ...usual, fixed: { fold: ['0', ...unfolded.map(String)] } }), [unfolded]);
  return { unfolding, list };
}

export function AbnormalDataScreen() {
  const { unfolding, list } = useUnfolding();
  return (
    <ResourceScreen
      resource={abnormalCase}
      title={T('title')}
      list={list}
      omit={hidden}
      tools={tools}
      searchFields={searchFields}
      canCreate={false}
    >
      <CaseDesk unfolding={unfolding} />
    </ResourceScreen>
  );
}
