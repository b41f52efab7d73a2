import { addDays, weekStartOf } from '@kangmai/domain';
import { shift, staffMember, user } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  askedDay,
  call,
  type Call,
  type CallCtx,
  recordChanges,
  type Services,
  tenantZone,
  whole,
} from '../../engine/public.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { around, collisionsOf, type DutyTypeRow, listed, lockTypes, sentenceOf } from './collisions.ts';
import { fullWeeks } from './roster-persons.ts';
import { askedId, lockRoster, placesOf, rosterStem, timesOf } from './roster.ts';
import { keyOf, requireMonday, tenantDay } from './week.ts';

type ShiftRow = Row<typeof shift>;

const mostStaff = 300;
const mostEntries = 2000;

const holderInput = { personId: askedId.nullish(), userId: askedId.nullish() };

const input = z.object({
  weekStart: askedDay,
  teamId: askedId.nullish(),
  staff: z.array(z.object(holderInput)).max(mostStaff).default([]),
  seen: z
    .array(z.object({ id: askedId, rowVersion: askedId }))
    .max(mostEntries)
    .optional(),
  entries: z
    .array(
      z.object({
        ...holderInput,
        workDate: askedDay,
        dutyTypeId: askedId,
        place: z.string().trim().max(50).nullish(),
        capacity: z.number().int().min(0).max(500).nullish(),
      }),
    )
    .max(mostEntries),
});
type Input = z.output<typeof input>;

interface Holder {
  readonly person: number | null;
  readonly user: number | null;
  readonly name: string;
  readonly unit: number | null;
}

type Named = Pick<Input['entries'][number], 'personId' | 'userId'>;

const refKey = ({ personId = null, userId = null }: Named): string => keyOf({ personId, userId });

/** The persons and accounts by their keys; those out of sight are not found. */
async function holdersOf(ctx: CallCtx, named: readonly Named[]): Promise<ReadonlyMap<string, Holder>> {
  const persons = [...new Set(named.flatMap(({ personId }) => personId ?? []))];
  const accounts = [...new Set(named.flatMap(({ personId, userId }) => (personId == null ? (userId ?? []) : [])))];
  const files = await ctx.repo(staffMember).list({ where: { id: { in: persons } }, take: persons.length });
  const users = await ctx.repo(user).list({ where: { id: { in: accounts } }, take: accounts.length });
  const own = await ctx.repo(staffMember).list({ where: { account: { in: accounts } }, take: accounts.length });
  const ofAccount = new Map(own.map((file) => [file.account, file]));
  const holders = new Map<string, Holder>();
  for (const file of files)
    holders.set(`p${file.id}`, {
      person: file.id,
      user: file.account,
      name: file.name,
      unit: file.organizationUnit,
    });
  for (const { id, fullName } of users) {
    const file = ofAccount.get(id);
    holders.set(`u${id}`, {
      person: file?.id ?? null,
      user: id,
      name: file?.name ?? fullName,
      unit: file?.organizationUnit ?? null,
    });
  }
  if (named.some((one) => !holders.has(refKey(one)))) throw invalid('person', 'ref.not-found');
  return holders;
}

const holderKey = ({ person, user: account }: Pick<Holder, 'person' | 'user'>): string =>
  keyOf({ personId: person, userId: account });

async function draftsOf(ctx: CallCtx, monday: string, holders: readonly Holder[]): Promise<readonly ShiftRow[]> {
  const rows = await ctx.repo(shift).list({
    where: { workDate: { from: monday, to: addDays(monday, 6) }, state: 'draft' },
    take: mostEntries * 2,
  });
  const keys = new Set(holders.map(holderKey));
  return rows.filter((row) => keys.has(holderKey(row)));
}

/** The newest change of somebody else in a week, of deleted rows too. */
async function newestChange(ctx: CallCtx, monday: string, holders: readonly Holder[]) {
  const persons = [0, ...holders.flatMap(({ person }) => person ?? [])];
  const accounts = [0, ...holders.flatMap((holder) => holder.user ?? [])];
  const rows = await ctx.all(
    ctx
      .from(shift, 's')
      .withDeleted('who deleted a shift meanwhile is named')
      .select(['s.id', 's.holderName', 's.workDate'])
      .select(({ fn }) => [
        fn.coalesce('s.deletedAt', 's.updatedAt', 's.createdAt').as('at'),
        fn.coalesce('s.deletedBy', 's.updatedBy', 's.createdBy').as('by'),
      ])
      .where('s.workDate', '>=', monday)
      .where('s.workDate', '<=', addDays(monday, 6))
      .where((eb) => eb.or([eb('s.person', 'in', persons), eb('s.user', 'in', accounts)]))
      .orderBy('at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(1),
  );
  return rows[0];
}

async function refuseChanged(ctx: CallCtx, monday: string, holders: readonly Holder[]): Promise<never> {
  const newest = await newestChange(ctx, monday, holders);
  const author = newest?.by == null ? undefined : await ctx.repo(user).find(newest.by);
  throw conflict('duty.week-changed', {
    who: author?.fullName ?? '—',
    name: newest?.holderName ?? '',
    day: newest?.workDate ?? monday,
  });
}

const sameRows = (drafts: readonly ShiftRow[], seen: NonNullable<Input['seen']>): boolean => {
  const known = new Map(seen.map(({ id, rowVersion }) => [id, rowVersion]));
  return drafts.length === known.size && drafts.every(({ id, rowVersion }) => known.get(id) === rowVersion);
};

const removeSql = `update shift set is_deleted = true, deleted_at = $2, deleted_by = $3, row_version = row_version + 1
  where tenant_id = $1 and id in (select unnest($4::bigint[]))`;

async function removeDrafts(ctx: CallCtx, rows: readonly ShiftRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.tx.execute(removeSql, [ctx.tenantId, ctx.now(), ctx.caller.userId, rows.map(({ id }) => id)]);
  await recordChanges(
    ctx,
    { resource: shift, kind: 'deleted' },
    rows.map((row) => ({ id: row.id, before: row as never })),
  );
}

type Planned = ReturnType<typeof plannedOf>;

interface Around {
  readonly holder: Holder;
  readonly type: DutyTypeRow;
  readonly zone: string;
  readonly team: number | null;
}

function plannedOf(entry: Input['entries'][number], { holder, type, zone, team }: Around) {
  const times = timesOf(type, entry.workDate, zone);
  return {
    workDate: entry.workDate,
    dutyType: entry.dutyTypeId,
    person: holder.person,
    user: holder.user,
    holderName: holder.name,
    organizationUnit: holder.unit,
    isLeader: false,
    leaderOn: null,
    team,
    place: entry.place ?? null,
    capacity: entry.capacity ?? placesOf(type, times),
    state: 'draft' as const,
    ...times,
  };
}

const sameKey = (row: Pick<ShiftRow, 'person' | 'user' | 'workDate' | 'dutyType' | 'place' | 'capacity'>): string =>
  [holderKey(row), row.workDate, row.dutyType, row.place ?? '', row.capacity ?? ''].join(' ');

function differenceOf(drafts: readonly ShiftRow[], planned: readonly Planned[]) {
  const free = new Map<string, ShiftRow[]>();
  for (const draft of drafts) free.set(sameKey(draft), [...(free.get(sameKey(draft)) ?? []), draft]);
  const fresh = planned.filter((row) => free.get(sameKey(row))?.pop() === undefined);
  const gone = [...free.values()].flat();
  return { fresh, gone };
}

function requireSound({ weekStart, entries }: Input): void {
  requireMonday('weekStart', weekStart);
  const last = addDays(weekStart, 6);
  if (entries.some(({ workDate }) => workDate < weekStart || workDate > last))
    throw invalid('workDate', 'duty.other-week', { from: weekStart, to: last });
}

async function planWeek(ctx: CallCtx, { entries, teamId }: Input, holders: ReadonlyMap<string, Holder>) {
  const types = await lockTypes(
    ctx,
    entries.map(({ dutyTypeId }) => dutyTypeId),
  );
  const zone = await tenantZone(ctx);
  const planned = entries.map((entry) => {
    const [holder, type] = [holders.get(refKey(entry)), types.get(entry.dutyTypeId)];
    if (!holder) throw invalid('person', 'ref.not-found');
    if (!type) throw invalid('dutyType', 'ref.not-found');
    return plannedOf(entry, { holder, type, zone, team: teamId ?? null });
  });
  return { types, planned };
}

export const saveWeek = ({ settings }: Services): Call =>
  call({
    wire: 'POST SchedulingTable/SaveWeek',
    title: '排班表：保存一周',
    permission: `${rosterStem}.Create`,
    resource: shift,
    input,
    output: z.object({ added: whole, removed: whole, warnings: z.array(z.string()) }),
    async run(ctx, asked) {
      requireSound(asked);
      const { weekStart, seen, staff, entries } = asked;
      if (weekStart < weekStartOf(await tenantDay(ctx))) throw invalid('weekStart', 'duty.past-week');
      await lockRoster(ctx);
      const holders = await holdersOf(ctx, [...staff, ...entries]);
      const meant = [...holders.values()];
      const drafts = await draftsOf(ctx, weekStart, meant);
      if (seen && !sameRows(drafts, seen)) await refuseChanged(ctx, weekStart, meant);
      const { types, planned } = await planWeek(ctx, asked, holders);
      const { fresh, gone } = differenceOf(drafts, planned);
      await removeDrafts(ctx, gone);
      const hours = await settings.number(ctx.tenantId, 'App.Duty.RestHours');
      const known = { types, hours, ...(await around(ctx, { monday: weekStart, rows: fresh })) };
      const collided = collisionsOf(fresh, known);
      const refused = collided.filter(({ collision }) => collision !== 'rest');
      if (refused.length > 0) throw conflict('duty.week-not-saved', { ...listed(ctx, refused, types) });
      if (fresh.length > 0) await ctx.rows(shift).insertAll(fresh);
      return {
        added: fresh.length,
        removed: gone.length,
        warnings: [
          ...collided.map((one) => sentenceOf(ctx, one, types)),
          ...(await fullWeeks(ctx, weekStart, known.rules)),
        ],
      };
    },
  });
