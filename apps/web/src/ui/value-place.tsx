import { Suspense, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import css from './states.module.css';

interface ValuePlaceProps {
  /** Shown until then in place of the word for loading. */
  readonly until?: string;
  readonly children: ReactNode;
}

/** The place of a value or an input whose code loads on demand. */
export const ValuePlace = ({ until, children }: ValuePlaceProps) => (
  <Suspense
    fallback={
      <span className={until === undefined ? css['late'] : undefined} aria-busy="true">
        {until ?? L('state.loading')}
      </span>
    }
  >
    {children}
  </Suspense>
);
