import { useState, type SubmitEvent } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { useCountdown } from '../sign-in/use-countdown.ts';
import { EndedPage } from './ended-page.tsx';
import { Heading, MainButton, Problem } from './parts.tsx';
import css from './phone.module.css';
import { exchange, keepPhoneToken, sendCode } from './phone-calls.ts';
import { T } from './phone-texts.ts';
import { useAttempt } from './use-attempt.ts';

const restSeconds = 60;
const endings: readonly string[] = ['phone-access.used', 'phone-access.expired', 'phone-access.revoked'];

function useSteps(linkToken: string, onEntered: () => void) {
  const [sentAt, setSentAt] = useState<object | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const left = useCountdown(sentAt, sentAt === null ? null : restSeconds);
  const send = (): Promise<void> =>
    attempt(async () => {
      await sendCode(linkToken);
      setSentAt({});
    });
  const enter = (code: string): Promise<void> =>
    attempt(async () => {
      keepPhoneToken((await exchange(linkToken, code)).accessToken);
      onEntered();
    });
  return { isSent: sentAt !== null, isBusy, problem, left, send, enter };
}

interface CodeProps {
  readonly value: string;
  readonly isMissing: boolean;
  readonly onChange: (code: string) => void;
}

function CodeInput({ value, isMissing, onChange }: CodeProps) {
  return (
    <label className={css['field']}>
      <span>{T('code')}</span>
      <input
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? 'code-missing' : undefined}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      />
      {isMissing && (
        <span id="code-missing" className={css['wrong']} role="alert">
          {T('codeMissing')}
        </span>
      )}
    </label>
  );
}

/** A link becomes a session by the code that is sent to its phone. */
export function AuthPage({ linkToken, onEntered }: { readonly linkToken: string; readonly onEntered: () => void }) {
  const { isSent, isBusy, problem, left, send, enter } = useSteps(linkToken, onEntered);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  if (problem instanceof ApiError && endings.includes(problem.reason)) return <EndedPage words={problem.message} />;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setMissing(code.length !== 6);
    if (code.length === 6) void enter(code);
  };
  return (
    <form className={css['page']} noValidate onSubmit={submit}>
      <main>
        <Heading>{T('title')}</Heading>
        <h2>{T('verify')}</h2>
        <p className={css['hint']}>{T('verifyHint')}</p>
        <button type="button" className={css['plain']} disabled={left > 0 || isBusy} onClick={() => void send()}>
          {left > 0 ? T('sendAgain', { n: left }) : T('send')}
        </button>
        <p role="status" className={css['hint']}>
          {isSent ? T('sent') : ''}
        </p>
        <CodeInput value={code} isMissing={isMissing} onChange={setCode} />
        <Problem problem={problem} />
        {isSent && <p className={css['hint']}>{T('notReceived')}</p>}
      </main>
      <MainButton isBusy={isBusy}>{T('enter')}</MainButton>
    </form>
  );
}
