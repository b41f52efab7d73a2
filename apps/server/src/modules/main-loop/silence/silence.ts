import { parseQuietHours, type AbnormalRule, type QuietHours } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import type { Contexts, TenantContext } from '../intake/contexts.ts';
import type { Habit } from './habits.ts';
import { bodyDevices, onBodyOf } from './on-body.ts';
import { earliest, stillAt, type Look, type LookInput, type Tell } from './look.ts';
import { looksAt } from './looks-at.ts';
import { findSilentSources, tellSources } from './silent-sources.ts';
import { lookForTrials } from '../rules/trial-silence.ts';
import { endStates, tellState } from './state-case.ts';
import { dueDevices, keepWatch, emitOnline, type WatchedDevice } from './watched-devices.ts';

/** Devices checked in one transaction, during which the follower and every alarm wait. */
const batch = 20;
const hourMs = 3_600_000;
export const usualQuiet: QuietHours = { from: 22 * 60, to: 7 * 60 + 30 };

export interface SilenceParts {
  readonly contexts: Contexts;
  readonly quietHours: (tenantId: number) => Promise<string>;
}

/** Rules and zone are read before the transaction: within it they would take a second connection. */
interface LookParts extends Pick<SilenceParts, 'quietHours'> {
  readonly tenant: TenantContext;
}

interface StepsAsked {
  readonly deviceId: number;
  readonly since: number;
}

async function stepsSince(ctx: CallCtx, devices: readonly StepsAsked[]): Promise<ReadonlyMap<number, number>> {
  if (devices.length === 0) return new Map();
  const rows = await ctx.tx.query<{ deviceId: number; at: Date }>(
    `select k.device_id as "deviceId", max(s.measured_at) as at from unnest($2::bigint[], $3::timestamptz[]) as k(device_id, since)
     cross join lateral (select r.measured_at, r.steps - lag(r.steps) over (order by r.measured_at) as moved from step_count r
       where r.tenant_id = $1 and r.device_id = k.device_id and r.supersedes is null and r.slot between 1 and 8 and r.measured_at > k.since - interval '3 hours') s
     where s.moved > 0 and s.measured_at > k.since group by k.device_id`,
    [ctx.tenantId, devices.map(({ deviceId }) => deviceId), devices.map(({ since }) => new Date(since))],
  );
  return new Map(rows.map(({ deviceId, at }) => [deviceId, at.getTime()]));
}

const clockText = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('zh-CN', {
    timeZone: zone,
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(at);

const findings: Readonly<Record<Tell['type'], (since: string, tell: Tell) => string>> = {
  offline: (since) => `设备自 ${since} 起无数据，请联系本人并检查设备`,
  wear: (since) => `自 ${since} 起未检测到佩戴，请提醒佩戴`,
  inactive: (since) => `自 ${since} 起无心率且无步数，请尽快确认本人状况`,
  battery: (_, { device }) => `设备电量 ${device.battery ?? 0}%，请充电`,
};

export async function tellOne(ctx: CallCtx, tell: Tell, rules: readonly AbnormalRule[]): Promise<void> {
  const { device, wearer, type, level } = tell;
  const rule = rules.find(({ code }) => code === tell.ruleCode);
  await tellState(ctx, {
    person: wearer,
    deviceId: device.deviceId,
    type,
    level,
    finding: findings[type](clockText(tell.since, ctx.caller.zone), tell),
    name: wearer.name,
    since: new Date(tell.since),
    rule: rule && { version: rule.version, ...(rule.id !== undefined && { id: rule.id }) },
  });
}

async function flip(ctx: CallCtx, looks: readonly Look[]): Promise<void> {
  const gone = looks.filter(({ device, isOnline }) => !isOnline && device.online === 1);
  if (gone.length === 0) return;
  await ctx.tx.execute(
    'update device set online = 0 where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted',
    [ctx.tenantId, gone.map(({ device }) => device.deviceId)],
  );
  for (const { device } of gone) emitOnline(ctx, device, false);
}

async function inputOf(ctx: CallCtx, devices: readonly WatchedDevice[], parts: LookParts): Promise<LookInput> {
  const { tenant } = parts;
  const text = await parts.quietHours(ctx.tenantId);
  const base = {
    now: ctx.now().getTime(),
    zone: tenant.zone,
    quiet: parseQuietHours(text) ?? usualQuiet,
    rules: tenant.rules,
    stepsAt: new Map<number, number>(),
    habits: new Map<number, Habit>(),
  };
  const pulseless = devices
    .filter((device) => (stillAt(device, base) ?? Number.POSITIVE_INFINITY) <= base.now)
    .flatMap(({ wearers: [wearer] }) => wearer ?? []);
  const asked = pulseless.flatMap((wearer) => {
    const since = onBodyOf(wearer).heartAt;
    return base.now - since < 30 * hourMs ? bodyDevices(wearer).map(({ deviceId }) => ({ deviceId, since })) : [];
  });
  return { ...base, stepsAt: await stepsSince(ctx, asked) };
}

/**
 * Locks devices of a tenant that are due for a check. Uses the follower's lock, so that no concurrent check overlooks
 * a sign of life.
 */
export async function takeDueDevices(ctx: CallCtx, most = batch): Promise<readonly WatchedDevice[]> {
  await ctx.tx.execute("select pg_advisory_xact_lock(hashtextextended('readings', $1))", [ctx.tenantId]);
  return dueDevices(ctx, most);
}

/** Checks due devices of a tenant: marks silent ones offline and notifies once. */
export async function lookAfterDevices(
  ctx: CallCtx,
  parts: LookParts,
  devices: readonly WatchedDevice[],
): Promise<void> {
  const input = await inputOf(ctx, devices, parts);
  const looks = await looksAt(ctx, devices, input);
  await endStates(
    ctx,
    looks.flatMap(({ device: { deviceId }, ended }) => ended.map((type) => ({ deviceId, type }))),
  );
  await flip(ctx, looks);
  const tells = looks.flatMap((look) => look.tells);
  const again = await lookForTrials(ctx, { devices, input, trials: parts.tenant.trials });
  const covered = await findSilentSources(ctx, tells);
  const sourceOf = new Map([...covered].map(([{ device }, { sourceId }]) => [device.deviceId, sourceId]));
  await keepWatch(
    ctx,
    looks.map(({ change }) => ({
      ...change,
      lookAt: earliest([change.lookAt, again.get(change.deviceId) ?? null]),
      bySource: change.isSilent ? (sourceOf.get(change.deviceId) ?? change.bySource) : null,
    })),
  );
  // In sequence: two devices of one person may raise the same alarm, and the second must find the case of the first.
  for (const tell of tells) if (!covered.has(tell)) await tellOne(ctx, tell, input.rules);
  await tellSources(ctx, covered);
}

const laterMs = 5 * 60_000;

/** Puts off a device that is still due: an alarm that fails must not block the others. */
export async function putOff(ctx: CallCtx, deviceId: number): Promise<void> {
  await ctx.tx.execute(
    'update device_watch set look_at = $3 where tenant_id = $1 and device_id = $4 and look_at <= $2',
    [ctx.tenantId, ctx.now(), new Date(ctx.now().getTime() + laterMs), deviceId],
  );
}

/** Watches every device that was ever heard or is worn: after imports and other writes that bypass the follower. */
export async function watchAll(ctx: CallCtx): Promise<void> {
  await ctx.tx.execute(
    `insert into device_watch (tenant_id, device_id, look_at) select $1, d.id, $2 from device d where d.tenant_id = $1 and not d.is_deleted and not exists (select 1 from device_watch w where w.tenant_id = $1 and w.device_id = d.id)
       and (d.last_seen_at is not null or exists (select 1 from device_binding b where b.tenant_id = $1 and b.device_id = d.id and b.relation = 0 and b.state in (1, 3) and not b.is_deleted)) on conflict do nothing`,
    [ctx.tenantId, ctx.now()],
  );
}
