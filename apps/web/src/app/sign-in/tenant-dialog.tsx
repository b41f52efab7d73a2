import { Input, Modal } from 'antd';
import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { chooseTenant } from '../../lib/session/tenant.ts';

import { Field } from './field.tsx';

const refusals = { inactive: 'signIn.tenantInactive', unknown: 'signIn.tenantUnknown' } as const;

export function TenantDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const switchTenant = async (): Promise<void> => {
    setBusy(true);
    try {
      const state = await chooseTenant(name.trim());
      if (state === 'available') return location.reload();
      setProblem(L(refusals[state], { name: name.trim() }));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : L('error.server'));
    }
    setBusy(false);
  };

  return (
    <Modal
      open
      title={L('signIn.switchTenant')}
      okText={L('word.confirm')}
      cancelText={L('word.cancel')}
      confirmLoading={isBusy}
      onOk={() => void switchTenant()}
      onCancel={onClose}
    >
      <Field label={L('signIn.tenantName')} error={problem} hint={L('signIn.tenantHint')}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            maxLength={64}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={() => void switchTenant()}
          />
        )}
      </Field>
    </Modal>
  );
}
