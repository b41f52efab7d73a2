import LockOutlined from '@ant-design/icons/es/icons/LockOutlined';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { api } from '../../lib/api/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { onRealtime } from '../../lib/realtime/realtime.ts';
import { useSession } from '../../lib/session/session.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { shake } from '../../ui/shake.ts';
import { playAlarm, unlockSound } from '../alarms/alarm-sound.ts';
import { Field } from '../sign-in/field.tsx';

import css from './lock.module.css';
import { T } from './lock-texts.ts';
import { useUnlock } from './use-unlock.ts';

import type { LiveEvents } from '@kangmai/model/events';

const levelKeys = ['level1', 'level2', 'level3', 'level4'] as const;

const tickMs = 1000;
type LockedAlarm = LiveEvents['lockedalarm'];

/** Level, unit and waiting time of the gravest alarm, the oldest of its level. */
function Gravest({ alarm: { level, unit, time } }: { readonly alarm: LockedAlarm }) {
  const now = useNow(tickMs);
  const seconds = Math.max(0, Math.floor((now - Date.parse(time)) / tickMs));
  return (
    <p className={css['gravest']}>
      {T(levelKeys[level - 1] ?? 'level1')}
      {unit && ` · ${unit}`} · {T('waited', { n: seconds })}
    </p>
  );
}

function LockedAlarms() {
  const [gravest, setGravest] = useState<LockedAlarm>();
  useEffect(unlockSound, []);
  useEffect(
    () =>
      onRealtime('lockedalarm', (alarm) => {
        setGravest((known) => (known && known.level >= alarm.level ? known : alarm));
        if (alarm.isLoud) playAlarm(alarm.level);
      }),
    [],
  );
  return (
    <>
      <div role="alert" className={gravest ? css['alarm'] : undefined}>
        {gravest && T('alarm')}
      </div>
      {gravest && <Gravest alarm={gravest} />}
    </>
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
