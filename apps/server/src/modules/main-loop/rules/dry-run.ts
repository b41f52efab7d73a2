import { z } from 'zod';
import { advanceAll, checkRuleShape, type AbnormalRule, type CaseReading, type MeasurementKind } from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { loadPersons } from '../intake/device-context.ts';
import { type Contexts } from '../intake/contexts.ts';
import { toCaseReading, usualInterval } from '../cases/case-book.ts';
import { newestReadings } from '../cases/stored-readings.ts';
import { arrayOf, whole } from '../../../engine/public.ts';

export const dryRunAnswer = z.object({
  episodes: whole,
  people: whole,
  checkedPeople: whole,
  items: arrayOf(z.object({ userId: whole, userName: z.string(), count: whole })),
});

interface DryRun {
  readonly rule: AbnormalRule;
  readonly days: number;
  readonly clientId: number | undefined;
  readonly contexts: Contexts;
}

const dayMs = 86_400_000;
const readingsADay = 160;
const mostRows = 200_000;
const peopleFor = (days: number): number => Math.max(20, Math.floor(mostRows / (days * readingsADay)));

async function peopleWith(
  ctx: CallCtx,
  kind: ReadingKind,
  input: { readonly since: Date; readonly clientId: number | undefined; readonly most: number },
): Promise<readonly number[]> {
  if (input.clientId !== undefined)
    return (await ctx.rows(ctx.model.byName('client')).one(input.clientId)) ? [input.clientId] : [];
  const rows = await ctx.tx.query<{ id: number }>(
    'select distinct client_id as id from reading_day where tenant_id = $1 and kind = $2 and day >= $3::date order by client_id limit $4',
    [ctx.tenantId, kind, input.since, input.most],
  );
  const seen = await ctx
    .rows(ctx.model.byName('client'))
    .find({ where: { id: { in: rows.map(({ id }) => id) } }, take: input.most });
  return seen.map(({ id }) => id);
}

/** Applies a rule to the last days without storing anything: how many episodes it would have opened, and for whom. */
export async function dryRun(ctx: CallCtx, input: DryRun): Promise<z.output<typeof dryRunAnswer>> {
  const kind = input.rule.kind as ReadingKind;
  if (checkRuleShape(input.rule).length > 0 || !judgedKinds.includes(kind)) throw invalid('rule', 'field.bad-format');
  const since = new Date(ctx.now().getTime() - input.days * dayMs);
  const ids = await peopleWith(ctx, kind, { since, clientId: input.clientId, most: peopleFor(input.days) });
  const [tenant, persons, rows] = await Promise.all([
    input.contexts.tenant(ctx.tenantId),
    loadPersons(ctx.tx, ids),
    newestReadings(
      ctx,
      kind,
      ids.map((clientId) => ({ clientId, until: ctx.now(), count: input.days * readingsADay })),
    ),
  ]);
  const trial = {
    ...tenant,
    rules: [...tenant.rules.filter(({ code }) => code !== input.rule.code), input.rule],
    rulesVersion: `${tenant.rulesVersion}+trial${JSON.stringify(input.rule)}`,
  };
  const found = persons.flatMap((person) => {
    const readings = rows
      .filter(({ clientId, measuredAt }) => clientId === person.clientId && measuredAt >= since)
      .toSorted((one, other) => one.measuredAt.getTime() - other.measuredAt.getTime())
      .map((row): CaseReading =>
        toCaseReading(kind as MeasurementKind, row, {
          zone: tenant.zone,
          limits: input.contexts.limitsOf({
            tenantId: ctx.tenantId,
            tenant: trial,
            person,
            at: row.measuredAt.getTime(),
          }),
        }),
      );
    const interval = usualInterval(readings);
    const opened = advanceAll(readings, () => interval).steps.filter(
      (step) => step.do === 'open' && step.case.ruleCode === input.rule.code,
    );
    return opened.length === 0 ? [] : [{ userId: person.clientId, userName: person.name, count: opened.length }];
  });
  return {
    episodes: found.reduce((sum, { count }) => sum + count, 0),
    people: found.length,
    checkedPeople: ids.length,
    items: found.slice(0, 100),
  };
}
