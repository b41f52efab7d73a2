import type { FieldProblem } from '../../../platform/errors.ts';
import type { PeriodColumns } from './ranges.ts';

type Values = { readonly [field: string]: unknown };
type Bounds = Pick<PeriodColumns, 'from' | 'to' | 'isOfDays'>;

/** Days are texts that sort as they follow each other. */
const asNumberOrText = (value: unknown): number | string | undefined => {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? value : undefined;
};

/** Periods of a row that end before they begin; of a day the same one is an end. */
export function endsFirst(rules: readonly Bounds[], row: Values): readonly FieldProblem[] {
  return rules.flatMap(({ from, to, isOfDays }): FieldProblem[] => {
    const [begin, end] = [asNumberOrText(row[from]), asNumberOrText(row[to])];
    if (begin === undefined || end === undefined || end > begin || (isOfDays && end === begin)) return [];
    return [{ field: to, reason: isOfDays ? 'period.ends-before' : 'period.ends-at-start' }];
  });
}
