import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { can } from '../../lib/permissions.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { deleteRole, type RoleRow } from '../../resource-client/roles.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { CompareDrawer } from './compare-drawer.tsx';
import css from './roles.module.css';
import { T } from './roles-texts.ts';

const RoleDrawer = lazy(async () => ({ default: (await import('./role-drawer.tsx')).RoleDrawer }));

const permission = 'Pages.Administration.Roles';

function useRemove({ id, displayName, userCount: n, unitUserCount: units }: RoleRow): () => void {
  const { modal, message } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    try {
      await deleteRole(id);
      message.success(T('removed'));
    } catch (error) {
      failed(error);
    }
    await client.invalidateQueries({ queryKey: ['roles'] });
  };
  return () =>
    void modal.confirm({
      title: T('removeAsk', { name: displayName }),
      content: units > 0 ? T('removeByUnit', { n, units }) : T('removeHint', { n }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: remove,
    });
}

const itemsOf = ({ isStatic }: RoleRow) => [
  ...(can(`${permission}.Create`) ? [{ key: 'copy', label: T('copy') }] : []),
  ...(can([`${permission}.Create`, `${permission}.Edit`]) ? [{ key: 'compare', label: T('compare') }] : []),
  ...(can(`${permission}.Delete`) && !isStatic ? [{ key: 'remove', label: L('word.delete') }] : []),
];

export function RoleActions({ role, roles }: { readonly role: RoleRow; readonly roles: readonly RoleRow[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const remove = useRemove(role);
  const name = role.displayName;
  const mayEdit = can(`${permission}.Edit`);
  const items = itemsOf(role);
  const close = (): void => setOpened(null);
  return (
    <span className={css['buttons']}>
      {mayEdit && (
        <LinkButton aria-label={T('editOf', { name })} onClick={() => setOpened('edit')}>
          {L('word.edit')}
        </LinkButton>
      )}
      {items.length > 0 && (
        <MenuButton
          name={T('moreOf', { name })}
          word={L('word.more')}
          items={items}
          onPick={(key) => (key === 'remove' ? remove() : setOpened(key))}
        />
      )}
      <Suspense>
        {(opened === 'edit' || opened === 'copy') && (
          <RoleDrawer id={role.id} name={name} isCopy={opened === 'copy'} onClose={close} />
        )}
        {opened === 'compare' && <CompareDrawer role={role} roles={roles} onClose={close} />}
      </Suspense>
    </span>
  );
}
