import { setImmediate as turn } from 'node:timers/promises';
import type { SqlBool } from 'kysely';
import { z } from 'zod';
import { advanceAll, checkRuleShape, type AbnormalRule, type CaseReading, type MeasurementKind } from '@kangmai/domain';
import { client, judgedKinds, type ReadingKind } from '@kangmai/model';
import { invalid } from '../../../platform/errors.ts';
import { loadPersons } from '../intake/device-context.ts';
import { type Contexts } from '../intake/contexts.ts';
import { toCaseReading, usualInterval } from '../cases/case-book.ts';
import { newestReadings } from '../cases/stored-readings.ts';
import { arrayOf, readAll, sql, whole, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';

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
  const { since, clientId, most } = input;
  const people = ctx.from(client, 'c').select('c.id').orderBy('c.id').limit(most);
  const rows = await readAll(
    ctx,
    clientId === undefined
      ? people.where(
          sql<SqlBool>`exists (select from reading_day d where d.tenant_id = ${ctx.tenantId} and d.client_id = c.id and d.kind = ${kind} and d.day >= ${since}::date)`,
        )
      : people.where('c.id', '=', clientId),
  );
  return rows.map(({ id }) => id);
}

const isSound = (rule: AbnormalRule): boolean =>
  checkRuleShape(rule).length === 0 && judgedKinds.includes(rule.kind as ReadingKind);

const sinceOf = (ctx: CallCtx, days: number): Date => new Date(ctx.now().getTime() - days * dayMs);

interface Found {
  readonly userId: number;
  readonly userName: string;
  readonly count: number;
}

async function episodesOf(
  ctx: CallCtx,
  { rule, days, contexts }: Omit<DryRun, 'clientId'>,
  ids: readonly number[],
): Promise<readonly Found[]> {
  const kind = rule.kind as ReadingKind;
  const since = sinceOf(ctx, days);
  const [tenant, persons, rows] = await Promise.all([
    contexts.tenant(ctx.tenantId),
    loadPersons(ctx.tx, ids),
    newestReadings(
      ctx,
      kind,
      ids.map((clientId) => ({ clientId, until: ctx.now(), count: days * readingsADay })),
    ),
  ]);
  const trial = {
    ...tenant,
    rules: [...tenant.rules.filter(({ code }) => code !== rule.code), rule],
    rulesVersion: `${tenant.rulesVersion}+trial${JSON.stringify(rule)}`,
  };
  const byPerson = groupBy(
    rows.filter(({ measuredAt }) => measuredAt >= since),
    ({ clientId }) => clientId,
  );
  const found: Found[] = [];
  for (const person of persons) {
    await turn();
    const readings = (byPerson.get(person.clientId) ?? [])
      .toSorted((one, other) => one.measuredAt.getTime() - other.measuredAt.getTime())
      .map((row): CaseReading =>
        toCaseReading(kind as MeasurementKind, row, {
          tenant,
          limits: contexts.limitsOf({ tenantId: ctx.tenantId, tenant: trial, person, at: row.measuredAt.getTime() }),
        }),
      );
    const interval = usualInterval(readings);
    const opened = advanceAll(readings, () => interval).steps.filter(
      (step) => step.do === 'open' && step.case.ruleCode === rule.code,
    );
    if (opened.length > 0) found.push({ userId: person.clientId, userName: person.name, count: opened.length });
  }
  return found;
}

const episodesIn = (found: readonly Found[]): number => found.reduce((sum, { count }) => sum + count, 0);

/** Applies a rule to the last days without storing anything: how many episodes it would have opened, and for whom. */
export async function dryRun(ctx: CallCtx, input: DryRun): Promise<z.output<typeof dryRunAnswer>> {
  if (!isSound(input.rule)) throw invalid('rule', 'field.bad-format');
  const ids = await peopleWith(ctx, input.rule.kind as ReadingKind, {
    since: sinceOf(ctx, input.days),
    clientId: input.clientId,
    most: peopleFor(input.days),
  });
  const found = await episodesOf(ctx, input, ids);
  return { episodes: episodesIn(found), people: found.length, checkedPeople: ids.length, items: found.slice(0, 100) };
}
