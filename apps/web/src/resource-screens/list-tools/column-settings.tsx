import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { Popover } from 'antd';
import { lazy, Suspense } from 'react';

import { IconButton } from '../../ui/icon-button.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { T } from './list-texts.ts';

import type { ListLook } from '../use-list-look.ts';

const ColumnList = lazy(async () => ({ default: (await import('./column-list.tsx')).ColumnList }));

/** Shows, hides, orders, widens and pins the columns of a list. */
export function ColumnSettings({ look }: { readonly look: ListLook }) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={T('columns')}
      destroyOnHidden
      content={
        <Suspense fallback={<LoadingState />}>
          <ColumnList look={look} />
        </Suspense>
      }
    >
      <IconButton name={T('columns')} tip={false} icon={<SettingOutlined />} />
    </Popover>
  );
}
