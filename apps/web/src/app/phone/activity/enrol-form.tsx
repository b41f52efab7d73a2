import { useState, type SubmitEvent } from 'react';

import { useCountdown } from '../../sign-in/use-countdown.ts';
import { Heading, MainButton, Problem } from '../parts.tsx';
import css from '../phone.module.css';
import { isMobile, useAttempt } from '../use-attempt.ts';
import { enrol, sendDigits, type Activity, type Enrolment } from './activity-calls.ts';
import { ActivityFacts, LabelledInput } from './activity-parts.tsx';
import { T } from './activity-texts.ts';

const restSeconds = 60;
const empty = { name: '', phone: '', persons: '1', digits: '' };

type Written = typeof empty;

const wrongIn = ({ name, phone, persons, digits }: Written) => ({
  name: name.trim() === '' && T('nameMissing'),
  phone: !isMobile(phone) && T('phoneWrong'),
  persons: !/^([1-9]|10)$/.test(persons) && T('personsWrong'),
  digits: digits.length !== 6 && T('codeMissing'),
});

interface FormProps {
  readonly code: string;
  readonly activity: Activity;
  readonly onDone: (enrolment: Enrolment) => void;
}

function useEnrolling({ code, onDone }: FormProps) {
  const [written, setWritten] = useState(empty);
  const [isChecked, setChecked] = useState(false);
  const [isPhoneChecked, setPhoneChecked] = useState(false);
  const [sentAt, setSentAt] = useState<object | null>(null);
  const { isBusy, problem, attempt } = useAttempt();
  const left = useCountdown(sentAt, sentAt === null ? null : restSeconds);
  const wrong = wrongIn(written);
  const send = (): void => {
    setPhoneChecked(true);
    if (wrong.phone !== false) return;
    void attempt(async () => {
      await sendDigits(code, written.phone);
      setSentAt({});
    });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(wrong).some((word) => word !== false)) return;
    const { name, phone, persons, digits } = written;
    void attempt(async () =>
      onDone(await enrol(code, { name: name.trim(), phone, personCount: Number(persons), smsCode: digits })),
    );
  };
  const set = (name: keyof Written) => (event: { readonly target: { readonly value: string } }) =>
    setWritten((former) => ({ ...former, [name]: event.target.value }));
  const wrongOf = (name: keyof Written): string | false =>
    (isChecked || (name === 'phone' && isPhoneChecked)) && wrong[name];
  return { written, set, wrongOf, send, submit, left, isSent: sentAt !== null, isBusy, problem };
}

function Inputs({ written, set, wrongOf, send, left, isSent, isBusy }: ReturnType<typeof useEnrolling>) {
  return (
    <>
      <LabelledInput
        name="name"
        label={T('name')}
        autoComplete="name"
        maxLength={30}
        value={written.name}
        wrong={wrongOf('name')}
        onChange={set('name')}
      />
      <LabelledInput
        name="persons"
        label={T('persons')}
        hint={T('personsHint')}
        inputMode="numeric"
        maxLength={2}
        value={written.persons}
        wrong={wrongOf('persons')}
        onChange={set('persons')}
      />
      <LabelledInput
        name="phone"
        label={T('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        value={written.phone}
        wrong={wrongOf('phone')}
        onChange={set('phone')}
      />
      <button type="button" className={css['plain']} disabled={left > 0 || isBusy} onClick={send}>
        {left > 0 ? T('sendAgain', { n: left }) : T('send')}
      </button>
      <p role="status" className={css['hint']}>
        {isSent ? T('sent') : ''}
      </p>
      <LabelledInput
        name="digits"
        label={T('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={written.digits}
        wrong={wrongOf('digits')}
        onChange={set('digits')}
      />
    </>
  );
}

export function EnrolForm(props: FormProps) {
  const enrolling = useEnrolling(props);
  return (
    <form className={css['step']} noValidate onSubmit={enrolling.submit}>
      <main>
        <Heading>{props.activity.title}</Heading>
        <ActivityFacts activity={props.activity} />
        {props.activity.needsApproval && <p className={css['hint']}>{T('needsApproval')}</p>}
        <h2>{T('enrol')}</h2>
        <Inputs {...enrolling} />
        <Problem problem={enrolling.problem} />
      </main>
      <MainButton isBusy={enrolling.isBusy}>{T('submitEnrol')}</MainButton>
    </form>
  );
}
