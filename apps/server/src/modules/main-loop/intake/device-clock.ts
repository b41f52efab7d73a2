import { isSkewed, keptSkews, learnSkew, type ClockSkew, type MeasurementKind } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import type { Statement } from '../../../platform/database/database.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { queueCommand } from '../../devices/public.ts';
import type { Deliverer, Numbered, OnDevice } from './delivery.ts';
import type { DeviceContext } from './device-context.ts';
import type { ItemAnswer } from './ingest-item.ts';
import type { Ready } from '../readings/reading-row.ts';
import { shownSkew } from './skew.ts';
import { hasSameFigures } from '../readings/written-readings.ts';

export const onDevices = (
  group: readonly Numbered[],
  devices: ReadonlyMap<string, DeviceContext>,
): readonly OnDevice[] =>
  group.flatMap((each) => {
    const device = each.item.deviceNow === undefined ? undefined : devices.get(each.item.imei);
    return device ? [{ ...each, device }] : [];
  });

type FindStored = (
  kind: MeasurementKind,
  ready: readonly Ready[],
) => Promise<
  readonly {
    readonly ordinal: number;
    readonly id: number;
    readonly level: number;
    readonly [metric: string]: unknown;
  }[]
>;

/** Recognises readings stored before their device's clock error was known and now repeated with a corrected time. */
export async function takenBefore(ready: readonly Ready[], find: FindStored): Promise<ReadonlyMap<Ready, ItemAnswer>> {
  const taken = new Map<Ready, ItemAnswer>();
  const corrected = ready.filter(({ time }) => time.quality === 'corrected');
  for (const [kind, group] of groupBy(corrected, (each) => each.kind)) {
    const asSent = group.map((each): Ready => ({
      ...each,
      row: { ...each.row, measuredAt: each.row.deviceTime ?? each.row.measuredAt, dedupKey: null },
    }));
    for (const row of await find(kind, asSent)) {
      const each = group[row.ordinal];
      if (each && hasSameFigures(row, each.row))
        taken.set(each, { status: 'duplicate', id: row.id, abnormalLevel: row.level });
    }
  }
  return taken;
}

type Frame = readonly [deviceId: number, imei: string, skewMs: number];

/** Frames that show a clock error. A delayed frame looks like a slow clock: only the newest of those counts. */
function framesOf(among: readonly OnDevice[], deliverer: Deliverer, receivedAt: number): readonly Frame[] {
  const seen = new Set<string>();
  const behind = new Map<number, Frame>();
  const frames: Frame[] = [];
  for (const { item, device } of among) {
    const skew = shownSkew(item, deliverer, receivedAt);
    const key = `${device.deviceId}|${String(item.deviceNow)}`;
    if (skew === undefined || seen.has(key) || (!isSkewed(skew) && !device.isClockDoubted)) continue;
    seen.add(key);
    const frame: Frame = [device.deviceId, device.imei, skew];
    if (skew <= 0) frames.push(frame);
    else if (skew <= (behind.get(device.deviceId)?.[2] ?? Number.POSITIVE_INFINITY)) behind.set(device.deviceId, frame);
  }
  return [...frames, ...behind.values()];
}

/** The event from which clock errors of a delivery's devices are learned; none while all clocks are right. */
export function clockStatements(
  tenantId: number,
  among: readonly OnDevice[],
  { deliverer, receivedAt }: { readonly deliverer: Deliverer; readonly receivedAt: Date },
): readonly Statement[] {
  const frames = deliverer.isReplay ? [] : framesOf(among, deliverer, receivedAt.getTime());
  return frames.length === 0
    ? []
    : [
        {
          sql: "insert into outbox (tenant_id, topic, payload) values ($1, 'clock.heard', $2::jsonb)",
          values: [tenantId, JSON.stringify({ frames })],
        },
      ];
}

interface ClockRow {
  readonly skews: readonly number[];
  readonly skewMs: number | null;
  readonly askedAt: Date | null;
}

const unknownClock: ClockRow = { skews: [], skewMs: null, askedAt: null };
/** Changes of the median below this do not count. */
const sameMs = 5000;
/** How long another node may cache a device's former state. */
const forgottenMs = 90_000;

/** When the correction changes, raises the device's version, so that older cached copies are reloaded. */
async function noteSkew(
  ctx: CallCtx,
  deviceId: number,
  { skewMs, isCorrection }: { readonly skewMs: number | null; readonly isCorrection: boolean },
): Promise<void> {
  await ctx.tx.execute(
    'update device set clock_skew_seconds = $3, row_version = row_version + $4 where tenant_id = $1 and id = $2',
    [ctx.tenantId, deviceId, skewMs === null ? null : Math.round(skewMs / 1000), isCorrection ? 1 : 0],
  );
}

interface Heard {
  readonly deviceId: number;
  readonly imei: string;
  readonly skews: readonly number[];
}

async function askSync(ctx: CallCtx, { askedAt }: ClockRow, imei: string): Promise<Date> {
  if (askedAt) return askedAt;
  await queueCommand(ctx.tx, { imei, command: 'TIME_SYNC', reason: '设备时钟偏差' });
  return ctx.now();
}

/** A median that hardly moved is kept, so that the same raw time gets the same correction. */
const settledSkew = (before: number | null, learned: ClockSkew | undefined): number | null => {
  if (learned === undefined) return null;
  return before !== null && Math.abs(before - learned.medianMs) < sameMs ? before : learned.medianMs;
};

async function keepClock(
  ctx: CallCtx,
  { deviceId, imei, before }: Heard & { readonly before: ClockRow },
  { skews, learned }: { readonly skews: readonly number[]; readonly learned: ClockSkew | undefined },
): Promise<void> {
  const skewMs = settledSkew(before.skewMs, learned);
  const askedAt = learned ? await askSync(ctx, before, imei) : before.askedAt;
  await ctx.tx.execute(
    `insert into device_clock (tenant_id, device_id, skews, skew_ms, spread_ms, sync_asked_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, device_id) do update set skews = excluded.skews, skew_ms = excluded.skew_ms, spread_ms = excluded.spread_ms, sync_asked_at = excluded.sync_asked_at`,
    [ctx.tenantId, deviceId, skews, skewMs, learned?.spreadMs ?? null, askedAt],
  );
  if (skewMs === before.skewMs) return;
  await noteSkew(ctx, deviceId, { skewMs, isCorrection: true });
  if (skewMs === null) return;
  ctx.emit('clock.known', { imei });
  ctx.emit('clock.known', { imei }, new Date(Date.now() + forgottenMs));
}

async function learn(ctx: CallCtx, heard: Heard): Promise<void> {
  const { deviceId } = heard;
  const before =
    (await ctx.tx.one<ClockRow>(
      'select to_jsonb(skews) as skews, skew_ms as "skewMs", sync_asked_at as "askedAt" from device_clock where tenant_id = $1 and device_id = $2 for update',
      [ctx.tenantId, deviceId],
    )) ?? unknownClock;
  if (before.skews.length === 0 && !heard.skews.some(isSkewed)) return;
  const skews = [...before.skews, ...heard.skews].slice(-keptSkews);
  const learned = learnSkew(skews);
  if (!learned || isSkewed(learned.medianMs)) return keepClock(ctx, { ...heard, before }, { skews, learned });
  await ctx.tx.execute('delete from device_clock where tenant_id = $1 and device_id = $2', [ctx.tenantId, deviceId]);
  await noteSkew(ctx, deviceId, { skewMs: learned.medianMs, isCorrection: before.skewMs !== null });
}

/** Follows `clock.heard`: learns the clock errors of devices from their frames. */
export async function followClocks(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  const heard = new Map<number, { deviceId: number; imei: string; skews: number[] }>();
  for (const [deviceId, imei, skew] of (payloads as readonly { readonly frames: readonly Frame[] }[]).flatMap(
    ({ frames }) => frames,
  )) {
    const known = heard.get(deviceId);
    if (known) known.skews.push(skew);
    else heard.set(deviceId, { deviceId, imei, skews: [skew] });
  }
  await Promise.all(
    [...heard.values()].toSorted((one, other) => one.deviceId - other.deviceId).map((each) => learn(ctx, each)),
  );
}
