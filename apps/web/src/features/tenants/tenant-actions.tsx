import { tenant } from '@kangmai/model/organization';
import { permissionsOfAction, type Action } from '@kangmai/resource';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { actionLabel } from '../../lib/labels.ts';
import { can } from '../../lib/permissions.ts';
import { ActionDialog } from '../../resource-screens/action-dialog.tsx';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { FeaturesDialog } from './features-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { T } from './tenant-texts.ts';

import type { ScreenRow } from '../../resource-client/row.ts';

const ImpersonateDialog = lazy(async () => ({ default: (await import('./impersonate-dialog.tsx')).ImpersonateDialog }));

type TenantRow = ScreenRow<typeof tenant>;
type Opened =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'features' | 'move' | 'impersonate' };

const { actions } = tenant;
const may = (action: Action): boolean => can(permissionsOfAction(tenant, action));

function offered({
  values,
}: TenantRow): readonly { readonly key: string; readonly label: string; readonly opened: Opened }[] {
  const isAway = values.address !== null;
  const moves = values.database === 'moving' ? [] : [actions.connect, ...(isAway ? [actions.bringHome] : [])];
  const ofAction = (action: Action) => ({
    key: action.wire + action.label,
    label: actionLabel(action),
    opened: { kind: 'action', action } as const,
  });
  const withActions = (list: readonly Action[]) => list.filter(may).map(ofAction);
  return [
    ...(can('Pages.Tenants.Impersonation') && values.isActive
      ? [{ key: 'impersonate', label: T('impersonate'), opened: { kind: 'impersonate' } as const }]
      : []),
    ...(may(actions.resetFeatures)
      ? [{ key: 'features', label: T('features'), opened: { kind: 'features' } as const }]
      : []),
    ...withActions([actions.resetFeatures, ...moves]),
    ...(may(actions.connect) ? [{ key: 'move', label: T('move'), opened: { kind: 'move' } as const }] : []),
    ...withActions([actions.unlock, ...(values.database === 'moving' ? [] : [actions.remove])]),
  ];
}

function Dialog({
  opened,
  row,
  onClose,
}: {
  readonly opened: Opened;
  readonly row: TenantRow;
  readonly onClose: () => void;
}) {
  const shared = { id: row.id, name: String(row.values.name), onClose };
  if (opened.kind === 'action')
    return <ActionDialog resource={tenant} action={opened.action} row={row} onClose={onClose} />;
  if (opened.kind === 'impersonate')
    return (
      <Suspense>
        <ImpersonateDialog {...shared} />
      </Suspense>
    );
  return opened.kind === 'features' ? <FeaturesDialog {...shared} /> : <MoveDialog {...shared} />;
}

function ActionButton({ action, label }: { readonly action: Action; readonly label: string }) {
  const row = useRowContext(tenant);
  const [isOpen, setOpen] = useState(false);
  if (!may(action)) return null;
  return (
    <>
      <LinkButton aria-label={label} onClick={() => setOpen(true)}>
        {actionLabel(action)}
      </LinkButton>
      {isOpen && <ActionDialog resource={tenant} action={action} row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

export function TenantEdit() {
  const { values } = useRowContext(tenant);
  const name = String(values.name);
  return values.isDeleted ? (
    <ActionButton action={actions.takeBack} label={T('takeBackOf', { name })} />
  ) : (
    <ActionButton action={actions.update} label={T('editOf', { name })} />
  );
}

export function TenantMenu() {
  const row = useRowContext(tenant);
  const [opened, setOpened] = useState<Opened | null>(null);
  const items = row.values.isDeleted ? [] : offered(row);
  if (items.length === 0) return null;
  return (
    <>
      <MenuButton
        name={T('moreOf', { name: String(row.values.name) })}
        word={L('word.more')}
        items={items}
        onPick={(key) => setOpened(items.find((item) => item.key === key)?.opened ?? null)}
      />
      {opened && <Dialog opened={opened} row={row} onClose={() => setOpened(null)} />}
    </>
  );
}
