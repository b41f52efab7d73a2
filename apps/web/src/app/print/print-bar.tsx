import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';

import { TemplateSelect } from '../../features/documents/template-parts.tsx';
import { choiceLabel } from '../../lib/labels.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { makePdf } from '../../resource-client/documents.ts';
import { download } from '../../resource-client/files.ts';
import { logPrint } from '../../resource-client/lists.ts';
import { T } from './print-texts.ts';
import css from './print.module.css';

import type { Document } from '@kangmai/resource';
import type { PrintLook } from '../../resource-client/report-templates.ts';

interface PrintBarProps {
  readonly document: Document;
  readonly id: number;
  readonly look: PrintLook | undefined;
  readonly isReady: boolean;
}

/** Prints the page or fetches its PDF; both are recorded. Not on paper. */
export function PrintBar({ document, id, look, isReady }: PrintBarProps) {
  const onError = useFailureNotice();
  const print = useMutation({
    mutationFn: () => logPrint({ resource: document.of, count: 1 }),
    onSuccess: () => window.print(),
    onError,
  });
  const pdf = useMutation({
    mutationFn: () => makePdf(document.key, id, look?.template?.id),
    onSuccess: download,
    onError,
  });
  return (
    <div className={css['bar']} role="toolbar" aria-label={T('bar')}>
      <strong>{choiceLabel(document)}</strong>
      {look && <TemplateSelect look={look} />}
      <Button disabled={!isReady} loading={pdf.isPending} onClick={() => pdf.mutate()}>
        {T(pdf.isPending ? 'making' : 'pdf')}
      </Button>
      <Button type="primary" disabled={!isReady} loading={print.isPending} onClick={() => print.mutate()}>
        {T('print')}
      </Button>
    </div>
  );
}
