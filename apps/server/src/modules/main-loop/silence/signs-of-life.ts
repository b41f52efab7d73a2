import { batteryLevel, type AlarmLevel } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import type { Contexts } from '../intake/contexts.ts';
import type { StoredEvent } from '../intake/delivery.ts';
import { endedBySigns, type Tell } from './look.ts';
import { tellOne } from './silence.ts';
import { endSources } from './silent-sources.ts';
import { endStates, type StateType } from './state-case.ts';
import {
  keepWatch,
  notedDevices,
  emitOnline,
  watchDevices,
  watchedDevices,
  type WatchChange,
  type WatchedDevice,
} from './watched-devices.ts';

const minute = 60_000;
const firstLookMs = 5 * minute;
const mostKnown = 200_000;

/** Devices known by this server to be watched, so that a delivery need not query them. */
const knownOf = new WeakMap<Contexts, Set<string>>();

interface Contact {
  readonly deviceId: number;
  readonly at: number;
  readonly battery: number | null;
  readonly charging: boolean | null;
}

function together(older: Contact, newer: Contact): Contact {
  return { ...newer, battery: newer.battery ?? older.battery, charging: newer.charging ?? older.charging };
}

function contactsOf(events: readonly StoredEvent[]): ReadonlyMap<number, Contact> {
  const newest = new Map<number, Contact>();
  for (const [deviceId, at, battery, , charging] of events.flatMap(({ contacts }) => contacts)) {
    const contact: Contact = { deviceId, at, battery, charging };
    const before = newest.get(deviceId);
    newest.set(
      deviceId,
      before === undefined ? contact : before.at <= at ? together(before, contact) : together(contact, before),
    );
  }
  return newest;
}

async function watchNew(ctx: CallCtx, deviceIds: readonly number[], contexts: Contexts): Promise<void> {
  const known = knownOf.get(contexts) ?? new Set<string>();
  knownOf.set(contexts, known);
  const fresh = deviceIds.filter((id) => !known.has(`${ctx.tenantId}:${id}`));
  if (fresh.length === 0) return;
  await watchDevices(ctx, fresh, new Date(ctx.now().getTime() + firstLookMs));
  ctx.tx.afterCommit(() => {
    if (known.size > mostKnown) known.clear();
    for (const id of fresh) known.add(`${ctx.tenantId}:${id}`);
  });
}

async function noteCharging(ctx: CallCtx, contacts: readonly Contact[]): Promise<void> {
  const told = contacts.filter(({ charging }) => charging !== null);
  if (told.length === 0) return;
  await ctx.tx.execute(
    `with seen as (insert into charging_hour as h (tenant_id, device_id, day, hours) select $1, c.id, (c.at at time zone $5)::date, 1 << extract(hour from c.at at time zone $5)::integer
         from unnest($2::bigint[], $3::timestamptz[], $4::boolean[]) as c(id, at, charging) where c.charging order by c.id
         on conflict (tenant_id, device_id, day) do update set hours = h.hours | excluded.hours where h.hours & excluded.hours = 0),
     turned as (update device_watch w set charging_since = case when c.charging then c.at end,
       charged_until = case when c.charging then w.charged_until else least(c.at, w.charging_since + interval '2 hours') end from unnest($2::bigint[], $3::timestamptz[], $4::boolean[]) as c(id, at, charging)
     where w.tenant_id = $1 and w.device_id = c.id and (w.charging_since is not null) is distinct from c.charging returning w.device_id, c.at, c.charging)
     insert into device_presence (tenant_id, device_id, at, what, value) select $1, device_id, at, 'charging', charging::integer from turned
     on conflict (tenant_id, device_id, at, what) do update set value = excluded.value`,
    [
      ctx.tenantId,
      told.map(({ deviceId }) => deviceId),
      told.map(({ at }) => new Date(at)),
      told.map(({ charging }) => charging),
      ctx.caller.zone,
    ],
  );
}

interface Woken {
  readonly change: WatchChange;
  readonly ended: readonly StateType[];
}

/** What a sign of life ends: being offline always, not being worn when a value arrived that only a worn device has. */
function woken(
  device: WatchedDevice,
  contact: Contact,
  { battery, now }: { readonly battery: number; readonly now: number },
): Woken {
  const bySigns = endedBySigns(device);
  const isFull = contact.battery !== null && battery === 0 && device.toldBattery > 0;
  return {
    change: {
      deviceId: device.deviceId,
      lookAt: now,
      isSilent: false,
      toldOffline: 0,
      bySource: null,
      intervalMinutes: device.intervalMinutes,
      wornAt: device.toldWornAt,
      toldWear: bySigns.includes('wear') ? 0 : device.toldWear,
      toldStill: bySigns.includes('inactive') ? 0 : device.toldStill,
      toldBattery: contact.battery === null ? device.toldBattery : battery,
    },
    ended: [
      ...(device.toldOffline > 0 ? ['offline' as const] : []),
      ...bySigns,
      ...(isFull ? ['battery' as const] : []),
    ],
  };
}

/** Whether a device's state changes; unchanged devices are skipped: a low battery is reported every few minutes. */
const isMoved = (device: WatchedDevice, { change }: Woken): boolean =>
  device.isSilent ||
  device.toldWear > 0 ||
  device.toldStill > 0 ||
  device.toldBattery !== change.toldBattery ||
  device.toldWear !== change.toldWear;

async function wake(
  ctx: CallCtx,
  contacts: ReadonlyMap<number, Contact>,
  batteryOf: (contact: Contact) => number,
): Promise<readonly number[]> {
  const noted = await notedDevices(ctx, [...contacts.keys()]);
  const states = noted
    .flatMap((device) => {
      const contact = contacts.get(device.deviceId);
      return contact
        ? [
            {
              device,
              woken: woken(device, contact, {
                battery: Math.min(batteryOf(contact), device.toldBattery),
                now: ctx.now().getTime(),
              }),
            },
          ]
        : [];
    })
    .filter(({ device, woken: each }) => isMoved(device, each));
  await keepWatch(
    ctx,
    states.map(({ woken: { change } }) => change),
  );
  await endStates(
    ctx,
    states.flatMap(({ device: { deviceId }, woken: { ended } }) => ended.map((type) => ({ deviceId, type }))),
  );
  for (const { device } of states) if (device.isSilent) emitOnline(ctx, device, true);
  await endSources(ctx, [...new Set(states.flatMap(({ device: { bySource } }) => bySource ?? []))]);
  return noted.map(({ deviceId }) => deviceId);
}

async function reportLowBatteries(
  ctx: CallCtx,
  low: ReadonlyMap<number, AlarmLevel>,
  contexts: Contexts,
): Promise<void> {
  if (low.size === 0) return;
  const [devices, tenant] = await Promise.all([watchedDevices(ctx, [...low.keys()]), contexts.tenant(ctx.tenantId)]);
  const rule = tenant.rules.find(({ kind, valid }) => kind === 'battery' && valid);
  const fallen = devices.filter((device) => (low.get(device.deviceId) ?? 0) > device.toldBattery);
  if (fallen.length === 0) return;
  const now = ctx.now().getTime();
  const tells = fallen.flatMap((device) =>
    device.wearers.map((wearer): Tell => ({
      device,
      wearer,
      type: 'battery',
      level: low.get(device.deviceId) ?? 1,
      ruleCode: rule?.code ?? '',
      dueAt: now,
      since: now,
    })),
  );
  await ctx.tx.execute(
    'update device_watch w set told_battery = c.level from unnest($2::bigint[], $3::smallint[]) as c(id, level) where w.tenant_id = $1 and w.device_id = c.id',
    [ctx.tenantId, fallen.map(({ deviceId }) => deviceId), fallen.map(({ deviceId }) => low.get(deviceId) ?? 1)],
  );
  for (const tell of tells) await tellOne(ctx, tell, tenant.rules);
}

/** Follows the signs of life of devices: ends cases opened by their silence, reports low batteries. */
export async function followSignsOfLife(
  ctx: CallCtx,
  events: readonly StoredEvent[],
  contexts: Contexts,
): Promise<void> {
  const contacts = contactsOf(events);
  if (contacts.size === 0) return;
  const { rules } = await contexts.tenant(ctx.tenantId);
  const batteryOf = ({ battery }: Contact): number => (battery === null ? 0 : batteryLevel(battery, rules));
  await Promise.all([watchNew(ctx, [...contacts.keys()], contexts), wake(ctx, contacts, batteryOf)]);
  await noteCharging(ctx, [...contacts.values()]);
  const low = [...contacts.values()].flatMap((contact) => {
    const level = contact.charging === true ? 0 : batteryOf(contact);
    return level > 0 ? [[contact.deviceId, level as AlarmLevel] as const] : [];
  });
  await reportLowBatteries(ctx, new Map(low), contexts);
}

interface Bound {
  readonly deviceId: number;
}

/** Resets what was reported of a device for its former wearer when it has a new one. */
export async function followWorn(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  const ids = [...new Set((payloads as readonly Bound[]).map(({ deviceId }) => deviceId))].filter((id) =>
    Number.isSafeInteger(id),
  );
  await ctx.tx.execute(
    `insert into device_watch (tenant_id, device_id, look_at) select $1, id, $3 from unnest($2::bigint[]) as u(id)
     on conflict (tenant_id, device_id) do update set look_at = excluded.look_at, told_offline = 0, told_wear = 0, told_still = 0, told_battery = 0, by_source = null`,
    [ctx.tenantId, ids, new Date(ctx.now().getTime() + minute)],
  );
  // Its charging hours were the habit of the former wearer.
  await ctx.tx.execute('delete from charging_hour where tenant_id = $1 and device_id = any($2::bigint[])', [
    ctx.tenantId,
    ids,
  ]);
}
