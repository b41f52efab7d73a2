import { setImmediate as turn } from 'node:timers/promises';
import type { MeasurementKind } from '@kangmai/domain';
import type { Statement } from '../../platform/database/database.ts';
import { unavailable } from '../../platform/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import { contactsOf, type Aside, type Deliverer, type Numbered, type OnDevice } from './delivery.ts';
import { clockStatements, onDevices, takenBefore } from './device-clock.ts';
import { isBarred, measuredBy, type DeviceContext, type PersonContext, type TenantContext } from './device-context.ts';
import type { IngestItem, ItemAnswer } from './ingest-item.ts';
import type { IngestParts } from './ingest-parts.ts';
import { prepareReading, type Refusal } from './prepare.ts';
import { quarantineStatements } from './quarantine.ts';
import { ReceiveTimes } from './receive-times.ts';
import { comparedWith, forgetKeys, type Existing } from './compared.ts';
import { Corrections } from './corrections.ts';
import { keptBesides, rawFrames, rawOfReadings } from './raw-frames.ts';
import { firstsOf, idsOf, place, rowOf, unpairedOf, type Placed, type Ready } from './reading-row.ts';
import { callTime } from './skew.ts';
import { crowdedOf, findExisting, insertReadings, urgentLevel, writtenOf, type ReadingTable, type WrittenReading } from './statements.ts';
import { pairedOf } from './sub-devices.ts';

/** Who delivers, and the answers of the whole delivery, filled in as they become known. */
interface Delivery {
  /** Until when it waits for alarming readings of others, by `performance.now()`. */
  readonly waitsUntil: number;
  readonly deliverer: Deliverer;
  readonly answers: ItemAnswer[];
}

/** A tenant's items of a delivery. */
interface Share extends Delivery {
  readonly tenantId: number;
  readonly tenant: TenantContext;
  readonly group: readonly Numbered[];
  /** Items are tried again whose device had changed. */
  readonly isRetry: boolean;
}

/** A share by what becomes of its items. */
interface Sorted {
  readonly ready: Ready[];
  readonly asides: Aside[];
  readonly beats: OnDevice[];
  readonly alarms: OnDevice[];
  /** Readings that consent does not cover: signs of life of their devices, no more. */
  readonly unkept: OnDevice[];
  readonly devices: ReadonlyMap<string, DeviceContext>;
}

/** Readings of one kind; only the first under each key is written, the others are looked up behind it. */
interface Group {
  readonly ready: readonly Ready[];
  readonly firsts: readonly Ready[];
}

type ByKind = ReadonlyMap<MeasurementKind, Group>;

interface OfKind extends Group {
  readonly kind: MeasurementKind;
  readonly written: readonly WrittenReading[];
  readonly crowded: ReadonlySet<string>;
}

/** True for an imei that no tenant or another tenant owns. Both get the same answer. */
const isUnknown = (deliverer: Deliverer, tenantId: number | undefined): tenantId is undefined => tenantId === undefined || (deliverer.tenantId !== 0 && tenantId !== deliverer.tenantId);

/** Class 22 of PostgreSQL's errors: a value that is no value of its column. */
const isDataProblem = (error: unknown): boolean => (error as { readonly code?: string }).code?.startsWith('22') ?? false;

/** After so many judged readings others have their turn: a large delivery must not hold up an alarm. */
const judgedAtOnce = 100;
/** A delivery of so many waits so long, in all, while an alarming reading is on its way to the screens. */
const largeFrom = 20;
const waitMs = 250;

const alarmLane = { lane: 'alarm' } as const;

/** Takes deliveries of readings: sorted by tenant, judged in memory, written with one flush a tenant. */
export class Ingestion {
  private readonly parts: IngestParts;
  private readonly receiveTimes = new ReceiveTimes();
  private readonly corrections: Corrections;
  constructor(parts: IngestParts) {
    this.parts = parts;
    this.corrections = new Corrections(parts);
  }

  /** Takes a delivery. Every item gets its answer; what is answered `stored` is committed. */
  async take(items: readonly (IngestItem | ItemAnswer)[], deliverer: Deliverer): Promise<readonly ItemAnswer[]> {
    const { urgentWork } = this.parts;
    const waitsUntil = performance.now() + (items.length >= largeFrom ? waitMs : 0);
    await urgentWork.idle(waitsUntil);
    const answers: ItemAnswer[] = items.map((item) => ('status' in item ? item : { status: 'rejected', reason: 'bad_format' }));
    const good = items.flatMap((item, index): Numbered[] => ('status' in item ? [] : [{ index, item }]));
    const tenants = await this.parts.tenantsOf([...new Set(good.map(({ item }) => item.imei))]);
    const groups = new Map<number, Numbered[]>();
    const strangers: Aside[] = [];
    for (const each of good) {
      const { imei } = each.item;
      const tenantId = tenants.get(imei);
      const group = tenantId === undefined ? undefined : groups.get(tenantId);
      if (isUnknown(deliverer, tenantId)) strangers.push({ ...each, reason: 'unknown_imei' });
      else if (!deliverer.acceptsImei(imei)) strangers.push({ ...each, reason: 'foreign_source' });
      else if (group) group.push(each);
      else groups.set(tenantId, [each]);
    }
    const delivery: Delivery = { deliverer, answers, waitsUntil };
    await this.keepStrangers(strangers, delivery);
    await Promise.all([...groups].map(([tenantId, group]) => this.takeTenant(tenantId, group, delivery)));
    return answers;
  }

  /** Quarantines unplaced items at the owner of the source (a tenant or the host) and notifies its staff of an SOS. */
  private async keepStrangers(asides: readonly Aside[], delivery: Delivery): Promise<void> {
    if (asides.length === 0) return;
    const { deliverer, answers } = delivery;
    const { tenantId } = deliverer;
    if (!deliverer.isReplay) await this.parts.database.withTenantPipelined(tenantId, [...quarantineStatements(tenantId, deliverer, asides), ...rawFrames(tenantId, deliverer, asides)], alarmLane);
    for (const { index, reason } of asides) answers[index] = { status: 'quarantined', reason };
    await this.tellStrangers(tenantId, asides, delivery);
  }

  /** Notifies staff of an SOS of an unknown device. A replay sends no notice again. */
  private async tellStrangers(tenantId: number, asides: readonly Aside[], { deliverer, answers }: Delivery): Promise<void> {
    for (const { index, reason, item } of asides.filter(({ item: { dataType } }) => dataType === 'event')) {
      if (!deliverer.isReplay && item.values['event'] !== 'fallCancelled') await this.parts.strangerAlarm({ tenantId, item, deliverer });
      answers[index] = { status: 'quarantined', reason };
    }
  }

  private async takeTenant(tenantId: number, group: readonly Numbered[], delivery: Delivery): Promise<void> {
    const tenant = await this.parts.contexts.tenant(tenantId);
    let left = group;
    for (let tries = 0; left.length > 0; tries += 1) {
      if (tries === 4) throw unavailable('server.busy');
      left = await this.attemptApart({ tenantId, tenant, group: left, isRetry: tries > 0, ...delivery });
    }
  }

  /** What no column can hold fails its own item, not its neighbours: the items are halved until it stands alone. Calls for help were answered before. */
  private async attemptApart(share: Share): Promise<readonly Numbered[]> {
    try {
      return await this.attempt(share);
    } catch (error) {
      if (!isDataProblem(error)) throw error;
      const left = share.group.filter(({ item }) => item.dataType !== 'event');
      if (left.length <= 1) {
        for (const { index } of left) share.answers[index] = { status: 'rejected', reason: 'bad_format', details: 'values' };
        return [];
      }
      const half = Math.ceil(left.length / 2);
      return [...await this.attemptApart({ ...share, group: left.slice(0, half) }), ...await this.attemptApart({ ...share, group: left.slice(half) })];
    }
  }

  /** One transaction for a tenant's items. Answers those whose device changed meanwhile, to be looked up and tried again. */
  private async attempt(share: Share): Promise<readonly Numbered[]> {
    const { tenantId, deliverer, answers } = share;
    const devices = await this.parts.contexts.devicesOf(tenantId, share.group.map(({ item }) => item.imei));
    const sorted = await this.sort(share, devices);
    for (const { index, item, device } of sorted.alarms) answers[index] = await this.parts.alarm({ tenantId, device, item, deliverer, calledAt: callTime(item, device, { deliverer, receivedAt: this.parts.now() }) });
    await this.tellStrangers(tenantId, sorted.asides, share);
    const taken = await takenBefore(sorted.ready, (kind, ready) => this.existing(tenantId, kind, ready));
    for (const [{ index }, answer] of taken) answers[index] = answer;
    const byKind: ByKind = new Map([...groupBy(sorted.ready.filter((each) => !taken.has(each)), ({ kind }) => kind)].map(([kind, ready]) => [kind, { ready, firsts: firstsOf(ready) }]));
    await Promise.all([...byKind].map(([kind, { ready }]) => this.parts.months.ensure(this.table(kind).resource.table, ready.map(({ row }) => row.measuredAt))));
    const results = await this.flush(share, sorted, byKind);
    for (const { index, reason, details } of sorted.asides) answers[index] = { status: 'quarantined', reason, ...(details !== undefined && { details }) };
    for (const { index } of sorted.beats) answers[index] = { status: 'stored' };
    const again = await Promise.all([...byKind].map(([kind, group], at) => this.settle(share, { kind, ...group, written: writtenOf(results[at] ?? []), crowded: crowdedOf(results[at] ?? []) })));
    noteCommands(share, devices);
    return again.flat();
  }

  /** Writes a share in one flush. Answers what each statement answered: first those of the kinds, in their order. */
  private async flush({ tenantId, deliverer, group, isRetry }: Share, sorted: Sorted, byKind: ByKind): Promise<readonly (readonly object[])[]> {
    const { ready, asides, devices } = sorted;
    const beats = [...sorted.beats, ...sorted.unkept];
    const now = this.parts.now().getTime();
    const statements: Statement[] = [];
    for (const [kind, { ready: rows, firsts }] of byKind) statements.push(insertReadings(this.table(kind), { tenantId, kind, contacts: contactsOf(rows, deliverer, now) }, firsts.map(({ row }) => row)));
    for (const [kind, { firsts }] of byKind) statements.push(...rawOfReadings(this.table(kind), { tenantId, kind, deliverer }, firsts));
    if (asides.length > 0 && !deliverer.isReplay) statements.push(...quarantineStatements(tenantId, deliverer, asides));
    statements.push(...keptBesides(tenantId, deliverer, { ready, others: isRetry ? [] : [...asides, ...sorted.beats, ...sorted.alarms], at: new Date(now) }));
    if (beats.length > 0) statements.push({ sql: 'insert into outbox (tenant_id, topic, payload) values ($1, $2, $3::jsonb)', values: [tenantId, 'readings.stored', JSON.stringify({ readings: [], contacts: contactsOf(beats, deliverer, now) })] });
    const clocks = isRetry ? [] : clockStatements(tenantId, onDevices(group, devices), { deliverer, receivedAt: this.parts.now() });
    statements.push(...clocks);
    const results = statements.length > 0 ? await this.parts.database.withTenantPipelined(tenantId, statements, alarmLane) : [];
    if (ready.length + beats.length + clocks.length > 0) this.parts.committed(tenantId);
    return results;
  }

  private table(kind: MeasurementKind): ReadingTable {
    const table = this.parts.tables.get(kind);
    if (!table) throw new Error(`no table holds ${kind}`);
    return table;
  }

  private async sort(share: Share, devices: ReadonlyMap<string, DeviceContext>): Promise<Sorted> {
    const sorted: Sorted = { ready: [], asides: [], beats: [], alarms: [], unkept: [], devices };
    const placed: Placed[] = [];
    const unpaired = unpairedOf(share.group, devices);
    const elsewhere = unpaired.size === 0 ? unpaired : await this.parts.database.withTenant(share.tenantId, (tx) => pairedOf(tx, [...unpaired]), alarmLane);
    for (const each of share.group) {
      const device = devices.get(each.item.imei);
      if (!device) sorted.asides.push({ ...each, reason: 'unknown_imei' });
      else if (each.item.dataType === 'event') sorted.alarms.push({ ...each, device });
      else if (each.item.dataType === 'heartbeat') sorted.beats.push({ ...each, device });
      else {
        const found = place(each, device, { kind: each.item.dataType, deliverer: share.deliverer, receivedAt: this.receiveTimes.next(each.item, this.parts.now()), elsewhere });
        if ('reason' in found) sorted.asides.push(found);
        else placed.push(found);
      }
    }
    await this.judgeAll(share, placed, sorted);
    if (sorted.ready.some(({ level }) => level >= urgentLevel)) this.parts.urgentWork.begin(share.tenantId);
    return sorted;
  }

  private async judgeAll(share: Share, placed: readonly Placed[], sorted: Sorted): Promise<void> {
    const persons = await this.parts.contexts.personsOf(share.tenantId, placed.flatMap(({ clientId }) => (clientId === undefined ? [] : [clientId])));
    const taken = { ...share, receivedAt: this.parts.now() };
    for (const [at, each] of placed.entries()) {
      if (at % judgedAtOnce === judgedAtOnce - 1) await this.giveWay(share);
      const made = this.judge(each, persons, taken);
      if ('refused' in made) refuse(each, made, { sorted, answers: share.answers });
      else sorted.ready.push(made);
    }
  }

  private async giveWay({ waitsUntil }: Share): Promise<void> {
    await turn();
    await this.parts.urgentWork.idle(waitsUntil);
  }

  private judge(each: Placed, persons: ReadonlyMap<number, PersonContext>, { tenantId, tenant, deliverer, receivedAt }: Share & { readonly receivedAt: Date }): Ready | Refusal {
    const { item, time, kind } = each;
    const by = measuredBy(each.by, kind);
    const person = each.clientId === undefined ? undefined : persons.get(each.clientId);
    const prepared = prepareReading({
      kind, values: item.values, time, zone: tenant.zone, datums: { given: deliverer.datum, shown: tenant.datum }, measuredBy: by, place: each.by.typeCode === 'kiosk' ? 2 : 1, contact: item.contact, oxygenState: undefined,
      person: person && this.parts.contexts.limitsOf({ tenantId, tenant, person, at: time.measuredAt.getTime() }),
    });
    if ('refused' in prepared) return prepared;
    const row = rowOf(each, prepared, { instrument: by.instrument, deliverer, receivedAt });
    if (person && isBarred(person, kind, row.level)) return { refused: 'no_consent', field: 'consent' };
    return { ...each, level: row.level, row };
  }

  /** Answers what was written and finds out about the rest: there already, in conflict, or a device that changed meanwhile. */
  private async settle(share: Share, { kind, ready, firsts, written, crowded }: OfKind): Promise<readonly Numbered[]> {
    const ids = idsOf(firsts, written);
    const rest: Ready[] = [];
    for (const each of ready) {
      const id = ids.get(each);
      if (id === undefined) rest.push(each);
      else share.answers[each.index] = { status: 'stored', id, abnormalLevel: each.level };
    }
    return rest.length === 0 ? [] : this.settleRest(share, { kind, rest, crowded }, await this.existing(share.tenantId, kind, rest));
  }

  private async existing(tenantId: number, kind: MeasurementKind, rest: readonly Ready[]): Promise<readonly Existing[]> {
    const { sql, values } = findExisting(this.table(kind), tenantId, rest.map(({ row }) => row));
    return this.parts.database.withTenant(tenantId, (tx) => tx.query<Existing>(sql, values), alarmLane);
  }

  private async settleRest(share: Share, { kind, rest, crowded }: Pick<OfKind, 'kind' | 'crowded'> & { readonly rest: readonly Ready[] }, existing: readonly Existing[]): Promise<readonly Numbered[]> {
    const { tenantId, deliverer, answers } = share;
    const { changed, collided, revised, conflicts } = comparedWith(existing, { rest, crowded, answers });
    if (collided.length > 0) await forgetKeys(this.parts.database, tenantId, collided);
    const corrected = await this.corrections.take(share, { kind, table: this.table(kind) }, revised);
    const aside = [...conflicts, ...corrected.refused].map(({ index, item }): Aside => ({ index, item, reason: 'conflict' }));
    if (aside.length > 0 && !deliverer.isReplay) await this.parts.database.withTenantPipelined(tenantId, [...quarantineStatements(tenantId, deliverer, aside), ...rawFrames(tenantId, deliverer, aside)], alarmLane);
    for (const { index } of aside) answers[index] = { status: 'quarantined', reason: 'conflict' };
    const moved = [...changed, ...corrected.changed];
    for (const { item } of moved) this.parts.contexts.dropDevice(tenantId, item.imei);
    return [...moved, ...collided].map(({ index, item }) => ({ index, item }));
  }
}

/** Each answer says when commands wait for its device; known with the device, not asked for. */
function noteCommands({ group, answers }: Share, devices: ReadonlyMap<string, DeviceContext>): void {
  for (const { index, item } of group) {
    const answer = answers[index];
    if (answer && devices.get(item.imei)?.commandsWait) answers[index] = { ...answer, commandsWait: true };
  }
}

function refuse({ index, item, device }: Placed, { refused, field }: Refusal, { sorted: { asides, unkept }, answers }: { readonly sorted: Sorted; readonly answers: ItemAnswer[] }): void {
  if (refused === 'ignored') answers[index] = { status: 'ignored', reason: 'sentinel' };
  else if (refused === 'no_consent') {
    // The device was heard all the same: its silence must go on to mean that something is wrong.
    answers[index] = { status: 'ignored', reason: 'no_consent' };
    unkept.push({ index, item, device });
  }
  else if (refused === 'bad_format') answers[index] = { status: 'rejected', reason: 'bad_format', details: field };
  else asides.push({ index, item, reason: 'out_of_range', details: field });
}
