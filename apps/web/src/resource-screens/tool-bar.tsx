import ColumnHeightOutlined from '@ant-design/icons/ColumnHeightOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { App, Button, Dropdown } from 'antd';
import { use, useState } from 'react';

import { exportRows } from '../lib/api/resource-calls.ts';
import { download } from '../lib/api/resource-files.ts';
import { L } from '../lib/i18n/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { ListTool, useListContext } from './list-context.ts';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { densities, type ListLook } from './use-list-look.ts';
import { useRights } from './use-writes.ts';

const densityWords = { large: 'large', medium: 'middle', small: 'small' } as const;

function ExportButton() {
  const { resource, asked } = useListContext();
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
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

/** The bar above a table: what makes rows at the left, how the list looks at the right. */
export function ToolBar({ look, hasTable }: { readonly look: ListLook; readonly hasTable: boolean }) {
  const { resource, refresh } = useListContext();
  const { options, open } = useScreen();
  const Tool = use(ListTool);
  const { mayCreate, mayExport } = useRights(resource);
  const items = densities.map((key) => ({ key, label: T(densityWords[key]) }));
  return (
    <div className={css['tools']}>
      {mayCreate && options.canCreate !== false && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>{options.createWord ?? T('create')}</Button>
      )}
      {Tool && !options.isEmbedded && <Tool resource={resource} />}
      {mayExport && <ExportButton />}
      {options.tools}
      <div className={css['looks']}>
        <IconButton name={L('word.refresh')} icon={<ReloadOutlined />} onClick={refresh} />
        {hasTable && <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [look.density], onClick: ({ key }) => look.setDensity(key as ListLook['density']) }}>
          <IconButton name={T('density')} tip={false} icon={<ColumnHeightOutlined />} />
        </Dropdown>}
        {hasTable && <ColumnSettings resource={resource} look={look} />}
      </div>
    </div>
  );
}
