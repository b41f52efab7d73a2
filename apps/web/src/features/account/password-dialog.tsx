import { Modal } from 'antd';

import { A } from './account-texts.ts';
import { PasswordForm } from './password-form.tsx';

import type { DialogProps } from './dialog.types.ts';

export function PasswordDialog({ onClose }: DialogProps) {
  return (
    <Modal open title={A('password')} footer={null} width={420} mask={{ closable: false }} onCancel={onClose}>
      <PasswordForm onDone={onClose} onCancel={onClose} />
    </Modal>
  );
}
