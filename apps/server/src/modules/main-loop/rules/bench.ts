import type { SqlBool } from 'kysely';
import {
  checkRuleShape,
  isBenchable,
  judgesReadings,
  judgesSilence,
  withProposed,
  type AbnormalRule,
} from '@kangmai/domain';
import { abnormalRule, client, judgedKinds, type ReadingKind } from '@kangmai/model';
import { json, permissionsOfAction, ref } from '@kangmai/resource';
import { defineWork, sql, type CallCtx, type Work } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import type { SilenceParts } from '../silence/silence.ts';
import { casesUnder } from './bench-cases.ts';
import { courseCasesUnder } from './bench-courses.ts';
import { coveredSince, silenceCasesUnder, type BenchedSilence } from './bench-silence.ts';
import { addBench, addCounts, countsOf, planOfBench, type Counted, type CountedBySide } from './bench-store.ts';
import { toDomain } from './domain-rule.ts';

const dayMs = 86_400_000;
const mostPeople = 1000;
/** Readings that one step reads; a person with more is a step alone. */
const rowsOfStep = 100_000;
const peopleOfStep = 25;

interface Asked {
  readonly rule?: unknown;
  readonly stored?: number | null | undefined;
}

interface Proposal {
  readonly rule: AbnormalRule;
  /** Of the stored rule, where it is tried as it stands. */
  readonly version: number | null;
}

const isSame = (one: AbnormalRule, other: AbnormalRule): boolean =>
  (['condition', 'level', 'confirmCount', 'confirmMinutes', 'clearMargin', 'clearCount'] as const).every(
    (name) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );

async function storedRule(ctx: CallCtx, id: number | null | undefined): Promise<AbnormalRule | undefined> {
  if (typeof id !== 'number') return undefined;
  return toDomain(await ctx.repo(abnormalRule).get(id));
}

function requireBenchable(rule: AbnormalRule): void {
  const isShaped = checkRuleShape(rule).length === 0;
  if (!isShaped || (judgesReadings(rule) && !judgedKinds.includes(rule.kind as ReadingKind)))
    throw invalid('rule', 'field.bad-format');
  if (!isBenchable(rule)) throw invalid('rule', 'rule.bench-kind');
}

async function proposalOf(ctx: CallCtx, { rule, stored }: Asked): Promise<Proposal> {
  const own = await storedRule(ctx, stored);
  if (!own && !rule) throw invalid('rule', 'field.required');
  // Only the stored rule names its row: a bench of a given one is nobody else's.
  const { id: _id, ...given } = (rule ?? {}) as Partial<AbnormalRule>;
  const place = own && { id: own.id, scopeType: own.scopeType };
  const tried = { ...own, ...given, ...place, valid: true } as AbnormalRule;
  requireBenchable(tried);
  return { rule: tried, version: own && isSame(own, tried) ? own.version : null };
}

/** People whom a rule may judge since a day; those in the caller's sight with the number of all their readings. */
async function peopleOf(
  ctx: CallCtx,
  rule: AbnormalRule,
  since: Date,
): Promise<{ readonly inSight: readonly { readonly id: number; readonly readings: number }[]; readonly all: number }> {
  const { kind, personId } = rule;
  const hasReadings = sql<SqlBool>`exists (select from reading_day d where d.tenant_id = ${ctx.tenantId} and d.client_id = c.id and d.kind = ${kind} and d.day >= ${since}::date)`;
  const wears = sql<SqlBool>`exists (select from device_binding b where b.tenant_id = ${ctx.tenantId} and b.client_id = c.id and b.relation = 0 and b.state <> 2 and not b.is_deleted and (b.unbound_at is null or b.unbound_at > ${since}))`;
  const hasRows = judgesSilence(rule) ? wears : hasReadings;
  const readings = sql<number>`(select coalesce(sum(r.most), 0)::integer from (select max(d.count) as most from reading_day d where d.tenant_id = ${ctx.tenantId} and d.client_id = c.id and d.day >= ${since}::date group by d.kind, d.day) r)`;
  const isMeant = typeof personId === 'number' ? sql<SqlBool>`c.id = ${personId}` : sql<SqlBool>`true`;
  const inSight = await ctx.all(
    ctx
      .from(client, 'c')
      .select(['c.id', readings.as('readings')])
      .where(hasRows)
      .where(isMeant)
      .orderBy('c.id'),
  );
  const all = await ctx.first(
    ctx
      .from(client, 'c')
      .beyondSight('people out of sight are counted, not tried')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(hasRows)
      .where(isMeant),
  );
  return { inSight, all: all?.count ?? inSight.length };
}

async function casesFor(ctx: CallCtx, benched: BenchedSilence): Promise<CountedBySide> {
  const { rule } = benched;
  if (judgesSilence(rule)) return silenceCasesUnder(ctx, benched);
  if (rule.condition.history) return courseCasesUnder(ctx, benched);
  const found = await casesUnder(ctx, benched);
  return new Map(
    [...found].map(([id, sides]) => [id, sides.map((cases) => cases.filter((each) => each.case.kind === rule.kind))]),
  );
}

type Step = { readonly bench: number; readonly ids: readonly number[] };

function groupsOf(
  people: readonly { readonly id: number; readonly readings: number }[],
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let left = 0;
  for (const { id, readings } of people) {
    if (left < readings || (groups.at(-1)?.length ?? peopleOfStep) >= peopleOfStep) {
      groups.push([]);
      left = rowsOfStep;
    }
    groups.at(-1)?.push(id);
    left -= readings;
  }
  return groups;
}

const casesOn = (counts: readonly Counted[], side: Counted['side']): number =>
  counts.filter((each) => each.side === side).reduce((sum, { cases }) => sum + cases, 0);

const { test, getBench } = abnormalRule.actions;
const { days } = test.input;

/** Tries a rule on stored readings of everybody in sight, beside the rules in force; the counts stay with the rule. */
export const ruleBench = ({ contexts, quietHours }: SilenceParts): Work =>
  defineWork({
    name: 'Bench',
    label: '规则测算',
    en: 'Bench of a rule',
    resource: abnormalRule,
    permission: permissionsOfAction(abnormalRule, getBench),
    input: {
      rule: json({ label: '规则', en: 'Rule' }),
      stored: ref('abnormalRule', { label: '规则', en: 'Rule', wire: 'ruleId' }),
      days: { ...days, options: { ...days.options, max: 90, default: 30 } },
    },
    figures: {
      existing: { label: '现行规则的异常', en: 'Cases of the rules in force' },
      proposed: { label: '拟用规则的异常', en: 'Cases of the proposed rule' },
      people: { label: '已测算人数', en: 'People checked' },
    },
    async steps(ctx, input): Promise<readonly Step[]> {
      const { rule, version } = await proposalOf(ctx, input);
      const until = ctx.now();
      const since = new Date(until.getTime() - input.days * dayMs);
      const { inSight, all } = await peopleOf(ctx, rule, since);
      const people = inSight.slice(0, mostPeople);
      const bench = await addBench(ctx, {
        rule,
        version,
        since,
        until,
        planned: people.length,
        outOfSight: all - inSight.length,
        beyondLimit: inSight.length - people.length,
        coveredSince: judgesSilence(rule) ? await coveredSince(ctx, { since, until }) : null,
      });
      return groupsOf(people).map((ids) => ({ bench, ids }));
    },
    async run(ctx, { step: { bench, ids } }) {
      const { rules, rulesVersion } = await contexts.tenant(ctx.tenantId);
      const { rule, since, until } = await planOfBench(ctx, bench);
      const found = await casesFor(ctx, {
        contexts,
        quietHours,
        rule,
        span: { clientIds: ids, since, until },
        sets: [
          { rules, version: rulesVersion },
          { rules: withProposed(rules, rule), version: `${rulesVersion}+bench${bench}`, kind: rule.kind },
        ],
      });
      const counts = await countsOf(ctx, found);
      await addCounts(ctx, { bench, checked: ids.length, counts });
      return { existing: casesOn(counts, 'existing'), proposed: casesOn(counts, 'proposed'), people: ids.length };
    },
  });
