import { useCallback, useState } from 'react';

import { ApiError } from '../../../lib/api/api-error.ts';
import { EndedPage } from '../ended-page.tsx';
import { Heading, Problem, Waiting } from '../parts.tsx';
import css from '../phone.module.css';
import { useRead } from '../use-read.ts';
import { readActivity, type Activity, type Enrolment } from './activity-calls.ts';
import { ActivityFacts, DoneStep } from './activity-parts.tsx';
import { T } from './activity-texts.ts';
import { EnrolForm } from './enrol-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

function Steps({ code, activity }: { readonly code: string; readonly activity: Activity }) {
  const [done, setDone] = useState<Enrolment | null>(null);
  if (done) return <DoneStep activity={activity} enrolment={done} />;
  if (activity.isOpen) {
    const props = { code, activity, onDone: setDone };
    return activity.purpose === 'enrol' ? <EnrolForm {...props} /> : <SignInForm {...props} />;
  }
  return (
    <main>
      <Heading>{activity.title}</Heading>
      <ActivityFacts activity={activity} />
      <p role="alert">{T('closed')}</p>
    </main>
  );
}

/** Enrols by the code of a poster, or signs in by the code at the door. */
export function ActivityPage({ code }: { readonly code: string }) {
  const read = useCallback(() => readActivity(code), [code]);
  const { value, problem, again } = useRead(read);
  const isRefused = problem instanceof ApiError && problem.status === 400;
  if (code === '' || isRefused)
    return <EndedPage title={T('over')} hint={T('overHint')} {...(isRefused && { words: problem.message })} />;
  return (
    <div className={css['page']}>
      {value ? (
        <Steps code={code} activity={value} />
      ) : (
        <main>{problem === undefined ? <Waiting /> : <Problem problem={problem} onRetry={again} />}</main>
      )}
    </div>
  );
}
