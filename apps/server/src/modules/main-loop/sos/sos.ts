import { sosLateness } from '@kangmai/domain';
import { sosRecord } from '@kangmai/model';
import { type CallCtx, implement, moveOf } from '../../../engine/public.ts';
import { loadDevices, wearerAt, type DeviceContext } from '../intake/device-context.ts';
import { type IngestItem, type ItemAnswer } from '../intake/ingest-item.ts';
import { emitRecordMoved } from '../cases/answer-case.ts';
import { cancelFall, endCancelledBefore } from './fall-cancel.ts';
import {
  findingOf,
  lockCaseOf,
  openCase,
  openCaseOf,
  personOf,
  riseAgain,
  waitForPresses,
  type Caller,
  type Calling,
  type Case,
  type Person,
} from './sos-case.ts';
import { unboundName } from '../cases/persons.ts';
import type { Raised } from './sos-news.ts';
import { policiesOf } from '../notices/policies.ts';
import { homeOf, positionOf, type CallPosition, type Datums } from './sos-position.ts';
import { isClosed, moveOn, requireWaiting, giveCase, endCase, keepPair } from './sos-moves.ts';
import type { SosRow } from './sos-moves.ts';

export interface Alarm {
  readonly device: DeviceContext;
  readonly item: IngestItem;
  readonly sourceId: number;
  readonly datums: Datums;
  /** The time of the call: its own if credible, else the time of receipt. */
  readonly calledAt: Date;
  readonly receivedAt: Date;
}

const pressMs = 5 * 60_000;

const eventNames = ['sos', 'fall', 'fallCancelled'] as const;
const eventOf = (item: IngestItem): (typeof eventNames)[number] | undefined =>
  eventNames.find((name) => name === item.values['event']);

function alarmKey({ item, sourceId, receivedAt }: Alarm): string {
  return item.messageId === undefined
    ? `e|${sourceId}|${item.imei}|${String(item.values['event'])}|${String(item.measuredAt ?? Math.floor(receivedAt.getTime() / 10_000))}`
    : `m|${sourceId}|${item.messageId}`;
}

/** Records a message as received; true for the first delivery. */
async function isFirst(ctx: CallCtx, alarm: Alarm): Promise<boolean> {
  const { device } = alarm;
  const made = await ctx.tx.execute(
    'insert into ingest_dedup (tenant_id, key, device_id, slot, measured_at, source_id) values ($1, $2, $3, 1, $4, $5) on conflict do nothing',
    [ctx.tenantId, alarmKey(alarm), device.deviceId, alarm.calledAt, alarm.sourceId],
  );
  return made === 1;
}

async function recordOf(ctx: CallCtx, alarm: Alarm): Promise<ItemAnswer> {
  const row = await ctx.tx.one<{ id: number }>(
    `select s.id from ingest_dedup k join sos_record s on s.tenant_id = k.tenant_id and s.device_id = k.device_id and s.called_at between k.measured_at - interval '5 minutes' and k.measured_at + interval '5 minutes'
     where k.tenant_id = $1 and k.key = $2 and not s.is_deleted order by s.called_at > k.measured_at, abs(extract(epoch from s.called_at - k.measured_at)), s.id desc limit 1`,
    [ctx.tenantId, alarmKey(alarm)],
  );
  return { status: 'duplicate', ...(row && { id: row.id, abnormalLevel: 4 }) };
}

/** The record of the same fall from another source: of the same device and own time. Presses are counted instead. */
async function twinOf(
  ctx: CallCtx,
  { device, item, calledAt }: Alarm,
  kind: Calling['kind'],
): Promise<ItemAnswer | undefined> {
  if (kind !== 'fall' || item.measuredAt === undefined) return undefined;
  const twin = await ctx.tx.one<{ id: number }>(
    'select id from sos_record where tenant_id = $1 and device_id = $2 and called_at = $3 and type = 2 and not is_deleted limit 1',
    [ctx.tenantId, device.deviceId, calledAt],
  );
  return twin && { status: 'duplicate', id: twin.id, abnormalLevel: 4 };
}

/** The open record on the case to which a further press of the device belongs, locked. */
async function pressedBefore(ctx: CallCtx, caseId: number, { device, calledAt }: Alarm): Promise<SosRow | undefined> {
  const found = await ctx.tx.one<{ id: number; called: Date }>(
    'select id, called_at as called from sos_record where tenant_id = $1 and device_id = $2 and case_id = $3 and state in (0, 1, 2) and not is_deleted order by called_at desc limit 1 for update',
    [ctx.tenantId, device.deviceId, caseId],
  );
  return found && Math.abs(calledAt.getTime() - found.called.getTime()) <= pressMs
    ? ctx.repo(sosRecord).get(found.id)
    : undefined;
}

const isPlaced = ({ positionSource }: CallPosition): boolean =>
  positionSource === 'packet' || positionSource === 'recent';

const pressed = moveOf(sosRecord, 'answer');

/** A further press updates the position and needs newer proof: a record being handled is only answered again. */
async function pressAgain(
  ctx: CallCtx,
  before: SosRow,
  { position, sounds }: { readonly position: CallPosition; readonly sounds: boolean },
): Promise<number> {
  const isBack = sounds && before.state === 'inProgress';
  const row = await ctx.repo(sosRecord).update(before.id, {
    pressCount: before.pressCount + 1,
    ...(isPlaced(position) && position),
    ...(isBack && { state: pressed.to }),
  });
  if (isBack) emitRecordMoved(ctx, row);
  return before.id;
}

interface Known {
  /** The open case of the caller, locked. */
  readonly open: Case | undefined;
  readonly person: Person | undefined;
  readonly position: CallPosition;
}

async function knownOf(ctx: CallCtx, { item, datums, device, calledAt }: Alarm, caller: Caller): Promise<Known> {
  const { clientId } = caller;
  const [open, person, position] = await Promise.all([
    openCaseOf(ctx, caller),
    personOf(ctx, caller),
    positionOf(ctx, { location: item.location, datums, clientId, deviceId: device.deviceId, calledAt }),
    policiesOf(ctx),
  ]);
  return { open, person, position: position ?? homeOf(ctx, person) };
}

type StoredCall = Pick<Raised, 'recordId' | 'caseId' | 'name' | 'repeated'>;

interface NewCall extends Known {
  readonly calling: Calling;
  readonly sounds: boolean;
}

/** Stores a call on its case; the case is locked before the record. */
async function storeCall(
  ctx: CallCtx,
  alarm: Alarm,
  { open, person, position, calling, sounds }: NewCall,
): Promise<StoredCall> {
  const before = open && (await pressedBefore(ctx, open.id, alarm));
  const row = open ?? (await openCase(ctx, calling, person));
  if (open) await riseAgain(ctx, open, { ...calling, isNew: before === undefined });
  const stored = { caseId: row.id, name: person?.name ?? unboundName };
  if (before) return { ...stored, recordId: await pressAgain(ctx, before, { position, sounds }), repeated: true };
  const record = await ctx.repo(sosRecord).insert({
    device: alarm.device.deviceId,
    client: calling.clientId,
    case: row.id,
    type: calling.kind === 'fall' ? 'fall' : 'watchButton',
    calledAt: alarm.calledAt,
    ...position,
  });
  return { ...stored, recordId: record.id, repeated: false };
}

const callerOf = ({ device, calledAt, item }: Alarm, kind: Calling['kind']): Caller => ({
  kind,
  clientId: wearerAt(device, calledAt.getTime(), item.userSlot) ?? null,
  deviceId: device.deviceId,
});

/** Stores a new call and sends its notices, unless its wearer cancelled it before. */
async function storeFirst(
  ctx: CallCtx,
  alarm: Alarm,
  { caller, known }: { readonly caller: Caller; readonly known: Known },
): Promise<ItemAnswer> {
  const {
    calledAt,
    receivedAt,
    device: { deviceId },
  } = alarm;
  const { kind, clientId } = caller;
  const { sounds } = sosLateness(calledAt.getTime(), receivedAt.getTime());
  const finding = findingOf(kind, clientId);
  const { recordId, caseId, name, repeated } = await storeCall(ctx, alarm, {
    ...known,
    calling: { ...caller, finding, calledAt, isLate: !sounds },
    sounds,
  });
  const answer: ItemAnswer = { status: 'stored', id: recordId, abnormalLevel: 4 };
  if (
    kind === 'fall' &&
    !repeated &&
    (await endCancelledBefore(ctx, { recordId, caseId, deviceId, calledAt, receivedAt }))
  )
    return answer;
  const raised: Raised = {
    recordId,
    caseId,
    clientId,
    name,
    finding,
    calledAt: calledAt.toISOString(),
    sounds,
    repeated,
  };
  ctx.emit('sos.raised', raised, 'first');
  return answer;
}

/** Stores an emergency with its case, in the acknowledged transaction, whatever the device's state. */
export async function storeAlarm(ctx: CallCtx, heard: Alarm): Promise<ItemAnswer> {
  // Reload: ingestion's cache of the device may still name its former wearer.
  const [device = heard.device] = await loadDevices(ctx.tx, [heard.item.imei]);
  const alarm = { ...heard, device };
  const event = eventOf(alarm.item);
  if (!event) return { status: 'rejected', reason: 'bad_format', details: 'values.event' };
  const kind = event === 'sos' ? 'sos' : 'fall';
  const caller = callerOf(alarm, kind);
  // One trip: PostgreSQL executes them in this order, so that the case is read behind the lock.
  const [isNew, , known] = await Promise.all([
    isFirst(ctx, alarm),
    waitForPresses(ctx, caller),
    event === 'fallCancelled' ? undefined : knownOf(ctx, alarm, caller),
  ]);
  if (!isNew) return recordOf(ctx, alarm);
  if (!known)
    return cancelFall(ctx, {
      deviceId: device.deviceId,
      clientId: caller.clientId,
      cancelledAt: alarm.calledAt,
      receivedAt: alarm.receivedAt,
    });
  return (await twinOf(ctx, alarm, kind)) ?? storeFirst(ctx, alarm, { caller, known });
}

/** How staff answer an emergency. Record and case change together: see `answer-case.ts`. */
export const sosRecordModule = implement(sosRecord, {
  lockFirst: lockCaseOf,
  async beforeSave(ctx, draft, current) {
    if (current) await moveOn(ctx, draft, current);
    else requireWaiting(ctx, draft);
    await keepPair(ctx, draft, current);
  },
  async afterSave(ctx, row, before) {
    if (!before) return giveCase(ctx, row);
    if (before.state === row.state || !(isClosed(row.state) || row.state === 'inProgress')) return;
    emitRecordMoved(ctx, row);
    if (isClosed(row.state) && row.case !== null) await endCase(ctx, row, row.case);
  },
});
