import { fieldOf } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { type AppError, conflict, type ReasonParams } from '../../../platform/errors.ts';
import { withRepositories } from '../../crud/call-ctx.ts';
import { makePlan, type PlainRow } from '../../crud/plan.ts';
import { teller } from '../told/tell.ts';
import type { PeriodColumns } from './ranges.ts';

const words = {
  'zh-Hans': { open: (from: string) => `${from} 起`, until: (to: string) => `至 ${to}`, both: ' 至 ', always: '长期' },
  en: { open: (from: string) => `from ${from}`, until: (to: string) => `until ${to}`, both: ' to ', always: 'always' },
} as const;

/** A period in words of the reader's language. */
export function periodText(culture: keyof typeof words, from: string | null, to: string | null): string {
  const { open, until, both, always } = words[culture];
  if (from !== null && to !== null) return `${from}${both}${to}`;
  if (from !== null) return open(from);
  return to === null ? always : until(to);
}

/** Names both ends, as far as people fill them, for saves of the resource itself; other calls have no such input. */
export const takenAt = (
  { resource, from, to }: Pick<PeriodColumns, 'resource' | 'from' | 'to'>,
  reason: string,
  params?: ReasonParams,
): AppError => {
  const refused = conflict(reason, params);
  if (resource.wire.calls.save === undefined) return refused;
  const filled = [from, to].filter((name) => fieldOf(resource, name).options.readonly !== true);
  const ends = filled.length > 0 ? filled : [from];
  return Object.assign(refused, { fields: ends.map((field) => ({ field, reason, ...(params && { params }) })) });
};

/** Refuses a period that rows have taken; names the first that the caller may see. */
export async function refuseTaken(ctx: Ctx, rule: PeriodColumns, ids: readonly number[]): Promise<never> {
  const { resource, from, to } = rule;
  const around = withRepositories(ctx, (each) => makePlan(each, ctx.model));
  const [row] = await around.rows(resource).find({ where: { id: { in: [...ids] } }, sort: from, take: 1 });
  if (!row) throw takenAt(rule, 'period.taken');
  const shown = (name: string): PlainRow[string] => row[name];
  const names = [resource.display, from, to] as const;
  const tell = await teller(around, resource, [Object.fromEntries(names.map((name) => [name, shown(name)]))]);
  const [name, begin, end] = names.map((each) => tell(shown(each), fieldOf(resource, each)));
  throw takenAt(rule, 'period.taken-by', {
    name: name ?? '',
    period: periodText(ctx.caller.culture, begin ?? null, end ?? null),
  });
}
