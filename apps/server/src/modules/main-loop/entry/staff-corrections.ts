import { visibleLength } from '@kangmai/domain';
import { client, readingOfKind, type ReadingKind } from '@kangmai/model';
import type { AnyResource } from '@kangmai/resource';
import { type CallCtx, fieldNamed, recordChanges } from '../../../engine/public.ts';
import { conflict, invalid, notAllowed, notFound } from '../../../platform/errors.ts';
import type { Contexts } from '../intake/contexts.ts';
import type { Months } from '../readings/months.ts';
import { tableOf } from '../readings/points.ts';
import { insertReadings } from '../readings/statements.ts';
import { writtenOf, type WrittenReading } from '../readings/written-readings.ts';
import type { StoredReading } from '../readings/reading-table.ts';

export interface ManualParts {
  readonly contexts: Contexts;
  readonly months: Months;
  readonly committed: (tenantId: number) => void;
}

export interface Existing extends WrittenReading {
  readonly operatorId: number | null;
  readonly origin: number;
  readonly receivedAt: Date;
  readonly quality: number;
  readonly level: number;
  readonly result: string | null;
  readonly sourceId: number | null;
  readonly deviceVersion: number | null;
  readonly [metric: string]: unknown;
}

const byHand: ReadonlySet<number> = new Set([1, 5]);
const voided = 4;
/** Lowest level at which correcting or voiding a reading needs a reason. */
const alarming = 3;
const fewest = 3;
const longest = 200;

/** The trimmed reason of a correction; undefined where none is given and none is needed. */
export function reasonOf(given: unknown, isNeeded = false): string | undefined {
  const text = typeof given === 'string' ? given.trim() : '';
  if (text === '' && !isNeeded) return undefined;
  if (text.length > longest) throw invalid('reason', 'field.too-long', { max: longest });
  if (visibleLength(text) < fewest) throw invalid('reason', 'reading.reason-short', { min: fewest });
  return text;
}

/** Whether replacing a row needs a reason: readings of devices and readings that raised an alarm do. */
export const needsReason = ({ origin, level }: Existing): boolean => !byHand.has(origin) || level >= alarming;

export interface RowAt {
  readonly id: number;
  readonly measuredAt?: Date | undefined;
}

async function storedRow(ctx: CallCtx, kind: ReadingKind, { id, measuredAt }: RowAt): Promise<Existing | undefined> {
  const own = tableOf(kind)
    .own.map(({ key, name }) => `, r."${name}" as "${key}"`)
    .join('');
  const select = `select r.id, r.device_id as "deviceId", d.row_version as "deviceVersion", r.client_id as "clientId", r.slot, r.measured_at as "measuredAt", r.operator_id as "operatorId", r.origin, r.quality, r.level, r.result,
       r.source_id as "sourceId", r.child_imei as "childImei", r.received_at as "receivedAt"${own}
     from "${readingOfKind[kind].table}" r left join device d on d.tenant_id = r.tenant_id and d.id = r.device_id where r.tenant_id = $1 and r.id = $2`;
  const typed = await ctx.tx.one<Existing>(`${select} and r.origin = any (array[1, 5])`, [ctx.tenantId, id]);
  return (
    typed ?? (measuredAt && ctx.tx.one<Existing>(`${select} and r.measured_at = $3`, [ctx.tenantId, id, measuredAt]))
  );
}

/** The present row of an id, of a person in sight: a replaced id returns its replacement. */
export async function livingRow(ctx: CallCtx, kind: ReadingKind, at: RowAt): Promise<Existing> {
  const row = await storedRow(ctx, kind, at);
  if (!row || row.clientId === null || !(await ctx.repo(client).find(row.clientId))) throw notFound('reading');
  const newer = await ctx.tx.one<{ id: number }>(
    `select id from "${readingOfKind[kind].table}" where tenant_id = $1 and measured_at = $2 and supersedes = $3`,
    [ctx.tenantId, row.measuredAt, at.id],
  );
  return newer ? livingRow(ctx, kind, { id: newer.id, measuredAt: row.measuredAt }) : row;
}

/** The present row of an id that was entered by hand: device readings are never rewritten. */
export async function correctableRow(ctx: CallCtx, kind: ReadingKind, at: RowAt): Promise<Existing> {
  const row = await livingRow(ctx, kind, at);
  if (row.quality === voided) throw conflict('reading.is-void');
  if (!byHand.has(row.origin)) throw notAllowed('reading.of-device');
  return row;
}

/** Stores one row; undefined where another one has its key. */
export async function writeReading(
  ctx: CallCtx,
  kind: ReadingKind,
  { row, parts }: { readonly row: StoredReading; readonly parts: ManualParts },
): Promise<WrittenReading | undefined> {
  const table = tableOf(kind);
  await parts.months.ensure(table.resource.table, [row.measuredAt]);
  const { sql, values } = insertReadings(table, { tenantId: ctx.tenantId, kind, contacts: [] }, [row]);
  const [written] = writtenOf(await ctx.tx.query(sql, values));
  if (written) ctx.tx.afterCommit(() => parts.committed(ctx.tenantId));
  return written;
}

const figuresOf = (kind: ReadingKind, values: { readonly [metric: string]: unknown }): Record<string, unknown> => {
  const resource: AnyResource = readingOfKind[kind];
  return Object.fromEntries(tableOf(kind).own.map(({ key }) => [fieldNamed(resource, key), values[key] ?? null]));
};

interface Replacement {
  readonly id: number;
  readonly former: Existing;
  /** Values of the new row by metric; undefined where the former one is void. */
  readonly values: StoredReading['values'] | undefined;
  readonly reason: string | undefined;
}

export async function recordReplacement(
  ctx: CallCtx,
  kind: ReadingKind,
  { id, former, values, reason }: Replacement,
): Promise<void> {
  const before = figuresOf(kind, former);
  await recordChanges(ctx, { resource: readingOfKind[kind], kind: values ? 'updated' : 'deleted' }, [
    { id, before, ...(values && { after: figuresOf(kind, values) }), ...(reason !== undefined && { reason }) },
  ]);
}

/** Voids a reading: a row without value replaces it, with its key, so that a repetition is recognised. */
export async function declareVoid(
  ctx: CallCtx,
  kind: ReadingKind,
  { former, reason, parts }: { readonly former: Existing; readonly reason: string; readonly parts: ManualParts },
): Promise<void> {
  const values = Object.fromEntries(tableOf(kind).own.map(({ key }) => [key, former[key] ?? null]));
  const row: StoredReading = {
    deviceId: former.deviceId,
    deviceVersion: former.deviceVersion,
    clientId: former.clientId,
    measuredAt: former.measuredAt,
    receivedAt: ctx.now(),
    deviceTime: null,
    origin: former.origin,
    level: 0,
    result: null,
    timeQuality: 0,
    quality: voided,
    slot: former.slot,
    sourceId: former.sourceId,
    operatorId: ctx.caller.userId,
    remark: reason,
    supersedes: former.id,
    dedupKey: null,
    childImei: former.childImei ?? null,
    values,
  };
  const written = await writeReading(ctx, kind, { row, parts });
  if (!written) throw conflict('reading.replaced-meanwhile');
  await recordReplacement(ctx, kind, { id: written.id, former, values: undefined, reason });
}

export async function voidById(
  ctx: CallCtx,
  kind: ReadingKind,
  { reason, parts, ...at }: RowAt & { readonly reason: string | undefined; readonly parts: ManualParts },
): Promise<void> {
  const former = await livingRow(ctx, kind, at);
  if (former.quality === voided) return;
  const given = reasonOf(reason, needsReason(former));
  await declareVoid(ctx, kind, { former, reason: given ?? '作废', parts });
}
