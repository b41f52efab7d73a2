import { randomUUID } from 'node:crypto';
import { localDay, sosLateness } from '@kangmai/domain';
import { abnormalCase, client, sosRecord, sosStates } from '@kangmai/model';
import type { Row, UpdateInput } from '@kangmai/resource';
import { implement } from '../../crud/implement.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { invalid } from '../../platform/errors.ts';
import { asSaved } from '../as-saved.ts';
import { loadDevices, wearerAt, type DeviceContext, type IngestItem, type ItemAnswer } from '../readings/public.ts';
import { announce, roomsOf } from './announce.ts';
import { dueAt } from './case-store.ts';

/** A call for help as it came: which device, when, and where as far as it told. */
export interface Alarm {
  readonly device: DeviceContext;
  readonly item: IngestItem;
  readonly sourceId: number;
  /** The time of the call: its own if it is credible, else that of receipt. */
  readonly calledAt: Date;
  readonly receivedAt: Date;
}

type SosRow = Row<typeof sosRecord>;
type Kind = 'sos' | 'fall';
const pressMs = 5 * 60_000;
const positionMs = 30 * 60_000;

const kindOf = (item: IngestItem): Kind | undefined => {
  const event = item.values['event'];
  return event === 'sos' || event === 'fall' ? event : undefined;
};

interface Position {
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly locatedAt: Date | null;
}

async function positionOf(ctx: CallCtx, { item, device, calledAt }: Alarm): Promise<Position> {
  const longitude = Number(item.location?.['longitude'] ?? Number.NaN);
  const latitude = Number(item.location?.['latitude'] ?? Number.NaN);
  if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return { longitude, latitude, locatedAt: calledAt };
  const latest = await ctx.tx.one<{ at: Date; figures: { longitude: number; latitude: number } }>(
    `select measured_at as at, figures from reading_latest where tenant_id = $1 and device_id = $2 and kind = 'location' and measured_at > $3 order by measured_at desc limit 1`, [ctx.tenantId, device.deviceId, new Date(calledAt.getTime() - positionMs)]);
  return latest ? { longitude: latest.figures.longitude, latitude: latest.figures.latitude, locatedAt: latest.at } : { longitude: null, latitude: null, locatedAt: null };
}

/** Under which a call that comes again is known. */
function keyOf({ item, sourceId, receivedAt }: Alarm): string {
  return item.messageId === undefined ? `e|${sourceId}|${item.imei}|${String(item.values['event'])}|${String(item.measuredAt ?? Math.floor(receivedAt.getTime() / 10_000))}` : `m|${sourceId}|${item.messageId}`;
}

/** Takes a message that came again out of the way; true for the first. */
async function isFirst(ctx: CallCtx, alarm: Alarm): Promise<boolean> {
  const { device } = alarm;
  const made = await ctx.tx.execute('insert into ingest_dedup (tenant_id, key, device_id, slot, measured_at, source_id) values ($1, $2, $3, 1, $4, $5) on conflict do nothing', [ctx.tenantId, keyOf(alarm), device.deviceId, alarm.calledAt, alarm.sourceId]);
  return made === 1;
}

async function openRecord(ctx: CallCtx, alarm: Alarm, input: { readonly kind: Kind; readonly clientId: number | null }): Promise<{ readonly id: number; readonly repeated: boolean }> {
  const before = await ctx.tx.one<{ id: number; called: Date }>('select id, called_at as called from sos_record where tenant_id = $1 and device_id = $2 and state in (0, 1, 2) and not is_deleted order by called_at desc limit 1 for update', [ctx.tenantId, alarm.device.deviceId]);
  const position = await positionOf(ctx, alarm);
  if (before && Math.abs(alarm.calledAt.getTime() - before.called.getTime()) <= pressMs) {
    await ctx.tx.execute('update sos_record set press_count = press_count + 1, longitude = coalesce($3, longitude), latitude = coalesce($4, latitude), located_at = coalesce($5, located_at), updated_at = $6, row_version = row_version + 1 where tenant_id = $1 and id = $2',
      [ctx.tenantId, before.id, position.longitude, position.latitude, position.locatedAt, ctx.now()]);
    return { id: before.id, repeated: true };
  }
  const row = await ctx.repo(sosRecord).insert({ device: alarm.device.deviceId, client: input.clientId, type: input.kind === 'fall' ? 'fall' : 'watchButton', calledAt: alarm.calledAt, ...position });
  return { id: row.id, repeated: false };
}

async function openCase(ctx: CallCtx, alarm: Alarm, input: { readonly kind: Kind; readonly clientId: number | null; readonly finding: string; readonly late: boolean }): Promise<number> {
  const open = await ctx.tx.one<{ id: number }>(
    `select id from abnormal_case where tenant_id = $1 and type = $2 and state in (0, 1, 2) and not is_deleted and client_id is not distinct from $3 and ($3::bigint is not null or device_id = $4) for update`,
    [ctx.tenantId, input.kind, input.clientId, alarm.device.deviceId]);
  if (open) {
    const row = await ctx.repo(abnormalCase).get(open.id);
    const later = alarm.calledAt > row.latestAt ? alarm.calledAt : row.latestAt;
    await ctx.repo(abnormalCase).update(open.id, { latestAt: later, readingCount: row.readingCount + 1, finding: input.finding });
    return open.id;
  }
  const person = input.clientId === null ? undefined : await ctx.repo(client).find(input.clientId);
  const nextDueAt = dueAt(ctx, 4);
  const row = await ctx.repo(abnormalCase).insert({
    client: input.clientId, device: alarm.device.deviceId, type: input.kind, finding: input.finding, level: 'critical', startedAt: alarm.calledAt, latestAt: alarm.calledAt, timeliness: input.late ? 'late' : 'live', team: person?.team ?? null, nextDueAt,
  });
  if (nextDueAt) ctx.emit('case.due', { id: row.id }, nextDueAt);
  return row.id;
}

/** The record that a call made when it came first. */
async function recordOf(ctx: CallCtx, alarm: Alarm): Promise<ItemAnswer> {
  const row = await ctx.tx.one<{ id: number }>(
    `select s.id from ingest_dedup k join sos_record s on s.tenant_id = k.tenant_id and s.device_id = k.device_id and s.called_at between k.measured_at - interval '5 minutes' and k.measured_at + interval '5 minutes'
     where k.tenant_id = $1 and k.key = $2 and not s.is_deleted order by s.called_at > k.measured_at, abs(extract(epoch from s.called_at - k.measured_at)), s.id desc limit 1`, [ctx.tenantId, keyOf(alarm)]);
  return { status: 'duplicate', ...(row && { id: row.id, abnormalLevel: 4 }) };
}

/** One press of a person after the other: presses that come at once would each open a case, and all but one be refused. */
async function waitForPresses(ctx: CallCtx, deviceId: number, clientId: number | null): Promise<void> {
  await ctx.tx.execute('select pg_advisory_xact_lock(hashtextextended($2, $1))', [ctx.tenantId, clientId === null ? `sos of device ${deviceId}` : `sos of person ${clientId}`]);
}

/** Stores a call for help with its case, in the transaction that is acknowledged. With or without a wearer, whatever the device's state. */
export async function storeAlarm(ctx: CallCtx, heard: Alarm): Promise<ItemAnswer> {
  // Read anew: what ingestion remembers of the device may still name its former wearer.
  const [device = heard.device] = await loadDevices(ctx.tx, [heard.item.imei]);
  const alarm = { ...heard, device };
  const kind = kindOf(alarm.item);
  if (!kind) return { status: 'rejected', reason: 'bad_format', details: 'values.event' };
  if (!(await isFirst(ctx, alarm))) return recordOf(ctx, alarm);
  const clientId = wearerAt(alarm.device, alarm.calledAt.getTime(), alarm.item.userSlot) ?? null;
  await waitForPresses(ctx, device.deviceId, clientId);
  const person = clientId === null ? undefined : await ctx.repo(client).find(clientId);
  const { late, sounds } = sosLateness(alarm.calledAt.getTime(), alarm.receivedAt.getTime());
  const what = kind === 'fall' ? '检测到跌倒' : '发出紧急求助';
  const finding = person ? what : `未绑定设备${what}`;
  const record = await openRecord(ctx, alarm, { kind, clientId });
  const caseId = await openCase(ctx, alarm, { kind, clientId, finding, late: !sounds });
  ctx.emit('sos.raised', { recordId: record.id, caseId, clientId, name: person?.name ?? '未绑定设备', finding, kind, calledAt: alarm.calledAt.toISOString(), sounds, late, repeated: record.repeated });
  return { status: 'stored', id: record.id, abnormalLevel: 4 };
}

interface Raised {
  readonly recordId: number;
  readonly caseId: number;
  readonly clientId: number | null;
  readonly name: string;
  readonly finding: string;
  readonly calledAt: string;
  readonly sounds: boolean;
  readonly repeated: boolean;
}

/** What a popup says of a call whose record is gone. */
const noRecord = { type: null, longitude: null, latitude: null, address: null, pressCount: 1 };

function popupOf(raised: Raised, row: SosRow | undefined): object {
  const { type, longitude, latitude, address, pressCount } = row ?? noRecord;
  return { id: raised.recordId, caseId: raised.caseId, userId: raised.clientId, userName: raised.name, sosType: type, sosTime: raised.calledAt, longitude, latitude, address: address ? '****' : null, pressCount };
}

async function tellRaised(ctx: CallCtx, raised: Raised): Promise<void> {
  if (!raised.sounds) return;
  const row = await ctx.repo(sosRecord).find(raised.recordId);
  ctx.publish({ event: 'newsos', rooms: await roomsOf(ctx, 'sos', raised.clientId), payload: popupOf(raised, row), key: randomUUID() });
  await announce(ctx, { caseId: raised.caseId, clientId: raised.clientId, name: raised.name, finding: raised.finding, level: 4, at: new Date(raised.calledAt), kind: raised.repeated ? 'repeat' : 'open' });
}

/** Follows `sos.raised`: popups with sound for everybody who sees the person. */
export async function followRaised(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const raised of payloads as readonly Raised[]) {
    await ctx.tx.execute(
      `insert into remind_message (tenant_id, client_id, type, title, content, remind_at, read_state, source_type, source_row, source_level, created_at) select $1, $2, 2, '紧急求助', $3, $4, 0, 'sosRecord', $5, 4, $4 where $2::bigint is not null on conflict do nothing`,
      [ctx.tenantId, raised.clientId, `${raised.name}于${localDay(Date.parse(raised.calledAt), ctx.caller.zone)}${raised.finding}`, ctx.now(), raised.recordId]);
    await tellRaised(ctx, raised);
  }
}

type State = SosRow['state'];

const isClosed = (state: State): boolean => state === 'closed' || state === 'falseAlarm';

/** The stamps that a change of state leaves. */
const stamps: Partial<Readonly<Record<State, (ctx: CallCtx, current: SosRow) => object>>> = {
  waiting: () => ({ responder: null }),
  responded: (ctx, current) => ({ responder: ctx.caller.userId, respondedAt: current.respondedAt ?? ctx.now() }),
  closed: (ctx) => ({ closedAt: ctx.now() }),
  falseAlarm: (ctx) => ({ closedAt: ctx.now() }),
};

/** What must be known before a call for help is closed or called a false alarm. */
function requireFindings(to: State, { cause, outcome }: Pick<SosRow, 'cause' | 'outcome'>): void {
  if (to === 'closed' && !cause) throw invalid('cause', 'field.required');
  if (to === 'closed' && !outcome) throw invalid('outcome', 'field.required');
  if (to === 'falseAlarm' && cause !== 'touched' && cause !== 'trial') throw invalid('cause', 'sos.false-alarm-cause');
}

/** How the case of a call for help follows its record; undefined when it stays as it is. */
function caseChange(ctx: CallCtx, row: SosRow): UpdateInput<typeof abnormalCase> | undefined {
  if (row.state === 'inProgress') return { firstContactAt: ctx.now(), state: 'inProgress', nextDueAt: null };
  if (!isClosed(row.state)) return undefined;
  return { state: row.state === 'closed' ? 'handled' : 'falseAlarm', outcome: row.outcome, handledBy: ctx.caller.userId, handledAt: ctx.now(), nextDueAt: null };
}

/** How staff answer a call for help; closing the record closes its case. */
export const sosRecordModule = implement(sosRecord, {
  beforeSave(ctx, draft, current) {
    if (!current) {
      if (!draft.client && !draft.device) throw invalid('client', 'field.required');
      return;
    }
    const to = draft.state ?? current.state;
    requireFindings(to, asSaved(draft, current));
    if (to === current.state) return;
    Object.assign(draft, stamps[to]?.(ctx, current));
  },
  async afterSave(ctx, row, before) {
    if (!before || before.state === row.state) return;
    ctx.emit('sos.moved', { id: row.id, clientId: row.client, state: sosStates.wireOf(row.state), responder: row.responder });
    const wanted = caseChange(ctx, row);
    if (!wanted) return;
    const open = await ctx.tx.query<{ id: number }>(`select id from abnormal_case where tenant_id = $1 and type in ('sos', 'fall') and state in (0, 1, 2) and (client_id = $2 or ($2::bigint is null and device_id = $3)) and not is_deleted`, [ctx.tenantId, row.client, row.device]);
    for (const { id } of open) await ctx.repo(abnormalCase).update(id, wanted);
  },
});

/** Follows `sos.moved`: popups elsewhere close. */
export async function followSosMoved(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id, clientId, state, responder } of payloads as readonly { readonly id: number; readonly clientId: number | null; readonly state: number; readonly responder: number | null }[]) {
    const user = responder === null ? undefined : await ctx.tx.one<{ name: string }>('select name from app_user where tenant_id = $1 and id = $2', [ctx.tenantId, responder]);
    ctx.publish({ event: 'soschange', rooms: await roomsOf(ctx, 'sos', clientId), payload: { id, state, responseUserName: user?.name ?? '' }, key: randomUUID() });
  }
}
