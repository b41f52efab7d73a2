import { setImmediate as turn } from 'node:timers/promises';
import type { SqlBool } from 'kysely';
import { z } from 'zod';
import { advanceAll, checkRuleShape, type AbnormalRule, type CaseReading, type MeasurementKind } from '@kangmai/domain';
import { abnormalRule, client, judgedKinds, type ReadingKind } from '@kangmai/model';
import { permissionsOfAction } from '@kangmai/resource';
import { invalid } from '../../../platform/errors.ts';
import { loadPersons } from '../intake/device-context.ts';
import { type Contexts } from '../intake/contexts.ts';
import { toCaseReading, usualInterval } from '../cases/case-book.ts';
import { newestReadings } from '../cases/stored-readings.ts';
import { arrayOf, defineWork, readAll, sql, whole, type CallCtx, type Work } from '../../../engine/public.ts';
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

/** Persons in sight with readings of a kind since a day, by number; one of them alone where it is named. */
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

/** The episodes that a rule would have opened for persons in the last days, by person; nothing is stored. */
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
          zone: tenant.zone,
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

const { rule, days } = abnormalRule.actions.test.input;
const mostPeople = 100_000;
const rowsOfStep = 20_000;

/** The same for everybody in sight and for up to 90 days, done beside the calls. */
export const ruleBench = (contexts: Contexts): Work =>
  defineWork({
    name: 'TestForAll',
    label: '规则试算（全部人员）',
    en: 'Dry run of a rule for everybody',
    resource: abnormalRule,
    permission: permissionsOfAction(abnormalRule, abnormalRule.actions.test),
    input: { rule, days: { ...days, options: { ...days.options, max: 90, default: 30 } } },
    reads: true,
    figures: {
      episodes: { label: '会触发的异常', en: 'Episodes it would open' },
      people: { label: '涉及人数', en: 'People concerned' },
      checkedPeople: { label: '已试算人数', en: 'People checked' },
    },
    async steps(ctx, input) {
      const tried = input.rule as unknown as AbnormalRule;
      if (!isSound(tried)) throw invalid('rule', 'field.bad-format');
      const since = sinceOf(ctx, input.days);
      const ids = await peopleWith(ctx, tried.kind as ReadingKind, { since, clientId: undefined, most: mostPeople });
      const together = Math.max(1, Math.floor(rowsOfStep / (input.days * readingsADay)));
      return Array.from({ length: Math.ceil(ids.length / together) }, (_, at) =>
        ids.slice(at * together, (at + 1) * together),
      );
    },
    async run(ctx, { input, step: ids }) {
      const found = await episodesOf(
        ctx,
        { rule: input.rule as unknown as AbnormalRule, days: input.days, contexts },
        ids,
      );
      return { episodes: episodesIn(found), people: found.length, checkedPeople: ids.length };
    },
  });
