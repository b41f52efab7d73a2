import { App, Button } from 'antd';
import { useEffect } from 'react';

import { onForbidden } from '../../lib/api/api.ts';
import { L } from '../../lib/i18n/texts.ts';
import { reloadPermissions, useSession } from '../../lib/session/session.ts';
import { scopedKey, storageKeys } from '../../lib/storage-keys.ts';
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

/** After a refused call: loads the user's rights anew and closes what is no longer allowed. */
function useChangedRights(): void {
  const { notification } = App.useApp();
  useEffect(
    () =>
      onForbidden(() => {
        const tell = (): void => notification.warning({ title: L('session.rightsChanged') });
        reloading ??= followRights(tell)
          .catch(() => undefined)
          .finally(() => {
            reloading = null;
          });
      }),
    [notification],
  );
}

/** Follows what other browser tabs do: signing out there signs out here, another user there is told of. */
function useOtherTabs(): void {
  const { notification } = App.useApp();
  useEffect(() => {
    const own = scopedKey(storageKeys.user);
    const changed = ({ key, newValue }: StorageEvent): void => {
      if (key === storageKeys.accessToken && newValue === null) location.replace('/');
      const isOtherUser = key !== null && key !== own && key.endsWith(`.${storageKeys.user}`) && newValue !== null;
      if (!isOtherUser) return;
      const actions = <Button onClick={() => location.reload()}>{L('word.refresh')}</Button>;
      notification.warning({ key: 'switched', title: L('session.switched'), actions, duration: 0 });
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, [notification]);
}

export function useSessionWatch(): void {
  useChangedRights();
  useOtherTabs();
}
