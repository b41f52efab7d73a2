import { App } from 'antd';
import { useCallback, useEffect } from 'react';

import { L } from '../../lib/i18n/texts.ts';

import { useTabs } from './tabs-store.ts';

/** Asks before unsaved input is lost; resolves to true when the user agrees. Without `keys` all tabs count. */
export function useLeaveQuestion(): (keys?: readonly string[]) => Promise<boolean> {
  const { modal } = App.useApp();
  return useCallback(
    async (keys) => {
      const { dirty } = useTabs.getState();
      const isUnsaved = keys ? keys.some((key) => dirty.has(key)) : dirty.size > 0;
      if (!isUnsaved) return true;
      return modal.confirm({
        title: L('leave.title'),
        okText: L('leave.now'),
        cancelText: L('leave.stay'),
        focusable: { autoFocusButton: 'cancel' },
      });
    },
    [modal],
  );
}

/** Makes the browser ask before the window is closed with unsaved input. */
export function useLeaveGuard(): void {
  const isDirty = useTabs(({ dirty }) => dirty.size > 0);
  useEffect(() => {
    if (!isDirty) return undefined;
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isDirty]);
}
