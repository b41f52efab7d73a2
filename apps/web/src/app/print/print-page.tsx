import { documentOf } from '@kangmai/model/documents';
import { useEffect, useState, type ReactNode } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { isLoadingPart } from '../../lib/lazy-part.ts';
import { askedTemplate, failedMark, isMonthId } from '../../lib/print-path.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { usePrintLook } from '../../resource-client/report-templates.ts';
import { blankRow } from '../../resource-client/row.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Paper } from './paper.tsx';
import { PrintBar } from './print-bar.tsx';
import { T } from './print-texts.ts';
import css from './print.module.css';

/** React shows a part that has arrived up to 300 ms late. */
const restMs = 400;

/** Waits until names, words, fonts and pictures of the document stand on the page. */
async function drawn(): Promise<void> {
  let [since, before] = [performance.now(), 0];
  while (performance.now() - since < restMs) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = document.querySelector('article')?.innerHTML.length ?? 0;
    if (now !== before || isLoadingPart() || queryClient.isFetching() > 0) since = performance.now();
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

/** The state of the page, for programs that print it. */
type PrintState = 'waiting' | 'ready' | 'absent' | 'failed';

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

function Failure({ error, onRetry }: { readonly error?: Error; readonly onRetry?: () => unknown }) {
  const isGone = !error || (error instanceof ApiError && (error.status === 404 || error.status === 403));
  return (
    <Frame state={isGone ? 'absent' : 'failed'}>
      <ErrorState
        {...(isGone ? { message: T('gone') } : { message: error.message, onRetry: () => void onRetry?.() })}
      />
    </Frame>
  );
}

type SheetsProps = Omit<Parameters<typeof Paper>[0], 'row' | 'template'> & { readonly id: number };

function Sheets({ paper, id, resource }: SheetsProps) {
  const isOfMonth = paper.month !== undefined;
  const found = useRow(resource, isOfMonth ? null : id);
  const look = usePrintLook(paper.key, askedTemplate(location.search));
  const row = isOfMonth ? { ...blankRow, id } : found.data;
  const isKnown = row !== undefined && look.data !== undefined;
  const state = usePrintState(isKnown);
  const failed = [found, look].find(({ error }) => error !== null);
  if (failed?.error) return <Failure error={failed.error} onRetry={failed.refetch} />;
  return (
    <Frame state={state}>
      <PrintBar document={paper} id={id} look={look.data} isReady={state === 'ready'} />
      {isKnown ? <Paper {...{ paper, resource, row }} template={look.data.template} /> : <LoadingState />}
    </Frame>
  );
}

function DocumentPage(of: Omit<SheetsProps, 'resource'>) {
  const { definition } = useDefinition(of.paper.of);
  return definition ? <Sheets {...of} resource={definition} /> : <LoadingState />;
}

/** A document of a row on white sheets, with the buttons that print it or fetch its PDF. */
export function PrintPage({ target }: { readonly target: { readonly key: string; readonly id: number } | null }) {
  const paper = target === null ? undefined : documentOf(target.key);
  useEffect(() => {
    if (paper) document.title = choiceLabel(paper);
  }, [paper]);
  const isKnown = target && paper && (paper.month === undefined || isMonthId(target.id));
  return isKnown ? <DocumentPage paper={paper} id={target.id} /> : <Failure />;
}
