import { daysOfPaper } from '@kangmai/domain';
import { documentOf } from '@kangmai/model/documents';
import { useEffect, type ReactNode } from 'react';

import { IssueTools } from '../../features/documents/issue-tools.tsx';
import { IssuedPage } from '../../features/documents/issued-page.tsx';
import { PrintBar } from '../../features/documents/print-bar.tsx';
import { PrintFailure, PrintFrame, usePrintState } from '../../features/documents/print-frame.tsx';
import { choiceLabel } from '../../lib/labels.ts';
import { askedTemplate, askedVersion } from '../../lib/print-path.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { useVersions } from '../../resource-client/documents.ts';
import { usePrintLook } from '../../resource-client/report-templates.ts';
import { blankRow } from '../../resource-client/row.ts';
import { useRow } from '../../resource-client/use-row.ts';
import { LoadingState } from '../../ui/states.tsx';
import { Paper } from './paper.tsx';

import type { Document } from '@kangmai/resource';

type SheetsProps = Omit<Parameters<typeof Paper>[0], 'row' | 'template'> & {
  readonly id: number;
  readonly tools?: ReactNode;
};

function Sheets({ paper, id, resource, tools }: SheetsProps) {
  const isOfPeriod = paper.period !== undefined;
  const found = useRow(resource, isOfPeriod ? null : id);
  const look = usePrintLook(paper.key, askedTemplate(location.search));
  const row = isOfPeriod ? { ...blankRow, id } : found.data;
  const isKnown = row !== undefined && look.data !== undefined;
  const state = usePrintState(isKnown);
  const failed = [found, look].find(({ error }) => error !== null);
  if (failed?.error) return <PrintFailure error={failed.error} onRetry={failed.refetch} />;
  return (
    <PrintFrame state={state}>
      <PrintBar
        {...{ id, tools }}
        document={paper}
        look={look.data}
        isReady={state === 'ready'}
        version={paper.issued && 0}
      />
      {isKnown ? <Paper {...{ paper, resource, row }} template={look.data.template} /> : <LoadingState />}
    </PrintFrame>
  );
}

function DocumentPage(of: Omit<SheetsProps, 'resource'>) {
  const { definition } = useDefinition(of.paper.of);
  return definition ? <Sheets {...of} resource={definition} /> : <LoadingState />;
}

/** A paper that is issued: the asked version, else the newest one, else the row as it is now. */
function IssuablePage({ paper, id }: { readonly paper: Document; readonly id: number }) {
  const of = { key: paper.key, id };
  const { data, error, refetch } = useVersions(of);
  if (error) return <PrintFailure error={error} onRetry={refetch} />;
  if (!data)
    return (
      <PrintFrame state="waiting">
        <LoadingState />
      </PrintFrame>
    );
  const shown = data.mayRead ? (askedVersion(location.search) ?? data.versions[0]?.version ?? 0) : 0;
  const tools = <IssueTools of={of} known={data} shown={shown} />;
  if (shown > 0) return <IssuedPage paper={paper} id={id} version={shown} tools={tools} />;
  return <DocumentPage paper={paper} id={id} tools={tools} />;
}

/** A document of a row on white sheets, with the buttons that print it or fetch its PDF. */
export function PrintPage({ target }: { readonly target: { readonly key: string; readonly id: number } | null }) {
  const paper = target === null ? undefined : documentOf(target.key);
  useEffect(() => {
    if (paper) document.title = choiceLabel(paper);
  }, [paper]);
  const isKnown = target && paper && (paper.period === undefined || daysOfPaper(paper.period.of, target.id));
  if (!isKnown) return <PrintFailure />;
  const Page = paper.issued ? IssuablePage : DocumentPage;
  return <Page paper={paper} id={target.id} />;
}
