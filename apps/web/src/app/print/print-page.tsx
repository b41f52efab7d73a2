import { documentOf } from '@kangmai/model/documents';
import { useEffect, useState, type ReactNode } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { isLoadingPart } from '../../lib/lazy-part.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { blankRow } from '../../resource-client/row.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { isMonthId } from './month-id.ts';
import { Paper } from './paper.tsx';
import { PrintBar } from './print-bar.tsx';
import { T } from './print-texts.ts';
import { failedMark, type PrintState } from './print-state.ts';
import css from './print.module.css';

import type { Document } from '@kangmai/resource';

interface Target {
  readonly key: string;
  readonly id: number;
}

const nextFrame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));

const isAtRest = (): boolean => !isLoadingPart() && queryClient.isFetching() === 0;

/** React shows a part that has arrived up to 300 ms late. */
const restMs = 400;

const drawnNow = (): number => document.querySelector('article')?.innerHTML.length ?? 0;

/** Waits until names, words, fonts and pictures of the document stand on the page. */
async function drawn(): Promise<void> {
  let [since, before] = [performance.now(), 0];
  while (performance.now() - since < restMs) {
    await nextFrame();
    const now = drawnNow();
    if (now !== before || !isAtRest()) since = performance.now();
    before = now;
  }
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
}

/** A roll is cut behind its last line: the page is as long as the paper of the document. */
function cutRoll(): void {
  const roll = document.querySelector('article[data-paper=roll]');
  if (!roll) return;
  const millimetres = Math.ceil((roll.getBoundingClientRect().height / 96) * 25.4) + 6;
  const style = document.createElement('style');
  style.textContent = `@media print { @page roll { size: 80mm ${millimetres}mm } }`;
  document.head.append(style);
}

/** The state of a page whose row is known. */
function usePrintState(hasRow: boolean): PrintState {
  const [state, setState] = useState<PrintState>('waiting');
  useEffect(() => {
    if (!hasRow) return undefined;
    const work = { isOver: false };
    void drawn().then(() => {
      cutRoll();
      if (!work.isOver) setState(document.querySelector(`[${failedMark}]`) ? 'failed' : 'ready');
    });
    return () => {
      work.isOver = true;
    };
  }, [hasRow]);
  return state;
}

function Frame({ state, children }: { readonly state: PrintState; readonly children: ReactNode }) {
  return (
    <main className={css['page']} data-print={state}>
      {children}
    </main>
  );
}

function DocumentPage({ document: paper, id }: { readonly document: Document; readonly id: number }) {
  const { definition } = useDefinition(paper.of);
  if (!definition) return <LoadingState />;
  const Sheets = paper.month === undefined ? RowPage : MonthPage;
  return <Sheets {...{ paper, id, resource: definition }} />;
}

type RowPageProps = Omit<Parameters<typeof Paper>[0], 'row'> & { readonly id: number };

function RowPage({ paper, id, resource }: RowPageProps) {
  const { data: row, error, refetch } = useRow(resource, id);
  const state = usePrintState(row !== undefined);
  if (error) {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403);
    return (
      <Frame state={isGone ? 'absent' : 'failed'}>
        <ErrorState
          {...(isGone ? { message: T('gone') } : { message: error.message, onRetry: () => void refetch() })}
        />
      </Frame>
    );
  }
  return (
    <Frame state={state}>
      <PrintBar document={paper} id={id} isReady={state === 'ready'} />
      {row ? <Paper paper={paper} resource={resource} row={row} /> : <LoadingState />}
    </Frame>
  );
}

function MonthPage({ paper, id, resource }: RowPageProps) {
  const isKnown = isMonthId(id);
  const state = usePrintState(isKnown);
  if (!isKnown)
    return (
      <Frame state="absent">
        <ErrorState message={T('gone')} />
      </Frame>
    );
  return (
    <Frame state={state}>
      <PrintBar document={paper} id={id} isReady={state === 'ready'} />
      <Paper paper={paper} resource={resource} row={{ ...blankRow, id }} />
    </Frame>
  );
}

/** A document of a row on white sheets, with the buttons that print it or fetch its PDF. */
export function PrintPage({ target }: { readonly target: Target | null }) {
  const paper = target === null ? undefined : documentOf(target.key);
  useEffect(() => {
    if (paper) document.title = choiceLabel(paper);
  }, [paper]);
  if (!target || !paper)
    return (
      <Frame state="absent">
        <ErrorState message={T('unknown')} />
      </Frame>
    );
  return <DocumentPage document={paper} id={target.id} />;
}
