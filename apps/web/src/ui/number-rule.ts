import { hasDecimals } from '@kangmai/domain/numbers';

import { L } from '../lib/i18n/texts.ts';

import type { Typed } from './number-box.tsx';

interface Bounds {
  readonly label: string;
  readonly min: number;
  readonly max: number;
}

function numberProblem(value: Typed | undefined, { label, min, max }: Bounds): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'number' || !hasDecimals(value, 0)) return L('number.not-whole', { label });
  return value < min || value > max ? L('number.out-of-range', { label, min, max }) : null;
}

/** Refuses input that is not a whole number within the bounds. Accepts empty input; `required` refuses that. */
export const wholeNumberRule = (bounds: Bounds) => ({
  validator: (_rule: unknown, value: Typed | undefined): Promise<void> => {
    const problem = numberProblem(value, bounds);
    return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
  },
});
