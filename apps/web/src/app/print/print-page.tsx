import { documentOf } from '@kangmai/model/documents';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { isLoadingPart } from '../../lib/lazy-part.ts';
import { askedTemplate, isMonthId } from '../../lib/print-path.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { getPrintTemplate } from '../../resource-client/report-templates.ts';
import { blankRow } from '../../resource-client/row.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
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

/** Waits until names, words, fonts and pictures of the document stand on the page. */
async function drawn(): Promise<void> {
  for (let restful = 0; restful < 3; restful = isAtRest() ? restful + 1 : 0) await nextFrame();
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
}

/** The state of a page whose row is known. */
function usePrintState(hasRow: boolean): PrintState {
  const [state, setState] = useState<PrintState>('waiting');
  useEffect(() => {
    if (!hasRow) return undefined;
    const work = { isOver: false };
    void drawn().then(() => {
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
  return definition ? <RowPage {...{ paper, id, resource: definition }} /> : <LoadingState />;
}

type RowPageProps = Pick<Parameters<typeof Paper>[0], 'paper' | 'resource'> & { readonly id: number };

/** The row of a document, in place of which an id of a month stands, and the template that it is printed with. */
function useParts({ paper, id, resource }: RowPageProps) {
  const isOfMonth = paper.month !== undefined;
  const asked = askedTemplate(location.search);
  const row = useRow(resource, isOfMonth ? null : id);
  const template = useQuery({
    queryKey: ['printTemplate', paper.key, asked],
    queryFn: ({ signal }) => getPrintTemplate(paper.key, asked, signal),
  });
  const data = isOfMonth ? { ...blankRow, id } : row.data;
  const failed = [row, template].find(({ error }) => error !== null);
  return { row: template.data === undefined ? undefined : data, template: template.data ?? null, failed };
}

function RowPage(props: RowPageProps) {
  const { paper, id } = props;
  const { row, template, failed } = useParts(props);
  const state = usePrintState(row !== undefined);
  if (failed) {
    const { error, refetch } = failed;
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 403);
    const retry = { message: error?.message ?? '', onRetry: () => void refetch() };
    return (
      <Frame state={isGone ? 'absent' : 'failed'}>
        <ErrorState {...(isGone ? { message: T('gone') } : retry)} />
      </Frame>
    );
  }
  return (
    <Frame state={state}>
      <PrintBar document={paper} id={id} isReady={state === 'ready'} />
      {row ? <Paper {...props} row={row} template={template} /> : <LoadingState />}
    </Frame>
  );
}

/** A document of a row on white sheets, with the buttons that print it or fetch its PDF. */
export function PrintPage({ target }: { readonly target: Target | null }) {
  const paper = target === null ? undefined : documentOf(target.key);
  useEffect(() => {
    if (paper) document.title = choiceLabel(paper);
  }, [paper]);
  if (!target || !paper || (paper.month !== undefined && !isMonthId(target.id)))
    return (
      <Frame state="absent">
        <ErrorState message={T('unknown')} />
      </Frame>
    );
  return <DocumentPage document={paper} id={target.id} />;
}
