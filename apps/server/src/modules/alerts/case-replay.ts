import { advanceAll, reconcile, replayedCases, type CaseReading, type CaseStep, type MeasurementKind, type OpenCase, type ReplayedCase, type StoredCase } from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { tableOf, type Contexts, type PersonContext, type TenantContext } from '../readings/public.ts';
import { newestReadings, toCaseReading, usualInterval } from './case-book.ts';
import type { PastCase } from './case-store.ts';

/** Of whom readings came, of which kind, measured when. */
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

/** What brings a person's cases in line with all their readings. */
export interface Replay {
  readonly steps: readonly CaseStep[];
  readonly past: readonly PastCase[];
}

/** So many readings of a kind are gone through again; what is older is taken as it comes. */
const depth = 500;
const aheadMs = 10 * 60_000;

/**
 * Persons of whom a younger reading was followed before, or an older one still waits to be followed: the order of following is not the order
 * of measurement. The newest values tell of it, which are kept behind the cases; only readings of poor contact leave no newest value and are
 * looked for themselves.
 */
export async function overtaken(ctx: CallCtx, kind: ReadingKind, fresh: readonly Fresh[]): Promise<readonly number[]> {
  const { table } = tableOf(kind).resource;
  const rows = await ctx.tx.query<{ clientId: number }>(
    `select f.client_id as "clientId" from unnest($3::bigint[], $4::timestamptz[]) as f(client_id, at)
       cross join lateral (select coalesce(max(l.measured_at), '-infinity') as at from reading_latest l where l.tenant_id = $1 and l.client_id = f.client_id and l.kind = $2) l
     where l.at > f.at
       or exists (select 1 from "${table}" r where r.tenant_id = $1 and r.client_id = f.client_id and r.measured_at > l.at and r.measured_at < f.at and r.quality not in (2, 4))
       or exists (select 1 from "${table}" r where r.tenant_id = $1 and r.client_id = f.client_id and r.measured_at > f.at and r.quality = 2)`,
    [ctx.tenantId, kind, fresh.map(({ clientId }) => clientId), fresh.map(({ times }) => new Date(Math.min(...times)))]);
  return rows.map(({ clientId }) => clientId);
}

async function allReadings(ctx: CallCtx, { tenant, contexts, person }: Judging): Promise<readonly (readonly CaseReading[])[]> {
  const until = new Date(ctx.now().getTime() + aheadMs);
  return Promise.all(judgedKinds.map(async (kind) => {
    const rows = await newestReadings(ctx, kind, [{ clientId: person.clientId, until, count: depth }]);
    const ordered = rows.toSorted((one, other) => one.measuredAt.getTime() - other.measuredAt.getTime() || one.id - other.id);
    return ordered.map((row) => toCaseReading(kind as MeasurementKind, row, { zone: tenant.zone, limits: contexts.limitsOf({ tenantId: ctx.tenantId, tenant, person, at: row.measuredAt.getTime() }) }));
  }));
}

function replayed(kinds: readonly (readonly CaseReading[])[]): readonly ReplayedCase[] {
  const intervals = new Map(kinds.flatMap((readings) => readings.map((reading, at) => [reading, usualInterval(readings.slice(Math.max(0, at - 40), at + 1))] as const)));
  const { steps, book } = advanceAll(kinds.flat().toSorted((one, other) => one.at - other.at), (reading) => intervals.get(reading) ?? 0);
  return replayedCases(steps, book);
}

const storedSql = `select id, type as "abnormalType", level, state, started_at as "from", latest_at as "to", reading_count as "countNum" from abnormal_case
  where tenant_id = $1 and client_id = $2 and not is_deleted and (state in (0, 1, 2) or latest_at >= $3) order by (state > 2), id`;

async function storedCases(ctx: CallCtx, clientId: number, since: number): Promise<readonly StoredCase[]> {
  const rows = await ctx.tx.query<Omit<StoredCase, 'fromAt' | 'toAt'> & { readonly from: Date; readonly to: Date }>(storedSql, [ctx.tenantId, clientId, new Date(since)]);
  return rows.map(({ from, to, ...row }) => ({ ...row, fromAt: from.getTime(), toAt: to.getTime() }));
}

const isOpen = ({ state }: StoredCase): boolean => state <= 2;
const recovered = 5;

/** A stored case takes the shape that all readings give it. What staff closed stays closed; what ended by itself too early is open again. */
function widen(row: StoredCase, { wanted, made, others }: { readonly wanted: ReplayedCase; readonly made: OpenCase; readonly others: readonly StoredCase[] }): readonly CaseStep[] {
  const raised = isOpen(row) && made.level > row.level;
  const { late } = wanted.case;
  const again = row.state === recovered && wanted.clearedAt === null && !others.some((other) => isOpen(other) && other.abnormalType === row.abnormalType);
  if (again) return [{ do: 'reopen', id: row.id, case: made, notice: late ? 'none' : 'open' }];
  return [{ do: 'extend', case: made, raisedFrom: raised ? row.level : null, notice: raised && !late ? 'raise' : 'none' }];
}

/** An untouched slight case ends when all readings together say so. */
function endings(stored: readonly StoredCase[], wanted: readonly ReplayedCase[]): readonly CaseStep[] {
  return wanted.flatMap(({ case: made, clearedAt }): readonly CaseStep[] => {
    const row = stored.find((each) => each.state === 0 && each.level <= 2 && each.abnormalType === made.abnormalType && each.fromAt <= (clearedAt ?? 0) && made.fromAt <= each.toAt && each.toAt < (clearedAt ?? 0));
    return row && clearedAt !== null ? [{ do: 'clear', case: { ...made, id: row.id }, at: clearedAt, reason: 'normal' }] : [];
  });
}

function repairsOf(stored: readonly StoredCase[], wanted: readonly ReplayedCase[]): Replay {
  const steps: CaseStep[] = [];
  const past: PastCase[] = [];
  for (const repair of reconcile(stored, wanted)) {
    const source = wanted.find((each) => each.case.abnormalType === repair.case.abnormalType && overlap(each, repair.case));
    if (!source) continue;
    if (repair.do === 'insert' && repair.clearedAt !== null) past.push({ case: repair.case, clearedAt: repair.clearedAt });
    else if (repair.do === 'insert') steps.push({ do: 'open', case: source.case, notice: source.case.late ? 'none' : 'open' });
    else {
      const row = stored.find(({ id }) => id === repair.id);
      if (row) steps.push(...widen(row, { wanted: source, made: repair.case, others: stored }));
    }
  }
  return { steps: [...steps, ...endings(stored, wanted)], past };
}

const overlap = (one: ReplayedCase, other: { readonly fromAt: number; readonly toAt: number }): boolean => one.case.fromAt <= other.toAt && other.fromAt <= (one.clearedAt ?? one.case.toAt);

/**
 * Goes through a person's readings again in measured order and says what their cases lack. Undefined when the readings that came are older
 * than what is gone through again.
 */
export async function replayCases(ctx: CallCtx, fresh: readonly Fresh[], judging: Judging): Promise<Replay | undefined> {
  const kinds = await allReadings(ctx, judging);
  const times = fresh.flatMap((each) => [...each.times]);
  const first = Math.min(...times);
  if (kinds.some((readings) => readings.length === depth && (readings[0]?.at ?? 0) > first)) return undefined;
  const wanted = replayed(kinds).filter((each) => times.some((at) => each.case.fromAt <= at && at <= (each.clearedAt ?? each.case.toAt)));
  if (wanted.length === 0) return { steps: [], past: [] };
  return repairsOf(await storedCases(ctx, judging.person.clientId, Math.min(...wanted.map((each) => each.case.fromAt))), wanted);
}
