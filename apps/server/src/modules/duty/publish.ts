import { addDays, localMinute, type TimeSpan, weekStartOf } from '@kangmai/domain';
import { shift } from '@kangmai/model';
import { rosterPaper } from '@kangmai/model/documents';
import type { Row } from '@kangmai/resource';
import { z } from 'zod';
import {
  askedDay,
  call,
  type Call,
  type CallCtx,
  moveOf,
  recordChanges,
  type Services,
  tenantZone,
  whole,
} from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { issuePaper } from '../issued-papers/public.ts';
import type { Notify } from '../notices/public.ts';
import { around, type Collided, collisionsOf, listed, lockTypes } from './collisions.ts';
import { openPlaces } from './places.ts';
import { askedId, lockRoster, rosterStem } from './roster.ts';
import { notifyWeek } from './roster-notices.ts';
import { shortRestRight } from './shifts.ts';
import { gapsOfWeek, requireMonday, shiftsOfTeam } from './week.ts';

type ShiftRow = Row<typeof shift>;

const mostShifts = 4000;
const shownGaps = 5;
const publish = moveOf(shift, 'publish');

const publishSql = `update shift b set state = '${publish.code}', override_reason = coalesce(v.reason, b.override_reason), updated_at = $2,
    updated_by = $3, row_version = b.row_version + 1
  from unnest($4::bigint[], $5::text[]) v(id, reason) where b.tenant_id = $1 and b.id = v.id and ${publish.waits('b')}`;

const clock = (at: number, zone: string): string => localMinute(at, zone).slice('2031-'.length);

async function requireCovered(ctx: CallCtx, gaps: readonly TimeSpan[]): Promise<void> {
  if (gaps.length === 0) return;
  const zone = await tenantZone(ctx);
  const list = gaps
    .slice(0, shownGaps)
    .map(({ from, to }) => `${clock(from, zone)} – ${clock(to, zone)}`)
    .join(ctx.caller.culture === 'en' ? '; ' : '；');
  throw notAllowed('duty.uncovered', { count: gaps.length, list });
}

async function shortRestsOf(ctx: CallCtx, settings: Services['settings'], drafts: readonly ShiftRow[]) {
  const types = await lockTypes(
    ctx,
    drafts.map((row) => row.dutyType),
  );
  const monday = weekStartOf(drafts[0]?.workDate ?? ctx.today());
  const own = new Set(drafts.map(({ id }) => id));
  const { taken, members, rules } = await around(ctx, { monday, rows: drafts });
  const hours = await settings.number(ctx.tenantId, 'App.Duty.RestHours');
  const others = taken.filter(({ id }) => !own.has(id));
  const collided = collisionsOf(drafts, { taken: others, members, rules, types, hours, leaders: new Set() });
  return { types, collided };
}

/** Shifts whose rest is short get the reason; without one, or without the right, nothing is published. */
async function requireReasons(
  ctx: CallCtx,
  { types, collided }: Awaited<ReturnType<typeof shortRestsOf>>,
  reason: string,
): Promise<ReadonlySet<number>> {
  const refused = collided.filter(({ collision }) => collision !== 'rest');
  if (refused.length > 0) throw conflict('duty.not-published', { ...listed(ctx, refused, types) });
  const isBare = ({ row }: Collided): boolean => !(row as ShiftRow).overrideReason;
  const bare = collided.filter(isBare);
  if (bare.length === 0) return new Set();
  if (reason === '') throw invalid('overrideReason', 'duty.short-rests', { ...listed(ctx, bare, types) });
  if (!ctx.can(shortRestRight)) throw invalid('overrideReason', 'duty.short-rest-right');
  return new Set(bare.map(({ row }) => (row as ShiftRow).id));
}

async function draftsOf(ctx: CallCtx, monday: string, teamId: number | null | undefined): Promise<readonly ShiftRow[]> {
  const rows = await ctx.repo(shift).list({
    where: {
      workDate: { from: monday, to: addDays(monday, 6) },
      state: 'draft',
      ...(teamId != null && { id: { in: await shiftsOfTeam(ctx, monday, teamId) } }),
    },
    sort: 'workDate',
    take: mostShifts,
  });
  if (rows.length === 0) throw notAllowed('duty.nothing-to-publish', { day: monday });
  return rows;
}

export const publishWeek = ({ settings }: Services, notify: Notify): Call =>
  call({
    wire: 'POST SchedulingTable/Publish',
    title: '排班表：发布一周',
    permission: `${rosterStem}.Edit`,
    resource: shift,
    input: z.object({
      weekStart: askedDay,
      teamId: askedId.nullish(),
      overrideReason: z.string().trim().max(200).nullish(),
    }),
    output: z.object({ count: whole }),
    async run(ctx, { weekStart, teamId, overrideReason }) {
      requireMonday('weekStart', weekStart);
      await lockRoster(ctx);
      const drafts = await draftsOf(ctx, weekStart, teamId);
      if (await settings.flag(ctx.tenantId, 'App.Duty.RoundTheClock'))
        await requireCovered(ctx, await gapsOfWeek(ctx, weekStart));
      const reason = overrideReason ?? '';
      const given = await requireReasons(ctx, await shortRestsOf(ctx, settings, drafts), reason);
      await ctx.tx.execute(publishSql, [
        ctx.tenantId,
        ctx.now(),
        ctx.caller.userId,
        drafts.map(({ id }) => id),
        drafts.map(({ id }) => (given.has(id) ? reason : null)),
      ]);
      await recordChanges(
        ctx,
        { resource: shift, kind: 'updated' },
        drafts.map((row) => ({
          id: row.id,
          before: row as never,
          after: { state: publish.to, ...(given.has(row.id) && { overrideReason: reason }) },
        })),
      );
      await openPlaces(ctx, drafts);
      await notifyWeek(ctx, notify, drafts);
      const row = { id: Number(weekStart.replaceAll('-', '')) };
      await issuePaper(ctx, rosterPaper, { row, reason: '发布排班' });
      return { count: drafts.length };
    },
  });
