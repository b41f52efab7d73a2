import { useVersion } from '../../resource-client/documents.ts';
import { LoadingState } from '../../ui/states.tsx';
import { IssuedPaper } from './issued-paper.tsx';
import { PrintBar } from './print-bar.tsx';
import { PrintFailure, PrintFrame, usePrintState } from './print-frame.tsx';

import type { Document } from '@kangmai/resource';
import type { ReactNode } from 'react';

interface IssuedPageProps {
  readonly paper: Document;
  readonly id: number;
  readonly version: number;
  readonly tools: ReactNode;
}

/** An issued version of a paper, with the buttons that print it or fetch its PDF. */
export function IssuedPage({ paper, id, version, tools }: IssuedPageProps) {
  const { data, error, refetch } = useVersion({ key: paper.key, id }, version);
  const state = usePrintState(data !== undefined);
  if (error) return <PrintFailure error={error} onRetry={refetch} />;
  return (
    <PrintFrame state={state}>
      <PrintBar document={paper} id={id} version={version} tools={tools} isReady={state === 'ready'} />
      {data ? <IssuedPaper version={data} content={data.content} /> : <LoadingState />}
    </PrintFrame>
  );
}
