import { addDays, localDay } from '@kangmai/domain';
import { dutyType, shift, staffMember, user } from '@kangmai/model';
import { type Draft, fitsRow, type Row } from '@kangmai/resource';
import {
  askedDay,
  asSaved,
  type CallCtx,
  implement,
  type Implementation,
  type Services,
  takenPlaces,
  tenantZone,
} from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import type { Notify } from '../notices/public.ts';
import { arrangePlaces, closePlaces, followHolder, hasPlaces, type RosterParts, settleStop } from './places.ts';
import { hoursApart, isIdle, isSamePerson, lockRoster, placesOf, type Taken, takenBetween, timesOf } from './roster.ts';
import { requireRosterKind } from './roster-persons.ts';
import { notifyChange, notifyWeek } from './roster-notices.ts';

type ShiftRow = Row<typeof shift>;
type ShiftDraft = Draft<typeof shift>;

export const shortRestRight = 'Pages.Basicplatform.Duty.ShortRest';

const changed = (draft: ShiftDraft, current: ShiftRow | undefined, names: readonly (keyof ShiftDraft)[]): boolean =>
  names.some((name) => draft[name] !== undefined && draft[name] !== (current?.[name as keyof ShiftRow] ?? null));

interface Holder {
  readonly person: number | null;
  readonly user: number | null;
  readonly name: string;
  readonly unit: number | null;
}

async function holderOfFile(ctx: CallCtx, id: number, account: number | null): Promise<Holder> {
  const member = await ctx.repo(staffMember).find(id);
  if (!member) throw invalid('person', 'ref.not-found');
  if (account !== null && account !== member.account) throw invalid('user', 'duty.other-account');
  return { person: id, user: member.account, name: member.name, unit: member.organizationUnit };
}

async function holderOfAccount(ctx: CallCtx, id: number): Promise<Holder> {
  const account = await ctx.repo(user).find(id);
  if (!account) throw invalid('user', 'ref.not-found');
  const member = await ctx.repo(staffMember).first({ where: { account: id } });
  return {
    person: member?.id ?? null,
    user: id,
    name: member?.name ?? account.fullName,
    unit: member?.organizationUnit ?? null,
  };
}

interface Asked {
  readonly person: number | null;
  readonly account: number | null;
  readonly isOtherPerson: boolean;
  readonly isOtherAccount: boolean;
}

/** Whom a save means: a changed person takes the account along, a changed account its file. */
async function holderOf(ctx: CallCtx, { person, account, isOtherPerson, isOtherAccount }: Asked): Promise<Holder> {
  if (person === null && account === null) throw invalid('person', 'duty.nobody');
  if (person !== null && (isOtherPerson || account === null))
    return holderOfFile(ctx, person, isOtherAccount ? account : null);
  const holder = await holderOfAccount(ctx, Number(account));
  if (person !== null && holder.person !== person) throw invalid('user', 'duty.other-account');
  return holder;
}

async function completeHolder(ctx: CallCtx, draft: ShiftDraft, current: ShiftRow | undefined): Promise<void> {
  const isOtherPerson = changed(draft, current, ['person']);
  const isOtherAccount = changed(draft, current, ['user']);
  if (current && !isOtherPerson && !isOtherAccount) return;
  const { person = null, user: account = null, organizationUnit = null } = asSaved<ShiftDraft>(draft, current);
  const holder = await holderOf(ctx, { person, account, isOtherPerson, isOtherAccount });
  Object.assign(draft, { person: holder.person, user: holder.user, holderName: holder.name });
  if (organizationUnit === null) draft.organizationUnit = holder.unit;
}

/** Times are written when day or type change, and stay when the type changes later. */
async function completeTimes(ctx: CallCtx, draft: ShiftDraft, current: ShiftRow | undefined): Promise<void> {
  if (current && !changed(draft, current, ['workDate', 'dutyType'])) return;
  const { workDate, dutyType: typeId } = asSaved<ShiftDraft>(draft, current);
  if (!(await ctx.repo(dutyType).find(Number(typeId)))) throw invalid('dutyType', 'ref.not-found');
  const type = await ctx.repo(dutyType).lock(Number(typeId));
  const times = timesOf(type, String(workDate), await tenantZone(ctx));
  const capacity = draft.capacity ?? placesOf(type, times);
  Object.assign(draft, times, capacity !== null && { capacity });
}

const nameIn = async (ctx: CallCtx, id: number): Promise<string> => (await ctx.repo(shift).find(id))?.holderName ?? '';

async function requireOneLeader(ctx: CallCtx, draft: ShiftDraft, current: ShiftRow | undefined): Promise<void> {
  const { isLeader, workDate, organizationUnit = null } = asSaved<ShiftDraft>(draft, current);
  draft.leaderOn = isLeader ? String(workDate) : null;
  if (!isLeader) return;
  if (organizationUnit === null) throw invalid('organizationUnit', 'duty.leader-needs-unit');
  const day = String(workDate);
  const leaders = await ctx.repo(shift).list({
    where: { workDate: { from: day, to: day }, isLeader: true, organizationUnit },
    take: 2,
  });
  const other = leaders.find(({ id }) => id !== current?.id);
  if (!other) return;
  const [reason, params] = ['duty.leader-taken', { name: other.holderName ?? '', day }] as const;
  throw Object.assign(conflict(reason, params), { fields: [{ field: 'isLeader', reason, params }] });
}

interface Rest {
  readonly row: Omit<Taken, 'id'>;
  readonly day: string;
  readonly hours: number;
  readonly own: number;
}

/** A short rest needs a reason of somebody who may allow it. */
async function requireRest(ctx: CallCtx, draft: ShiftDraft, { row, day, hours, own }: Rest): Promise<void> {
  const near = await takenBetween(ctx, { from: addDays(day, -3), to: addDays(day, 3), of: row });
  const short = near
    .filter((other) => other.id !== own && isSamePerson(row, other))
    .map((other) => ({ id: other.id, apart: hoursApart(row, other) }))
    .filter(({ apart }) => apart >= 0 && apart < hours)
    .toSorted((a, b) => a.apart - b.apart)[0];
  if (!short) {
    draft.overrideReason = null;
    return;
  }
  const reason = String(draft.overrideReason ?? '').trim();
  if (reason === '')
    throw invalid('overrideReason', 'duty.short-rest', {
      name: await nameIn(ctx, short.id),
      hours,
      apart: Math.floor(short.apart * 10) / 10,
    });
  if (!ctx.can(shortRestRight)) throw invalid('overrideReason', 'duty.short-rest-right');
}

function requireKnownDay({ workDate }: ShiftDraft): void {
  if (workDate && !askedDay.safeParse(workDate).success) throw invalid('workDate', 'field.beyond-years');
}

/** Refuses to change shifts of persons out of the caller's sight; the roster itself is for everybody. */
export async function requireOwn(ctx: CallCtx, { person, user: account }: ShiftRow): Promise<void> {
  if (ctx.caller.sight.all || account === ctx.caller.userId) return;
  const seen = person === null ? account === null : await ctx.repo(staffMember).find(person);
  if (!seen) throw notAllowed('duty.out-of-sight');
}

async function requireChangeable(ctx: CallCtx, row: ShiftRow): Promise<void> {
  await requireOwn(ctx, row);
  if (!fitsRow(shift, 'edit', row)) throw notAllowed('duty.stopped');
}

/** A shift that has begun stays; one that was entered today may still be taken back. */
function requireAhead(ctx: CallCtx, { startsAt, createdAt }: ShiftRow): void {
  if (startsAt < ctx.now() && localDay(createdAt.getTime(), ctx.caller.zone) < ctx.today())
    throw notAllowed('duty.worked');
}

const ofTime = ['workDate', 'dutyType', 'person', 'user', 'overrideReason'] as const;
const decisive = [...ofTime, 'isLeader', 'organizationUnit'] as const;

/** The time that a saved shift takes of its person; undefined for a day of rest. */
function takenBy(row: ShiftDraft): Omit<Taken, 'id'> | undefined {
  const { kind, person = null, user: account = null, startsAt, endsAt } = row;
  if (isIdle(kind) || !(startsAt instanceof Date) || !(endsAt instanceof Date)) return undefined;
  return { person, user: account, startsAt, endsAt };
}

const concerning = ['startsAt', 'endsAt', 'dutyType', 'user'] as const;

const differs = (row: ShiftRow, before: ShiftRow, names: readonly (keyof ShiftRow)[]): boolean =>
  names.some((name) => String(row[name]) !== String(before[name]));

async function notifySaved(ctx: CallCtx, notify: Notify, { row, before }: { row: ShiftRow; before?: ShiftRow }) {
  if (row.state !== 'published' || row.endsAt <= ctx.now()) return;
  if (!before) await notifyWeek(ctx, notify, [row]);
  else if (differs(row, before, concerning)) await notifyChange(ctx, notify, { row, users: [row.user, before.user] });
}

/** Shifts: times once by the zone of the tenant, one leader a day and unit, a rest between two shifts. */
export const shiftCode = ({ settings }: Services, { notify, bookings }: RosterParts): Implementation =>
  implement(shift, {
    lockFirst: (ctx) => lockRoster(ctx),
    async beforeSave(ctx, draft, current) {
      if (current) await requireChangeable(ctx, current);
      requireKnownDay(draft);
      if (current && !changed(draft, current, decisive)) return;
      await lockRoster(ctx);
      await completeHolder(ctx, draft, current);
      await completeTimes(ctx, draft, current);
      await requireOneLeader(ctx, draft, current);
      const saved = asSaved<ShiftDraft>(draft, current);
      const row = takenBy(saved);
      if (!row || (current && !changed(draft, current, ofTime))) return;
      await requireRosterKind(ctx, saved);
      const hours = await settings.number(ctx.tenantId, 'App.Duty.RestHours');
      await requireRest(ctx, draft, { row, day: String(saved.workDate), hours, own: current?.id ?? 0 });
    },
    async afterSave(ctx, row, before) {
      await arrangePlaces(ctx, row, before);
      if (before && row.user !== before.user) await followHolder(ctx, bookings, row);
      await notifySaved(ctx, notify, { row, ...(before && { before }) });
    },
    async beforeDelete(ctx, row) {
      await requireOwn(ctx, row);
      requireAhead(ctx, row);
      if (row.state !== 'published') return;
      if (hasPlaces(row)) await closePlaces(ctx, row);
      await notifyChange(ctx, notify, { row, users: [row.user] });
    },
    moves: {
      async stop(ctx, { row, input, change }) {
        await requireOwn(ctx, row);
        await lockRoster(ctx);
        if (hasPlaces(row)) await settleStop(ctx, bookings, { row, input });
        change.leaderOn = null;
        await notifyChange(ctx, notify, { row, users: [row.user], isStopped: true });
      },
    },
    figures: { booked: (ctx, ids) => takenPlaces(ctx, shift.name, ids) },
  });
