import { Heading } from '../parts.tsx';
import css from '../phone.module.css';
import { T } from './activity-texts.ts';

import type { Activity, Enrolment } from './activity-calls.ts';
import type { InputHTMLAttributes } from 'react';

/** Start and end; the day stands once where both are on the same. */
function spanOf({ startTime, endTime }: Activity): string {
  const [day = ''] = startTime.split(' ');
  return `${startTime} – ${endTime.startsWith(day) ? endTime.slice(day.length + 1) : endTime}`;
}

function placesOf({ freePlaces }: Activity): string {
  if (freePlaces === null) return T('unlimited');
  return freePlaces > 0 ? T('free', { n: freePlaces }) : T('full');
}

interface FactsProps {
  readonly activity: Activity;
  readonly isDone?: boolean;
}

export function ActivityFacts({ activity, isDone = false }: FactsProps) {
  return (
    <dl className={css['facts']}>
      <dt>{T('when')}</dt>
      <dd>{spanOf(activity)}</dd>
      <dt>{T('where')}</dt>
      <dd>{activity.place}</dd>
      {activity.purpose === 'enrol' && !isDone && (
        <>
          <dt>{T('places')}</dt>
          <dd>{placesOf(activity)}</dd>
        </>
      )}
    </dl>
  );
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly name: string;
  readonly label: string;
  readonly wrong?: string | false | undefined;
  readonly hint?: string;
}

/** An input with its label above it, and below it what is wrong. */
export function LabelledInput({ name, label, wrong, hint, ...input }: InputProps) {
  const isWrong = typeof wrong === 'string';
  const described = isWrong || hint !== undefined ? `${name}-words` : undefined;
  return (
    <label className={`${css['field']} ${css['words']}`}>
      <span>{label}</span>
      <input {...input} name={name} aria-invalid={isWrong} aria-describedby={described} />
      {isWrong ? (
        <span id={described} className={css['wrong']} role="alert">
          {wrong}
        </span>
      ) : (
        hint !== undefined && (
          <span id={described} className={css['hint']}>
            {hint}
          </span>
        )
      )}
    </label>
  );
}

const changeWords = ({ houseName, housePhone }: Activity): string =>
  housePhone === '' ? T('changeHere') : T('change', { house: houseName, phone: housePhone });

export function DoneStep({ activity, enrolment }: { readonly activity: Activity; readonly enrolment: Enrolment }) {
  const { enrollNo, status, personCount, waitNo, isNew } = enrolment;
  const isFresh = isNew !== false && (status === 0 || status === 1 || status === 3 || status === 6);
  return (
    <main>
      <Heading>{isFresh ? T(`done${status}`) : T('already')}</Heading>
      <p>
        <strong>{activity.title}</strong>
      </p>
      <ActivityFacts activity={activity} isDone />
      <dl className={css['facts']}>
        <dt>{T('number')}</dt>
        <dd>{enrollNo}</dd>
        <dt>{T('state')}</dt>
        <dd>{waitNo === null ? T(`status${status}`) : T('waiting', { n: waitNo })}</dd>
        <dt>{T('persons')}</dt>
        <dd>{personCount}</dd>
      </dl>
      {status === 6 && <p className={css['hint']}>{T('waitHint')}</p>}
      {activity.purpose === 'signIn' ? (
        <p>{T('seat', { n: personCount })}</p>
      ) : (
        <p className={css['hint']}>{changeWords(activity)}</p>
      )}
    </main>
  );
}
