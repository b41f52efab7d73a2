import { setImmediate as turn } from 'node:timers/promises';
import { isBarred, measuredBy, type DeviceContext, type PersonContext } from './device-context.ts';
import type { ItemAnswer } from './ingest-item.ts';
import type { IngestParts } from './ingest-parts.ts';
import { prepareReading, type Refusal } from '../readings/prepare.ts';
import { place, rowOf, unpairedOf, type Placed, type Ready } from '../readings/reading-row.ts';
import { ReceiveTimes } from './receive-times.ts';
import { alarmLane, type Share, type Sorted } from './share.ts';
import { urgentLevel } from '../readings/statements.ts';
import { pairedOf } from './sub-devices.ts';

/** After so many milliseconds of judging the event loop is released: a large delivery must not delay an alarm. */
const judgedAtOnceMs = 8;

export class ShareSorter {
  private readonly parts: IngestParts;
  private readonly receiveTimes = new ReceiveTimes();
  constructor(parts: IngestParts) {
    this.parts = parts;
  }

  async sort(share: Share, devices: ReadonlyMap<string, DeviceContext>): Promise<Sorted> {
    const sorted: Sorted = { ready: [], asides: [], beats: [], alarms: [], unkept: [], devices };
    const placed: Placed[] = [];
    const unpaired = unpairedOf(share.group, devices);
    const elsewhere =
      unpaired.size === 0
        ? unpaired
        : await this.parts.database.withTenant(share.tenantId, (tx) => pairedOf(tx, [...unpaired]), alarmLane);
    for (const each of share.group) {
      const device = devices.get(each.item.imei);
      if (!device) sorted.asides.push({ ...each, reason: 'unknown_imei' });
      else if (each.item.dataType === 'event') sorted.alarms.push({ ...each, device });
      else if (each.item.dataType === 'heartbeat') sorted.beats.push({ ...each, device });
      else {
        const found = place(each, device, {
          kind: each.item.dataType,
          deliverer: share.deliverer,
          tenant: share.tenant,
          receivedAt: this.receiveTimes.next(each.item, this.parts.now()),
          elsewhere,
        });
        if ('reason' in found) sorted.asides.push(found);
        else placed.push(found);
      }
    }
    await this.judgeAll(share, placed, sorted);
    if (sorted.ready.some(({ level }) => level >= urgentLevel)) this.parts.urgentWork.begin(share.tenantId);
    return sorted;
  }

  private async judgeAll(share: Share, placed: readonly Placed[], sorted: Sorted): Promise<void> {
    const persons = await this.parts.contexts.personsOf(
      share.tenantId,
      placed.flatMap(({ clientId }) => (clientId === undefined ? [] : [clientId])),
    );
    const taken = { ...share, receivedAt: this.parts.now() };
    let began = performance.now();
    for (const each of placed) {
      if (performance.now() - began > judgedAtOnceMs) {
        await this.giveWay(share);
        began = performance.now();
      }
      const made = this.judge(each, persons, taken);
      if ('refused' in made) refuse(each, made, { sorted, answers: share.answers });
      else sorted.ready.push(made);
    }
  }

  private async giveWay({ waitsUntil }: Share): Promise<void> {
    await turn();
    await this.parts.urgentWork.idle(waitsUntil);
  }

  private judge(
    each: Placed,
    persons: ReadonlyMap<number, PersonContext>,
    { tenantId, tenant, deliverer, receivedAt }: Share & { readonly receivedAt: Date },
  ): Ready | Refusal {
    const { item, time, kind } = each;
    const by = measuredBy(each.by, kind);
    const person = each.clientId === undefined ? undefined : persons.get(each.clientId);
    const prepared = prepareReading({
      kind,
      values: item.values,
      time,
      zone: tenant.zone,
      datums: { given: deliverer.datum, shown: tenant.datum },
      measuredBy: by,
      place: each.by.typeCode === 'kiosk' ? 2 : 1,
      contact: item.contact,
      oxygenState: undefined,
      person: person && this.parts.contexts.limitsOf({ tenantId, tenant, person, at: time.measuredAt.getTime() }),
    });
    if ('refused' in prepared) return prepared;
    const row = rowOf(each, prepared, { instrument: by.instrument, deliverer, receivedAt });
    if (person && isBarred(person, kind, row.level)) return { refused: 'no_consent', field: 'consent' };
    const { index, device, clientId, childImei } = each;
    return { index, item, device, kind, time, clientId, childImei, by: each.by, row, level: row.level };
  }
}

function refuse(
  { index, item, device }: Placed,
  { refused, field }: Refusal,
  { sorted: { asides, unkept }, answers }: { readonly sorted: Sorted; readonly answers: ItemAnswer[] },
): void {
  if (refused === 'ignored') answers[index] = { status: 'ignored', reason: 'sentinel' };
  else if (refused === 'no_consent') {
    // The device was heard nevertheless: its silence must stay a sign of a fault.
    answers[index] = { status: 'ignored', reason: 'no_consent' };
    unkept.push({ index, item, device });
  } else if (refused === 'bad_format') answers[index] = { status: 'rejected', reason: 'bad_format', details: field };
  else asides.push({ index, item, reason: 'out_of_range', details: field });
}
