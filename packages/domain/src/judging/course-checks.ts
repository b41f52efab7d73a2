import type { Range } from '../measurement/metric.ts';
import { courseMetrics, coursesOfKind, eventFormOf } from './condition-forms.ts';
import type { EventCondition, HistoryCondition } from './rule.ts';
import {
  isNumber,
  limitProblems,
  numberProblem,
  operators,
  physicalOf,
  type ConditionOwner,
  type ConditionProblem,
} from './condition-problem.ts';

const longestMinutes: Range = { min: 1, max: 43_200 };

const percents: Range = { min: 1, max: 100 };

const counts: Range = { min: 1, max: 100 };

// The guidelines ask for seven valid readings of a night.
const nightReadings: Range = { min: 7, max: 100 };

const courseDays: Range = { min: 1, max: 365 };

// Days of steps and figures are read for the last 40.
const medianDays: Range = { min: 3, max: 30 };

const lowDays: Range = { min: 1, max: 9 };

export function courseProblems({ kind }: ConditionOwner, history: HistoryCondition): ConditionProblem[] {
  const path = 'condition.history';
  if (!coursesOfKind(kind).includes(history.kind)) return [{ field: `${path}.kind`, reason: 'rule.form' }];
  const named = courseMetrics(kind, history.kind).includes(history.metric)
    ? []
    : [{ field: `${path}.metric`, reason: 'rule.unknown-metric' as const }];
  return [...named, ...courseNumbers(kind, history, path)];
}

function metOf({ met, of }: { readonly met: number; readonly of: number }, path: string): ConditionProblem[] {
  const problems = [...numberProblem(`${path}.of`, of, counts), ...numberProblem(`${path}.met`, met, counts)];
  return problems.length === 0 && met > of ? [{ field: `${path}.met`, reason: 'rule.count-order' }] : problems;
}

const operatorProblems = (op: string, path: string): ConditionProblem[] =>
  operators.has(op) ? [] : [{ field: `${path}.op`, reason: 'rule.operator' }];

function courseNumbers(kind: string, history: HistoryCondition, path: string): ConditionProblem[] {
  switch (history.kind) {
    case 'share':
      return metOf(history, path);
    case 'change': {
      const amount = isNumber(history.amount)
        ? history.amount === 0
          ? [{ field: `${path}.amount`, reason: 'rule.unchanged' as const }]
          : []
        : [{ field: `${path}.amount`, reason: 'rule.limit' as const }];
      return [...amount, ...numberProblem(`${path}.days`, history.days, courseDays)];
    }
    case 'days':
      return [
        ...operatorProblems(history.op, path),
        ...limitProblems(`${path}.value`, history.value, physicalOf(kind, history.metric)),
        ...metOf(history, path),
      ];
    case 'nightMean':
      return [
        ...operatorProblems(history.op, path),
        ...limitProblems(`${path}.value`, history.value, physicalOf(kind, history.metric)),
        ...numberProblem(`${path}.of`, history.of, nightReadings),
      ];
    case 'belowMedian':
      return [
        ...numberProblem(`${path}.percent`, history.percent, percents),
        ...numberProblem(`${path}.medianDays`, history.medianDays, medianDays),
        ...numberProblem(`${path}.met`, history.met, lowDays),
      ];
  }
}

const partRange = { minutes: longestMinutes, below: percents } as const;

export function eventProblems(
  { kind, level }: ConditionOwner,
  { event, raise, ...own }: EventCondition,
): ConditionProblem[] {
  const form = eventFormOf(kind);
  const path = 'condition.event';
  if (form?.event !== event) return [{ field: `${path}.event`, reason: 'rule.event' }];
  const problems = form.needs ? numberProblem(`${path}.${form.needs}`, own[form.needs], partRange[form.needs]) : [];
  return raise ? [...problems, ...raiseProblems({ level, raise, own }, form.raise?.needs)] : problems;
}

interface Raised {
  readonly level: number;
  readonly raise: NonNullable<EventCondition['raise']>;
  readonly own: Pick<EventCondition, 'below'>;
}

function raiseProblems({ level, raise, own }: Raised, needs: 'minutes' | 'below' | undefined): ConditionProblem[] {
  const path = 'condition.event.raise';
  if (!needs) return [{ field: path, reason: 'rule.form' }];
  const problems = numberProblem(`${path}.${needs}`, raise[needs], partRange[needs]);
  const isLater = needs === 'below' && isNumber(raise.below) && isNumber(own.below) && raise.below >= own.below;
  return [
    ...problems,
    ...(isLater
      ? [{ field: `${path}.below`, reason: 'rule.number' as const, params: { min: 1, max: (own.below ?? 0) - 1 } }]
      : []),
    ...(raise.level > level && raise.level <= 4 ? [] : [{ field: `${path}.level`, reason: 'rule.raise' as const }]),
  ];
}
