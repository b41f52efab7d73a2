import { Button, Checkbox, Input, Radio } from 'antd';
import { useState, type FormEvent } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { L } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session.ts';
import { sendTwoFactorCode, type Credentials, type SignInOutcome } from '../../lib/session/sign-in.ts';

import { Field } from './field.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import css from './sign-in.module.css';
import { useSignIn } from './use-sign-in.ts';

interface TwoFactorFormProps {
  credentials: Credentials;
  outcome: Extract<SignInOutcome, { kind: 'twoFactor' }>;
  onBack: () => void;
}

const labels = {
  Email: 'signIn.providerEmail',
  Phone: 'signIn.providerPhone',
  GoogleAuthenticator: 'signIn.providerApp',
} as const;

const isKnown = (name: string): name is keyof typeof labels => name in labels;

export function TwoFactorForm({ credentials, outcome, onBack }: TwoFactorFormProps) {
  const [provider, setProvider] = useState(outcome.providers[0] ?? '');
  const [code, setCode] = useState('');
  const [remembersBrowser, setRemembersBrowser] = useState(false);
  const mayRemember = useSession(
    ({ settings }) => settings['Abp.Zero.UserManagement.TwoFactorLogin.IsRememberBrowserEnabled'] === 'true',
  );
  const [problem, setProblem] = useState<string>();
  const [notice, setNotice] = useState('');
  const { isBusy, refusal, attempt } = useSignIn();

  const sendCode = async (): Promise<void> => {
    try {
      await sendTwoFactorCode(outcome.userId, provider);
      setNotice(L('signIn.twoFactorSent'));
    } catch (error) {
      setNotice(error instanceof ApiError ? error.message : L('error.server'));
    }
  };
  const submitCode = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const isComplete = /^\d{6}$/.test(code);
    setProblem(isComplete ? undefined : L('signIn.codeMissing'));
    if (isComplete) await attempt({ ...credentials, twoFactorVerificationCode: code, remembersBrowser });
  };

  return (
    <form onSubmit={(event) => void submitCode(event)} noValidate className={css['form']}>
      <h2>{L('signIn.twoFactorNeeded')}</h2>
      <p className={css['hint']}>{L('signIn.twoFactorNeededHint')}</p>
      <RefusalNotice refusal={refusal} />
      <Radio.Group
        aria-label={L('signIn.twoFactorProvider')}
        value={provider}
        onChange={({ target }) => setProvider(String(target.value))}
        options={outcome.providers.map((name) => ({ value: name, label: isKnown(name) ? L(labels[name]) : name }))}
      />
      {provider !== 'GoogleAuthenticator' && (
        <Button onClick={() => void sendCode()}>{L('signIn.twoFactorSend')}</Button>
      )}
      <div role="status">{notice}</div>
      <Field label={L('signIn.code')} error={problem}>
        {(ids) => (
          <Input
            {...ids}
            size="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      {mayRemember && (
        <Checkbox checked={remembersBrowser} onChange={({ target }) => setRemembersBrowser(target.checked)}>
          {L('signIn.rememberBrowser')}
        </Checkbox>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {L('signIn.codeSubmit')}
      </Button>
      <Button type="link" onClick={onBack}>
        {L('signIn.back')}
      </Button>
    </form>
  );
}
