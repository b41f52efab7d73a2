import { Modal } from 'antd';

import { A } from './account-texts.ts';
import { AttemptsTable } from './attempts-table.tsx';

import type { DialogProps } from './dialog.types.ts';

export function AttemptsDialog({ onClose }: DialogProps) {
  return (
    <Modal open title={A('attempts')} footer={null} width={960} onCancel={onClose}>
      <AttemptsTable />
    </Modal>
  );
}
