import { Input } from 'antd';
import { useState } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { chooseTenant } from '../../lib/session/tenant.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';

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
    <EntryDialog
      title={L('signIn.switchTenant')}
      confirmLoading={isBusy}
      isChanged={name !== ''}
      onOk={() => void switchTenant()}
      onClose={onClose}
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
    </EntryDialog>
  );
}
