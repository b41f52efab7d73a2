import type { AnyResource } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { type FieldProblem, requireSound } from '../../../platform/errors.ts';
import type { Trait } from '../trait.ts';
import { endsFirst } from './ends.ts';
import { periodColumns, type PeriodColumns, periodConstraints } from './ranges.ts';
import { refuseTaken } from './refuse-taken.ts';
import { lockPeriods, takenBy, type Wish } from './taken.ts';

type Values = { readonly [field: string]: unknown };

const endProblems = (resource: AnyResource, row: Values): readonly FieldProblem[] =>
  endsFirst(periodColumns(resource), row);

const counts = ({ when = {} }: PeriodColumns, row: Values): boolean =>
  Object.entries(when).every(([name, names = []]) => names.includes(String(row[name])));

const isWithin = ({ within }: PeriodColumns, row: Values): boolean =>
  within.every((name) => row[name] !== null && row[name] !== undefined);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function touches({ within, from, to, when = {} }: PeriodColumns, draft: Values, before: Values): boolean {
  const names = [...within, from, to, ...Object.keys(when)];
  return names.some((name) => name in draft && !same(draft[name], before[name]));
}

/** Refuses rows whose periods would overlap. A second caller waits for the first, then gets 409. */
async function refuseOverlaps(ctx: Ctx, wishes: readonly Wish[]): Promise<void> {
  const asking = wishes.filter(({ rule, row }) => counts(rule, row) && isWithin(rule, row));
  if (asking.length === 0) return;
  await lockPeriods(ctx, asking);
  for (const rule of new Set(asking.map((wish) => wish.rule))) {
    const ids = await takenBy(
      ctx,
      rule,
      asking.filter((wish) => wish.rule === rule),
    );
    if (ids.length > 0) await refuseTaken(ctx, rule, ids);
  }
}

/** Periods of rows that exclude each other, such as stays in a bed. */
export const periods: Trait = {
  constraints: periodConstraints,
  async checkGiven({ plan }, _ctx, { values, before }) {
    requireSound(endProblems(plan.resource, { ...before, ...values }));
  },
  async beforeInsert(resource, ctx, drafts) {
    if (resource.noOverlap.length === 0) return drafts;
    requireSound(drafts.flatMap((draft) => endProblems(resource, draft)));
    const rules = periodColumns(resource);
    await refuseOverlaps(
      ctx,
      drafts.flatMap((row) => rules.map((rule): Wish => ({ rule, row, own: 0 }))),
    );
    return drafts;
  },
  async beforeUpdate(resource, ctx, { before, draft }) {
    if (resource.noOverlap.length === 0) return draft;
    const row = { ...before, ...draft };
    const rules = periodColumns(resource).filter((rule) => touches(rule, draft, before));
    if (rules.length > 0) requireSound(endProblems(resource, row));
    await refuseOverlaps(
      ctx,
      rules.map((rule): Wish => ({ rule, row, own: before.id })),
    );
    return draft;
  },
};
