import { Report } from '../faults/report.ts';
import type { Attack, AttackOptions } from './attack.ts';
import type { Target } from './target.ts';

export interface Outcome {
  /** One line for people: held or broken, and on how many things it was checked. */
  readonly line: string;
  readonly failures: readonly string[];
  readonly skipped: string | undefined;
}

/** Runs one attack; an attack that cannot be finished has failed. */
export async function runAttack(attack: Attack, target: Target, options: AttackOptions): Promise<Outcome> {
  const report = new Report(attack.name);
  const began = performance.now();
  let unfinished: string[] = [];
  try {
    await attack.run(target, report, options);
  } catch (error) {
    unfinished = [`could not be finished: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
  const failures = [...report.failures, ...unfinished];
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const word = failures.length > 0 ? 'BROKEN ' : report.skipped === undefined ? 'held   ' : 'skipped';
  const detail = report.skipped === undefined ? `${report.checked} checked` : `not run here because ${report.skipped}`;
  return {
    line: `${attack.name.padEnd(4)} ${word}  ${attack.title}: ${detail} (${seconds} s)`,
    failures,
    skipped: report.skipped,
  };
}
