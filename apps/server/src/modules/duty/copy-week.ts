import { addDays, daysBetween, weekStartOf } from '@kangmai/domain';
import { dutyType, shift, staffMember } from '@kangmai/model';
import { permissionsOfWrite, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { askedDay, call, type Call, type CallCtx, type Services, whole } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { hoursApart, isSamePerson, lockRoster, rosterZone, type Taken, takenBetween, timesOf } from './roster.ts';

type ShiftRow = Row<typeof shift>;
type DutyType = Pick<Row<typeof dutyType>, 'id' | 'name' | 'kind' | 'begins' | 'ends' | 'restMinutes' | 'isEnabled'>;
type Copy = ReturnType<typeof copyOf>;

const mostShifts = 2000;
const shownCollisions = 10;

const words = {
  'zh-Hans': {
    disabled: '班次已停用',
    gone: '人员不在职',
    overlap: '时间重叠',
    rest: '间隔不足',
    leader: '当天已有带班领导',
    colon: '：',
    semicolon: '；',
  },
  en: {
    disabled: 'the type is disabled',
    gone: 'not in service',
    overlap: 'overlaps',
    rest: 'too short a rest',
    leader: 'the day has a leader',
    colon: ': ',
    semicolon: '; ',
  },
} as const;
type Collision = Exclude<keyof (typeof words)['en'], 'colon' | 'semicolon'>;

interface Move {
  readonly days: number;
  readonly zone: string;
}

function copyOf(row: ShiftRow, type: DutyType, { days, zone }: Move) {
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
    ...timesOf(type, workDate, zone),
  };
}

/** The types of shifts, locked by one statement so that none of them is deleted meanwhile. */
async function lockTypes(ctx: CallCtx, rows: readonly ShiftRow[]): Promise<ReadonlyMap<number, DutyType>> {
  const found = await ctx.all(
    ctx
      .from(dutyType, 't')
      .select(['t.id', 't.name', 't.kind', 't.begins', 't.ends', 't.restMinutes', 't.isEnabled'])
      .where('t.id', 'in', [...new Set(rows.map((row) => row.dutyType))])
      .orderBy('t.id')
      .forUpdate('t'),
  );
  return new Map(found.map((type) => [type.id, type]));
}

async function membersInService(ctx: CallCtx, rows: readonly ShiftRow[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.flatMap(({ person }) => person ?? []))];
  const found = await ctx.repo(staffMember).list({ where: { id: { in: ids }, state: 'active' }, take: ids.length });
  return new Set(found.map(({ id }) => id));
}

interface Around {
  readonly taken: readonly Taken[];
  readonly leaders: ReadonlySet<string>;
  readonly types: ReadonlyMap<number, DutyType>;
  readonly members: ReadonlySet<number>;
  readonly hours: number;
}

const leaderKey = (day: string | null, unit: number | null): string => `${day ?? ''} ${unit ?? 0}`;

function collisionOf(copy: Copy, others: readonly Copy[], around: Around): Collision | undefined {
  if (around.types.get(copy.dutyType)?.isEnabled !== true) return 'disabled';
  if (copy.person !== null && !around.members.has(copy.person)) return 'gone';
  if (copy.leaderOn !== null && around.leaders.has(leaderKey(copy.leaderOn, copy.organizationUnit))) return 'leader';
  if (copy.kind === 'rest') return undefined;
  const near = [...around.taken, ...others.filter((other) => other !== copy && other.kind !== 'rest')]
    .filter((other) => isSamePerson(copy, other))
    .map((other) => hoursApart(copy, other));
  const least = Math.min(...near);
  if (least < 0) return 'overlap';
  return least < around.hours ? 'rest' : undefined;
}

function requireNoCollision(ctx: CallCtx, copies: readonly Copy[], around: Around): void {
  const said = words[ctx.caller.culture];
  const collisions = copies.flatMap((copy) => {
    const collision = collisionOf(copy, copies, around);
    const type = around.types.get(copy.dutyType)?.name ?? '';
    return collision ? [`${copy.workDate} ${copy.holderName ?? ''} ${type}${said.colon}${said[collision]}`] : [];
  });
  if (collisions.length === 0) return;
  const list = collisions.slice(0, shownCollisions).join(said.semicolon);
  throw conflict('duty.week-collides', { count: collisions.length, list });
}

async function leadersOf(ctx: CallCtx, monday: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.all(
    ctx
      .from(shift, 's')
      .select(['s.leaderOn', 's.organizationUnit'])
      .where('s.leaderOn', '>=', monday)
      .where('s.leaderOn', '<=', addDays(monday, 6)),
  );
  return new Set(rows.map(({ leaderOn, organizationUnit }) => leaderKey(leaderOn, organizationUnit)));
}

const requireMonday = (field: string, day: string): void => {
  if (weekStartOf(day) !== day) throw invalid(field, 'duty.not-monday');
};

async function weekOf(ctx: CallCtx, monday: string): Promise<readonly ShiftRow[]> {
  const rows = await ctx.repo(shift).list({
    where: { workDate: { from: monday, to: addDays(monday, 6) } },
    sort: 'workDate',
    take: mostShifts + 1,
  });
  if (rows.length === 0) throw notAllowed('duty.week-empty', { day: monday });
  if (rows.length > mostShifts) throw notAllowed('duty.week-too-large', { most: mostShifts });
  return rows;
}

/** Copies all shifts of a week with the present times of their types, or none. */
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
      if (toMonday < weekStartOf(ctx.today())) throw invalid('toMonday', 'duty.past-week');
      if (fromMonday === toMonday) throw invalid('toMonday', 'duty.same-week');
      await lockRoster(ctx);
      const rows = await weekOf(ctx, fromMonday);
      const types = await lockTypes(ctx, rows);
      const move = { days: daysBetween(fromMonday, toMonday), zone: await rosterZone(ctx) };
      const copies = rows.flatMap((row) => {
        const type = types.get(row.dutyType);
        return type ? [copyOf(row, type, move)] : [];
      });
      requireNoCollision(ctx, copies, {
        types,
        taken: await takenBetween(ctx, { from: addDays(toMonday, -3), to: addDays(toMonday, 9) }),
        leaders: await leadersOf(ctx, toMonday),
        members: await membersInService(ctx, rows),
        hours: await settings.number(ctx.tenantId, 'App.Duty.RestHours'),
      });
      await ctx.rows(shift).insertAll(copies);
      return { count: copies.length };
    },
  });
