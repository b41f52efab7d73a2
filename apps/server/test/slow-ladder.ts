import type { Episode, Kind, Level, MedicalType } from './slow-cases.ts';

/** The ladder of one case by docs/alarms.md. Times are minutes of the night. */

export type CaseType = MedicalType | 'check' | 'sos' | 'fall' | 'offline';
export type State = 'open' | 'claimed' | 'inProgress';

/** A call for help that waits on a case. */
export interface Call {
  readonly device: string;
  readonly at: number;
  presses: number;
  /** Nobody responds to it. */
  isWaiting: boolean;
}

export interface DeskCase {
  readonly person: string;
  readonly type: CaseType;
  level: Level;
  state: State;
  holder: string | undefined;
  /** The present level was reached, or help was called for. */
  alarmedAt: number;
  reachedAt: number | undefined;
  claimedAt: number | undefined;
  step: number;
  /** How often its ladder began. */
  runs: number;
  due: number | undefined;
  isLate: boolean;
  /** Readings that are 24 h old made it: no rung. */
  isPast: boolean;
  /** When it came to be for the first time: of one place on the desk the oldest stands first. */
  readonly born: number;
  episode: Episode | undefined;
  end: 'itself' | 'staff' | undefined;
  calls: Call[];
  /** Kinds that 数据待核实 waits for, since when. */
  waits: Map<Kind, number>;
  /** Of these, since when a doubtful value was followed by no valid one. */
  doubts: Map<Kind, number>;
}

const rungs: Readonly<Record<Level, readonly number[]>> = { 4: [3, 5, 10], 3: [30, 60], 2: [1440], 1: [] };
const everyMinutes: Readonly<Record<Level, number | undefined>> = { 4: 10, 3: 60, 2: undefined, 1: undefined };
const holdMinutes: Readonly<Record<Level, number | undefined>> = { 4: 5, 3: 30, 2: undefined, 1: undefined };

export const isHelp = ({ type }: DeskCase): boolean => type === 'sos' || type === 'fall';
export const isProven = ({ reachedAt, alarmedAt }: DeskCase): boolean =>
  reachedAt !== undefined && reachedAt >= alarmedAt;

/** A claim holds the ladder once in a run. */
export const isClaimedBefore = ({ claimedAt, alarmedAt }: DeskCase): boolean =>
  claimedAt !== undefined && claimedAt >= alarmedAt;
export const mayAnswerAgain = (row: DeskCase): boolean =>
  row.state === 'claimed' || (row.state === 'inProgress' && isHelp(row));

export function respond({ calls }: DeskCase): void {
  for (const call of calls) call.isWaiting = false;
}

/** Starts the ladder of a case that opened, rose or has its first notice. Late cases of level 3 and 4 have one rung. */
export function begin(row: DeskCase, now: number): void {
  const [first] = row.isLate ? (row.level >= 3 && !row.isPast ? [60] : []) : rungs[row.level];
  Object.assign(row, {
    alarmedAt: now,
    reachedAt: undefined,
    step: 0,
    runs: row.runs + 1,
    due: first === undefined ? undefined : now + first,
  });
}

/** Whether a rung is due: nobody was reached yet. */
export const isDue = (row: DeskCase, now: number): boolean => row.due !== undefined && row.due <= now && !isProven(row);

/** Records a notice and sets the time of the next one. */
export function climb(row: DeskCase, now: number): void {
  row.step += 1;
  row.due = undefined;
  if (row.isLate) return;
  const [before = 0, next] = rungs[row.level].slice(row.step - 1);
  const gap = next === undefined ? everyMinutes[row.level] : next - before;
  if (gap !== undefined) row.due = now + gap;
}

/** A claim keeps the ladder still. */
export function hold(row: DeskCase, now: number): void {
  const minutes = holdMinutes[row.level];
  if (minutes !== undefined) row.due = now + minutes;
}

/** A case that is given back is due when it would be without the claim, at once where that has passed. */
export function giveBack(row: DeskCase, now: number): void {
  if (row.due === undefined || row.isLate || isProven(row)) return;
  const usual = rungs[row.level][row.step];
  row.due = Math.min(row.due, Math.max(usual === undefined ? now : row.alarmedAt + usual, now));
}
