import { isTriable, standingOf, twinMs, type AlarmLevel, type RuleStanding } from '@kangmai/domain';
import { abnormalRule, alarmLevels, client } from '@kangmai/model';
import { stemsOf, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, sql, table, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import type { CountedEvent } from '../intake/delivery.ts';
import type { Contexts, TrialRule } from '../intake/contexts.ts';
import { toDomain, type SomeRule } from './domain-rule.ts';
import { countTrial } from './trial-run.ts';
import { dropStates } from './trial-state.ts';

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

/** Counts the cases of a rule on trial for persons; what ended before the day of the new readings stays. */
async function recount(ctx: CallCtx, contexts: Contexts, { trial, clientIds }: Tried): Promise<void> {
  const { rule, from } = trial;
  const counts = await countTrial(ctx, { trial, contexts }, clientIds);
  const opened = counts.flatMap(({ clientId, cases }) =>
    cases
      .filter((each) => each.case.ruleId === rule.id && each.case.openedAt >= from)
      .map(({ case: { openedAt, toAt, level }, clearedAt }) => ({ clientId, openedAt, toAt, clearedAt, level })),
  );
  await ctx.tx.execute(
    `delete from rule_trial_episode e using unnest($4::bigint[], $5::timestamptz[]) as c(client_id, since)
     where e.tenant_id = $1 and e.rule_id = $2 and e.rule_version = $3 and e.client_id = c.client_id and (e.ended_at is null or e.ended_at >= c.since)`,
    [
      ctx.tenantId,
      rule.id,
      rule.version,
      counts.map(({ clientId }) => clientId),
      counts.map(({ since }) => new Date(since)),
    ],
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

/** The oldest new reading of each person; the same measurement may stand a minute before it. */
function touchedBy(events: readonly CountedEvent[]): ReadonlyMap<number, number> {
  const touched = new Map<number, number>();
  for (const { client: persons, at } of events)
    for (const [row, person] of persons.entries())
      if (person !== null)
        touched.set(person, Math.min(touched.get(person) ?? Number.POSITIVE_INFINITY, (at[row] ?? 0) - twinMs));
  return touched;
}

/**
 * Judges new readings by the rules on trial. Follows the events of statistics, which no alarm waits for; writes counts
 * and nothing else.
 */
export async function followTrials(ctx: CallCtx, events: readonly CountedEvent[], contexts: Contexts): Promise<void> {
  const { trials } = await contexts.tenant(ctx.tenantId);
  if (trials.length === 0) return;
  await dropStates(ctx, touchedBy(events));
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
