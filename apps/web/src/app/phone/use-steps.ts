import { useEffect, useState } from 'react';

import type { Service } from './phone-calls.ts';

export interface Place {
  readonly day: string;
  readonly timeRange: string;
}

export type Step =
  | { readonly name: 'services' }
  | { readonly name: 'own' }
  | { readonly name: 'places'; readonly service: Service }
  | { readonly name: 'summary'; readonly service: Service; readonly place: Place }
  | { readonly name: 'done'; readonly service: Service; readonly place: Place; readonly status: 0 | 1 };

const first: Step = { name: 'services' };

/** The steps of a booking. The browser's back button leads to the step before; nothing of them is in the address. */
export function useSteps() {
  const [steps, setSteps] = useState<readonly Step[]>([first]);
  useEffect(() => {
    const back = (): void => setSteps((former) => (former.length > 1 ? former.slice(0, -1) : former));
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const go = (step: Step): void => {
    history.pushState(null, '');
    setSteps((former) => [...former, step]);
  };
  /** Leads to a step from which nothing leads back. */
  const begin = (step: Step): void => setSteps([step]);
  return { step: steps.at(-1) ?? first, go, begin, back: () => history.back() };
}
