import { useEffect, useState, type ReactNode } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { isLoadingPart } from '../../lib/lazy-part.ts';
import { failedMark } from '../../lib/print-path.ts';
import { ErrorState } from '../../ui/states.tsx';
import css from './print.module.css';
import { P } from './print-texts.ts';

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
export function usePrintState(hasRow: boolean): PrintState {
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

/** The page of a paper, with its state for programs that print it. */
export function PrintFrame({ state, children }: { readonly state: PrintState; readonly children: ReactNode }) {
  return (
    <main className={css['page']} data-print={state}>
      {children}
    </main>
  );
}

/** In place of a paper that is not there, or could not be read. */
export function PrintFailure({ error, onRetry }: { readonly error?: Error; readonly onRetry?: () => unknown }) {
  const isGone = !error || (error instanceof ApiError && (error.status === 404 || error.status === 403));
  return (
    <PrintFrame state={isGone ? 'absent' : 'failed'}>
      <ErrorState
        {...(isGone ? { message: P('gone') } : { message: error.message, onRetry: () => void onRetry?.() })}
      />
    </PrintFrame>
  );
}
