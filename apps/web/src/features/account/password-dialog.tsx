import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

import { A } from './account-texts.ts';
import { PasswordForm } from './password-form.tsx';

import type { DialogProps } from './dialog.types.ts';

export function PasswordDialog({ onClose }: DialogProps) {
  return (
    <EntryDialog title={A('password')} footer={null} width={420} onClose={onClose}>
      {(leave) => <PasswordForm onDone={onClose} onCancel={leave} />}
    </EntryDialog>
  );
}
