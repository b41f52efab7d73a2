import { reportTemplate } from '@kangmai/model/platform';
import { useMutation } from '@tanstack/react-query';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { previewAddress } from '../../resource-client/report-templates.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { T } from './document-texts.ts';

/** Opens the newest record of the kind, printed with the template, in a tab of its own. */
function PreviewButton() {
  const row = useRowContext(reportTemplate);
  const tell = useFailureNotice();
  const preview = useMutation({
    mutationFn: () => previewAddress(row.id),
    onSuccess: (address) => window.open(address),
    onError: (error) => tell(error),
  });
  return (
    <LinkButton
      aria-label={T('previewOf', { name: rowName(reportTemplate, row) })}
      disabled={preview.isPending}
      onClick={() => preview.mutate()}
    >
      {T('preview')}
    </LinkButton>
  );
}

const rowActions = [PreviewButton];

export function ReportTemplatesScreen() {
  return <ResourceScreen resource={reportTemplate} rowActions={rowActions} />;
}
