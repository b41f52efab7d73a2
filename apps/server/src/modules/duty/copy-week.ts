import { addDays, daysBetween, weekStartOf } from '@kangmai/domain';
import { shift } from '@kangmai/model';
import { permissionsOfWrite, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { askedDay, call, type Call, type CallCtx, type Services, tenantZone, whole } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { around, collisionsOf, type DutyTypeRow, listed, lockTypes } from './collisions.ts';
import { openPlaces } from './places.ts';
import { askedId, lockRoster, rosterStem, timesOf } from './roster.ts';
import { requireMonday, shiftsOfTeam } from './week.ts';

type ShiftRow = Row<typeof shift>;
type Copy = ReturnType<typeof copyOf>;

const mostShifts = 2000;

interface Move {
  readonly days: number;
  readonly zone: string;
  readonly state: 'draft' | 'published';
}

function copyOf(row: ShiftRow, type: DutyTypeRow, { days, zone, state }: Move) {
  const workDate = addDays(row.workDate, days);
  return {
    workDate,
    dutyType: row.dutyType,
    person: row.person,
    user: row.user,
    holderName: row.holderName,
    isLeader: row.isLeader,
    leaderOn: row.isLeader ? workDate : null,
    organizationUnit: row.organizationUnit,
    phone: row.phone,
    team: row.team,
    place: row.place,
    capacity: row.capacity,
    state,
    ...timesOf(type, workDate, zone),
  };
}

interface Source {
  readonly monday: string;
  readonly teamId?: number | undefined;
  readonly userIds?: readonly number[] | undefined;
}

async function weekOf(ctx: CallCtx, { monday, teamId, userIds }: Source): Promise<readonly ShiftRow[]> {
  const rows = await ctx.repo(shift).list({
    where: {
      workDate: { from: monday, to: addDays(monday, 6) },
      state: { in: ['draft', 'published', 'finished'] },
      ...(teamId !== undefined && { id: { in: await shiftsOfTeam(ctx, monday, teamId) } }),
      ...(userIds && { user: { in: userIds } }),
    },
    sort: 'workDate',
    take: mostShifts + 1,
  });
  if (rows.length === 0) throw notAllowed('duty.week-empty', { day: monday });
  if (rows.length > mostShifts) throw notAllowed('duty.week-too-large', { most: mostShifts });
  return rows;
}

interface Asked extends Source {
  readonly to: string;
  readonly state: 'draft' | 'published';
}

/** Copies the shifts of a week with the present times of their types, or none. */
async function copyShifts(ctx: CallCtx, settings: Services['settings'], asked: Asked): Promise<readonly Copy[]> {
  const { monday, to, state } = asked;
  if (to < weekStartOf(ctx.today())) throw invalid('toMonday', 'duty.past-week');
  if (monday === to) throw invalid('toMonday', 'duty.same-week');
  await lockRoster(ctx);
  const rows = await weekOf(ctx, asked);
  const types = await lockTypes(
    ctx,
    rows.map((row) => row.dutyType),
  );
  const move = { days: daysBetween(monday, to), zone: await tenantZone(ctx), state };
  const copies = rows.flatMap((row) => {
    const type = types.get(row.dutyType);
    return type ? [copyOf(row, type, move)] : [];
  });
  const hours = await settings.number(ctx.tenantId, 'App.Duty.RestHours');
  // Drafts after a short rest are published with a reason.
  const least = state === 'draft' ? 0 : hours;
  const collided = collisionsOf(copies, { types, hours: least, ...(await around(ctx, { monday: to, rows: copies })) });
  if (collided.length > 0) throw conflict('duty.week-collides', { ...listed(ctx, collided, types) });
  return copies;
}

export const copyWeek = ({ settings }: Services): Call =>
  call({
    wire: 'POST DutyPersons/CopyWeek',
    title: '值班人员：复制一周',
    permission: permissionsOfWrite(shift, 'Create'),
    resource: shift,
    input: z.object({ fromMonday: askedDay, toMonday: askedDay }),
    output: z.object({ count: whole }),
    async run(ctx, { fromMonday, toMonday }) {
      requireMonday('fromMonday', fromMonday);
      requireMonday('toMonday', toMonday);
      const copies = await copyShifts(ctx, settings, { monday: fromMonday, to: toMonday, state: 'published' });
      const made = await ctx.rows(shift).insertAll(copies);
      await openPlaces(
        ctx,
        copies.map((copy, at) => ({ ...copy, id: made[at]?.id ?? 0 })),
      );
      return { count: copies.length };
    },
  });

export const copyWeekAsDrafts = ({ settings }: Services): Call =>
  call({
    wire: 'POST SchedulingTable/CopyWeek',
    title: '排班表：复制一周',
    permission: `${rosterStem}.Create`,
    resource: shift,
    input: z.object({
      fromWeek: askedDay,
      toWeek: askedDay,
      teamId: askedId.nullish(),
      userIds: z.array(askedId).max(300).nullish(),
    }),
    output: z.object({ count: whole }),
    async run(ctx, { fromWeek, toWeek, teamId, userIds }) {
      requireMonday('fromMonday', fromWeek);
      requireMonday('toMonday', toWeek);
      const copies = await copyShifts(ctx, settings, {
        monday: fromWeek,
        to: toWeek,
        state: 'draft',
        teamId: teamId ?? undefined,
        userIds: userIds ?? undefined,
      });
      await ctx.rows(shift).insertAll(copies);
      return { count: copies.length };
    },
  });
