import type { Report } from '../faults/report.ts';
import type { Target } from './target.ts';

export interface AttackOptions {
  /** The long form, for a run of its own; the short one is part of the tests. */
  readonly isLong: boolean;
  readonly seed: number;
}

/** An attack on a started product from outside, and what must hold against it. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  readonly run: (target: Target, report: Report, options: AttackOptions) => Promise<void>;
}
