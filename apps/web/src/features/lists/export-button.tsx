import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { App, Button } from 'antd';
import { useState } from 'react';

import { exportRows } from '../../lib/api/resource-calls.ts';
import { download } from '../../lib/api/resource-files.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useListContext } from '../../resource-screens/list-context.ts';
import { useRights } from '../../resource-screens/use-writes.ts';
import { T } from './list-texts.ts';

/** Writes the list as it is asked for into a spreadsheet. */
export function ExportButton() {
  const { resource, asked } = useListContext();
  const { mayExport } = useRights(resource);
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  if (!mayExport) return null;
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      download(await exportRows(resource, asked));
    } catch (error) {
      message.error(error instanceof Error ? error.message : L('error.server'));
    } finally {
      setBusy(false);
    }
  };
  return <Button icon={<DownloadOutlined />} loading={isBusy} onClick={run}>{T('export')}</Button>;
}
