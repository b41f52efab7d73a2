import {
  byMeasurement,
  casesOfReadings,
  isSupported,
  reconcile,
  replayReadings,
  takesFrom,
  withoutTwins,
  type CaseReading,
  type CaseState,
  type MeasurementKind,
  type Repairs,
  type ReplayDelta,
  type ReplayedCase,
  type StaffClosing,
  type StoredCase,
} from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { tableOf } from '../readings/points.ts';
import { type Contexts, type TenantContext } from '../intake/contexts.ts';
import { type PersonContext } from '../intake/device-context.ts';
import { caseColumns, isByHand, toCaseReading, toCheckCase, toOpenCase, type CaseRow } from './case-book.ts';
import { followedReadings } from './stored-readings.ts';
import { withdrawnOutcome } from './case-store.ts';

export interface Fresh {
  readonly clientId: number;
  readonly kind: ReadingKind;
  readonly times: ReadonlySet<number>;
}

interface Judging {
  readonly tenant: TenantContext;
  readonly contexts: Contexts;
  readonly person: PersonContext;
}

/** Readings of a kind that a replay reads: one day at one per minute. */
const depth = 1500;
const aheadMs = 10 * 60_000;

export interface Overtaken {
  readonly clientId: number;
  readonly isOvertaken: boolean;
  /** A newer one of another kind was processed before, which counts where the cases are linked (`isLinked`). */
  readonly isBehindOther: boolean;
}

/** Others are looked for this far before a new reading; deliveries reach back 30 days, older imports are replayed. */
const recentMs = 40 * 24 * 3_600_000;

/**
 * Persons whose new readings are processed out of measured order. Compares with `reading_latest`, which is updated
 * after the cases. Readings of poor or no contact are read from the table; void and replaced rows are ignored.
 */
export async function overtaken(
  ctx: CallCtx,
  kind: ReadingKind,
  fresh: readonly Fresh[],
): Promise<readonly Overtaken[]> {
  if (fresh.length === 0) return [];
  const { table } = tableOf(kind).resource;
  const times = fresh.map((each) => Math.min(...each.times));
  return ctx.tx.query<Overtaken>(
    `select o.* from unnest($3::bigint[], $4::timestamptz[]) as f(client_id, at)
       cross join lateral (select coalesce(max(l.measured_at), '-infinity') as at from reading_latest l where l.tenant_id = $1 and l.client_id = f.client_id and l.kind = $2) l
       cross join lateral (select f.client_id as "clientId",
         exists (select 1 from (
             select y.reading_id as id, y.measured_at from reading_latest y where y.tenant_id = $1 and y.client_id = f.client_id and y.kind = $2 and y.measured_at >= f.at
             union all select r.id, r.measured_at from "${table}" r where r.tenant_id = $1 and r.client_id = f.client_id and r.measured_at > least(l.at, f.at) and r.measured_at between $6 and $7
               and (case when r.measured_at > f.at then r.quality in (2, 5) or (r.quality <> 4 and r.measured_at <= l.at) else r.measured_at > l.at and r.measured_at < f.at and r.quality not in (2, 4, 5) end)
           ) s where not exists (select 1 from "${table}" n where n.tenant_id = $1 and n.measured_at = s.measured_at and n.measured_at between $6 and $7 and n.supersedes = s.id)) as "isOvertaken",
         exists (select 1 from reading_latest o where o.tenant_id = $1 and o.client_id = f.client_id and o.kind = any($5::text[]) and (o.measured_at > f.at or (o.measured_at = f.at and o.kind collate "C" > $2))) as "isBehindOther") o
     where o."isOvertaken" or o."isBehindOther"`,
    [
      ctx.tenantId,
      kind,
      fresh.map(({ clientId }) => clientId),
      times.map((at) => new Date(at)),
      judgedKinds.filter((other) => other !== kind),
      new Date(Math.min(...times) - recentMs),
      new Date(Math.max(ctx.now().getTime(), ...times) + aheadMs),
    ],
  );
}

interface ValidReading {
  readonly reading: CaseReading;
  readonly byHand: boolean;
  /** Level when it was stored; limits may have changed since. */
  readonly level: number;
}

async function validReadings(
  ctx: CallCtx,
  { tenant, contexts, person }: Judging,
): Promise<readonly (readonly ValidReading[])[]> {
  const until = new Date(ctx.now().getTime() + aheadMs);
  return Promise.all(
    judgedKinds.map(async (kind) => {
      const rows = await followedReadings(ctx, kind, [{ clientId: person.clientId, until, count: depth }]);
      return rows
        .map((row): ValidReading => {
          const limits = contexts.limitsOf({ tenantId: ctx.tenantId, tenant, person, at: row.measuredAt.getTime() });
          return {
            reading: toCaseReading(kind as MeasurementKind, row, { tenant, limits }),
            byHand: isByHand(row),
            level: row.storedLevel,
          };
        })
        .toSorted((one, other) => byMeasurement(one.reading, other.reading));
    }),
  );
}

const withoutDoubles = (kinds: readonly (readonly ValidReading[])[]): readonly (readonly CaseReading[])[] =>
  kinds.map((all) => withoutTwins(all.map(({ reading }) => reading)));

const ofDevices = (kinds: readonly (readonly ValidReading[])[]): readonly (readonly ValidReading[])[] =>
  kinds.map((all) => all.filter(({ byHand }) => !byHand));

interface Window {
  readonly clientId: number;
  readonly first: number;
  readonly since: number;
}

/** Cases that a replay may only extend: staff acted on them, or its readings do not cover them. */
const actedSql = `(c.state in (1, 2, 3, 4) or c.claimed_at is not null or c.first_contact_at is not null or c.call_outcome is not null or c.outcome is not null or t.trace is null or c.of_void > 0
    or (c.type <> 'check' and t.trace->>'kind' is null) or jsonb_path_exists(t.trace, '$.waiting[*][3] ? (@ != null)') or c.started_at < $4 or exists (select 1 from case_handling h where h.tenant_id = c.tenant_id and h.case_id = c.id)) as acted`;

async function storedCases(ctx: CallCtx, { clientId, first, since }: Window): Promise<readonly StoredCase[]> {
  const rows = await ctx.tx.query<CaseRow & { readonly acted: boolean }>(
    `select ${caseColumns}, ${actedSql} from abnormal_case c left join case_trace t on t.tenant_id = c.tenant_id and t.case_id = c.id
     where c.tenant_id = $1 and c.client_id = $2 and not c.is_deleted and (c.state in (0, 1, 2) or c.latest_at >= $3) and c.outcome is distinct from $5 order by c.id`,
    [ctx.tenantId, clientId, new Date(first), new Date(since), withdrawnOutcome],
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state as CaseState,
    acted: row.acted,
    case: row.type === 'check' ? toCheckCase(row) : toOpenCase(row),
  }));
}

interface ClosingRow extends Omit<StaffClosing, 'at' | 'until'> {
  readonly clientId: number;
  readonly at: Date;
  readonly until: Date | null;
}

export async function closingsOf(
  ctx: CallCtx,
  { clientIds, since }: { readonly clientIds: readonly number[]; readonly since: number },
): Promise<ReadonlyMap<number, readonly StaffClosing[]>> {
  const rows = await ctx.tx.query<ClosingRow>(
    `select c.client_id as "clientId", h.case_id as "caseId", c.type as "abnormalType", h.level, h.handled_at as at, h.observe_until as until from abnormal_case c join case_handling h on h.tenant_id = c.tenant_id and h.case_id = c.id
     where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and c.latest_at >= $3 and h.handled_at >= $3
     union all select c.client_id, c.id, c.type, c.level, coalesce(c.updated_at, c.latest_at), null from abnormal_case c
     where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and c.state = 5 and c.outcome is not null and c.outcome <> $4 and not c.is_deleted and c.latest_at >= $3`,
    [ctx.tenantId, clientIds, new Date(since), withdrawnOutcome],
  );
  const closings = rows.map(({ at, until, ...row }) => ({ ...row, at: at.getTime(), until: until?.getTime() }));
  return groupBy(closings, ({ clientId }) => clientId);
}

export interface LivingCases {
  readonly cases: readonly ReplayedCase[];
  /** Whether device readings support an open case at its level, by today's limits or by those when they were stored. */
  readonly isOfDevice: (row: StoredCase) => boolean;
}

/** The cases of a person's valid readings; undefined when there are more since `since` than a replay reads. */
export async function livingCases(
  ctx: CallCtx,
  judging: Judging,
  since: ReadonlyMap<MeasurementKind, number>,
): Promise<LivingCases | undefined> {
  const living = await validReadings(ctx, judging);
  const kinds = withoutDoubles(living);
  const isShort = kinds.some(
    ([first, ...more]) =>
      first !== undefined && more.length + 1 === depth && first.at > (since.get(first.kind) ?? Infinity),
  );
  if (isShort) return undefined;
  const from = Math.min(ctx.now().getTime(), ...kinds.flatMap(([first]) => first?.at ?? []));
  const { clientId } = judging.person;
  const closings = (await closingsOf(ctx, { clientIds: [clientId], since: from })).get(clientId) ?? [];
  const devices = ofDevices(living);
  const isOfDevice = (row: StoredCase): boolean =>
    devices
      .flat()
      .some(
        (each) =>
          isIn(row.case, each) && each.level >= row.case.level && !each.reading.doubtful && !each.reading.blocked,
      ) || isSupported(row, casesOfReadings(withoutDoubles(devices).flat(), closings));
  return { cases: casesOfReadings(kinds.flat(), closings), isOfDevice };
}

const isAlarm = ({ acted, state, case: { abnormalType, level, late } }: StoredCase): boolean =>
  !acted && state === 0 && level >= 3 && !late && abnormalType !== 'check';

const isIn = ({ kind, fromAt, toAt }: StoredCase['case'], { reading, level }: ValidReading): boolean =>
  reading.kind === kind && fromAt <= reading.at && reading.at <= toAt && level > 0;

interface DeviceReplay {
  readonly delta: ReplayDelta;
  readonly devices: readonly (readonly ValidReading[])[];
  readonly own: ReplayDelta;
}

/** Device alarms that manual entries would reduce follow the device readings alone, and are only extended. */
function keepAlarms(
  stored: readonly StoredCase[],
  { delta, devices, own }: DeviceReplay,
): { readonly rows: readonly StoredCase[]; readonly changes: ReplayDelta } {
  const isOfDevice = (row: StoredCase): boolean => devices.flat().some((each) => isIn(row.case, each));
  const kept = new Set(
    stored.filter((row) => isAlarm(row) && !isSupported(row, delta.now) && isOfDevice(row) && !takesFrom(row, own)),
  );
  const types = new Set([...kept].map((row) => row.case.abnormalType));
  const mixed = (all: readonly ReplayedCase[], alone: readonly ReplayedCase[]): readonly ReplayedCase[] => [
    ...all.filter((each) => !types.has(each.case.abnormalType)),
    ...alone.filter((each) => types.has(each.case.abnormalType)),
  ];
  const changes = { before: mixed(delta.before, own.before), now: mixed(delta.now, own.now), news: delta.news };
  return { rows: stored.map((row) => (kept.has(row) ? { ...row, acted: true } : row)), changes };
}

const isNothing = ({ before, now }: ReplayDelta): boolean => before.length === 0 && now.length === 0;

/**
 * Replays a person's readings in measured order and returns what must change in the cases. Undefined when the new
 * readings are older than the replay. Manual entries do not end or lower an alarm of a device.
 */
export async function replayCases(
  ctx: CallCtx,
  fresh: readonly Fresh[],
  judging: Judging,
): Promise<Repairs | undefined> {
  const living = await validReadings(ctx, judging);
  const kinds = withoutDoubles(living);
  const first = Math.min(...fresh.flatMap((each) => [...each.times]));
  const since = Math.max(...kinds.map((readings) => (readings.length === depth ? (readings[0]?.at ?? 0) : 0)));
  if (since > first) return undefined;
  const { clientId } = judging.person;
  const window: Window = { clientId, first, since };
  const times = new Map<string, ReadonlySet<number>>(fresh.map((each) => [each.kind, each.times]));
  const replay = {
    isFresh: ({ kind, at }: CaseReading): boolean => times.get(kind)?.has(at) ?? false,
    closings: (await closingsOf(ctx, { clientIds: [clientId], since })).get(clientId) ?? [],
  };
  const delta = replayReadings({ ...replay, readings: kinds.flat() });
  const byHand = living.flat().some((each) => each.byHand);
  if (isNothing(delta) && !byHand) return { withdrawn: [], steps: [], past: [] };
  const stored = await storedCases(ctx, window);
  if (!byHand) return reconcile(stored, delta);
  const devices = ofDevices(living);
  const { rows, changes } = keepAlarms(stored, {
    delta,
    devices,
    own: replayReadings({ ...replay, readings: withoutDoubles(devices).flat() }),
  });
  return reconcile(rows, changes);
}
