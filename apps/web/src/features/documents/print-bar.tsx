import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';

import { choiceLabel } from '../../lib/labels.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { makePdf } from '../../resource-client/documents.ts';
import { download } from '../../resource-client/files.ts';
import { logPrint } from '../../resource-client/lists.ts';
import css from './print.module.css';
import { P } from './print-texts.ts';
import { TemplateSelect } from './template-parts.tsx';

import type { ReactNode } from 'react';
import type { Document } from '@kangmai/resource';
import type { PrintLook } from '../../resource-client/report-templates.ts';

interface PrintBarProps {
  readonly document: Document;
  readonly id: number;
  readonly look?: PrintLook | undefined;
  readonly isReady: boolean;
  /** The issued version that is shown; 0 for the row as it is now. */
  readonly version?: number | undefined;
  readonly tools?: ReactNode;
}

/** Prints the page or fetches its PDF; both are recorded. Not on paper. */
export function PrintBar({ document, id, look, isReady, version, tools }: PrintBarProps) {
  const onError = useFailureNotice();
  const print = useMutation({
    mutationFn: () => logPrint({ resource: document.of, count: 1 }),
    onSuccess: () => window.print(),
    onError,
  });
  const pdf = useMutation({
    mutationFn: () => makePdf(document.key, id, { template: look?.template?.id, version }),
    onSuccess: download,
    onError,
  });
  return (
    <div className={css['bar']} role="toolbar" aria-label={P('bar')}>
      <strong>{choiceLabel(document)}</strong>
      {tools}
      {look && <TemplateSelect look={look} />}
      <Button disabled={!isReady} loading={pdf.isPending} onClick={() => pdf.mutate()}>
        {P(pdf.isPending ? 'making' : 'pdf')}
      </Button>
      <Button type="primary" disabled={!isReady} loading={print.isPending} onClick={() => print.mutate()}>
        {P('print')}
      </Button>
    </div>
  );
}
