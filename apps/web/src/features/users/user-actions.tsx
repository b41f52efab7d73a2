import { user as userResource } from '@kangmai/model/organization';
import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { can } from '../../lib/permissions.ts';
import { leaveFor } from '../../lib/session/leave-for.ts';
import { useSession } from '../../lib/session/session.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { askColleague, deleteUser, setUserActive, unlockUser, type UserRow } from '../../resource-client/users.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import css from './users.module.css';
import { T } from './users-texts.ts';

const UserDrawer = lazy(async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer }));
const GrantsDrawer = lazy(async () => ({ default: (await import('./grants-drawer.tsx')).GrantsDrawer }));

const users = 'Pages.Administration.Users';

interface Step {
  readonly key: string;
  readonly label: string;
  readonly isOffered: boolean;
  readonly ask?: readonly [title: string, hint: string];
  readonly run: () => Promise<unknown>;
}

function stepsOf(user: UserRow, isOneself: boolean): readonly Step[] {
  const { id, isActive } = user;
  const name = user.fullName;
  return [
    {
      key: 'unlock',
      label: T('unlock'),
      isOffered: user.lockoutEndDateUtc !== null && can(`${users}.Unlock`),
      run: () => unlockUser(id),
    },
    {
      key: 'actAs',
      label: T('actAs'),
      isOffered: isActive && !isOneself && can(`${users}.Impersonation`),
      ask: [T('actAsAsk', { name }), T('actAsHint')],
      run: async () => leaveFor(await askColleague(id)),
    },
    {
      key: 'activate',
      label: T('activate'),
      isOffered: !isActive && can(`${users}.Edit`),
      run: () => setUserActive(id, true),
    },
    {
      key: 'deactivate',
      label: T('deactivate'),
      isOffered: isActive && !isOneself && can(`${users}.Edit`),
      ask: [T('deactivateAsk', { name }), T('deactivateHint')],
      run: () => setUserActive(id, false),
    },
    {
      key: 'remove',
      label: L('word.delete'),
      isOffered: !isOneself && can(`${users}.Delete`),
      ask: [T('removeAsk', { name }), T('removeHint')],
      run: () => deleteUser(id),
    },
  ];
}

/** Makes a step, after its question if it has one, and reads the list again. */
function useStep(): (step: Step) => void {
  const { modal, message } = App.useApp();
  const failed = useFailureNotice();
  const make = async ({ run }: Step): Promise<void> => {
    try {
      await run();
      message.success(T('saved'));
    } catch (error) {
      failed(error);
    }
    await refreshRows(userResource);
  };
  return (step) => {
    if (!step.ask) return void make(step);
    const [title, content] = step.ask;
    modal.confirm({ title, content, focusable: { autoFocusButton: 'cancel' }, onOk: () => make(step) });
    return undefined;
  };
}

/** The buttons of a row: edit, and a menu with what fits the state of the account. */
export function UserActions({ user }: { readonly user: UserRow }) {
  const [opened, setOpened] = useState<'edit' | 'grants' | null>(null);
  const ownId = useSession(({ user }) => user?.id);
  const make = useStep();
  const name = user.fullName;
  const steps = stepsOf(user, ownId === user.id).filter(({ isOffered }) => isOffered);
  const items = [
    ...(can(`${users}.ChangePermissions`) ? [{ key: 'grants', label: T('grants') }] : []),
    ...steps.map(({ key, label }) => ({ key, label })),
  ];
  const pick = (key: string): void => {
    const step = steps.find((each) => each.key === key);
    if (step) make(step);
    else setOpened('grants');
  };
  const close = (): void => setOpened(null);
  return (
    <span className={css['buttons']}>
      {can(`${users}.Edit`) && (
        <LinkButton aria-label={T('editOf', { name })} onClick={() => setOpened('edit')}>
          {L('word.edit')}
        </LinkButton>
      )}
      {items.length > 0 && (
        <MenuButton name={T('moreOf', { name })} word={L('word.more')} items={items} onPick={pick} />
      )}
      <Suspense>
        {opened === 'edit' && <UserDrawer id={user.id} name={name} onClose={close} />}
        {opened === 'grants' && <GrantsDrawer id={user.id} name={name} onClose={close} />}
      </Suspense>
    </span>
  );
}
