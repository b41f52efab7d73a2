import LockOutlined from '@ant-design/icons/es/icons/LockOutlined';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { api } from '../../lib/api/api.ts';
import { onRealtime } from '../../lib/realtime/realtime.ts';
import { useSession } from '../../lib/session/session.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { shake } from '../../ui/shake.ts';
import { playAlarm, unlockSound } from '../alarms/alarm-sound.ts';
import { Field } from '../sign-in/field.tsx';

import css from './lock.module.css';
import { T } from './lock-texts.ts';
import { useUnlock } from './use-unlock.ts';

const loudLevel = 3;

function LockedAlarms() {
  const [count, setCount] = useState(0);
  useEffect(unlockSound, []);
  useEffect(
    () =>
      onRealtime('lockedalarm', (alarm) => {
        setCount((before) => before + alarm.count);
        if (alarm.isLoud) playAlarm(loudLevel);
      }),
    [],
  );
  return (
    <div role="alert" className={count > 0 ? css['alarm'] : undefined}>
      {count > 0 && T('alarm')}
    </div>
  );
}

function Owner() {
  const user = useSession((session) => session.user);
  const [picture, setPicture] = useState('');
  const hasPicture = user?.profilePictureId != null;
  useEffect(() => {
    if (!hasPicture) return;
    api.get<{ profilePicture: string | null }>('Profile/GetProfilePicture', undefined, { whileLocked: true }).then(
      ({ profilePicture }) => setPicture(profilePicture ?? ''),
      () => setPicture(''),
    );
  }, [hasPicture]);
  return (
    <>
      <div className={css['picture']}>
        {picture === '' ? (
          <LockOutlined aria-hidden="true" />
        ) : (
          <img src={`data:image/jpeg;base64,${picture}`} alt="" />
        )}
      </div>
      <p className={css['name']}>{user?.name}</p>
    </>
  );
}

interface LockPageProps {
  onOpened: () => void;
  onLeave: () => void;
}

export function LockPage({ onOpened, onLeave }: LockPageProps) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, attempt } = useUnlock(onLeave);
  const input = useRef<InputRef>(null);
  const box = useRef<HTMLElement>(null);
  useEffect(() => input.current?.focus(), [isBusy]);

  const submitPassword = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await attempt(password)) return onOpened();
    setPassword('');
    if (box.current) shake(box.current);
    input.current?.focus();
  };

  return (
    <main className={css['page']}>
      <section ref={box} className={css['box']} data-testid="lock-box">
        <h1>{T('title')}</h1>
        <Owner />
        <LockedAlarms />
        <form onSubmit={(event) => void submitPassword(event)} noValidate className={css['form']}>
          <Field label={T('password')} error={problem} hint={T('hint')}>
            {(ids) => (
              <PasswordInput
                {...ids}
                ref={input}
                size="large"
                disabled={isBusy}
                autoComplete="current-password"
                value={password}
                {...(problem && { status: 'error' })}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
          <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
            {T('unlock')}
          </Button>
          <Button type="link" onClick={onLeave}>
            {T('switch')}
          </Button>
        </form>
      </section>
    </main>
  );
}
