import { randomUUID } from 'node:crypto';
import { quarantinedReading } from '@kangmai/model';
import { shellPermissions } from '@kangmai/model/menu';
import { sql } from 'kysely';
import { systemCaller } from '../../../access/caller.ts';
import { inTenant, type Surroundings } from '../../../access/in-tenant.ts';
import { table, withRepositories, type CallCtx, type Follow, type PlanOf } from '../../../engine/public.ts';
import { roomsOfPerson } from '../../../platform/live-bus.ts';
import { unreadOf, type Notify } from '../../notices/public.ts';
import { awaitDue, isDue } from '../cases/due-events.ts';
import type { StrangerCall } from '../intake/ingest-parts.ts';

const hostId = 0;
export const strangerTopic = 'stranger.due';
const repeatMs = 10 * 60_000;
export const toldForMs = 24 * 3_600_000;

export interface StrangerParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly notify: Notify;
}

interface Press {
  readonly id: string;
  readonly imei: string;
  readonly source: string;
  readonly event: string;
  /** Epoch ms. */
  readonly pressedAt: number;
  readonly owner: number;
  readonly notices: number;
  /** Unread ones after the newest notice. */
  readonly unread: number;
}

type DuePress = Press & { readonly due: number; readonly from?: number };

const outbox = table('outbox', { id: 'bigint', topic: 'text', failedAt: 'timestamptz?' });

const noticeKey = ({ id }: Press, nth: number): string => `stranger ${id} ${nth}`;
const unreadOfPress = (ctx: CallCtx, press: Press): Promise<number> =>
  unreadOf(
    ctx,
    Array.from({ length: press.notices }, (_, nth) => noticeKey(press, nth)),
  );

function awaitNext(ctx: CallCtx, press: Press): void {
  const turns = Math.floor((ctx.now().getTime() - press.pressedAt) / repeatMs);
  const after = Math.max(1, turns + 1) * repeatMs;
  if (after <= toldForMs) awaitDue(ctx, strangerTopic, { payload: press, due: new Date(press.pressedAt + after) });
}

/** Notifies everybody at the host, at a tenant those who may see calls for help; answers how many. */
async function announce({ notify }: StrangerParts, ctx: CallCtx, press: Press): Promise<number> {
  const { tenantId } = ctx;
  const { imei, source, event, pressedAt, notices } = press;
  const receivers = await notify(ctx, {
    purpose: 'App.StrangerAlarm',
    to: tenantId === hostId ? 'everybody' : { holdersOf: shellPermissions.sos },
    params: { imei, source, event },
    key: noticeKey(press, notices),
  });
  ctx.publish({
    event: 'strangeralarm',
    rooms: roomsOfPerson(tenantId, 'sos', undefined),
    payload: { imei, source, event, time: new Date(pressedAt).toISOString() },
    key: randomUUID(),
  });
  if (receivers === 0) return 0;
  const told = { ...press, notices: notices + 1 };
  awaitNext(ctx, { ...told, unread: await unreadOfPress(ctx, told) });
  return receivers;
}

interface Place {
  readonly tenantId: number;
  readonly zone: string;
}

const workAt = <T>(
  { surroundings, planOf }: StrangerParts,
  { tenantId, zone }: Place,
  work: (ctx: CallCtx) => Promise<T>,
): Promise<T> =>
  inTenant(surroundings, { caller: systemCaller(tenantId, zone), lane: 'alarm' }, (ctx) =>
    work(withRepositories(ctx, planOf)),
  );

const announceAtHost = (parts: StrangerParts, zone: string, press: Press): Promise<number> =>
  workAt(parts, { tenantId: hostId, zone }, (ctx) => announce(parts, ctx, press));

/** Notifies staff of an SOS of an unregistered device, at every press; the host where a tenant has no such staff. */
export async function strangerAlarm(parts: StrangerParts, { tenantId, item, deliverer }: StrangerCall): Promise<void> {
  const { event } = item.values;
  const { zone, sourceCode } = deliverer;
  const press: Press = {
    id: randomUUID(),
    imei: item.imei,
    source: sourceCode,
    event: typeof event === 'string' ? event : '',
    pressedAt: parts.surroundings.now().getTime(),
    owner: tenantId,
    notices: 0,
    unread: 0,
  };
  const receivers = await workAt(parts, { tenantId, zone }, (ctx) => announce(parts, ctx, press));
  if (receivers === 0 && tenantId !== hostId) await announceAtHost(parts, zone, press);
}

async function isPressedAgain(ctx: CallCtx, { imei, pressedAt }: Press): Promise<boolean> {
  const newer = ctx
    .from(outbox, 'o')
    .select('o.id')
    // Without a parameter, so that the index of these events serves every plan.
    .where('o.topic', '=', sql.lit(strangerTopic))
    .where('o.failedAt', 'is', null)
    .where(sql<string>`o.payload->>'imei'`, '=', imei)
    .where(sql<number>`(o.payload->>'pressedAt')::bigint`, '>', pressedAt)
    .limit(1);
  return (await ctx.first(newer)) !== undefined;
}

async function isInQuarantine(parts: StrangerParts, ctx: CallCtx, { owner, imei }: Press): Promise<boolean> {
  const look = async (at: CallCtx): Promise<boolean> =>
    (await at.repo(quarantinedReading).first({ where: { imei, kind: 'event', state: 'waiting' } })) !== undefined;
  return owner === ctx.tenantId ? look(ctx) : workAt(parts, { tenantId: owner, zone: ctx.caller.zone }, look);
}

/** A newer press has notices of its own; a read notice or a settled call needs none. */
async function hasEnded(parts: StrangerParts, ctx: CallCtx, press: Press): Promise<boolean> {
  return (
    (await isPressedAgain(ctx, press)) ||
    (await unreadOfPress(ctx, press)) < press.unread ||
    !(await isInQuarantine(parts, ctx, press))
  );
}

const newestByImei = (presses: readonly DuePress[]): readonly DuePress[] => [
  ...new Map(
    presses.toSorted((one, other) => one.pressedAt - other.pressedAt).map((press) => [press.imei, press]),
  ).values(),
];

export const followStrangers =
  (parts: StrangerParts): Follow =>
  async (ctx, payloads) => {
    for (const press of newestByImei(payloads as readonly DuePress[])) {
      if (!(await isDue(ctx, strangerTopic, { payload: press, due: press.due }))) continue;
      if (await hasEnded(parts, ctx, press)) continue;
      const receivers = await announce(parts, ctx, press);
      if (receivers === 0 && ctx.tenantId !== hostId) await announceAtHost(parts, ctx.caller.zone, press);
    }
  };
