import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button } from 'antd';

import { useListContext } from '../list-context.ts';
import { useRights } from '../use-writes.ts';
import { T } from './list-texts.ts';
import { useExport } from './use-export.ts';

import type { ListLook } from '../use-list-look.ts';

/** Writes the list as it is asked for into a spreadsheet. */
export function ExportButton({ look }: { readonly look: ListLook }) {
  const { resource } = useListContext();
  const { mayExport } = useRights(resource);
  const run = useExport(look);
  if (!mayExport) return null;
  return (
    <Button icon={<DownloadOutlined />} loading={run.isPending} onClick={() => run.mutate(undefined)}>
      {T('export')}
    </Button>
  );
}
