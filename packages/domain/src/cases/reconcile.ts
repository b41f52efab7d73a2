import type { CaseStep, CheckCase, OpenCase } from './case-book.ts';
import { oneOpenEach } from './one-open.ts';
import type { ReplayDelta, ReplayedCase } from './replay.ts';
import { changed, isWider, widened, type StoredCase } from './widened.ts';

export type { StoredCase } from './widened.ts';

/** A case that had ended before its readings arrived. */
export interface PastCase {
  readonly case: OpenCase;
  readonly clearedAt: number;
}

/** Changes that make the stored cases match all readings: withdrawals first, then steps, then past cases. */
export interface Repairs {
  /** Ids of cases that all readings together do not support; nobody had acted on them. */
  readonly withdrawn: readonly number[];
  readonly steps: readonly CaseStep[];
  readonly past: readonly PastCase[];
}

/**
 * Makes stored cases match readings that arrived out of order. A case that nobody acted on becomes the one of measured
 * order: begin, end, count, level and words, ended or open again; an unsupported one is withdrawn. A case that somebody
 * acted on is only widened or raised; one that staff closed reopens when the new readings are above its level.
 *
 * @param stored the person's open cases and those that end after the first fresh reading
 */
export function reconcile(stored: readonly StoredCase[], delta: ReplayDelta): Repairs {
  const made = delta.now.filter((each) => !isAmong(delta.before, each));
  const gone = delta.before.filter((each) => !isAmong(delta.now, each));
  const acted = stored.filter((row) => row.acted);
  const free = stored.filter((row) => !row.acted);
  const isFree = (each: ReplayedCase): boolean => !acted.some((row) => overlaps(row, each));
  const standing = new Set(
    paired(
      free,
      delta.now.filter((each) => isAmong(delta.before, each) && isFree(each)),
    ).map(({ row }) => row),
  );
  const left = free.filter((row) => !standing.has(row));
  const pairs = paired(left, made.filter(isFree));
  const taken = new Set(pairs.map(({ row }) => row));
  const withdrawn = left.filter((row) => !taken.has(row) && gone.some((each) => overlaps(row, each)));
  const wanted = [...widenings(acted, made, delta), ...pairs.flatMap((pair) => stepsOf(pair, delta))];
  const steps = oneOpenEach(wanted, { stored, withdrawn: new Set(withdrawn.map(({ id }) => id)), delta });
  const past = pairs.flatMap(({ row, made: { case: own, clearedAt } }) =>
    row || clearedAt === null ? [] : [{ case: own, clearedAt }],
  );
  return {
    withdrawn: withdrawn.map(({ id }) => id),
    past,
    steps: steps.toSorted((one, other) => orderOf(one) - orderOf(other)),
  };
}

/** Whether one of the cases that readings produce is a stored open case, at its level or above. */
export function isSupported(row: StoredCase, cases: readonly ReplayedCase[]): boolean {
  return cases.some((each) => each.clearedAt === null && each.case.level >= row.case.level && overlaps(row, each));
}

/** Whether changed readings lower, end or withdraw a stored open case. */
export function takesFrom(row: StoredCase, { before, now }: ReplayDelta): boolean {
  const changed = [...before.filter((each) => !isAmong(now, each)), ...now.filter((each) => !isAmong(before, each))];
  return !isSupported(row, now) && changed.some((each) => overlaps(row, each));
}

/** Ends come before openings: one case of a type is open at a time. */
const orderOf = (step: CaseStep): number => (step.do === 'open' || step.do === 'reopen' ? 1 : 0);

function isAmong(cases: readonly ReplayedCase[], one: ReplayedCase): boolean {
  return cases.some((other) => isSame(one, other));
}

const compared = [
  'abnormalType',
  'fromAt',
  'toAt',
  'level',
  'countNum',
  'description',
  'peakText',
  'late',
  'past',
  'sourceId',
] as const;

function isSame(one: ReplayedCase, other: ReplayedCase): boolean {
  return (
    one.clearedAt === other.clearedAt &&
    compared.every((key) => one.case[key] === other.case[key]) &&
    waitingOf(one.case) === waitingOf(other.case)
  );
}

/** What a check case waits for, to compare. */
function waitingOf(open: OpenCase | CheckCase): string {
  return 'waiting' in open ? JSON.stringify([...open.waiting]) : '';
}

function overlaps(row: StoredCase, { case: replayed, clearedAt }: ReplayedCase): boolean {
  const rowEnd = row.state <= 2 ? Number.POSITIVE_INFINITY : row.case.toAt;
  const end = clearedAt ?? Number.POSITIVE_INFINITY;
  return row.case.abnormalType === replayed.abnormalType && replayed.fromAt <= rowEnd && row.case.fromAt <= end;
}

interface Pair {
  readonly row: StoredCase | undefined;
  readonly made: ReplayedCase;
}

/** The stored case of each replayed one; undefined for a new one. */
function paired(free: readonly StoredCase[], made: readonly ReplayedCase[]): readonly Pair[] {
  const taken = new Set<number>();
  return made
    .toSorted((one, other) => one.case.fromAt - other.case.fromAt)
    .map((each) => {
      const fitting = free
        .filter((row) => !taken.has(row.id) && overlaps(row, each))
        .toSorted((one, other) => one.case.fromAt - other.case.fromAt);
      const row = fitting.find((one) => one.case.fromAt === each.case.fromAt) ?? fitting[0];
      if (row) {
        taken.add(row.id);
      }
      return { row, made: each };
    });
}

function stepsOf({ row, made: { case: made, clearedAt } }: Pair, delta: ReplayDelta): readonly CaseStep[] {
  if (!row) {
    return clearedAt === null ? [{ do: 'open', case: { ...made, id: null }, notice: made.late ? 'none' : 'open' }] : [];
  }
  const own: OpenCase = { ...made, id: row.id };
  if (clearedAt !== null) {
    return [
      { do: 'extend', case: own, raisedFrom: null, notice: 'none' },
      { do: 'clear', case: own, at: clearedAt, reason: 'normal' },
    ];
  }
  return [
    row.state > 2
      ? { do: 'reopen', id: row.id, case: own, notice: made.late ? 'none' : 'open' }
      : changed(row, own, delta),
  ];
}

/** A case that somebody acted on covers more readings and may rise; of several covered cases all count. */
function widenings(
  acted: readonly StoredCase[],
  made: readonly ReplayedCase[],
  delta: ReplayDelta,
): readonly CaseStep[] {
  const changes = new Map<number, { readonly row: StoredCase; readonly own: OpenCase }>();
  for (const each of made) {
    const row = holderOf(
      acted.filter((one) => overlaps(one, each)),
      each,
    );
    if (row) {
      changes.set(row.id, { row, own: widened(changes.get(row.id)?.own ?? row.case, each) });
    }
  }
  return [...changes.values()].flatMap(({ row, own }): readonly CaseStep[] => {
    if (row.state > 2 && own.level > row.case.level) {
      return [
        {
          do: 'reopen',
          id: row.id,
          // Its new run is as late as the readings that started it.
          case: { ...own, state: 0, late: delta.news !== 'live', past: delta.news === 'past' },
          notice: delta.news === 'live' ? 'open' : 'none',
        },
      ];
    }
    const shown = row.state > 2 ? { ...own, late: row.case.late } : own;
    return isWider(row.case, shown) ? [changed(row, shown, delta)] : [];
  });
}

/** The open one before a closed one. */
function holderOf(rows: readonly StoredCase[], { case: replayed }: ReplayedCase): StoredCase | undefined {
  const open = rows.find(({ state }) => state <= 2);
  const closed = rows.find(({ state }) => state > 2);
  return closed && open && replayed.level <= closed.case.level ? closed : (open ?? closed);
}
