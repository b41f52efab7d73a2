import { App, Button, Form, Input, Popconfirm } from 'antd';
import { useState } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { StatusTag } from '../../ui/status-tag.tsx';

import { confirmAuthenticatorKey, disableAuthenticator, makeAuthenticatorKey, type NewKey } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './account.module.css';
import { fieldProblems, statusOf } from './failures.ts';

interface AuthenticatorPartProps {
  isOn: boolean;
  onChanged: () => void;
}

export function AuthenticatorPart({ isOn, onChanged }: AuthenticatorPartProps) {
  const { message, notification } = App.useApp();
  const [key, setKey] = useState<NewKey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const runBusy = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch((error: unknown) =>
      notification.error({ title: A('authenticatorFailed'), description: statusOf(error) }),
    );
    setBusy(false);
  };
  const disable = async (): Promise<void> => {
    await disableAuthenticator();
    message.success(A('disabledNow'));
    onChanged();
  };
  const enabled = (): void => {
    setKey(null);
    message.success(A('enabledNow'));
    onChanged();
  };
  return (
    <section className={css['part']} aria-label={A('authenticator')}>
      <div className={css['partHead']}>
        <h3>{A('authenticator')}</h3>
        <StatusTag tone={isOn ? 'success' : 'neutral'}>{A(isOn ? 'on' : 'off')}</StatusTag>
        <Button loading={isBusy} onClick={() => void runBusy(async () => setKey(await makeAuthenticatorKey()))}>
          {A(isOn || key ? 'newKeyAgain' : 'newKey')}
        </Button>
        {isOn && (
          <Popconfirm
            title={A('disableSure')}
            okText={A('disable')}
            cancelText={L('word.cancel')}
            onConfirm={() => void runBusy(disable)}
          >
            <Button danger>{A('disable')}</Button>
          </Popconfirm>
        )}
      </div>
      {key ? <FirstCode made={key} onConfirmed={enabled} /> : <p className={css['hint']}>{A('authenticatorHint')}</p>}
    </section>
  );
}

function FirstCode({ made, onConfirmed }: { made: NewKey; onConfirmed: () => void }) {
  const { notification } = App.useApp();
  const [form] = Form.useForm<{ code: string }>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async ({ code }: { code: string }): Promise<void> => {
    setBusy(true);
    try {
      await confirmAuthenticatorKey(code);
      onConfirmed();
    } catch (error) {
      form.setFields(fieldProblems(error, ['code']));
      notification.error({ title: A('authenticatorFailed'), description: statusOf(error) });
      setBusy(false);
    }
  };
  return (
    <div className={css['scan']}>
      <img src={made.qrCodeSetupImageUrl} alt={A('qr')} width={176} height={176} />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void confirm(values)}>
        <p className={css['hint']}>{A('scan')}</p>
        <p className={css['hint']}>
          {A('manualKey')}
          <code className={css['key']}>{made.manualEntryKey.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <Form.Item
          name="code"
          label={A('code')}
          rules={[{ required: true, whitespace: true, message: A('codeMissing') }]}
        >
          <Input maxLength={6} inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {A('enable')}
        </Button>
      </Form>
    </div>
  );
}
