import { dictionaryEntry, dictionaryType, escortBooking, type outpatientAppointment } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { busyTimes, type CallCtx, everySight, lockSubjects, moveOf } from '../../engine/public.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { announceEscort, type Escorted } from './escort-news.ts';

type Visit = Row<typeof outpatientAppointment>;

const escortMs = 4 * 3_600_000;
const longestDepartment = 50;
const source = escortBooking.name;
const [cancel, giveUp] = [moveOf(escortBooking, 'cancel'), moveOf(escortBooking, 'giveUp')];

export const isOpenVisit = (state: Visit['state']): boolean =>
  state === 'waiting' || state === 'booked' || state === 'checkedIn';

export const liveEscortOf = (ctx: CallCtx, visit: number): Promise<Escorted | undefined> =>
  everySight(ctx)
    .repo(escortBooking)
    .list({ where: { visit }, sort: '-createdAt', take: 20 })
    .then((rows) => rows.find(({ isLive }) => isLive === true));

async function departmentOf(ctx: CallCtx, code: string): Promise<string> {
  const entry = await ctx.first(
    ctx
      .from(dictionaryEntry, 'e')
      .innerJoin(ctx.from(dictionaryType, 't').joined, 't.id', 'e.type')
      .select(['e.name'])
      .where('t.typeCode', '=', 'clinic_department')
      .where('e.code', '=', code),
  );
  return (entry?.name ?? code).slice(0, longestDepartment);
}

/** Names the escort booking in words for the visit, instead of fields that the visit does not have. */
async function asVisit<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError) || !error.reason.startsWith('occupancy.')) throw error;
    const { name, period } = error.params;
    if (name === undefined || period === undefined) throw conflict('escort.visit-at-once');
    throw conflict('escort.visit-at-once-by', { name, period });
  }
}

async function create(ctx: CallCtx, { id, client, hospital, department, startsAt, examNo }: Visit): Promise<void> {
  const word = await departmentOf(ctx, department);
  const values = { visit: id, client, hospital, department: word, startsAt, examNo, isLive: true } as const;
  await asVisit(ctx.repo(escortBooking).insert(values));
}

/** Whether an escort has no time from an instant on; nobody takes it until the transaction ends. */
async function isBusy(ctx: CallCtx, { id, client, escort }: Escorted, begins: Date): Promise<boolean> {
  if (escort === null) return false;
  const ends = new Date(begins.getTime() + escortMs);
  const time = { begins, ends, source: id };
  await lockSubjects(ctx, { source, ids: [id] }, [
    { ...time, kind: 'escort', subject: escort },
    { ...time, kind: 'escorted', subject: client },
  ]);
  const busy = await busyTimes(ctx, { kind: 'escort', subjects: [escort], from: begins, to: ends });
  return busy.some((one) => one.source !== source || one.sourceId !== id);
}

/** A later or earlier visit takes its escort along; without time the escort is free. */
async function follow(ctx: CallCtx, escort: Escorted, { visit, before }: { visit: Visit; before: Visit }) {
  const later = visit.startsAt.getTime() - before.startsAt.getTime();
  const startsAt = new Date(escort.startsAt.getTime() + later);
  const change = {
    ...(later !== 0 && { startsAt }),
    ...(visit.hospital !== before.hospital && { hospital: visit.hospital }),
    ...(visit.department !== before.department && { department: await departmentOf(ctx, visit.department) }),
    ...(later !== 0 && (await isBusy(ctx, escort, startsAt)) && { state: giveUp.to, escort: null }),
  };
  if (Object.keys(change).length === 0) return;
  announceEscort(ctx, await asVisit(ctx.repo(escortBooking).update(escort.id, change)), escort);
}

async function cancelEscort(ctx: CallCtx, escort: Escorted, reason: string): Promise<void> {
  const change = { state: cancel.to, cancelReason: reason, isLive: null } as const;
  announceEscort(ctx, await ctx.repo(escortBooking).update(escort.id, change, reason), escort);
}

/** The escort booking of a visit that has not begun, locked. */
async function openEscortOf(ctx: CallCtx, visit: number): Promise<Escorted | undefined> {
  const found = await liveEscortOf(ctx, visit);
  if (!found) return undefined;
  const row = await ctx.repo(escortBooking).lock(found.id);
  return cancel.fits(row.state ?? '') ? row : undefined;
}

export async function cancelEscortOf(asked: CallCtx, visit: number, reason: string): Promise<void> {
  const ctx = everySight(asked);
  const escort = await openEscortOf(ctx, visit);
  if (escort) await cancelEscort(ctx, escort, reason);
}

const overReasons: Partial<Record<string, string>> = { cancelled: '门诊预约已取消', noShow: '客户门诊爽约' };
const wants = (visit: Visit | undefined): boolean => visit?.needAccompany === true;

const endOf = (visit: Visit, before: Visit | undefined): string | undefined =>
  overReasons[visit.state ?? ''] ?? (wants(before) && !wants(visit) ? '门诊预约不再需要陪诊' : undefined);

/** A visit that wants an escort has one booking of it, which follows the visit until it has begun. */
export async function keepEscort(asked: CallCtx, visit: Visit, before: Visit | undefined): Promise<void> {
  const ctx = everySight(asked);
  const reason = endOf(visit, before);
  if (reason !== undefined) return cancelEscortOf(ctx, visit.id, reason);
  const begins = wants(visit) && !wants(before) && isOpenVisit(visit.state);
  if (begins && !(await liveEscortOf(ctx, visit.id))) return create(ctx, visit);
  const escort = before && (await openEscortOf(ctx, visit.id));
  if (escort) await follow(ctx, escort, { visit, before });
}
