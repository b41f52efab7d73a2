import {
  type AlarmLevel,
  baselineCode,
  correctCases,
  correctedMark,
  type Correction,
  type MeasurementKind,
  type QuestionedCase,
  type ReplacedReading,
} from '@kangmai/domain';
import { abnormalCase, type ReadingKind } from '@kangmai/model';
import { groupBy } from '../../../platform/group-by.ts';
import { type CallCtx, moveOf } from '../../../engine/public.ts';
import { loadPersons } from '../intake/device-context.ts';
import { tableOf } from '../readings/points.ts';
import type { Contexts, TenantContext } from '../intake/contexts.ts';
import type { StoredEvent } from '../intake/delivery.ts';
import { caseColumns, type CaseRow, toCheckCase, toOpenCase } from './case-book.ts';
import { livingCases, type LivingCases } from './case-replay.ts';
import { columnsOf } from './case-store.ts';
import { writeTrace } from './case-trace.ts';
import { loweredLadder } from './ladder-changes.ts';
import { awaitRung } from './ladder-run.ts';
import type { UpdateInput } from '@kangmai/resource';

interface Replaced extends ReplacedReading {
  readonly clientId: number;
}

interface ByDevice extends Replaced {
  readonly supersedes: number;
}

/** The replaced device readings that staff declared void. Sources correct their readings; staff can only void them. */
async function deviceVoids(ctx: CallCtx, rows: readonly ByDevice[]): Promise<ReadonlySet<number>> {
  const found = await Promise.all(
    [...groupBy(rows, ({ kind }) => kind)].map(([kind, group]) =>
      ctx.tx.query<{ supersedes: number }>(
        `select supersedes from "${tableOf(kind as ReadingKind).resource.table}" where tenant_id = $1 and measured_at = any($2::timestamptz[]) and supersedes = any($3::bigint[]) and quality = 4 and operator_id is not null`,
        [ctx.tenantId, group.map(({ at }) => new Date(at)), group.map(({ supersedes }) => supersedes)],
      ),
    ),
  );
  return new Set(found.flat().map(({ supersedes }) => supersedes));
}

async function replacedOf(ctx: CallCtx, readings: StoredEvent['readings']): Promise<readonly Replaced[]> {
  const rows = readings.flatMap(([kind, clientId, deviceId, at, , supersedes]) =>
    clientId === null || supersedes === null ? [] : [{ kind, clientId, at, supersedes, deviceId }],
  );
  const voids = await deviceVoids(
    ctx,
    rows.filter(({ deviceId }) => deviceId !== null),
  );
  return rows.map(({ kind, clientId, at, supersedes, deviceId }) => ({
    kind,
    clientId,
    at,
    isDeviceVoid: deviceId !== null && voids.has(supersedes),
  }));
}

const openSql = `select ${caseColumns} from abnormal_case c left join case_trace t on t.tenant_id = c.tenant_id and t.case_id = c.id
  where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and not c.is_deleted and c.state in (0, 1, 2) order by c.id for update of c`;

const withdrawal = moveOf(abnormalCase, 'withdraw');

/** Applies a correction: the case says why it ended or was lowered, and escalation of its former level stops. */
async function apply(ctx: CallCtx, row: CaseRow, correction: Correction): Promise<void> {
  const { id } = correction;
  const cases = ctx.repo(abnormalCase);
  const update = (values: UpdateInput<typeof abnormalCase>) => cases.update(id, values, correctedMark);
  if (correction.do === 'end') {
    await update({ state: withdrawal.to, outcome: correction.reason, nextDueAt: null });
  } else if (correction.do === 'mark') {
    await update({ level: 'notice', finding: correction.description.slice(0, 200), nextDueAt: null });
  } else if (correction.do === 'note') {
    await update({ finding: correction.description.slice(0, 200), ofVoid: 'all' });
  } else {
    const made = correction.case;
    const fell = made.level < row.level;
    const columns = columnsOf(made);
    const ladder = fell
      ? await loweredLadder(ctx, await cases.lock(id), { level: columns.level, isLate: made.late })
      : undefined;
    const next = await update({ ...columns, ...ladder });
    await writeTrace(ctx, id, made);
    if (ladder) awaitRung(ctx, next);
  }
  ctx.emit('case.moved', { id, clientId: row.clientId, state: correction.do === 'end' ? 5 : row.state });
}

/** Alarms of level 3 and 4 that include a device reading declared void by staff; later corrections do not end them. */
async function voidedAlarms(ctx: CallCtx, rows: readonly CaseRow[]): Promise<ReadonlySet<number>> {
  const alarms = rows.flatMap((row) => (row.level >= 3 && row.trace?.kind ? [{ row, kind: row.trace.kind }] : []));
  const found = await Promise.all(
    [...groupBy(alarms, ({ kind }) => kind)].map(([kind, group]) =>
      ctx.tx.query<{ id: number }>(
        `select c.id from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[]) as c(id, client_id, since, until)
     where exists (select 1 from "${tableOf(kind as ReadingKind).resource.table}" r where r.tenant_id = $1 and r.client_id = c.client_id and r.measured_at between c.since and c.until
       and r.quality = 4 and r.device_id is not null and r.operator_id is not null)`,
        [
          ctx.tenantId,
          group.map(({ row }) => row.id),
          group.map(({ row }) => row.clientId),
          group.map(({ row }) => row.startedAt),
          group.map(({ row }) => row.latestAt),
        ],
      ),
    ),
  );
  return new Set(found.flat().map(({ id }) => id));
}

/** Codes of rules over several days; single readings do not lower their cases. */
const courseCodes = ({ rules }: TenantContext): ReadonlySet<string> =>
  new Set([baselineCode, ...rules.filter(({ condition }) => condition.history !== undefined).map(({ code }) => code)]);

function questioned(row: CaseRow, courses: ReadonlySet<string>): QuestionedCase {
  const open = row.type === 'check' ? toCheckCase(row) : toOpenCase(row);
  return { ...open, id: row.id, byCourse: courses.has(open.ruleCode) };
}

const isDeviceAlarm = (row: QuestionedCase, { isOfDevice }: LivingCases): boolean =>
  row.level >= 3 &&
  row.abnormalType !== 'check' &&
  isOfDevice({ id: row.id, state: row.state, acted: true, case: { ...row, state: 0 } });

function beginnings(rows: readonly QuestionedCase[]): ReadonlyMap<MeasurementKind, number> {
  const since = new Map<MeasurementKind, number>();
  for (const { kind, fromAt } of rows)
    if (kind !== null) since.set(kind, Math.min(fromAt, since.get(kind) ?? Infinity));
  return since;
}

/** Levels of open cases of persons with replaced readings, read before the new readings are processed. */
export async function levelsBefore(
  ctx: CallCtx,
  readings: StoredEvent['readings'],
): Promise<ReadonlyMap<number, AlarmLevel>> {
  const clients = [
    ...new Set(
      readings.flatMap(([, clientId, , , , supersedes]) =>
        clientId === null || supersedes === null ? [] : [clientId],
      ),
    ),
  ];
  if (clients.length === 0) return new Map();
  const rows = await ctx.tx.query<{ id: number; level: AlarmLevel }>(
    'select id, level from abnormal_case where tenant_id = $1 and client_id = any($2::bigint[]) and not is_deleted and state in (0, 1, 2)',
    [ctx.tenantId, clients],
  );
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/** Judges open cases with corrected or void readings again. Those that began before the replay stay. */
export async function followCorrected(
  ctx: CallCtx,
  readings: StoredEvent['readings'],
  { contexts, before }: { readonly contexts: Contexts; readonly before: ReadonlyMap<number, AlarmLevel> },
): Promise<void> {
  const byClient = groupBy(await replacedOf(ctx, readings), ({ clientId }) => clientId);
  if (byClient.size === 0) return;
  const found = await ctx.tx.query<CaseRow>(openSql, [ctx.tenantId, [...byClient.keys()]]);
  const rows = groupBy(found, ({ clientId }) => clientId);
  if (rows.size === 0) return;
  const [tenant, persons, voided] = await Promise.all([
    contexts.tenant(ctx.tenantId),
    loadPersons(ctx.tx, [...rows.keys()]),
    voidedAlarms(ctx, found),
  ]);
  const courses = courseCodes(tenant);
  for (const person of persons) {
    const own = rows.get(person.clientId) ?? [];
    const open = own.map((row) => ({
      ...questioned(row, courses),
      formerLevel: before.get(row.id),
      hasDeviceVoid: voided.has(row.id),
    }));
    const living = await livingCases(ctx, { tenant, contexts, person }, beginnings(open));
    if (!living) continue;
    const judged = open.map((row) => ({ ...row, isOfDevice: isDeviceAlarm(row, living) }));
    for (const correction of correctCases({
      open: judged,
      replaced: byClient.get(person.clientId) ?? [],
      living: living.cases,
      now: ctx.now().getTime(),
    })) {
      const row = own.find(({ id }) => id === correction.id);
      if (row) await apply(ctx, row, correction);
    }
  }
}
