import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button } from 'antd';

import { useListContext } from '../list-context.ts';
import { useRights } from '../use-writes.ts';
import { T } from './list-texts.ts';
import { useExport } from './use-export.ts';

import type { ListLook } from '../use-list-look.ts';

export function ExportButton({ look }: { readonly look: ListLook }) {
  const { resource } = useListContext();
  const { mayExport } = useRights(resource);
  const { isPending, run } = useExport(look);
  if (!mayExport) return null;
  return (
    <Button icon={<DownloadOutlined />} loading={isPending} onClick={() => run()}>
      {T('export')}
    </Button>
  );
}
