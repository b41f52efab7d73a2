import type { Statement } from '../../../platform/database/database.ts';
import { unavailable } from '../../../platform/errors.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { contactsOf, type Aside, type Deliverer, type Numbered } from './delivery.ts';
import { clockStatements, onDevices, takenBefore } from './device-clock.ts';
import type { DeviceContext } from './device-context.ts';
import { withUnknownValues, type IngestItem, type ItemAnswer } from './ingest-item.ts';
import type { IngestParts } from './ingest-parts.ts';
import { quarantineStatements } from '../quarantine/quarantine.ts';
import { keptBesides, rawFrames, rawOfReadings } from './raw-frames.ts';
import { firstsOf } from '../readings/reading-row.ts';
import { ShareSettler } from './settle-share.ts';
import { alarmLane, tableOfKind, type ByKind, type Delivery, type Share, type Sorted } from './share.ts';
import { callTime } from './skew.ts';
import { insertReadings } from '../readings/statements.ts';
import { crowdedOf, writtenOf } from '../readings/written-readings.ts';
import { RecentRepeats } from './repeats.ts';
import { ShareSorter } from './sort-share.ts';

/** True for an imei of no tenant or of another tenant. Both get the same answer. */
const isUnknown = (deliverer: Deliverer, tenantId: number | undefined): tenantId is undefined =>
  tenantId === undefined || (deliverer.tenantId !== 0 && tenantId !== deliverer.tenantId);

/** Class 22 of PostgreSQL's errors: a value invalid for its column. */
const isDataProblem = (error: unknown): boolean =>
  (error as { readonly code?: string }).code?.startsWith('22') ?? false;

/** Deliveries of at least this size wait at most this long in total for alarming readings to reach the screens. */
const largeFrom = 20;
const waitMs = 250;

/** Ingests deliveries of readings: split by tenant, judged in memory, written with one flush per tenant. */
export class Ingestion {
  private readonly parts: IngestParts;
  private readonly sorter: ShareSorter;
  private readonly settler: ShareSettler;
  private readonly repeats: RecentRepeats;
  constructor(parts: IngestParts) {
    this.parts = parts;
    this.sorter = new ShareSorter(parts);
    this.settler = new ShareSettler(parts);
    this.repeats = new RecentRepeats(() => parts.now().getTime());
  }

  /** Ingests a delivery. Every item gets its answer; items answered `stored` are committed. */
  async take(items: readonly (IngestItem | ItemAnswer)[], deliverer: Deliverer): Promise<readonly ItemAnswer[]> {
    const { urgentWork } = this.parts;
    const waitsUntil = performance.now() + (items.length >= largeFrom ? waitMs : 0);
    await urgentWork.idle(waitsUntil);
    const answers: ItemAnswer[] = items.map((item) =>
      'status' in item ? item : { status: 'rejected', reason: 'bad_format' },
    );
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
    return answers.map((answer, index) => {
      const item = items[index];
      return item === undefined || 'status' in item ? answer : withUnknownValues(answer, item);
    });
  }

  /** Quarantines unplaced items at the owner of the source (a tenant or the host) and notifies its staff of an SOS. */
  private async keepStrangers(asides: readonly Aside[], delivery: Delivery): Promise<void> {
    if (asides.length === 0) return;
    const { deliverer, answers } = delivery;
    const { tenantId } = deliverer;
    if (!deliverer.isReplay)
      await this.parts.database.withTenantPipelined(
        tenantId,
        [...quarantineStatements(tenantId, deliverer, asides), ...rawFrames(tenantId, deliverer, asides)],
        alarmLane,
      );
    for (const { index, reason } of asides) answers[index] = { status: 'quarantined', reason };
    await this.tellStrangers(tenantId, asides, delivery);
  }

  /** Notifies staff of an SOS of an unknown device. A replay sends no notice again. */
  private async tellStrangers(
    tenantId: number,
    asides: readonly Aside[],
    { deliverer, answers }: Delivery,
  ): Promise<void> {
    for (const { index, reason, item } of asides.filter(({ item: { dataType } }) => dataType === 'event')) {
      if (!deliverer.isReplay && item.values['event'] !== 'fallCancelled')
        await this.parts.strangerAlarm({ tenantId, item, deliverer });
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

  /** A value that no column can hold fails only its own item: halves the items until it is alone. */
  private async attemptApart(share: Share): Promise<readonly Numbered[]> {
    try {
      return await this.attempt(share);
    } catch (error) {
      if (!isDataProblem(error)) throw error;
      const left = share.group.filter(({ item }) => item.dataType !== 'event');
      if (left.length <= 1) {
        for (const { index } of left)
          share.answers[index] = { status: 'rejected', reason: 'bad_format', details: 'values' };
        return [];
      }
      const half = Math.ceil(left.length / 2);
      return [
        ...(await this.attemptApart({ ...share, group: left.slice(0, half) })),
        ...(await this.attemptApart({ ...share, group: left.slice(half) })),
      ];
    }
  }

  /** One transaction for a tenant's items. Returns those whose device changed meanwhile, to be retried. */
  private async attempt(share: Share): Promise<readonly Numbered[]> {
    const { tenantId, deliverer, answers } = share;
    const devices = await this.parts.contexts.devicesOf(
      tenantId,
      share.group.map(({ item }) => item.imei),
    );
    const sorted = await this.sorter.sort(share, devices);
    for (const { index, item, device } of sorted.alarms)
      answers[index] = await this.parts.alarm({
        tenantId,
        device,
        item,
        deliverer,
        calledAt: callTime(item, device, { deliverer, receivedAt: this.parts.now() }),
      });
    await this.tellStrangers(tenantId, sorted.asides, share);
    const taken = await takenBefore(sorted.ready, (kind, ready) => this.settler.existing(tenantId, kind, ready));
    for (const [{ index }, answer] of taken) answers[index] = answer;
    const byKind: ByKind = new Map(
      [
        ...groupBy(
          sorted.ready.filter((each) => !taken.has(each)),
          ({ kind }) => kind,
        ),
      ].map(([kind, ready]) => [kind, { ready, firsts: firstsOf(ready) }]),
    );
    await Promise.all(
      [...byKind].map(([kind, { ready }]) =>
        this.parts.months.ensure(
          tableOfKind(this.parts, kind).resource.table,
          ready.map(({ row }) => row.measuredAt),
        ),
      ),
    );
    const results = await this.write(share, sorted, byKind);
    for (const { index, reason, details } of sorted.asides)
      answers[index] = { status: 'quarantined', reason, ...(details !== undefined && { details }) };
    for (const { index } of sorted.beats) answers[index] = { status: 'stored' };
    const again = await Promise.all(
      [...byKind].map(([kind, group], at) =>
        this.settler.settle(share, {
          kind,
          ...group,
          written: writtenOf(results[at] ?? []),
          crowded: crowdedOf(results[at] ?? []),
        }),
      ),
    );
    noteCommands(share, devices);
    return again.flat();
  }

  /** Large deliveries are usually new: only when one of their readings exists is each row checked. */
  private async write(share: Share, sorted: Sorted, byKind: ByKind): Promise<readonly (readonly object[])[]> {
    const { sourceId } = share.deliverer;
    const rows = sorted.ready;
    const expectsNew =
      rows.length >= largeFrom && rows.every(({ row }) => row.dedupKey === null) && this.repeats.isQuiet(sourceId);
    try {
      return await this.flush({ ...share, expectsNew }, sorted, byKind);
    } catch (error) {
      if (!expectsNew || (error as { readonly code?: string }).code !== '23505') throw error;
      this.repeats.note(sourceId);
      return this.flush(share, sorted, byKind);
    }
  }

  /** In one flush. Returns the result of each statement: first those of the kinds, in their order. */
  private async flush(
    { tenantId, deliverer, group, isRetry, expectsNew }: Share,
    sorted: Sorted,
    byKind: ByKind,
  ): Promise<readonly (readonly object[])[]> {
    const { ready, asides, devices } = sorted;
    const beats = [...sorted.beats, ...sorted.unkept, ...sorted.alarms];
    const now = this.parts.now().getTime();
    const statements: Statement[] = [];
    for (const [kind, { ready: rows, firsts }] of byKind)
      statements.push(
        insertReadings(
          tableOfKind(this.parts, kind),
          { tenantId, kind, contacts: contactsOf(rows, deliverer, now), expectsNew },
          firsts.map(({ row }) => row),
        ),
      );
    for (const [kind, { firsts }] of byKind)
      statements.push(...rawOfReadings(tableOfKind(this.parts, kind), { tenantId, kind, deliverer }, firsts));
    if (asides.length > 0 && !deliverer.isReplay) statements.push(...quarantineStatements(tenantId, deliverer, asides));
    statements.push(
      ...keptBesides(tenantId, deliverer, {
        ready,
        others: isRetry ? [] : [...asides, ...sorted.beats, ...sorted.alarms],
        at: new Date(now),
      }),
    );
    if (beats.length > 0)
      statements.push({
        sql: 'insert into outbox (tenant_id, topic, payload) values ($1, $2, $3::jsonb)',
        values: [
          tenantId,
          'readings.stored',
          JSON.stringify({ readings: [], contacts: contactsOf(beats, deliverer, now) }),
        ],
      });
    const clocks = isRetry
      ? []
      : clockStatements(tenantId, onDevices(group, devices), { deliverer, receivedAt: this.parts.now() });
    statements.push(...clocks);
    const results =
      statements.length > 0 ? await this.parts.database.withTenantPipelined(tenantId, statements, alarmLane) : [];
    if (ready.length + beats.length + clocks.length > 0) this.parts.committed(tenantId);
    return results;
  }
}

/** Marks answers whose device has waiting commands, as known from the cached device. */
function noteCommands({ group, answers }: Share, devices: ReadonlyMap<string, DeviceContext>): void {
  const waiting = new Set([...devices].flatMap(([imei, { commandsWait }]) => (commandsWait ? [imei] : [])));
  if (waiting.size === 0) return;
  for (const { index, item } of group) {
    const answer = answers[index];
    if (answer && waiting.has(item.imei)) answers[index] = { ...answer, commandsWait: true };
  }
}
