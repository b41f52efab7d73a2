import { addDays, weekStartOf } from '@kangmai/domain';
import { dutyType, type shift } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import type { Notify } from '../notices/public.ts';

type ShiftRow = Pick<
  Row<typeof shift>,
  'id' | 'user' | 'workDate' | 'dutyType' | 'endsAt' | 'startsAt' | 'state' | 'rowVersion'
>;

const link = '/jcpt/basicData/dutyPersons';

const others = (ctx: CallCtx, users: readonly (number | null)[]): readonly number[] => [
  ...new Set(users.flatMap((id) => (id === null || id === ctx.caller.userId ? [] : [id]))),
];

export async function notifyWeek(ctx: CallCtx, notify: Notify, rows: readonly ShiftRow[]): Promise<void> {
  const users = others(
    ctx,
    rows.map(({ user }) => user),
  );
  const [first] = rows;
  if (!first || users.length === 0) return;
  const from = weekStartOf(first.workDate);
  await notify(ctx, {
    purpose: 'App.RosterPublished',
    to: { users },
    params: { from, to: addDays(from, 6) },
    link: `${link}?month=${first.workDate.slice(0, 7)}`,
    key: `roster ${from} ${Math.max(...rows.map(({ id }) => id))}`,
  });
}

interface Change {
  readonly row: ShiftRow;
  readonly users: readonly (number | null)[];
  readonly isStopped?: boolean;
}

export async function notifyChange(ctx: CallCtx, notify: Notify, { row, users, isStopped }: Change): Promise<void> {
  const told = others(ctx, users);
  if (told.length === 0 || row.endsAt <= ctx.now()) return;
  const type = await ctx.repo(dutyType).find(row.dutyType);
  await notify(ctx, {
    purpose: isStopped ? 'App.ShiftStopped' : 'App.ShiftChanged',
    to: { users: told },
    params: { day: row.workDate, type: type?.name ?? '' },
    link: `${link}?month=${row.workDate.slice(0, 7)}`,
    key: `shift ${row.id} ${row.rowVersion}`,
  });
}
