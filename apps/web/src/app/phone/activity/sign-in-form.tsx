import { useState, type SubmitEvent } from 'react';

import { Heading, MainButton, Problem } from '../parts.tsx';
import css from '../phone.module.css';
import { isMobile, useAttempt } from '../use-attempt.ts';
import { signIn, type Activity, type Enrolment } from './activity-calls.ts';
import { ActivityFacts, LabelledInput } from './activity-parts.tsx';
import { T } from './activity-texts.ts';

interface FormProps {
  readonly code: string;
  readonly activity: Activity;
  readonly onDone: (enrolment: Enrolment) => void;
}

/** Signs in with the number that enrolled: nothing to remember, nothing to wait for. */
export function SignInForm({ code, activity, onDone }: FormProps) {
  const [phone, setPhone] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isBusy, problem, attempt } = useAttempt();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isMobile(phone)) void attempt(async () => onDone(await signIn(code, phone)));
  };
  return (
    <form className={css['step']} noValidate onSubmit={submit}>
      <main>
        <Heading>{activity.title}</Heading>
        <ActivityFacts activity={activity} />
        <h2>{T('signIn')}</h2>
        <LabelledInput
          name="phone"
          label={T('enrolledPhone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
          value={phone}
          wrong={isChecked && !isMobile(phone) && T('phoneWrong')}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Problem problem={problem} />
      </main>
      <MainButton isBusy={isBusy}>{T('submitSignIn')}</MainButton>
    </form>
  );
}
