import { setImmediate as turn } from 'node:timers/promises';
import { storedResult, type MeasurementKind } from '@kangmai/domain';
import { judgedKinds, readingOfKind, type ReadingKind } from '@kangmai/model';
import { notReplaced, type CallCtx } from '../../../engine/public.ts';
import {
  isBarred,
  isWearerUncertain,
  loadDevices,
  loadPersons,
  measuredBy,
  wearerAt,
  type DeviceContext,
  type PersonContext,
} from '../intake/device-context.ts';
import type { Contexts, TenantContext } from '../intake/contexts.ts';
import { tableOf } from '../readings/points.ts';
import { prepareReading, type Prepared } from '../readings/prepare.ts';
import { knownChild } from '../readings/reading-row.ts';
import { insertReadings } from '../readings/statements.ts';
import { hasColumn, type StoredReading } from '../readings/reading-table.ts';
import { stranger } from '../intake/sub-devices.ts';

export interface Claim {
  readonly deviceId: number;
  readonly imei: string;
  readonly clientId: number;
  readonly slot: number;
  readonly from: string;
  readonly to: string | null;
}

interface Unowned {
  readonly id: number;
  readonly measuredAt: Date;
  readonly deviceTime: Date | null;
  readonly origin: number;
  readonly timeQuality: number;
  readonly quality: number;
  readonly slot: number;
  readonly sourceId: number | null;
  readonly remark: string | null;
  readonly childImei: string | null;
  readonly seq: number | null;
  readonly [metric: string]: unknown;
}

/** Rows of a kind that one transaction assigns; another event assigns the rest. */
const mostRows = 1000;
const turnEach = 100;
const poorContact = 2;

function unownedSql(kind: ReadingKind): string {
  const readings = tableOf(kind);
  const { table } = readings.resource;
  // Positions have neither origin nor remark.
  const kept = (column: string, otherwise: string): string =>
    hasColumn(readings, column) ? `r.${column}` : `${otherwise} as ${column}`;
  const values = readings.own.map(({ key, name }) => `, r."${name}" as "${key}"`).join('');
  return `select r.id, r.measured_at as "measuredAt", r.device_time as "deviceTime", ${kept('origin', '0')}, r.time_quality as "timeQuality", r.quality, r.slot, r.source_id as "sourceId",
      ${kept('remark', 'null')}, r.child_imei as "childImei", r.seq${values} from "${table}" r
    where r.tenant_id = $1 and r.device_id = $2 and r.slot = $3 and r.supersedes is null and r.measured_at >= $4 and r.measured_at < coalesce($5::timestamptz, 'infinity')
      and r.client_id is null and r.quality <> 4
      and ${notReplaced(readings.resource, 'r')}
    order by r.measured_at limit ${mostRows}`;
}

interface Judging {
  readonly contexts: Contexts;
  readonly tenant: TenantContext;
  readonly device: DeviceContext;
  readonly person: PersonContext;
}

const isJudged = (kind: ReadingKind): boolean => (judgedKinds as readonly string[]).includes(kind);

interface Judged {
  readonly level: number;
  readonly result: string | null;
  readonly values: StoredReading['values'];
}

/** What a row gets under the person's limits; kinds that are not judged stay unchanged. */
function judgedAgain(
  ctx: CallCtx,
  kind: ReadingKind,
  { row, judging: { contexts, tenant, device, person } }: { readonly row: Unowned; readonly judging: Judging },
): Judged {
  const values = Object.fromEntries(tableOf(kind).own.map(({ key }) => [key, row[key] ?? undefined]));
  const asStored: Judged = { level: 0, result: null, values };
  if (!isJudged(kind)) return asStored;
  const by = row.childImei === null ? device : (knownChild(device, row.childImei) ?? stranger);
  const prepared = prepareReading({
    kind: kind as MeasurementKind,
    values,
    time: row,
    zone: tenant.zone,
    datums: { given: tenant.datum, shown: tenant.datum },
    measuredBy: measuredBy(by, kind as MeasurementKind),
    place: by.typeCode === 'kiosk' ? 2 : 1,
    contact: row.quality === poorContact ? 'poor' : undefined,
    oxygenState: undefined,
    person: contexts.limitsOf({ tenantId: ctx.tenantId, tenant, person, at: row.measuredAt.getTime() }),
  });
  return 'refused' in prepared ? asStored : { ...judgementOf(prepared), values: { ...values, ...prepared.values } };
}

const judgementOf = ({ judgement }: Prepared): Pick<Judged, 'level' | 'result'> => ({
  level: judgement?.level ?? 0,
  result: storedResult(judgement),
});

/** The row that replaces one without person: judged by the person's limits, received now and thus late. */
function claimed(
  ctx: CallCtx,
  kind: ReadingKind,
  input: { readonly row: Unowned; readonly judging: Judging },
): StoredReading | undefined {
  const {
    row,
    judging: { device, person },
  } = input;
  const at = row.measuredAt.getTime();
  if (isWearerUncertain(device, at, row.slot) || wearerAt(device, at, row.slot) !== person.clientId) return undefined;
  const judged = judgedAgain(ctx, kind, input);
  if (isBarred(person, kind as MeasurementKind, judged.level)) return undefined;
  return {
    ...row,
    ...judged,
    deviceId: device.deviceId,
    deviceVersion: device.version,
    clientId: person.clientId,
    receivedAt: ctx.now(),
    operatorId: null,
    supersedes: row.id,
    dedupKey: null,
  };
}

async function claimKind(
  ctx: CallCtx,
  kind: ReadingKind,
  { claim, judging }: { readonly claim: Claim; readonly judging: Judging },
): Promise<boolean> {
  const rows = await ctx.tx.query<Unowned>(unownedSql(kind), [
    ctx.tenantId,
    claim.deviceId,
    claim.slot,
    claim.from,
    claim.to,
  ]);
  const made: StoredReading[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % turnEach === turnEach - 1) await turn();
    const reading = claimed(ctx, kind, { row, judging });
    if (reading) made.push(reading);
  }
  if (made.length === 0) return false;
  const { sql, values } = insertReadings(tableOf(kind), { tenantId: ctx.tenantId, kind, contacts: [] }, made);
  await ctx.tx.query(sql, values);
  return rows.length === mostRows;
}

/** Assigns to a person the readings of a period without wearer: each is judged again, in a row of its own. */
export async function claimStored(ctx: CallCtx, claim: Claim, contexts: Contexts): Promise<void> {
  const [[device], [person], tenant] = await Promise.all([
    loadDevices(ctx.tx, [claim.imei]),
    loadPersons(ctx.tx, [claim.clientId]),
    contexts.tenant(ctx.tenantId),
  ]);
  if (!device || !person) return;
  let isMore = false;
  for (const kind of Object.keys(readingOfKind) as ReadingKind[]) {
    if (kind !== 'location' || !person.lacks.location)
      isMore = (await claimKind(ctx, kind, { claim, judging: { contexts, tenant, device, person } })) || isMore;
  }
  if (isMore) ctx.emit('device.bound', claim);
}
