import { isDeepStrictEqual } from 'node:util';
import {
  isBenchable,
  judgesReadings,
  standingOf,
  twinMs,
  type AlarmLevel,
  type MeasurementKind,
  type RuleStanding,
} from '@kangmai/domain';
import { abnormalRule, alarmLevels, client } from '@kangmai/model';
import { stemsOf, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, sql, table, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import type { CountedEvent, StoredEvent } from '../intake/delivery.ts';
import type { Contexts, TrialRule } from '../intake/contexts.ts';
import { toDomain, type SomeRule } from './domain-rule.ts';
import { storeCounts } from './trial-counts.ts';
import { followCourse } from './trial-courses.ts';
import { countTrial } from './trial-run.ts';
import { dropStates } from './trial-state.ts';

type Rule = Row<typeof abnormalRule>;

/** What a trial reads grows with its length. */
const longestMs = 30 * 86_400_000;

type TrialTimes = Pick<Rule, 'trialFrom' | 'trialUntil'>;

const levelOf = ({ level }: Pick<Rule, 'level'>): AlarmLevel => Number(alarmLevels.wireOf(level)) as AlarmLevel;

const standingOfRule = (rule: Pick<Rule, 'level' | 'mark' | 'trialUntil'>, now: number): RuleStanding =>
  standingOf({ level: levelOf(rule), mark: rule.mark, trialUntil: rule.trialUntil?.getTime() ?? null }, now);

function judgingOf(rule: SomeRule): object {
  const { id: _id, code: _code, name: _name, mark: _mark, version: _version, valid: _valid, ...own } = toDomain(rule);
  const { sourceText: _text, sourceSection: _section, ...judging } = own;
  return judging;
}

/**
 * The trial of a rule that is saved without one: at levels 3 and 4 a rule that is new, changed in its judging or not in
 * force waits for its confirmation, as if its trial had ended. Else its author would put it in force alone.
 */
function untried(ctx: CallCtx, rule: SomeRule, current: Rule | undefined): TrialTimes {
  const stands =
    current !== undefined &&
    standingOfRule(current, ctx.now().getTime()) === 'inForce' &&
    isDeepStrictEqual(judgingOf(rule), judgingOf(current));
  return toDomain(rule).level < 3 || stands
    ? { trialFrom: null, trialUntil: null }
    : { trialFrom: current?.trialFrom ?? null, trialUntil: ctx.now() };
}

/** When the trial of a rule that is saved began, and its end; null without a trial. Refuses what cannot be tried. */
export function trialTimes(ctx: CallCtx, rule: SomeRule, current: Rule | undefined): TrialTimes {
  const until = rule.trialUntil ?? null;
  if (until === null) return untried(ctx, rule, current);
  const now = ctx.now().getTime();
  const isOver = until.getTime() <= now && current?.trialUntil?.getTime() === until.getTime();
  if (isOver) return { trialFrom: current.trialFrom, trialUntil: until };
  if (until.getTime() <= now || until.getTime() > now + longestMs) throw invalid('trialUntil', 'rule.trial-time');
  if (!isBenchable(toDomain(rule))) throw invalid('trialUntil', 'rule.trial-kind');
  return { trialFrom: ctx.now(), trialUntil: until };
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

async function recount(ctx: CallCtx, contexts: Contexts, { trial, clientIds }: Tried): Promise<void> {
  await storeCounts(ctx, trial, await countTrial(ctx, { trial, contexts }, clientIds));
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

const personsOf = (events: readonly CountedEvent[], { kind, personId }: TrialRule['rule']): readonly number[] => {
  const persons = events.filter((event) => event.kind === kind).flatMap((event) => event.client);
  return [...new Set(persons.flatMap((id) => id ?? []))].filter((id) => personId === null || id === personId);
};

async function recountAll(ctx: CallCtx, contexts: Contexts, { trial, clientIds }: Tried): Promise<void> {
  for (let at = 0; at < clientIds.length; at += personsTogether)
    await recount(ctx, contexts, { trial, clientIds: clientIds.slice(at, at + personsTogether) });
}

/** The readings of events as the follower of courses gets them; whether a rhythm was irregular it reads. */
const readingsOf = (events: readonly CountedEvent[], personId: number | null): StoredEvent['readings'] =>
  events.flatMap(({ kind, client: persons, at }) =>
    persons.flatMap((person, row): StoredEvent['readings'] =>
      person === null || (personId !== null && person !== personId)
        ? []
        : [[kind as MeasurementKind, person, null, at[row] ?? 0, 0, null]],
    ),
  );

/**
 * Judges new readings by the rules on trial; the clock tries those about silence. Follows the events of statistics,
 * which no alarm waits for; writes counts and nothing else.
 */
export async function followTrials(ctx: CallCtx, events: readonly CountedEvent[], contexts: Contexts): Promise<void> {
  const tenant = await contexts.tenant(ctx.tenantId);
  const { trials } = tenant;
  if (trials.length === 0) return;
  await dropStates(ctx, touchedBy(events));
  for (const trial of trials) {
    const { rule } = trial;
    if (judgesReadings(rule)) await recountAll(ctx, contexts, { trial, clientIds: personsOf(events, rule) });
    else if (rule.condition.history) await followCourse(ctx, readingsOf(events, rule.personId), { trial, tenant });
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
        isTried: z.boolean(),
        episodes: whole,
        people: whole,
      }),
    ),
  }),
  run: async (ctx) => {
    const rules = await ctx.all(
      ctx
        .from(abnormalRule, 'r')
        .select(['r.id', 'r.version', 'r.level', 'r.mark', 'r.trialFrom', 'r.trialUntil'])
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
      items: rules.flatMap((rule) => {
        const { id, version, trialUntil } = rule;
        if (trialUntil === null) return [];
        const own = counts.find(({ ruleId, ruleVersion }) => ruleId === id && ruleVersion === version);
        const standing = standingOfRule(rule, ctx.now().getTime());
        const isTried = rule.trialFrom !== null;
        return [
          {
            ruleId: id,
            version,
            standing,
            trialUntil,
            isTried,
            episodes: own?.episodes ?? 0,
            people: own?.people ?? 0,
          },
        ];
      }),
    };
  },
});
