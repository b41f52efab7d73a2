import { isTriable, standingOf, withProposed, type AlarmLevel, type RuleStanding } from '@kangmai/domain';
import { abnormalRule, alarmLevels, client } from '@kangmai/model';
import { stemsOf, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, sql, table, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import type { CountedEvent } from '../intake/delivery.ts';
import type { Contexts, TrialRule } from '../intake/contexts.ts';
import { casesUnder } from './bench-cases.ts';
import { toDomain, type SomeRule } from './domain-rule.ts';

type Rule = Row<typeof abnormalRule>;

/** What a trial reads grows with its length. */
const longestMs = 30 * 86_400_000;

/** When the trial of a rule that is saved began; null without a trial. Refuses what cannot be tried. */
export function trialStart(ctx: CallCtx, rule: SomeRule, current: Rule | undefined): Date | null {
  const until = rule.trialUntil ?? null;
  if (until === null) return null;
  const now = ctx.now().getTime();
  const isOver = until.getTime() <= now && current?.trialUntil?.getTime() === until.getTime();
  if (isOver) return current.trialFrom;
  if (until.getTime() <= now || until.getTime() > now + longestMs) throw invalid('trialUntil', 'rule.trial-time');
  if (!isTriable(toDomain(rule))) throw invalid('trialUntil', 'rule.trial-kind');
  return ctx.now();
}

const episodes = table('rule_trial_episode', {
  tenantId: 'bigint',
  ruleId: 'bigint',
  ruleVersion: 'integer',
  clientId: 'bigint',
  openedAt: 'timestamptz',
  latestAt: 'timestamptz',
  endedAt: 'timestamptz?',
  level: 'smallint',
});

interface Tried {
  readonly trial: TrialRule;
  readonly clientIds: readonly number[];
}

/** Counts the cases of a rule on trial for persons from its beginning, so that the order of arrival does not matter. */
async function recount(ctx: CallCtx, contexts: Contexts, { trial, clientIds }: Tried): Promise<void> {
  const { rules, rulesVersion } = await contexts.tenant(ctx.tenantId);
  const { rule, from, until } = trial;
  const found = await casesUnder(ctx, {
    contexts,
    span: { clientIds, since: new Date(from), until: new Date(until) },
    sets: [{ rules: withProposed(rules, rule), version: `${rulesVersion}+trial${rule.id}.${rule.version}` }],
  });
  const opened = [...found].flatMap(([clientId, [cases = []]]) =>
    cases
      .filter((each) => each.case.ruleId === rule.id)
      .map(({ case: { openedAt, toAt, level }, clearedAt }) => ({ clientId, openedAt, toAt, clearedAt, level })),
  );
  await ctx.tx.execute(
    'delete from rule_trial_episode where tenant_id = $1 and rule_id = $2 and rule_version = $3 and client_id = any($4::bigint[])',
    [ctx.tenantId, rule.id, rule.version, clientIds],
  );
  await ctx.tx.execute(
    `insert into rule_trial_episode (tenant_id, rule_id, rule_version, client_id, opened_at, latest_at, ended_at, level)
     select $1, $2, $3, e.* from unnest($4::bigint[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::smallint[]) as e(client_id, opened_at, latest_at, ended_at, level) on conflict do nothing`,
    [
      ctx.tenantId,
      rule.id,
      rule.version,
      opened.map(({ clientId }) => clientId),
      opened.map(({ openedAt }) => new Date(openedAt)),
      opened.map(({ toAt }) => new Date(toAt)),
      opened.map(({ clearedAt }) => (clearedAt === null ? null : new Date(clearedAt))),
      opened.map(({ level }) => level),
    ],
  );
}

const personsTogether = 25;

/**
 * Judges new readings by the rules on trial. Follows the events of statistics, which no alarm waits for; writes counts
 * and nothing else.
 */
export async function followTrials(ctx: CallCtx, events: readonly CountedEvent[], contexts: Contexts): Promise<void> {
  const { trials } = await contexts.tenant(ctx.tenantId);
  for (const trial of trials) {
    const { kind, personId } = trial.rule;
    const persons = events.filter((event) => event.kind === kind).flatMap((event) => event.client);
    const clientIds = [...new Set(persons.flatMap((id) => id ?? []))].filter(
      (id) => personId === null || id === personId,
    );
    for (let at = 0; at < clientIds.length; at += personsTogether)
      await recount(ctx, contexts, { trial, clientIds: clientIds.slice(at, at + personsTogether) });
  }
}

const standings: readonly RuleStanding[] = ['inForce', 'onTrial', 'waiting'];

export const trialsCall = call({
  wire: 'GET AbnormalRules/GetTrials',
  title: '试运行中的规则',
  resource: abnormalRule,
  permission: stemsOf(abnormalRule),
  input: z.object({}),
  output: z.object({
    items: arrayOf(
      z.object({
        ruleId: whole,
        version: whole,
        standing: z.enum(standings as [RuleStanding, ...RuleStanding[]]),
        trialUntil: timestamp,
        episodes: whole,
        people: whole,
      }),
    ),
  }),
  run: async (ctx) => {
    const rules = await ctx.all(
      ctx
        .from(abnormalRule, 'r')
        .select(['r.id', 'r.version', 'r.level', 'r.mark', 'r.trialUntil'])
        .where('r.trialUntil', 'is not', null)
        .orderBy('r.id'),
    );
    const counts = await ctx.all(
      ctx
        .from(episodes, 'e')
        .query.innerJoin(ctx.from(client, 'c').joined, 'c.id', 'e.clientId')
        .where('e.ruleId', 'in', rules.length > 0 ? rules.map(({ id }) => id) : [0])
        .select([
          'e.ruleId',
          'e.ruleVersion',
          sql<number>`count(*)::integer`.as('episodes'),
          sql<number>`count(distinct e.client_id)::integer`.as('people'),
        ])
        .groupBy(['e.ruleId', 'e.ruleVersion']),
    );
    return {
      items: rules.flatMap(({ id, version, level, mark, trialUntil }) => {
        if (trialUntil === null) return [];
        const own = counts.find(({ ruleId, ruleVersion }) => ruleId === id && ruleVersion === version);
        const tried = {
          level: Number(alarmLevels.wireOf(level)) as AlarmLevel,
          mark,
          trialUntil: trialUntil.getTime(),
        };
        const standing = standingOf(tried, ctx.now().getTime());
        return [{ ruleId: id, version, standing, trialUntil, episodes: own?.episodes ?? 0, people: own?.people ?? 0 }];
      }),
    };
  },
});
