import { Button, Checkbox, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { readScoped, storageKeys, writeScoped } from '../../lib/storage-keys.ts';
import { PasswordInput } from '../../ui/password-input.tsx';

import { Field } from './field.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import css from './sign-in.module.css';
import { useCountdown } from './use-countdown.ts';
import { useSignIn } from './use-sign-in.ts';

import type { Credentials, SignInOutcome } from '../../lib/session/sign-in.ts';

interface SignInFormProps {
  onTwoFactor: (credentials: Credentials, outcome: Extract<SignInOutcome, { kind: 'twoFactor' }>) => void;
  onMustReset: (credentials: Credentials, outcome: Extract<SignInOutcome, { kind: 'mustReset' }>) => void;
}

interface Problems {
  userName?: string;
  password?: string;
}

function checkCredentials(userName: string, password: string): Problems {
  return {
    ...(userName.trim() === '' && { userName: L('signIn.userNameMissing') }),
    ...(password === '' && { password: L('signIn.passwordMissing') }),
  };
}

function rememberedName(): string {
  const name = readScoped(storageKeys.lastUserName);
  return typeof name === 'string' ? name : '';
}

export function SignInForm({ onTwoFactor, onMustReset }: SignInFormProps) {
  const [userName, setUserName] = useState(rememberedName);
  const [password, setPassword] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [hasCapsLock, setCapsLock] = useState(false);
  const userInput = useRef<InputRef>(null);
  const passwordInput = useRef<InputRef>(null);
  const { isBusy, refusal, attempt } = useSignIn();
  const waitSeconds = useCountdown(refusal, refusal?.retryAfterSeconds ?? null);

  useEffect(() => {
    const first = rememberedName() !== '' ? passwordInput : userInput;
    first.current?.focus();
  }, []);

  const submitCredentials = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = checkCredentials(userName, password);
    setProblems(found);
    if (found.userName) return userInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();
    const credentials: Credentials = { userNameOrEmailAddress: userName.trim(), password, rememberMe: isRemembered };
    if (isRemembered) writeScoped(storageKeys.lastUserName, credentials.userNameOrEmailAddress);
    const outcome = await attempt(credentials);
    if (outcome?.kind === 'twoFactor') onTwoFactor(credentials, outcome);
    if (outcome?.kind === 'mustReset') onMustReset(credentials, outcome);
  };
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={(event) => void submitCredentials(event)} noValidate className={css['form']}>
      <RefusalNotice
        refusal={refusal}
        extra={waitSeconds > 0 ? L('signIn.waitSeconds', { n: waitSeconds }) : undefined}
      />
      <Field label={L('signIn.userName')} error={problems.userName}>
        {(ids) => (
          <Input
            {...ids}
            ref={userInput}
            size="large"
            autoComplete="username"
            maxLength={256}
            value={userName}
            {...(problems.userName && { status: 'error' })}
            onChange={({ target }) => setUserName(target.value)}
          />
        )}
      </Field>
      <Field
        label={L('signIn.password')}
        error={problems.password}
        hint={hasCapsLock ? L('signIn.capsLock') : undefined}
      >
        {(ids) => (
          <PasswordInput
            {...ids}
            ref={passwordInput}
            size="large"
            autoComplete="current-password"
            value={password}
            {...(problems.password && { status: 'error' })}
            onChange={({ target }) => setPassword(target.value)}
            onKeyUp={watchCapsLock}
          />
        )}
      </Field>
      <Checkbox checked={isRemembered} onChange={({ target }) => setRemembered(target.checked)}>
        {L('signIn.remember')}
      </Checkbox>
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy} disabled={isBusy || waitSeconds > 0}>
        {L('signIn.submit')}
      </Button>
    </form>
  );
}
