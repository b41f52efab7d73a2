import { confirmLevel, retestFor, type CaseBook, type CaseReading } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { queueCommand } from '../../devices/public.ts';
import type { StoredEvent } from '../intake/delivery.ts';
import { usualInterval } from './case-book.ts';

interface PersonCourse {
  readonly clientId: number;
  readonly times: ReadonlySet<number>;
}

export interface RetestInput {
  readonly readings: StoredEvent['readings'];
  readonly judged: ReadonlyMap<PersonCourse, readonly CaseReading[]>;
  readonly books: ReadonlyMap<number, CaseBook>;
}

const secondMs = 5 * 60_000;
/** One request for doubtful values within this time. */
const runMs = 60 * 60_000;

const needsRetest = (reading: CaseReading): boolean =>
  !reading.late && retestFor(reading.kind, reading.judgement, reading.by) === 'measure';

/** True for a value that nothing confirms: no confirming readings, no case of its level, no retest requested before. */
function isFirst(before: readonly CaseReading[], reading: CaseReading, book: CaseBook | undefined): boolean {
  const last = before.at(-1);
  if (last && reading.at - last.at <= runMs && needsRetest(last)) return false;
  const known = reading.finding && book?.open.get(reading.finding.abnormalType);
  if (known && known.level >= reading.judgement.level) return false;
  const run = [...before, reading];
  return reading.judgement.level === 0 || confirmLevel(run, usualInterval(run)).level < reading.judgement.level;
}

function devicesToAsk({ readings, judged, books }: RetestInput): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [{ clientId, times }, course] of judged) {
    for (const [index, reading] of course.entries()) {
      if (
        !times.has(reading.at) ||
        !needsRetest(reading) ||
        !isFirst(course.slice(0, index), reading, books.get(clientId))
      )
        continue;
      const deviceId = readings.find(
        ([kind, client, , at]) => kind === reading.kind && client === clientId && at === reading.at,
      )?.[2];
      if (deviceId) found.set(deviceId, clientId);
    }
  }
  return found;
}

const worn = `from unnest($2::bigint[], $3::bigint[]) as k(device_id, client_id) join device d on d.tenant_id = $1 and d.id = k.device_id and not d.is_deleted
  where exists (select 1 from device_binding b where b.tenant_id = $1 and b.device_id = d.id and b.client_id = k.client_id and b.relation = 0 and b.state in (1, 3) and b.unbound_at is null and not b.is_deleted)`;

interface RetestRequest {
  readonly deviceId: number;
  readonly clientId: number;
}

async function queueMeasurements(ctx: CallCtx, asked: readonly RetestRequest[]): Promise<void> {
  const rows = await ctx.tx.query<{ imei: string }>(`select distinct d.imei ${worn}`, [
    ctx.tenantId,
    asked.map(({ deviceId }) => deviceId),
    asked.map(({ clientId }) => clientId),
  ]);
  for (const { imei } of rows) await queueCommand(ctx.tx, { imei, command: 'MEASURE', reason: '异常值自动复测' });
}

/** Requests a measurement from the watch, now and in five minutes, after a first alarming or doubtful value. */
export async function askRetests(ctx: CallCtx, input: RetestInput): Promise<void> {
  const asked = [...devicesToAsk(input)].map(([deviceId, clientId]): RetestRequest => ({ deviceId, clientId }));
  if (asked.length === 0) return;
  await queueMeasurements(ctx, asked);
  for (const each of asked) ctx.emit('retest.due', each, new Date(ctx.now().getTime() + secondMs));
}

export const followRetests = (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> =>
  queueMeasurements(ctx, payloads as readonly RetestRequest[]);
