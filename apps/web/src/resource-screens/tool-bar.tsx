import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';
import { use } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ListPartsContext, ListTool, useListContext } from './list-context.ts';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { useRights } from './use-writes.ts';

import type { ListLook } from './use-list-look.ts';

export function ToolBar({ look, hasTable }: { readonly look: ListLook; readonly hasTable: boolean }) {
  const { resource, refresh } = useListContext();
  const { options, open } = useScreen();
  const Tool = use(ListTool);
  const parts = use(ListPartsContext);
  const { mayCreate } = useRights(resource);
  return (
    <div className={css['tools']}>
      {mayCreate && options.canCreate !== false && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
          {options.createWord ?? T('create')}
        </Button>
      )}
      {Tool && !options.isEmbedded && <Tool resource={resource} />}
      {options.tools}
      {parts && <parts.Tools look={look} />}
      <div className={css['looks']}>
        <IconButton name={L('word.refresh')} icon={<ReloadOutlined />} onClick={refresh} />
        {parts && <parts.Looks look={look} hasTable={hasTable} />}
      </div>
    </div>
  );
}
