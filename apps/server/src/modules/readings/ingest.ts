import { groupBy } from '../../platform/group-by.ts';
import { createHash } from 'node:crypto';
import type { MeasurementKind } from '@kangmai/domain';
import { unavailable } from '../../platform/errors.ts';
import type { Database, Statement } from '../../platform/database/database.ts';
import { isWearerUncertain, measuredBy, wearerAt, type Contexts, type DeviceContext, type PersonContext, type TenantContext } from './device-context.ts';
import { timeOf, type IngestItem, type ItemAnswer, type ItemTime } from './ingest-item.ts';
import type { Months } from './months.ts';
import { prepareReading, type Prepared, type Refusal } from './prepare.ts';
import { findExisting, insertReadings, keyOf, type ReadingTable, type StoredReading, type WrittenReading } from './statements.ts';
import { quarantineStatement, type QuarantineReason } from './quarantine.ts';

/** Who delivers: a gateway or platform with a key of its own, or our own staff's form. */
export interface Deliverer {
  readonly sourceId: number;
  readonly sourceCode: string;
  /** 0 for a source of the host, which may deliver for every tenant. */
  readonly tenantId: number;
  readonly zone: string;
  readonly acceptsImei: (imei: string) => boolean;
  /** Imports and replays may bring readings of any age; they never notify for old ones. */
  readonly anyAge: boolean;
  /** Rows of the quarantine run again: what still cannot be placed stays where it is. */
  readonly isReplay?: boolean;
  /** Staff named the wearer of readings whose wearer nobody else can tell. */
  readonly wearerId?: number | undefined;
}

export interface IngestParts {
  readonly database: Database;
  readonly contexts: Contexts;
  readonly months: Months;
  readonly tables: ReadonlyMap<MeasurementKind, ReadingTable>;
  readonly tenantsOf: (imeis: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly now: () => Date;
  /** Readings were committed; the follower has something to do. */
  readonly committed: (tenantId: number) => void;
  /** SOS, falls and gateway alarms: their case is stored with them. */
  readonly alarm: (input: { readonly tenantId: number; readonly device: DeviceContext; readonly item: IngestItem; readonly deliverer: Deliverer; readonly calledAt: Date }) => Promise<ItemAnswer>;
  /** An alarm of a device that no tenant has: the host's staff must know at once. */
  readonly strangerAlarm: (item: IngestItem, deliverer: Deliverer) => Promise<void>;
}

/** Bits of origin, time and level as the tables keep them. */
const timeQualities = { asSent: 0, corrected: 1, receiveTime: 2, late: 3 } as const;
const originOf: Readonly<Record<string, number>> = { wearable: 0, meter: 2, cuff: 2, oximeter: 2, kiosk: 3, other: 0 };
const uncertainMs = 120_000;
const acceptDays = 30;

interface Placed {
  readonly index: number;
  readonly item: IngestItem;
  readonly kind: MeasurementKind;
  readonly device: DeviceContext;
  readonly time: ItemTime;
  readonly clientId: number | undefined;
}

interface Ready extends Placed {
  readonly row: StoredReading;
  readonly level: number;
}

interface Aside {
  readonly index: number;
  readonly item: IngestItem;
  readonly reason: QuarantineReason;
  readonly details?: string;
}

/** What follows a commit: whose readings, of which kind, when. The follower reads the rows themselves. */
export interface StoredEvent {
  readonly readings: readonly (readonly [kind: MeasurementKind, clientId: number | null, deviceId: number | null, measuredAtMs: number, level: number, supersedes: number | null])[];
  readonly contacts: readonly (readonly [deviceId: number, atMs: number, battery: number | null, signal: number | null, charging: boolean | null, sourceId: number])[];
}

export class Ingestion {
  private readonly parts: IngestParts;
  constructor(parts: IngestParts) {
    this.parts = parts;
  }

  /** Takes a delivery. Every item gets its answer; what is answered `stored` is committed. */
  async take(items: readonly (IngestItem | ItemAnswer)[], deliverer: Deliverer): Promise<readonly ItemAnswer[]> {
    const answers: ItemAnswer[] = items.map((item) => ('status' in item ? item : { status: 'rejected', reason: 'bad_format' }));
    const good = items.flatMap((item, index) => ('status' in item ? [] : [{ index, item }]));
    const tenants = await this.parts.tenantsOf([...new Set(good.map(({ item }) => item.imei))]);
    const groups = new Map<number, { index: number; item: IngestItem }[]>();
    const strangers: Aside[] = [];
    for (const each of good) {
      const tenantId = tenants.get(each.item.imei);
      const foreign = !deliverer.acceptsImei(each.item.imei) || (deliverer.tenantId !== 0 && tenantId !== undefined && tenantId !== deliverer.tenantId);
      if (tenantId === undefined) strangers.push({ ...each, reason: 'unknown_imei' });
      else if (foreign) strangers.push({ ...each, reason: 'foreign_source' });
      else groups.set(tenantId, [...(groups.get(tenantId) ?? []), each]);
    }
    await this.keepStrangers(strangers, { deliverer, answers });
    await Promise.all([...groups].map(([tenantId, group]) => this.takeTenant(tenantId, group, { deliverer, answers })));
    return answers;
  }

  private async keepStrangers(asides: readonly Aside[], input: { readonly deliverer: Deliverer; readonly answers: ItemAnswer[] }): Promise<void> {
    if (asides.length === 0) return;
    if (!input.deliverer.isReplay) await this.parts.database.withTenantPipelined(0, [quarantineStatement(0, input.deliverer, asides)], { lane: 'alarm' });
    for (const { index, reason, item } of asides) {
      input.answers[index] = { status: 'quarantined', reason };
      if (item.dataType === 'event') await this.parts.strangerAlarm(item, input.deliverer);
    }
  }

  private async takeTenant(tenantId: number, group: readonly { readonly index: number; readonly item: IngestItem }[], input: { readonly deliverer: Deliverer; readonly answers: ItemAnswer[] }): Promise<void> {
    const tenant = await this.parts.contexts.tenant(tenantId);
    let left = group;
    for (let tries = 0; left.length > 0; tries += 1) {
      if (tries === 4) throw unavailable('server.busy');
      left = await this.attempt({ tenantId, tenant, group: left, ...input });
    }
  }

  /** One transaction for a tenant's items. Answers those whose device changed meanwhile, to be looked up and tried again. */
  private async attempt(input: { readonly tenantId: number; readonly tenant: TenantContext; readonly group: readonly { readonly index: number; readonly item: IngestItem }[]; readonly deliverer: Deliverer; readonly answers: ItemAnswer[] }): Promise<readonly { readonly index: number; readonly item: IngestItem }[]> {
    const { tenantId, deliverer, answers } = input;
    const devices = await this.parts.contexts.devicesOf(tenantId, input.group.map(({ item }) => item.imei));
    const sorted = await this.sort(input, devices);
    for (const { index, item, device } of sorted.alarms) answers[index] = await this.parts.alarm({ tenantId, device, item, deliverer, calledAt: this.callTime(item, deliverer) });
    const statements: Statement[] = [];
    const byKind = groupBy(sorted.ready, ({ kind }) => kind);
    const now = this.parts.now().getTime();
    await Promise.all([...byKind].map(([kind, ready]) => this.parts.months.ensure(this.table(kind).resource.table, ready.map(({ row }) => row.measuredAt))));
    for (const [kind, ready] of byKind) statements.push(insertReadings(this.table(kind), { tenantId, kind, contacts: contactsOf(ready, deliverer, now) }, ready.map(({ row }) => row)));
    if (sorted.asides.length > 0 && !deliverer.isReplay) statements.push(quarantineStatement(tenantId, deliverer, sorted.asides));
    if (sorted.beats.length > 0) statements.push({ sql: 'insert into outbox (tenant_id, topic, payload) values ($1, $2, $3::jsonb)', values: [tenantId, 'readings.stored', JSON.stringify({ readings: [], contacts: contactsOf(sorted.beats, deliverer, now) })] });
    const results = statements.length > 0 ? await this.parts.database.withTenantPipelined(tenantId, statements, { lane: 'alarm' }) : [];
    if (sorted.ready.length + sorted.beats.length > 0) this.parts.committed(tenantId);
    for (const { index, reason, details } of sorted.asides) answers[index] = { status: 'quarantined', reason, ...(details !== undefined && { details }) };
    for (const { index } of sorted.beats) answers[index] = { status: 'stored' };
    const again: { index: number; item: IngestItem }[] = [];
    await Promise.all([...byKind].map(async ([kind, ready], at) => {
      again.push(...await this.settle({ tenantId, kind, ready, written: (results[at] ?? []) as unknown as readonly WrittenReading[], answers, deliverer }));
    }));
    return again;
  }

  /** A call for help is never held back for its time: what cannot be believed takes the time of receipt. */
  private callTime(item: IngestItem, deliverer: Deliverer): Date {
    const time = timeOf(item, { receivedAt: this.parts.now(), zone: deliverer.zone, skewMs: undefined, acceptDays, anyAge: true });
    return 'problem' in time ? this.parts.now() : time.measuredAt;
  }

  private table(kind: MeasurementKind): ReadingTable {
    const table = this.parts.tables.get(kind);
    if (!table) throw new Error(`no table holds ${kind}`);
    return table;
  }

  private async sort(input: { readonly tenantId: number; readonly tenant: TenantContext; readonly group: readonly { readonly index: number; readonly item: IngestItem }[]; readonly deliverer: Deliverer; readonly answers: ItemAnswer[] }, devices: ReadonlyMap<string, DeviceContext>): Promise<{ readonly ready: readonly Ready[]; readonly asides: readonly Aside[]; readonly beats: readonly { readonly index: number; readonly item: IngestItem; readonly device: DeviceContext }[]; readonly alarms: readonly { readonly index: number; readonly item: IngestItem; readonly device: DeviceContext }[] }> {
    const asides: Aside[] = [];
    const beats: { index: number; item: IngestItem; device: DeviceContext }[] = [];
    const alarms: { index: number; item: IngestItem; device: DeviceContext }[] = [];
    const placed: Placed[] = [];
    for (const each of input.group) {
      const device = devices.get(each.item.imei);
      if (!device) asides.push({ ...each, reason: 'unknown_imei' });
      else if (each.item.dataType === 'event') alarms.push({ ...each, device });
      else if (each.item.dataType === 'heartbeat') beats.push({ ...each, device });
      else {
        const found = this.place(each, device, { ...input, kind: each.item.dataType });
        if ('reason' in found) asides.push(found);
        else placed.push(found);
      }
    }
    const persons = await this.parts.contexts.personsOf(input.tenantId, placed.flatMap(({ clientId }) => (clientId === undefined ? [] : [clientId])));
    const ready: Ready[] = [];
    for (const each of placed) {
      const made = this.ready(each, persons, input);
      if ('refused' in made) this.refuse(each, made, { asides, answers: input.answers });
      else ready.push(made);
    }
    return { ready, asides, beats, alarms };
  }

  private refuse(each: Placed, { refused, field }: Refusal, input: { readonly asides: Aside[]; readonly answers: ItemAnswer[] }): void {
    if (refused === 'ignored') input.answers[each.index] = { status: 'ignored', reason: 'sentinel' };
    else if (refused === 'bad_format') input.answers[each.index] = { status: 'rejected', reason: 'bad_format', details: field };
    else input.asides.push({ index: each.index, item: each.item, reason: 'out_of_range', details: field });
  }

  private place(each: { readonly index: number; readonly item: IngestItem }, device: DeviceContext, input: { readonly kind: MeasurementKind; readonly deliverer: Deliverer }): Placed | Aside {
    const time = timeOf(each.item, { receivedAt: this.parts.now(), zone: input.deliverer.zone, skewMs: undefined, acceptDays, anyAge: input.deliverer.anyAge });
    if ('problem' in time) return { ...each, reason: time.problem };
    const at = time.measuredAt.getTime();
    const named = input.deliverer.wearerId;
    if (named !== undefined && device.wears.some(({ clientId }) => clientId === named)) return { ...each, kind: input.kind, device, time, clientId: named };
    if (isWearerUncertain(device, at, each.item.userSlot, uncertainMs)) return { ...each, reason: 'bind_uncertain' };
    return { ...each, kind: input.kind, device, time, clientId: wearerAt(device, at, each.item.userSlot) };
  }

  private ready(each: Placed, persons: ReadonlyMap<number, PersonContext>, input: { readonly tenantId: number; readonly tenant: TenantContext; readonly deliverer: Deliverer }): Ready | Refusal {
    const { item, device, time, kind } = each;
    const by = measuredBy(device, kind);
    const person = each.clientId === undefined ? undefined : persons.get(each.clientId);
    const prepared = prepareReading({
      kind, values: item.values, time, zone: input.tenant.zone, measuredBy: by, place: device.typeCode === 'kiosk' ? 2 : 1, contact: item.contact, oxygenState: undefined,
      person: person && this.parts.contexts.limitsOf({ tenantId: input.tenantId, tenant: input.tenant, person, at: time.measuredAt.getTime() }),
    });
    if ('refused' in prepared) return prepared;
    const level = prepared.judgement?.level ?? 0;
    return { ...each, level, row: this.rowOf(each, prepared, { level, instrument: by.instrument, deliverer: input.deliverer }) };
  }

  private rowOf(each: Placed, prepared: Prepared, input: { readonly level: number; readonly instrument: string; readonly deliverer: Deliverer }): StoredReading {
    const { device, time, item } = each;
    const { remark, ...values } = prepared.values;
    return {
      deviceId: device.deviceId, deviceVersion: device.version, clientId: each.clientId ?? null, measuredAt: time.measuredAt, receivedAt: this.parts.now(), deviceTime: time.deviceTime ?? null,
      origin: device.typeCode === 'kiosk' ? 3 : (originOf[input.instrument] ?? 0), level: input.level, result: input.level > 0 ? (prepared.judgement?.resultText.slice(0, 64) ?? null) : null,
      timeQuality: timeQualities[time.quality], quality: prepared.quality, slot: item.userSlot, sourceId: input.deliverer.sourceId, operatorId: null, dedupKey: dedupKeyOf(item, input.deliverer, time), remark: typeof remark === 'string' ? remark : null, supersedes: null, values,
    };
  }

  /** Answers what was written and finds out about the rest: there already, in conflict, or a device that changed meanwhile. */
  private async settle(input: { readonly tenantId: number; readonly kind: MeasurementKind; readonly ready: readonly Ready[]; readonly written: readonly WrittenReading[]; readonly answers: ItemAnswer[]; readonly deliverer: Deliverer }): Promise<readonly { readonly index: number; readonly item: IngestItem }[]> {
    const { answers, tenantId } = input;
    const written = new Map(input.written.map((row) => [keyOf(row), row.id]));
    const rest: Ready[] = [];
    for (const each of input.ready) {
      const id = written.get(keyOf(each.row));
      if (id === undefined) rest.push(each);
      else {
        answers[each.index] = { status: 'stored', id, abnormalLevel: each.level };
        written.delete(keyOf(each.row));
      }
    }
    if (rest.length === 0) return [];
    const existing = await this.parts.database.withTenant(tenantId, (tx) => {
      const { sql, values } = findExisting(this.table(input.kind), tenantId, rest.map(({ row }) => row));
      return tx.query<WrittenReading & { readonly ordinal: number; readonly level: number; readonly [metric: string]: unknown }>(sql, values);
    }, { lane: 'alarm' });
    const known = new Map(existing.map((row) => [rest[row.ordinal], row]));
    const again: { index: number; item: IngestItem }[] = [];
    const conflicts: Aside[] = [];
    for (const each of rest) {
      const found = known.get(each);
      if (!found) {
        this.parts.contexts.dropDevice(tenantId, each.item.imei);
        again.push({ index: each.index, item: each.item });
      } else if (isSame(found, each.row)) answers[each.index] = { status: 'duplicate', id: found.id, abnormalLevel: found.level };
      else conflicts.push({ index: each.index, item: each.item, reason: 'conflict' });
    }
    if (conflicts.length > 0) {
      if (!input.deliverer.isReplay) await this.parts.database.withTenantPipelined(tenantId, [quarantineStatement(tenantId, input.deliverer, conflicts)], { lane: 'alarm' });
      for (const { index } of conflicts) answers[index] = { status: 'quarantined', reason: 'conflict' };
    }
    return again;
  }
}

/** True when a stored row says the same as a reading that came again. Figures that were derived may differ. */
function isSame(stored: { readonly [metric: string]: unknown }, row: StoredReading): boolean {
  return Object.entries(row.values).every(([metric, value]) => typeof value !== 'number' || stored[metric] === undefined || stored[metric] === null || Number(stored[metric]) === value);
}

type Contact = StoredEvent['contacts'][number];

/** Signs of life of the devices of a delivery, one each. */
function contactsOf(among: readonly { readonly item: IngestItem; readonly device: DeviceContext }[], deliverer: Deliverer, at: number): readonly Contact[] {
  const latest = new Map<number, Contact>();
  for (const { item, device } of among) latest.set(device.deviceId, [device.deviceId, at, item.battery ?? null, item.signal ?? null, item.charging ?? null, deliverer.sourceId]);
  return [...latest.values()];
}

/**
 * The key of a message that its measuring time does not identify: one with an id of its own, or without a time. Frames without a time are
 * equal only within a minute.
 */
function dedupKeyOf(item: IngestItem, deliverer: Deliverer, time: ItemTime): string | null {
  const source = deliverer.sourceId;
  if (item.messageId !== undefined) return `m|${source}|${item.messageId}`;
  if (time.quality === 'corrected') return `t|${source}|${item.imei}|${item.childImei ?? ''}|${item.dataType}|${String(item.measuredAt)}`;
  if (item.measuredAt !== undefined) return null;
  const figures = JSON.stringify(Object.entries(item.values).toSorted(([one], [other]) => one.localeCompare(other)));
  return `v|${createHash('sha256').update(`${source}|${item.imei}|${item.childImei ?? ''}|${item.dataType}|${figures}`).digest('base64url')}|${Math.floor(time.measuredAt.getTime() / 60_000)}`;
}
