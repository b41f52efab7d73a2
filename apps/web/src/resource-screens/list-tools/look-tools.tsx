import ColumnHeightOutlined from '@ant-design/icons/ColumnHeightOutlined';
import { Dropdown } from 'antd';

import { densities, type Density } from '../../resource-client/lists/look.ts';
import { useListContext } from '../list-context.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { KeysHelp } from './keys-help.tsx';
import { T } from './list-texts.ts';
import { ViewMenu } from './view-menu.tsx';

import type { ListLook } from '../use-list-look.ts';

function DensityMenu({ look }: { readonly look: ListLook }) {
  const items = densities.map((key) => ({ key, label: T(key) }));
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [look.density],
        onClick: ({ key }) => look.change({ density: key as Density }),
      }}
    >
      <IconButton name={T('density')} tip={false} icon={<ColumnHeightOutlined />} />
    </Dropdown>
  );
}

export function LookTools({ look, hasTable }: { readonly look: ListLook; readonly hasTable: boolean }) {
  const { hasAddress } = useListContext();
  return (
    <>
      {hasTable && <DensityMenu look={look} />}
      {hasTable && <ColumnSettings look={look} />}
      {hasTable && hasAddress && <KeysHelp />}
      {hasAddress && <ViewMenu look={look} />}
    </>
  );
}
