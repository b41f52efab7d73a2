import { useEffect, useRef, type ReactNode } from 'react';

import { ApiError } from '../../lib/api/api-error.ts';
import { failureSentence } from '../../lib/failure-words.ts';
import css from './phone.module.css';
import { T } from './phone-texts.ts';

/** Ends the phone session for the whole page. */
export const sessionEnded = 'phonesessionended';

/** What a failed call says; a lost session ends the page. */
export function Problem({ problem, onRetry }: { readonly problem: unknown; readonly onRetry?: () => void }) {
  const isEnd = problem instanceof ApiError && problem.status === 401;
  useEffect(() => {
    if (isEnd) dispatchEvent(new Event(sessionEnded));
  }, [isEnd]);
  if (problem === undefined || isEnd) return null;
  return (
    <div className={css['problem']} role="alert">
      <p>{failureSentence(problem)}</p>
      {onRetry && (
        <button type="button" className={css['plain']} onClick={onRetry}>
          {T('retry')}
        </button>
      )}
    </div>
  );
}

export const Waiting = () => (
  <p role="status" className={css['hint']}>
    {T('loading')}
  </p>
);

/** The heading of a step; it takes the focus, so that screen readers announce the step. */
export function Heading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={css['heading']}>
      {children}
    </h1>
  );
}

/** The main button of a step, always at the lower edge; in a form it sends it. */
export function MainButton(props: {
  readonly children: ReactNode;
  readonly isBusy?: boolean;
  readonly isOff?: boolean;
  readonly onPress?: () => void;
}) {
  return (
    <div className={css['foot']}>
      <button
        type="submit"
        className={css['main']}
        disabled={props.isOff === true || props.isBusy === true}
        aria-busy={props.isBusy === true}
        onClick={props.onPress}
      >
        {props.children}
      </button>
    </div>
  );
}

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return (
    <button type="button" className={css['back']} onClick={onBack}>
      <span aria-hidden="true">‹ </span>
      {T('back')}
    </button>
  );
}
