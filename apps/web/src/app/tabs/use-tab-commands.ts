import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';

import { preferences } from '../../lib/preferences.ts';

import { closedBy, homeTab, nextAfterClose } from './tabs.ts';
import { rebuildTab, removeTabs, setTabDirty, setTabPinned, setTabTitle, useTabs } from './tabs-store.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

import type { TabActions } from '../../ui/tab-host/tab-host.tsx';
import type { TabCommand } from '../../ui/tab-strip/tab-strip.types.ts';

interface TabCommands {
  open: (key: string) => void;
  run: (command: TabCommand, key: string) => void;
  actions: TabActions;
}

export function useTabCommands(): TabCommands {
  const navigate = useNavigate();
  const mayLeave = useLeaveQuestion();

  const open = useCallback(
    (key: string) => {
      const tab = useTabs.getState().tabs.find((known) => known.key === key);
      void navigate(key + (tab?.search ?? ''));
    },
    [navigate],
  );

  const run = useCallback(
    async (command: TabCommand, key: string): Promise<void> => {
      if (command === 'pin' || command === 'unpin') return setTabPinned(key, command === 'pin');
      if (command === 'refresh') {
        if (await mayLeave([key])) rebuildTab(key);
        return undefined;
      }
      const { tabs, recent } = useTabs.getState();
      const keys = closedBy(tabs, command, key).map((tab) => tab.key);
      if (!(await mayLeave(keys))) return undefined;
      removeTabs(keys);
      // A page that has just led elsewhere closes its own tab.
      const { pathname } = location;
      if (command === 'closeAll') open(homeTab.key);
      else if (keys.includes(pathname))
        open(
          command === 'close'
            ? nextAfterClose({ tabs, gone: new Set(keys), active: pathname, recent }, preferences().afterClose).key
            : key,
        );
      return undefined;
    },
    [mayLeave, open],
  );

  const actions = useMemo<TabActions>(
    () => ({ setTitle: setTabTitle, setDirty: setTabDirty, close: (key) => void run('close', key) }),
    [run],
  );

  return { open, run: (command, key) => void run(command, key), actions };
}
