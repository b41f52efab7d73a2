import { device } from '@kangmai/model/devices';
import { useMemo, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { actionLabel } from '../../lib/labels.ts';
import { screenPath } from '../../lib/screen-path.ts';
import { rowActionsOf } from '../../resource-client/row-actions-of.ts';
import { ActionDialog } from '../../resource-screens/action-dialog.tsx';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { CommandMenu } from './command-menu.tsx';
import { T } from './device-texts.ts';

import type { Action } from '@kangmai/resource';
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

function More() {
  const row = useRowContext(device);
  const [action, setAction] = useState<Action | null>(null);
  const actions = rowActionsOf(device, row);
  if (actions.length === 0) return null;
  const name = T('moreOf', { name: row.values.imei });
  return (
    <>
      <MenuButton
        name={name}
        word={L('word.more')}
        items={actions.map(([key, each]) => ({ key, label: actionLabel(each) }))}
        onPick={(key) => setAction(actions.find(([known]) => known === key)?.[1] ?? null)}
      />
      {action && <ActionDialog resource={device} action={action} row={row} onClose={() => setAction(null)} />}
    </>
  );
}

const rowActions = [Commands, More] as const;

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
