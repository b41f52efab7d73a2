import { user as userResource } from '@kangmai/model/organization';
import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { can } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session/session.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { deleteUser, setUserActive, unlockUser, type UserRow } from '../../resource-client/users.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import css from './users.module.css';
import { T } from './users-texts.ts';

const UserDrawer = lazy(async () => ({ default: (await import('./user-drawer.tsx')).UserDrawer }));
const GrantsDrawer = lazy(async () => ({ default: (await import('./grants-drawer.tsx')).GrantsDrawer }));

const ActAsDialog = lazy(async () => ({ default: (await import('./act-as-dialog.tsx')).ActAsDialog }));
const WorkDialog = lazy(async () => ({ default: (await import('./work-dialog.tsx')).WorkDialog }));

const users = 'Pages.Administration.Users';

type Opened = 'edit' | 'grants' | 'work' | 'actAs' | 'deactivate' | 'remove';

interface Item {
  readonly key: Exclude<Opened, 'edit'> | 'unlock' | 'activate';
  readonly isOffered: boolean;
}

const itemsOf = (user: UserRow, isOneself: boolean): readonly Item[] => [
  { key: 'grants', isOffered: can(`${users}.ChangePermissions`) },
  { key: 'work', isOffered: can([`${users}.Edit`, `${users}.Delete`]) },
  { key: 'unlock', isOffered: user.lockoutEndDateUtc !== null && can(`${users}.Unlock`) },
  { key: 'actAs', isOffered: user.isActive && !isOneself && can(`${users}.Impersonation`) },
  { key: 'activate', isOffered: !user.isActive && can(`${users}.Edit`) },
  { key: 'deactivate', isOffered: user.isActive && !isOneself && can(`${users}.Edit`) },
  { key: 'remove', isOffered: !isOneself && can(`${users}.Delete`) },
];

/** Does something with an account, says what was done and reads the list again. */
function useStep(): (run: () => Promise<unknown>, done: string, isWarning?: boolean) => Promise<void> {
  const { message } = App.useApp();
  const failed = useFailureNotice();
  return async (run, done, isWarning = false) => {
    try {
      await run();
      if (isWarning) message.warning(done);
      else message.success(done);
    } catch (error) {
      failed(error);
    }
    await refreshRows(userResource);
  };
}

interface DialogProps {
  readonly user: UserRow;
  readonly opened: Opened;
  readonly onClose: () => void;
}

function Dialog({ user, opened, onClose }: DialogProps) {
  const step = useStep();
  const { id, fullName: name } = user;
  const work = { userId: id, onClose };
  const words = (hasWork: boolean, done: string): string => (hasWork ? T('doneWithWork', { done, name }) : done);
  switch (opened) {
    case 'edit':
      return <UserDrawer id={id} name={name} onClose={onClose} />;
    case 'grants':
      return <GrantsDrawer id={id} name={name} onClose={onClose} />;
    case 'actAs':
      return <ActAsDialog user={user} onClose={onClose} />;
    case 'work':
      return <WorkDialog {...work} title={T('workOf', { name })} />;
    case 'deactivate':
      return (
        <WorkDialog
          {...work}
          title={T('deactivateAsk', { name })}
          hint={T('deactivateHint')}
          onOk={(hasWork) => step(() => setUserActive(id, false), words(hasWork, T('deactivated')), hasWork)}
        />
      );
    default:
      return (
        <WorkDialog
          {...work}
          title={T('removeAsk', { name })}
          hint={T('removeHint')}
          onOk={() => step(() => deleteUser(id), T('removed'))}
        />
      );
  }
}

export function UserActions({ user }: { readonly user: UserRow }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const ownId = useSession(({ user }) => user?.id);
  const step = useStep();
  const { id, fullName: name } = user;
  const items = itemsOf(user, ownId === id)
    .filter(({ isOffered }) => isOffered)
    .map(({ key }) => ({ key, label: key === 'remove' ? L('word.delete') : T(key) }));
  const pick = (key: string): void => {
    if (key === 'unlock') void step(() => unlockUser(id), T('unlocked'));
    else if (key === 'activate') void step(() => setUserActive(id, true), T('activated'));
    else setOpened(key as Opened);
  };
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
      <Suspense>{opened && <Dialog user={user} opened={opened} onClose={() => setOpened(null)} />}</Suspense>
    </span>
  );
}
