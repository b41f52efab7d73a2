import { App, Button } from 'antd';
import { useEffect } from 'react';

import { onForbidden } from '../../lib/api/api.ts';
import { endRelogin } from '../../lib/api/relogin-gate.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useRealtime } from '../../lib/realtime/realtime.ts';
import { isSessionOver } from '../../lib/session/lock.ts';
import { isSameUser, reloadPermissions, useSession } from '../../lib/session/session.ts';
import { goToSignIn } from '../../lib/session/sign-in.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { canOpen } from '../navigation/use-routes.ts';
import { removeTabs, useTabs } from '../tabs/tabs-store.ts';
import { isClosable } from '../tabs/tabs.ts';

let reloading: Promise<void> | null = null;

async function followRights(tell: () => void): Promise<void> {
  if (!(await reloadPermissions())) return;
  const { permissions } = useSession.getState();
  const { tabs } = useTabs.getState();
  removeTabs(tabs.filter((tab) => isClosable(tab) && !canOpen(tab.key, permissions)).map(({ key }) => key));
  tell();
}

/** After a refused call: reloads the user's permissions and closes pages that are no longer allowed. */
function useChangedRights(): void {
  const { notification } = App.useApp();
  useEffect(
    () =>
      onForbidden(() => {
        const notifyRights = (): void => notification.warning({ title: L('session.rightsChanged') });
        reloading ??= followRights(notifyRights)
          .catch(() => undefined)
          .finally(() => {
            reloading = null;
          });
      }),
    [notification],
  );
}

/** Follows other browser tabs: signs out with them, notices another user, and takes over a new sign-in. */
function useOtherTabs(): void {
  const { notification } = App.useApp();
  useEffect(() => {
    const notifyOtherUser = (): void => {
      const actions = <Button onClick={() => location.reload()}>{L('word.refresh')}</Button>;
      notification.warning({ key: 'switched', title: L('session.switched'), actions, duration: 0 });
    };
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      const isGone = key === null || (key === storageKeys.accessToken && newValue === null);
      if (isGone) location.replace('/');
      else if (key === storageKeys.accessToken)
        void isSameUser().then(
          (isSame) => (isSame ? endRelogin('renewed') : notifyOtherUser()),
          () => undefined,
        );
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [notification]);
}

/** Reacts at once when the server ends, locks or unlocks the session. */
function useServerWord(): void {
  useRealtime(
    'sessionchange',
    () =>
      void isSessionOver().then((isOver) => {
        if (isOver) goToSignIn();
      }),
  );
}

export function useSessionWatch(): void {
  useServerWord();
  useChangedRights();
  useOtherTabs();
}
