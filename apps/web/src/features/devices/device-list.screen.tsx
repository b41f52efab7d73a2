import { device } from '@kangmai/model/devices';
import { useMemo } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CommandMenu } from './command-menu.tsx';
import { T } from './device-texts.ts';

import type { ExtraColumn } from '../../resource-screens/screen-context.ts';

const columns = ['imei', 'type', 'product', 'lifecycle', 'online', 'battery', 'lastSeenAt'] as const;
const searchFields = ['imei', 'type', 'online', 'lifecycle', 'product'] as const;

const wearer = (): ExtraColumn<typeof device> => ({
  key: 'wearer',
  title: T('wearer'),
  width: 90,
  render: ({ beside }) =>
    typeof beside['userName'] === 'string' && beside['userName'] !== '' ? beside['userName'] : L('word.empty'),
});
const devicePath = ({ id }: { readonly id: number }): string => screenPath('deviceDetail', id);

function Commands() {
  const row = useRowContext(device);
  return <CommandMenu imei={row.values.imei} isRow />;
}

const rowActions = [Commands] as const;

export function DeviceListScreen() {
  const extraColumns = useMemo(() => [wearer()], []);
  return (
    <ResourceScreen
      resource={device}
      title={T('list')}
      columns={columns}
      searchFields={searchFields}
      extraColumns={extraColumns}
      rowActions={rowActions}
      detailPath={devicePath}
    />
  );
}
