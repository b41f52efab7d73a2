import type { CaseStep } from './case-book.ts';
import type { ReplayDelta } from './replay.ts';
import { changed, isWider, widened, type StoredCase } from './widened.ts';

interface Standing {
  readonly stored: readonly StoredCase[];
  /** Ids of cases that are withdrawn. */
  readonly withdrawn: ReadonlySet<number>;
  readonly delta: ReplayDelta;
}

/** New cases before those that open again. */
const opening = (step: CaseStep): number => (step.do === 'open' ? 1 : step.do === 'reopen' ? 2 : 0);

/** The part of a step on a closed case that another case takes over. */
const takeOver = (step: CaseStep, { case: came }: CaseStep): CaseStep => ({
  ...step,
  case: widened(step.case, { case: came, clearedAt: came.toAt }),
});

/** The open row of a type after these steps. */
function openRow(step: CaseStep, steps: readonly CaseStep[], { stored, withdrawn }: Standing): StoredCase | undefined {
  const cleared = new Set(steps.flatMap((each) => (each.do === 'clear' ? (each.case.id ?? []) : [])));
  return stored.find(
    ({ id, state, case: { abnormalType } }) =>
      state <= 2 && abnormalType === step.case.abnormalType && !withdrawn.has(id) && !cleared.has(id),
  );
}

/** The steps with the readings of a closed case added to an open one. */
function extended(
  steps: readonly CaseStep[],
  row: StoredCase,
  { came, delta }: { came: CaseStep; delta: ReplayDelta },
): readonly CaseStep[] {
  const former = steps.find((each) => each.do === 'extend' && each.case.id === row.id);
  const held = former?.case ?? row.case;
  const own = widened(held, { case: came.case, clearedAt: came.case.toAt });
  return isWider(held, own) ? [...steps.filter((each) => each !== former), changed(row, own, delta)] : steps;
}

/**
 * Keeps one open case of a type: a closed one that would reopen next to an open one stays closed, and the open one
 * takes over its readings, as for a case that somebody acted on.
 */
export function oneOpenEach(wanted: readonly CaseStep[], standing: Standing): readonly CaseStep[] {
  let steps: readonly CaseStep[] = [];
  for (const step of wanted.toSorted((one, other) => opening(one) - opening(other))) {
    const open = step.do === 'reopen' ? openRow(step, wanted, standing) : undefined;
    const holder = steps.find((each) => opening(each) > 0 && each.case.abnormalType === step.case.abnormalType);
    if (open) steps = extended(steps, open, { came: step, delta: standing.delta });
    else if (step.do === 'reopen' && holder)
      steps = steps.map((each) => (each === holder ? takeOver(each, step) : each));
    else steps = [...steps, step];
  }
  return steps;
}
