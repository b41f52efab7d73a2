import { judgesSilence, withProposed, type AlarmLevel } from '@kangmai/domain';
import { table, type CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { TrialRule } from '../intake/contexts.ts';
import { earliest, endedLookMs, type Look, type LookInput } from '../silence/look.ts';
import { looksAt } from '../silence/looks-at.ts';
import { mayEnd } from '../silence/state-case.ts';
import type { WatchedDevice } from '../silence/watched-devices.ts';

const watches = table('rule_trial_watch', {
  tenantId: 'bigint',
  ruleId: 'bigint',
  ruleVersion: 'integer',
  deviceId: 'bigint',
  told: 'smallint',
  wornAt: 'timestamptz?',
});

/** What a trial has counted of a device: the level of its silence, and the newest sign of wearing then. */
interface Told {
  readonly deviceId: number;
  readonly told: number;
  readonly wornAt: number;
}

interface TrialLook {
  readonly look: Look;
  readonly before: Told;
  readonly after: Told;
}

async function toldOf(
  ctx: CallCtx,
  { rule }: TrialRule,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, Told>> {
  const rows = await ctx.all(
    ctx
      .from(watches, 'w')
      .select(['w.deviceId', 'w.told', 'w.wornAt'])
      .where('w.ruleId', '=', rule.id ?? 0)
      .where('w.ruleVersion', '=', rule.version)
      .where('w.deviceId', 'in', deviceIds),
  );
  return new Map(rows.map((row) => [row.deviceId, { ...row, wornAt: row.wornAt?.getTime() ?? 0 }]));
}

async function keepTold(ctx: CallCtx, { rule }: TrialRule, looks: readonly TrialLook[]): Promise<void> {
  const changed = looks
    .filter(({ before, after }) => after.told !== before.told || after.wornAt !== before.wornAt)
    .map(({ after }) => after);
  if (changed.length === 0) return;
  await ctx.tx.execute(
    `insert into rule_trial_watch (tenant_id, rule_id, rule_version, device_id, told, worn_at)
     select $1, $2, $3, w.* from unnest($4::bigint[], $5::smallint[], $6::timestamptz[]) as w(device_id, told, worn_at)
     on conflict (tenant_id, rule_id, rule_version, device_id) do update set told = excluded.told, worn_at = excluded.worn_at`,
    [
      ctx.tenantId,
      rule.id,
      rule.version,
      changed.map(({ deviceId }) => deviceId),
      changed.map(({ told }) => told),
      changed.map(({ wornAt }) => (wornAt === 0 ? null : new Date(wornAt))),
    ],
  );
}

const levels: readonly AlarmLevel[] = [1, 2, 3, 4];

/** Ends the counted silences of devices that are over, as far as a case of their level would end by itself. */
async function endEpisodes(ctx: CallCtx, { rule }: TrialRule, looks: readonly TrialLook[]): Promise<void> {
  const kind = rule.kind as 'offline' | 'wear';
  const over = looks.filter(
    ({ look, before, after }) => before.told > 0 && (after.told === 0 || look.ended.includes(kind)),
  );
  if (over.length === 0) return;
  await ctx.tx.execute(
    `update rule_trial_episode set ended_at = $5 where tenant_id = $1 and rule_id = $2 and rule_version = $3 and device_id = any($4::bigint[]) and ended_at is null and level = any($6::smallint[])`,
    [
      ctx.tenantId,
      rule.id,
      rule.version,
      over.map(({ after }) => after.deviceId),
      ctx.now(),
      levels.filter((level) => mayEnd(kind, level)),
    ],
  );
}

/** Counts the silences that the rule would open or raise: a person has one at a time. */
async function countEpisodes(ctx: CallCtx, { rule }: TrialRule, looks: readonly TrialLook[]): Promise<void> {
  const tells = looks.flatMap(({ look }) =>
    look.tells.filter(({ type, ruleCode }) => type === rule.kind && ruleCode === rule.code),
  );
  const found = [...groupBy(tells, ({ wearer }) => wearer.clientId).values()].flatMap((own) =>
    own.toSorted((one, other) => other.level - one.level).slice(0, 1),
  );
  if (found.length === 0) return;
  await ctx.tx.execute(
    `with t as (select * from unnest($4::bigint[], $5::bigint[], $6::smallint[]) as t(client_id, device_id, level)),
       raised as (update rule_trial_episode e set latest_at = $7::timestamptz, level = greatest(e.level, t.level) from t
         where e.tenant_id = $1 and e.rule_id = $2 and e.rule_version = $3 and e.client_id = t.client_id and e.ended_at is null returning e.client_id)
     insert into rule_trial_episode (tenant_id, rule_id, rule_version, client_id, device_id, level, opened_at, latest_at)
     select $1, $2, $3, t.client_id, t.device_id, t.level, $7::timestamptz, $7::timestamptz from t where t.client_id not in (select r.client_id from raised r) on conflict do nothing`,
    [
      ctx.tenantId,
      rule.id,
      rule.version,
      found.map(({ wearer }) => wearer.clientId),
      found.map(({ device }) => device.deviceId),
      found.map(({ level }) => level),
      ctx.now(),
    ],
  );
}

interface Looking {
  readonly devices: readonly WatchedDevice[];
  readonly input: LookInput;
}

/** A device as the trial knows it: what the rules in force have reported is not among it. */
const asTold = (device: WatchedDevice, kind: string, { told, wornAt }: Told): WatchedDevice => {
  const level = told as WatchedDevice['toldOffline'];
  return kind === 'offline' ? { ...device, toldOffline: level } : { ...device, toldWear: level, toldWornAt: wornAt };
};

async function lookFor(ctx: CallCtx, trial: TrialRule, { devices, input }: Looking): Promise<readonly TrialLook[]> {
  const { rule } = trial;
  const told = await toldOf(
    ctx,
    trial,
    devices.map(({ deviceId }) => deviceId),
  );
  const beforeOf = (deviceId: number): Told => told.get(deviceId) ?? { deviceId, told: 0, wornAt: 0 };
  const looks = await looksAt(
    ctx,
    devices.map((device) => asTold(device, rule.kind, beforeOf(device.deviceId))),
    { ...input, rules: withProposed(input.rules, rule) },
  );
  return looks.map((look): TrialLook => {
    const { deviceId, toldOffline, toldWear, wornAt } = look.change;
    const after =
      rule.kind === 'offline' ? { deviceId, told: toldOffline, wornAt: 0 } : { deviceId, told: toldWear, wornAt };
    return { look, before: beforeOf(deviceId), after };
  });
}

/** No event wakes a device whose silence only a trial has counted: it is checked again soon. */
const againAt = ({ look: { change }, after }: TrialLook, { rule }: TrialRule, now: number): number | null =>
  earliest([change.lookAt, rule.kind === 'wear' && after.told > 0 ? now + endedLookMs : null]);

/** Looks at devices once more by each rule about silence on trial, counts, and answers when to look again. */
export async function lookForTrials(
  ctx: CallCtx,
  { devices, input, trials }: Looking & { readonly trials: readonly TrialRule[] },
): Promise<ReadonlyMap<number, number>> {
  const again = new Map<number, number>();
  for (const trial of trials.filter(({ rule }) => judgesSilence(rule))) {
    const looks = await lookFor(ctx, trial, { devices, input });
    await endEpisodes(ctx, trial, looks);
    await countEpisodes(ctx, trial, looks);
    await keepTold(ctx, trial, looks);
    for (const look of looks) {
      const { deviceId } = look.after;
      const at = earliest([again.get(deviceId) ?? null, againAt(look, trial, input.now)]);
      if (at !== null) again.set(deviceId, at);
    }
  }
  return again;
}
