import { App } from 'antd';
import { useState } from 'react';

import { L } from '../lib/i18n/texts.ts';

/** Asks before a dialog with unsaved input is closed by Esc, mask or button. */
export function useAskBeforeClose(onClose: () => void) {
  const { modal } = App.useApp();
  const [isDirty, setDirty] = useState(false);
  const closeAfterQuestion = (): void => {
    if (!isDirty) return onClose();
    modal.confirm({
      title: L('leave.title'),
      okText: L('leave.now'),
      cancelText: L('leave.stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    });
    return undefined;
  };
  return { leave: closeAfterQuestion, setDirty };
}
