import { addDays } from '@kangmai/domain';
import { dutyType, shift, staffMember } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import { mayTake, type RosterRule, rosterRules } from './roster-persons.ts';
import { hoursApart, isIdle, isSamePerson, type Taken, takenBetween } from './roster.ts';

export type DutyTypeRow = Row<typeof dutyType>;
type ShiftRow = Row<typeof shift>;

export type Planned = Pick<
  ShiftRow,
  | 'workDate'
  | 'dutyType'
  | 'person'
  | 'user'
  | 'holderName'
  | 'leaderOn'
  | 'organizationUnit'
  | 'kind'
  | 'startsAt'
  | 'endsAt'
>;

const words = {
  'zh-Hans': {
    disabled: '班次已停用',
    gone: '人员不在职',
    kind: '此人不能排此类别',
    overlap: '时间重叠',
    rest: '间隔不足',
    leader: '当天已有带班领导',
    colon: '：',
    semicolon: '；',
    andMore: '等',
  },
  en: {
    disabled: 'the type is disabled',
    gone: 'not in service',
    kind: 'not to be scheduled for this kind',
    overlap: 'overlaps',
    rest: 'too short a rest',
    leader: 'the day has a leader',
    colon: ': ',
    semicolon: '; ',
    andMore: ' …',
  },
} as const;
export type Collision = Exclude<keyof (typeof words)['en'], 'colon' | 'semicolon' | 'andMore'>;

const shownCollisions = 3;

/** The types of shifts, locked by one statement so that none of them is deleted meanwhile. */
export async function lockTypes(ctx: CallCtx, ids: readonly number[]): Promise<ReadonlyMap<number, DutyTypeRow>> {
  const named = [...new Set(ids)].toSorted((one, other) => one - other);
  if (named.length === 0) return new Map();
  await ctx.all(ctx.from(dutyType, 't').select(['t.id']).where('t.id', 'in', named).orderBy('t.id').forUpdate('t'));
  const found = await ctx.repo(dutyType).list({ where: { id: { in: named } }, take: named.length });
  return new Map(found.map((type) => [type.id, type]));
}

export interface Around {
  readonly taken: readonly Taken[];
  readonly leaders: ReadonlySet<string>;
  readonly types: ReadonlyMap<number, DutyTypeRow>;
  readonly members: ReadonlySet<number>;
  readonly rules: ReadonlyMap<number, RosterRule>;
  readonly hours: number;
}

const leaderKey = (day: string | null, unit: number | null): string => `${day ?? ''} ${unit ?? 0}`;

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

async function membersInService(ctx: CallCtx, rows: readonly Planned[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.flatMap(({ person }) => person ?? []))];
  const found = await ctx.repo(staffMember).list({ where: { id: { in: ids }, state: 'active' }, take: ids.length });
  return new Set(found.map(({ id }) => id));
}

export async function around(
  ctx: CallCtx,
  { monday, rows }: { readonly monday: string; readonly rows: readonly Planned[] },
): Promise<Pick<Around, 'taken' | 'leaders' | 'members' | 'rules'>> {
  return {
    taken: await takenBetween(ctx, { from: addDays(monday, -3), to: addDays(monday, 9) }),
    leaders: await leadersOf(ctx, monday),
    members: await membersInService(ctx, rows),
    rules: await rosterRules(ctx, rows),
  };
}

/** Why nobody of this kind may be put on the roster, whatever else there is. */
function refusedAs(row: Planned, known: Around): Collision | undefined {
  if (known.types.get(row.dutyType)?.isEnabled !== true) return 'disabled';
  if (row.person !== null && !known.members.has(row.person)) return 'gone';
  return mayTake(known.rules, row) ? undefined : 'kind';
}

export function collisionOf(row: Planned, others: readonly Planned[], known: Around): Collision | undefined {
  const refused = refusedAs(row, known);
  if (refused) return refused;
  if (row.leaderOn !== null && known.leaders.has(leaderKey(row.leaderOn, row.organizationUnit))) return 'leader';
  if (isIdle(row.kind)) return undefined;
  const near = [...known.taken, ...others.filter((other) => other !== row && !isIdle(other.kind))]
    .filter((other) => isSamePerson(row, other))
    .map((other) => hoursApart(row, other));
  const least = Math.min(...near);
  if (least < 0) return 'overlap';
  return least < known.hours ? 'rest' : undefined;
}

export interface Collided {
  readonly row: Planned;
  readonly collision: Collision;
}

export const collisionsOf = (rows: readonly Planned[], known: Around): readonly Collided[] =>
  rows.flatMap((row) => {
    const collision = collisionOf(row, rows, known);
    return collision ? [{ row, collision }] : [];
  });

export const sentenceOf = (
  ctx: CallCtx,
  { row, collision }: Collided,
  types: ReadonlyMap<number, Pick<DutyTypeRow, 'name'>>,
): string => {
  const said = words[ctx.caller.culture];
  const type = types.get(row.dutyType)?.name ?? '';
  return `${row.workDate} ${row.holderName ?? ''} ${type}${said.colon}${said[collision]}`;
};

export const listed = (
  ctx: CallCtx,
  collided: readonly Collided[],
  types: ReadonlyMap<number, Pick<DutyTypeRow, 'name'>>,
): { readonly count: number; readonly list: string } => ({
  count: collided.length,
  list:
    collided
      .slice(0, shownCollisions)
      .map((one) => sentenceOf(ctx, one, types))
      .join(words[ctx.caller.culture].semicolon) +
    (collided.length > shownCollisions ? words[ctx.caller.culture].andMore : ''),
});
