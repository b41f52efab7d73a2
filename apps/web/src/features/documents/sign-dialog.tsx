import { App, Form, Input, Radio } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { issuedKey, signPaper, type PaperKey } from '../../resource-client/documents.ts';
import { EntryDialog } from '../../ui/entry/entry-dialog.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { P } from './print-texts.ts';

interface DialogProps {
  readonly of: PaperKey & { readonly version: number };
  readonly onClose: () => void;
}

interface Values {
  readonly way: 'password' | 'code';
  readonly password?: string;
  readonly code?: string;
}

function Proof() {
  const way = Form.useWatch<Values['way']>('way') ?? 'password';
  if (way === 'code')
    return (
      <Form.Item name="code" label={P('code')} rules={[{ required: true, message: P('codeNeeded') }]}>
        <Input maxLength={16} inputMode="numeric" autoComplete="one-time-code" />
      </Form.Item>
    );
  return (
    <Form.Item name="password" label={P('password')} rules={[{ required: true, message: P('passwordNeeded') }]}>
      <PasswordInput autoFocus autoComplete="current-password" />
    </Form.Item>
  );
}

/** Signs a version with the password or a code, and says what such a signature is not. */
export function SignDialog({ of, onClose }: DialogProps) {
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const run = async ({ way, password, code }: Values): Promise<void> => {
    setBusy(true);
    try {
      await signPaper(of, way === 'code' ? { code } : { password });
      await client.invalidateQueries({ queryKey: issuedKey(of) });
      message.success(P('signDone'));
      onClose();
    } catch (error) {
      tell(error, P('signFailed'));
      form.resetFields(['password', 'code']);
      setBusy(false);
    }
  };
  return (
    <EntryDialog
      title={P('signTitle', { n: of.version })}
      okText={P('sign')}
      confirmLoading={isBusy}
      isChanged={isBusy ? false : undefined}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ way: 'password' }}
        onFinish={(values) => void run(values)}
      >
        <p>{P('signHint')}</p>
        <Form.Item name="way" label={P('way')}>
          <Radio.Group
            options={[
              { value: 'password', label: P('password') },
              { value: 'code', label: P('code') },
            ]}
          />
        </Form.Item>
        <Proof />
      </Form>
    </EntryDialog>
  );
}
