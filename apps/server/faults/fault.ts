import type { Report } from './report.ts';
import type { World } from './world.ts';

export interface FaultOptions {
  /** The long form, for a run of its own; the short one is part of the tests. */
  readonly isLong: boolean;
  readonly seed: number;
}

/** A fault that is injected into real servers, and what must hold after it. */
export interface FaultRun {
  readonly name: string;
  readonly title: string;
  readonly run: (world: World, options: FaultOptions) => Promise<Report>;
}
