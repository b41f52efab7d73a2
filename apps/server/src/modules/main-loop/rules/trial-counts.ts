import type { ReplayedCase } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import type { TrialRule } from '../intake/contexts.ts';

export interface TrialCount {
  readonly clientId: number;
  /** From this instant on the cases are counted again; null where ended ones stay as they were counted. */
  readonly since: number | null;
  readonly cases: readonly ReplayedCase[];
}

/** Stores the cases of a rule on trial: open ones are replaced, and those that ended since the counts begin. */
export async function storeCounts(
  ctx: CallCtx,
  { rule, from }: TrialRule,
  counts: readonly TrialCount[],
): Promise<void> {
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
      counts.map(({ since }) => (since === null ? null : new Date(since))),
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
