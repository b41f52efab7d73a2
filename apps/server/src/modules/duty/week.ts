import { addDays, localDay, startOfDay, type TimeSpan, uncovered, weekStartOf } from '@kangmai/domain';
import {
  careTeam,
  careTeamMember,
  organizationUnit,
  shift,
  shiftStates,
  staffMember,
  staffProfile,
  user,
} from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  askedDay,
  call,
  type Call,
  type CallCtx,
  codeOf,
  idsWithBelow,
  type Services,
  takenPlaces,
  tenantZone,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { hasPlaces } from './places.ts';
import { askedId, rosterStem } from './roster.ts';

const mostStaff = 300;
const mostShifts = 4000;

export const requireMonday = (field: string, day: string): void => {
  if (weekStartOf(day) !== day) throw invalid(field, 'duty.not-monday');
};

export interface Span {
  readonly monday: string;
  readonly teamId?: number | undefined;
  readonly unitId?: number | undefined;
}

interface Person {
  readonly personId: number | null;
  readonly userId: number | null;
  readonly name: string;
}

export const keyOf = ({ personId, userId }: Pick<Person, 'personId' | 'userId'>): string =>
  personId === null ? `u${userId ?? 0}` : `p${personId}`;

interface Shown {
  readonly monday: string;
  readonly teamId: number | undefined;
  readonly unitIds: readonly number[] | undefined;
  readonly people: readonly Person[];
}

const shiftsOf = (ctx: CallCtx, { monday, teamId, unitIds, people }: Shown) =>
  ctx.all(
    ctx
      .from(shift, 's')
      .select([
        's.id',
        's.rowVersion',
        's.workDate',
        's.dutyType',
        's.person',
        's.user',
        's.holderName',
        's.kind',
        's.startsAt',
        's.endsAt',
        's.workHours',
        's.state',
        's.team',
        's.place',
        's.capacity',
        's.isLeader',
        's.stopReason',
        's.overrideReason',
      ])
      .where('s.workDate', '>=', monday)
      .where('s.workDate', '<=', addDays(monday, 6))
      .$if(teamId !== undefined || unitIds !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('s.team', '=', teamId ?? 0),
            eb('s.organizationUnit', 'in', [0, ...(unitIds ?? [])]),
            eb('s.person', 'in', [0, ...people.flatMap(({ personId }) => personId ?? [])]),
            eb('s.user', 'in', [0, ...people.flatMap(({ userId }) => userId ?? [])]),
          ]),
        ),
      )
      .orderBy('s.startsAt')
      .orderBy('s.id')
      .limit(mostShifts),
  );
type ShiftOfWeek = Awaited<ReturnType<typeof shiftsOf>>[number];

async function teamAccounts(ctx: CallCtx, teamId: number): Promise<readonly Person[]> {
  return ctx.all(
    ctx
      .from(careTeamMember, 'm')
      .innerJoin(ctx.from(user, 'u').joined, 'u.id', 'm.user')
      .leftJoin(ctx.from(staffMember, 'f').joined, 'f.account', 'u.id')
      .select(['f.id as personId', 'u.id as userId', 'u.fullName as name'])
      .where('m.careTeam', '=', teamId)
      .orderBy('u.id')
      .limit(mostStaff),
  );
}

/** The shifts that the grid of a team shows: those of its members too, whatever team they are written under. */
export async function shiftsOfTeam(ctx: CallCtx, monday: string, teamId: number): Promise<readonly number[]> {
  const people = await teamAccounts(ctx, teamId);
  return (await shiftsOf(ctx, { monday, teamId, unitIds: undefined, people })).map(({ id }) => id);
}

const unitStaff = (ctx: CallCtx, unitIds: readonly number[] | undefined): Promise<readonly Person[]> =>
  ctx.all(
    ctx
      .from(staffMember, 'f')
      .select(['f.id as personId', 'f.account as userId', 'f.name'])
      .where('f.state', '=', 'active')
      .$if(unitIds !== undefined, (query) => query.where('f.organizationUnit', 'in', [...(unitIds ?? [])]))
      .orderBy('f.organizationUnit')
      .orderBy('f.position')
      .orderBy('f.id')
      .limit(mostStaff),
  );

/** Who has a staff code but no file among the staff, such as applicants who were approved. */
const otherStaff = (ctx: CallCtx): Promise<readonly Person[]> =>
  ctx.all(
    ctx
      .from(staffProfile, 'p')
      .innerJoin(ctx.from(user, 'u').joined, 'u.id', 'p.account')
      .leftJoin(ctx.from(staffMember, 'f').joined, 'f.account', 'p.account')
      .select(['f.id as personId', 'u.id as userId', 'u.fullName as name'])
      .where('p.isVoid', '=', false)
      .where('u.isActive', '=', true)
      .where('f.id', 'is', null)
      .orderBy('p.code')
      .limit(mostStaff),
  );

async function peopleOf(ctx: CallCtx, { teamId, unitIds }: Pick<Shown, 'teamId' | 'unitIds'>) {
  if (teamId !== undefined) return teamAccounts(ctx, teamId);
  const staff = await unitStaff(ctx, unitIds);
  return unitIds === undefined ? [...staff, ...(await otherStaff(ctx))].slice(0, mostStaff) : staff;
}

/** When nobody is on duty in a week, by all shifts of duty that are drafts or published. */
export async function gapsOfWeek(ctx: CallCtx, monday: string): Promise<readonly TimeSpan[]> {
  const zone = await tenantZone(ctx);
  const [begin, end] = [startOfDay(monday, zone), startOfDay(addDays(monday, 7), zone)];
  const from = Math.max(begin, ctx.now().getTime());
  if (from >= end) return [];
  const rows = await ctx.all(
    ctx
      .from(shift, 's')
      .select(['s.startsAt', 's.endsAt'])
      .where('s.workDate', '>=', addDays(monday, -2))
      .where('s.workDate', '<=', addDays(monday, 7))
      .where('s.kind', '=', 'duty')
      .where('s.state', '<>', 'stopped'),
  );
  return uncovered(
    { from, to: end },
    rows.map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), to: endsAt.getTime() })),
  );
}

const entryOutput = z.object({
  id: whole,
  rowVersion: whole,
  workDate: z.string(),
  dutyTypeId: whole,
  startTime: timestamp,
  endTime: timestamp,
  state: codeOf(shiftStates),
  teamId: whole.nullable(),
  place: z.string().nullable(),
  capacity: whole.nullable(),
  booked: whole,
  isLeader: z.boolean(),
  stopReason: z.string().nullable(),
});

export const weekOutput = z.object({
  weekStart: z.string(),
  staff: z.array(
    z.object({
      personId: whole.nullable(),
      userId: whole.nullable(),
      userName: z.string(),
      hours: z.number(),
      days: z.record(z.string(), z.array(entryOutput)),
    }),
  ),
  totals: z.array(z.object({ workDate: z.string(), dutyTypeId: whole, count: whole })),
  roundTheClock: z.boolean(),
  gaps: arrayOf(z.object({ from: timestamp, to: timestamp })),
});

const entryOf = (row: ShiftOfWeek, booked: ReadonlyMap<number, number>): z.output<typeof entryOutput> => ({
  id: row.id,
  rowVersion: row.rowVersion,
  workDate: row.workDate,
  dutyTypeId: row.dutyType,
  startTime: row.startsAt,
  endTime: row.endsAt,
  state: shiftStates.wireOf(row.state),
  teamId: row.team,
  place: row.place,
  capacity: row.capacity,
  booked: booked.get(row.id) ?? 0,
  isLeader: row.isLeader ?? false,
  stopReason: row.stopReason,
});

function totalsOf(rows: readonly ShiftOfWeek[]): z.output<typeof weekOutput>['totals'] {
  const counts = new Map<string, { workDate: string; dutyTypeId: number; count: number }>();
  for (const { workDate, dutyType, state } of rows) {
    if (state === 'stopped') continue;
    const key = `${workDate} ${dutyType}`;
    counts.set(key, { workDate, dutyTypeId: dutyType, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

function staffOf(people: readonly Person[], rows: readonly ShiftOfWeek[], booked: ReadonlyMap<number, number>) {
  const known = new Map(people.map((person) => [keyOf(person), { ...person, rows: [] as ShiftOfWeek[] }]));
  for (const row of rows) {
    const person = { personId: row.person, userId: row.user, name: row.holderName ?? '' };
    const key = keyOf(person);
    const found = known.get(key) ?? { ...person, rows: [] };
    found.rows.push(row);
    known.set(key, found);
  }
  return [...known.values()].map(({ personId, userId, name, rows: own }) => {
    const days: Record<string, z.output<typeof entryOutput>[]> = {};
    for (const row of own) (days[row.workDate] ??= []).push(entryOf(row, booked));
    const hours = own.reduce((sum, row) => sum + (row.state === 'stopped' ? 0 : (row.workHours ?? 0)), 0);
    return { personId, userId, userName: name, hours, days };
  });
}

async function unitsOf(ctx: CallCtx, unitId: number | undefined): Promise<readonly number[] | undefined> {
  if (unitId === undefined) return undefined;
  const unit = await ctx.repo(organizationUnit).find(unitId);
  if (!unit) throw invalid('organizationUnit', 'ref.not-found');
  return idsWithBelow(ctx, organizationUnit, unit as never);
}

export async function readWeek(
  ctx: CallCtx,
  { monday, teamId, unitId }: Span,
  roundTheClock: boolean,
): Promise<z.output<typeof weekOutput>> {
  if (teamId !== undefined && !(await ctx.repo(careTeam).find(teamId))) throw invalid('team', 'ref.not-found');
  const unitIds = await unitsOf(ctx, unitId);
  const people = await peopleOf(ctx, { teamId, unitIds });
  const rows = await shiftsOf(ctx, { monday, teamId, unitIds, people });
  const placed = rows.filter(hasPlaces).map(({ id }) => id);
  const booked = placed.length === 0 ? new Map<number, number>() : await takenPlaces(ctx, shift.name, placed);
  const gaps = roundTheClock ? await gapsOfWeek(ctx, monday) : [];
  return {
    weekStart: monday,
    staff: staffOf(people, rows, booked),
    totals: totalsOf(rows),
    roundTheClock,
    gaps: gaps.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  };
}

export const getWeek = ({ settings }: Services): Call =>
  call({
    wire: 'GET SchedulingTable/GetWeek',
    title: '排班表：一周',
    permission: [rosterStem, ...permissionsOfCall(shift, 'list')],
    resource: shift,
    input: z.object({ weekStart: askedDay, teamId: askedId.optional(), department: askedId.optional() }),
    output: weekOutput,
    async run(ctx, { weekStart, teamId, department }) {
      requireMonday('weekStart', weekStart);
      const isOn = await settings.flag(ctx.tenantId, 'App.Duty.RoundTheClock');
      return readWeek(ctx, { monday: weekStart, teamId, unitId: department }, isOn);
    },
  });

export const tenantDay = async (ctx: CallCtx): Promise<string> => localDay(ctx.now().getTime(), await tenantZone(ctx));
