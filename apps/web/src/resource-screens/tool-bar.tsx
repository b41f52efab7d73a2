import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';
import { Suspense } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { layoutsOf } from '../resource-client/layout-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useListContext } from './list-context.ts';
import { ExportButton } from './list-tools/export-button.tsx';
import { ImportButton } from './list-tools/imports/import-button.tsx';
import { LookTools } from './list-tools/look-tools.tsx';
import { PrintButton } from './list-tools/print-button.tsx';
import { useScreen } from './screen-context.ts';
import css from './screens.module.css';
import { T } from './screen-texts.ts';
import { useRights } from './use-writes.ts';

import type { ListLook } from './use-list-look.ts';

const LayoutSwitch = lazyPart(async () => (await import('./traits/layouts/layout-switch.tsx')).LayoutSwitch);

interface ToolBarProps {
  readonly look: ListLook;
  readonly hasTable: boolean;
  /** Only what creates rows. */
  readonly isShort?: boolean;
}

function LayoutTools({ look }: { readonly look: ListLook }) {
  const { resource, hasAddress } = useListContext();
  if (!hasAddress || layoutsOf(resource).length === 1) return null;
  return (
    <Suspense fallback={<span style={{ width: layoutsOf(resource).length * 43 }} aria-busy="true" />}>
      <LayoutSwitch look={look} />
    </Suspense>
  );
}

export function ToolBar({ look, hasTable, isShort = false }: ToolBarProps) {
  const { resource, refresh, layout } = useListContext();
  const { options, open } = useScreen();
  const { mayCreate } = useRights(resource);
  return (
    <div className={css['tools']}>
      {mayCreate && options.canCreate !== false && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => open({ kind: 'create' })}>
          {options.createWord ?? T('create')}
        </Button>
      )}
      {!options.isEmbedded && <ImportButton resource={resource} />}
      {options.tools}
      {!isShort && (
        <>
          <ExportButton look={look} />
          <PrintButton look={look} />
          {hasTable && <LayoutTools look={look} />}
          <div className={css['looks']}>
            <IconButton name={L('word.refresh')} icon={<ReloadOutlined />} onClick={refresh} />
            <LookTools look={look} hasTable={hasTable && layout === 'table'} />
          </div>
        </>
      )}
    </div>
  );
}
