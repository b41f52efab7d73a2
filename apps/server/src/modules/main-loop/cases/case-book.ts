import {
  bookDepth,
  caseReading,
  instrumentOf,
  isLate,
  isPast,
  localDay,
  samplingMinutes,
  twinMark,
  type CaseBook,
  type CaseReading,
  type CheckCase,
  type ClosedCase,
  type MeasuredBy,
  type MeasurementKind,
  type OpenCase,
  type ReadingInput,
  type Sample,
  type Waiting,
} from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { voidParts, type ReadingKind } from '@kangmai/model';
import type { TenantContext } from '../intake/contexts.ts';
import { tableOf } from '../readings/points.ts';
import { type PersonLimits } from '../readings/prepare.ts';
import type { StoredRow } from './stored-readings.ts';

const sheetOrigin = 5;
const manualOrigins = new Set([1, sheetOrigin]);

export const isByHand = ({ origin }: Pick<StoredRow, 'origin'>): boolean => manualOrigins.has(origin);

function numeric(kind: MeasurementKind, row: StoredRow): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const { key } of tableOf(kind as ReadingKind).own) {
    const value = row[key];
    if (typeof value === 'number') numbers[key] = value;
    else if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) numbers[key] = Number(value);
  }
  return numbers;
}

const contactOf = (quality: number): Sample['contact'] => (quality === 5 ? 'off' : quality === 2 ? 'poor' : undefined);
const code = <T extends number>(value: unknown): T | undefined =>
  typeof value === 'number' ? (value as T) : undefined;

function sampleOf(kind: MeasurementKind, row: StoredRow, by: MeasuredBy): Sample {
  return {
    kind,
    values: numeric(kind, row),
    doubtful: row.quality === 1,
    contact: contactOf(row.quality),
    motion: row.quality === 3,
    trusted: by.instrument === 'manual' || by.registered,
    symptoms: Array.isArray(row['symptom']) ? row['symptom'].map(String) : undefined,
    heartState: code<0 | 1 | 2 | 3>(row['heartState']),
    oxygenState: code<0 | 1>(row['oxygenState']),
    period: code(row['period']),
    place: row.origin === 3 || row['place'] === 2 ? 2 : 1,
  };
}

type TenantDays = Pick<TenantContext, 'zone' | 'lateHours'>;

export function toReadingInput(kind: MeasurementKind, row: StoredRow, { zone, lateHours }: TenantDays): ReadingInput {
  const by: MeasuredBy =
    isByHand(row) || row.typeCode === null
      ? { instrument: 'manual', registered: true }
      : { instrument: instrumentOf(row.typeCode, kind), registered: row.registered ?? false };
  const measuredAt = row.measuredAt.getTime();
  const receivedAt = row.receivedAt.getTime();
  const past = isPast(measuredAt, receivedAt) || row.imported || row.origin === sheetOrigin;
  const sample = sampleOf(kind, row, by);
  const twin = twinMark(kind, sample.values, {
    deviceId: row.deviceId,
    slot: row.slot,
    sourceId: row.sourceId,
    registered: by.registered,
  });
  const late = isLate(kind, { measuredAt, receivedAt, lateHours });
  return { id: row.id, sample, twin, by, measuredAt, day: localDay(measuredAt, zone), late, past };
}

export const toCaseReading = (
  kind: MeasurementKind,
  row: StoredRow,
  { limits, tenant }: { readonly limits: PersonLimits; readonly tenant: TenantDays },
): CaseReading => caseReading(toReadingInput(kind, row, tenant), limits.limits);

export const usualInterval = (readings: readonly CaseReading[]): number =>
  samplingMinutes({ measuredAt: readings.slice(-bookDepth).map(({ at }) => at) });

/** State of the case logic that is not a column of the case. */
export interface CaseTrace {
  readonly kind: MeasurementKind | null;
  readonly openedAt: number;
  readonly peakValue: number | null;
  readonly peakSeverity: number;
  readonly ruleCode: string;
  readonly noticeAt: number | null;
  readonly past?: boolean;
  readonly waiting?: readonly (readonly [
    kind: MeasurementKind,
    since: number,
    answered: boolean,
    silence?: Waiting['silence'],
  ])[];
}

export interface CaseRow {
  readonly id: number;
  readonly clientId: number;
  readonly type: OpenCase['abnormalType'];
  readonly level: OpenCase['level'];
  readonly state: number;
  readonly finding: string;
  readonly value: string | null;
  readonly normalRange: string | null;
  readonly peakValue: string | null;
  readonly startedAt: Date;
  readonly latestAt: Date;
  readonly readingCount: number;
  readonly ruleId: number | null;
  readonly ruleVersion: number | null;
  readonly sourceRow: number | null;
  readonly timeliness: number;
  readonly ofVoid: number;
  readonly handledAt: Date | null;
  readonly observeUntil: Date | null;
  readonly trace: CaseTrace | null;
}

export const caseColumns = `c.id, c.client_id as "clientId", c.type, c.level, c.state, c.finding, c.value, c.normal_range as "normalRange", c.peak_value as "peakValue", c.started_at as "startedAt", c.latest_at as "latestAt",
    c.reading_count as "readingCount", c.rule_id as "ruleId", c.rule_version as "ruleVersion", c.source_row as "sourceRow", c.timeliness, c.of_void as "ofVoid", c.handled_at as "handledAt", c.observe_until as "observeUntil", t.trace`;

const caseSql = `select ${caseColumns} from abnormal_case c left join case_trace t on t.tenant_id = c.tenant_id and t.case_id = c.id
  where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and not c.is_deleted and (c.state in (0, 1, 2) or (c.state in (3, 4) and (c.handled_at > $3 or c.observe_until is not null)) or (c.state = 5 and c.latest_at > $4))`;

const noTrace: Omit<CaseTrace, 'openedAt'> = {
  kind: null,
  peakValue: null,
  peakSeverity: 0,
  ruleCode: '',
  noticeAt: null,
};

export function toOpenCase(row: CaseRow): OpenCase {
  const { kind, openedAt, peakValue, peakSeverity, ruleCode, noticeAt, past }: CaseTrace = {
    ...noTrace,
    openedAt: row.latestAt.getTime(),
    ...row.trace,
  };
  return {
    id: row.id,
    abnormalType: row.type,
    kind,
    level: row.level,
    state: row.state as 0 | 1 | 2,
    fromAt: row.startedAt.getTime(),
    toAt: row.latestAt.getTime(),
    openedAt,
    countNum: row.readingCount,
    description: row.finding,
    valueText: row.value ?? '',
    rangeText: row.normalRange ?? '',
    peakText: row.peakValue ?? '',
    peakValue,
    peakSeverity,
    ruleCode,
    ruleId: row.ruleId,
    ruleVersion: row.ruleVersion ?? 1,
    sourceId: row.sourceRow,
    ofVoid: voidParts.read(row.ofVoid) ?? 'nothing',
    late: row.timeliness === 1,
    past,
    noticeAt,
  };
}

export const toCheckCase = (row: CaseRow): CheckCase => ({
  ...toOpenCase(row),
  abnormalType: 'check',
  waiting: new Map(
    (row.trace?.waiting ?? []).map(([kind, since, answered, silence]) => [
      kind,
      { since, answered, ...(silence && { silence }) },
    ]),
  ),
});

const reopenMs = 30 * 60_000;
/** Recovered cases older than this are loaded by a replay only. */
const endedMs = 26 * 3_600_000;

/** Open cases of persons, and closed ones that a reading may still change. Without readings. */
export async function loadBooks(ctx: CallCtx, clientIds: readonly number[]): Promise<ReadonlyMap<number, CaseBook>> {
  const rows = await ctx.tx.query<CaseRow>(caseSql, [
    ctx.tenantId,
    clientIds,
    new Date(ctx.now().getTime() - reopenMs),
    new Date(ctx.now().getTime() - endedMs),
  ]);
  return new Map(
    clientIds.map((clientId) => {
      const own = rows.filter((row) => row.clientId === clientId);
      const open = own.filter(({ state }) => state <= 2);
      const checkRow = open.find(({ type }) => type === 'check');
      const check = checkRow ? toCheckCase(checkRow) : null;
      const closed = own
        .filter(({ state }) => state === 3 || state === 4)
        .map((row): ClosedCase => ({
          id: row.id,
          abnormalType: row.type,
          level: row.level,
          closedAt: row.handledAt?.getTime() ?? 0,
          ...(row.observeUntil && { hold: { until: row.observeUntil.getTime(), case: toOpenCase(row) } }),
        }));
      return [
        clientId,
        {
          recent: new Map(),
          open: new Map(open.filter(({ type }) => type !== 'check').map((row) => [row.type, toOpenCase(row)])),
          check,
          closed,
          ended: own.filter(({ state }) => state === 5).map(toOpenCase),
        },
      ];
    }),
  );
}
