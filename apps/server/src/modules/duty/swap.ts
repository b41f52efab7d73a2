import { addDays } from '@kangmai/domain';
import { shift } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { z } from 'zod';
import { call, type Call, type CallCtx, recordChanges, type Services, whole } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { followHolder, type RosterParts } from './places.ts';
import { around, collisionsOf, listed, lockTypes } from './collisions.ts';
import { askedId, lockRoster, rosterStem } from './roster.ts';
import { notifyChange } from './roster-notices.ts';
import { requireOwn, shortRestRight } from './shifts.ts';

type ShiftRow = Row<typeof shift>;
type Pair = readonly [ShiftRow, ShiftRow];

async function requireSwappable(ctx: CallCtx, rows: Pair): Promise<void> {
  for (const row of rows) {
    await requireOwn(ctx, row);
    if (row.state !== 'draft' && row.state !== 'published') throw notAllowed('duty.not-swappable');
    if (row.startsAt <= ctx.now()) throw notAllowed('duty.begun');
    if (row.isLeader) throw notAllowed('duty.leader-not-swapped');
  }
}

const withHolderOf = (row: ShiftRow, { person, user, holderName, organizationUnit, phone }: ShiftRow): ShiftRow => ({
  ...row,
  person,
  user,
  holderName,
  organizationUnit,
  phone,
  swapWith: row.person,
});

/** Refuses shifts that overlap after the swap; answers those after a short rest. */
async function shortAfter(ctx: CallCtx, settings: Services['settings'], rows: Pair): Promise<ReadonlySet<number>> {
  const types = await lockTypes(
    ctx,
    rows.map((row) => row.dutyType),
  );
  const hours = await settings.number(ctx.tenantId, 'App.Duty.RestHours');
  const collided: ReturnType<typeof collisionsOf>[number][] = [];
  for (const row of rows) {
    const { taken, members, rules } = await around(ctx, { monday: addDays(row.workDate, -3), rows });
    const others = taken.filter(({ id }) => id !== rows[0].id && id !== rows[1].id);
    const known = { taken: others, members, rules, types, hours, leaders: new Set<string>() };
    collided.push(...collisionsOf(rows, known).filter((one) => one.row === row));
  }
  const refused = collided.filter(({ collision }) => collision !== 'rest');
  if (refused.length > 0) throw conflict('duty.not-swapped', { ...listed(ctx, refused, types) });
  if (collided.length > 0 && !ctx.can(shortRestRight)) throw notAllowed('duty.short-rest-right');
  return new Set(collided.map(({ row }) => (row as ShiftRow).id));
}

// Both leave the exclusion of periods before each takes the place of the other.
const leaveSql = 'update shift set is_deleted = true where tenant_id = $1 and id in ($2, $3)';
const exchangeSql = `update shift b set person_id = o.person_id, user_id = o.user_id, holder_name = o.holder_name, phone = o.phone,
    organization_unit_id = o.organization_unit_id, swap_with_id = b.person_id, is_deleted = false, updated_at = $4, updated_by = $5,
    override_reason = case when b.id = any($6::bigint[]) then $7 end, row_version = b.row_version + 1
  from shift o where b.tenant_id = $1 and o.tenant_id = $1 and ((b.id = $2 and o.id = $3) or (b.id = $3 and o.id = $2))`;

export const swapShifts = ({ settings }: Services, { notify, bookings }: RosterParts): Call =>
  call({
    wire: 'POST SchedulingTable/Swap',
    title: '排班表：换班',
    permission: `${rosterStem}.Edit`,
    resource: shift,
    input: z.object({ idA: askedId, idB: askedId, reason: z.string().trim().min(2).max(200) }),
    output: z.object({ swapped: z.array(whole) }),
    async run(ctx, { idA, idB, reason }) {
      if (idA === idB) throw invalid('swapWith', 'duty.same-shift');
      await lockRoster(ctx);
      const [first, second] = idA < idB ? [idA, idB] : [idB, idA];
      const before: Pair = [await ctx.repo(shift).lock(first), await ctx.repo(shift).lock(second)];
      await requireSwappable(ctx, before);
      const after: Pair = [withHolderOf(before[0], before[1]), withHolderOf(before[1], before[0])];
      const short = await shortAfter(ctx, settings, after);
      const ids = [first, second];
      await ctx.tx.execute(leaveSql, [ctx.tenantId, ...ids]);
      const by = [ctx.now(), ctx.caller.userId];
      await ctx.tx.execute(exchangeSql, [ctx.tenantId, ...ids, ...by, [...short], reason]);
      await recordChanges(
        ctx,
        { resource: shift, kind: 'updated' },
        before.map((row, at) => ({ id: row.id, before: row as never, after: after[at] as never, reason })),
      );
      for (const row of after) await followHolder(ctx, bookings, row);
      const users = before.map(({ user }) => user);
      for (const row of before)
        if (row.state === 'published')
          await notifyChange(ctx, notify, { row: { ...row, rowVersion: row.rowVersion + 1 }, users });
      return { swapped: ids };
    },
  });
