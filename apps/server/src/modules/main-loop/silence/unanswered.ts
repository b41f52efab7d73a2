import { groupBy } from '../../../platform/group-by.ts';
import {
  answerSilence,
  bookDepth,
  checkSilence,
  isToldAlready,
  unanswered,
  withoutTwins,
  type CaseBook,
  type CaseReading,
  type CaseStep,
  type MeasurementKind,
  type Unanswered,
} from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';
import { type Contexts } from '../intake/contexts.ts';
import { bodyKindsSql, bodySignSql } from './body-signs.ts';
import { loadBooks, toCaseReading, usualInterval } from '../cases/case-book.ts';
import { newestReadings } from '../cases/stored-readings.ts';
import { saveSteps } from '../cases/case-store.ts';

/** New readings of one person and kind among the newest of that kind, in measured order. */
interface Course {
  readonly clientId: number;
  readonly kind: ReadingKind;
  readonly times: ReadonlySet<number>;
}

interface SignalDue {
  readonly clientId: number;
  readonly kind: ReadingKind;
  readonly due: number;
}

const topic = 'signal.due';
const aheadMs = 10 * 60_000;
/** How far the database's clock, by which events become due, may be ahead of ours. */
const clocksApartMs = 60_000;

/** Schedules a check of alarming values of devices without a follow-up: unless one arrives, a check case opens. */
export function awaitAnswers(ctx: CallCtx, judged: ReadonlyMap<Course, readonly CaseReading[]>): void {
  for (const [{ clientId, kind, times }, course] of judged) {
    const silent = unanswered(course, usualInterval(course));
    if (silent && times.has(silent.reading.at)) emitDue(ctx, { clientId, kind, due: silent.dueAt });
  }
}

const emitDue = (ctx: CallCtx, event: SignalDue): void => ctx.emit(topic, event, new Date(event.due));

/** How a person's readings end a check opened by silence when they were followed in another order than measured. */
export function silenceSteps({ check }: CaseBook, courses: Iterable<readonly CaseReading[]>): readonly CaseStep[] {
  const steps: CaseStep[] = [];
  let current = check;
  for (const course of courses) {
    const outcome = answerSilence(current, course, usualInterval(course));
    current = outcome.check;
    steps.push(...outcome.steps);
  }
  return steps;
}

interface SilentMeasurement {
  readonly silent: Unanswered;
  readonly deviceId: number | null;
  readonly receivedAt: Date;
}

interface KindOfPersons {
  readonly kind: ReadingKind;
  readonly persons: readonly PersonContext[];
  readonly contexts: Contexts;
}

/** What is unanswered at the end of a kind's readings, including those not followed yet. */
async function findSilent(
  ctx: CallCtx,
  { kind, persons, contexts }: KindOfPersons,
): Promise<ReadonlyMap<number, SilentMeasurement>> {
  const tenant = await contexts.tenant(ctx.tenantId);
  const until = new Date(ctx.now().getTime() + aheadMs);
  const rows = await newestReadings(
    ctx,
    kind,
    persons.map(({ clientId }) => ({ clientId, until, count: bookDepth })),
  );
  const byClient = groupBy(rows, ({ clientId }) => clientId);
  return new Map(
    persons.flatMap((person) => {
      const own = (byClient.get(person.clientId) ?? []).toSorted(
        (one, other) => one.measuredAt.getTime() - other.measuredAt.getTime() || one.id - other.id,
      );
      const course = withoutTwins(
        own.map((row) =>
          toCaseReading(kind as MeasurementKind, row, {
            tenant,
            limits: contexts.limitsOf({ tenantId: ctx.tenantId, tenant, person, at: row.measuredAt.getTime() }),
          }),
        ),
      );
      const silent = unanswered(course, usualInterval(course));
      const row = own.find(({ id }) => id === silent?.reading.id);
      return silent && row
        ? [[person.clientId, { silent, deviceId: row.deviceId, receivedAt: row.receivedAt }] as const]
        : [];
    }),
  );
}

/** Readings from the quarantine do not count: they arrived when their quarantine row was settled. */
const replayedSql = `select q.id from device d join quarantined_reading q on q.tenant_id = $1 and q.imei = d.imei and q.state = 1 and q.settled_at between $3::timestamptz - interval '1 minute' and $3::timestamptz + interval '1 minute'
  where d.tenant_id = $1 and d.id = $2 limit 1`;

async function isReplayed(ctx: CallCtx, { deviceId, receivedAt }: SilentMeasurement): Promise<boolean> {
  return deviceId !== null && (await ctx.tx.one(replayedSql, [ctx.tenantId, deviceId, receivedAt])) !== undefined;
}

/** Finds a check of a device that is not worn; a second one opens only after the device was worn again. */
const toldOffSql = `select c.id from abnormal_case c join case_trace t on t.tenant_id = c.tenant_id and t.case_id = c.id
  cross join lateral jsonb_array_elements(t.trace -> 'waiting') w
  where c.tenant_id = $1 and c.client_id = $2 and c.type = 'check' and not c.is_deleted and w ->> 3 = 'off' and (w ->> 1)::bigint > coalesce(
    (select extract(epoch from max(${bodySignSql('l')})) * 1000 from reading_latest l where l.tenant_id = $1 and l.device_id = $3 and l.client_id = $2 and l.kind in (${bodyKindsSql})), 0) limit 1`;

async function isToldOff(ctx: CallCtx, clientId: number, { silent, deviceId }: SilentMeasurement): Promise<boolean> {
  return !silent.isWorn && (await ctx.tx.one(toldOffSql, [ctx.tenantId, clientId, deviceId])) !== undefined;
}

interface Judging {
  readonly kind: ReadingKind;
  readonly due: number;
  readonly book: CaseBook;
  readonly found: SilentMeasurement;
}

async function notifyStaff(
  ctx: CallCtx,
  { clientId, name, team }: PersonContext,
  { kind, due, book, found }: Judging,
): Promise<void> {
  const now = ctx.now().getTime();
  const { silent } = found;
  if (silent.dueAt > now) {
    // Not due yet, or our clock is behind the database's.
    if (silent.dueAt > due || silent.dueAt - now < clocksApartMs) emitDue(ctx, { clientId, kind, due: silent.dueAt });
    return;
  }
  if (isToldAlready(book, silent) || (await isReplayed(ctx, found)) || (await isToldOff(ctx, clientId, found))) return;
  await saveSteps(ctx, { clientId, name, team }, checkSilence(book, silent, now).steps);
}

/** Waits until no other transaction follows readings of the tenant. */
export const waitForReadings = (ctx: CallCtx): Promise<number> =>
  ctx.tx.execute("select pg_advisory_xact_lock(hashtextextended('readings', $1))", [ctx.tenantId]);

/** Follows `signal.due`: an alarming value without a valid follow-up in time opens 数据待核实. */
export const followSignals =
  (contexts: Contexts) =>
  async (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> => {
    await waitForReadings(ctx);
    for (const [kind, group] of groupBy(payloads as readonly SignalDue[], (each) => each.kind)) {
      const dues = new Map(
        group.toSorted((one, other) => one.due - other.due).map(({ clientId, due }) => [clientId, due]),
      );
      const clientIds = [...dues.keys()];
      const [books, persons] = await Promise.all([loadBooks(ctx, clientIds), loadPersons(ctx.tx, clientIds)]);
      const silences = await findSilent(ctx, { kind, persons, contexts });
      for (const person of persons) {
        const [book, found] = [books.get(person.clientId), silences.get(person.clientId)];
        if (book && found) await notifyStaff(ctx, person, { kind, due: dues.get(person.clientId) ?? 0, book, found });
      }
    }
  };
