import { documentOf } from '@kangmai/model/documents';
import { useEffect, useState, type ReactNode } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { isLoadingPart } from '../../lib/lazy-part.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { blankRow, type ScreenRow } from '../../resource-client/row.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { isMonthId } from './month-id.ts';
import { Paper } from './paper.tsx';
import { PrintBar } from './print-bar.tsx';
import { T } from './print-texts.ts';
import { failedMark, type PrintState } from './print-state.ts';
import css from './print.module.css';

import type { Document } from '@kangmai/resource';

const nextFrame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));

const isAtRest = (): boolean => !isLoadingPart() && queryClient.isFetching() === 0;

/** React shows a part that has arrived up to 300 ms late. */
const restMs = 400;

/** Waits until names, words, fonts and pictures of the document stand on the page. */
async function drawn(): Promise<void> {
  let [since, before] = [performance.now(), 0];
  while (performance.now() - since < restMs) {
    await nextFrame();
    const now = document.querySelector('article')?.innerHTML.length ?? 0;
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
  const Page = paper.month === undefined ? RowPage : MonthPage;
  return <Page {...{ paper, id, resource: definition }} />;
}

interface FailureProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

function Failure({ message, onRetry }: FailureProps) {
  return (
    <Frame state={onRetry ? 'failed' : 'absent'}>
      <ErrorState message={message} {...(onRetry && { onRetry })} />
    </Frame>
  );
}

type PageProps = Omit<Parameters<typeof Paper>[0], 'row'> & { readonly id: number };

function Sheets({ paper, id, resource, row }: PageProps & { readonly row: ScreenRow | undefined }) {
  const state = usePrintState(row !== undefined);
  return (
    <Frame state={state}>
      <PrintBar document={paper} id={id} isReady={state === 'ready'} />
      {row ? <Paper paper={paper} resource={resource} row={row} /> : <LoadingState />}
    </Frame>
  );
}

function RowPage(props: PageProps) {
  const { data: row, error, refetch } = useRow(props.resource, props.id);
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (isGone) return <Failure message={T('gone')} />;
  return error ? <Failure message={error.message} onRetry={() => void refetch()} /> : <Sheets {...props} row={row} />;
}

function MonthPage({ id, ...of }: PageProps) {
  return isMonthId(id) ? <Sheets {...of} id={id} row={{ ...blankRow, id }} /> : <Failure message={T('gone')} />;
}

/** A document of a row on white sheets, with the buttons that print it or fetch its PDF. */
export function PrintPage({ target }: { readonly target: { readonly key: string; readonly id: number } | null }) {
  const paper = target === null ? undefined : documentOf(target.key);
  useEffect(() => {
    if (paper) document.title = choiceLabel(paper);
  }, [paper]);
  if (!target || !paper) return <Failure message={T('unknown')} />;
  return <DocumentPage document={paper} id={target.id} />;
}
