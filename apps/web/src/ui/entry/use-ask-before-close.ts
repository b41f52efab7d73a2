import { App } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { useTabDirty } from '../tab-host/tab-context.ts';

interface AskBeforeClose {
  /** Closes, after a question while there is unsaved input. */
  readonly leave: () => void;
  readonly setDirty: (isDirty: boolean) => void;
}

/** Asks before a dialog or drawer with unsaved input is closed by Esc, mask or button, or with its tab. */
export function useAskBeforeClose(onClose: () => void, isChanged?: boolean): AskBeforeClose {
  const { modal } = App.useApp();
  const [isDirty, setDirty] = useState(false);
  const isUnsaved = isChanged ?? isDirty;
  useTabDirty(isUnsaved);
  const leave = (): void => {
    if (!isUnsaved) return onClose();
    modal.confirm({
      title: L('leave.title'),
      okText: L('leave.now'),
      cancelText: L('leave.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    });
    return undefined;
  };
  return { leave, setDirty };
}
