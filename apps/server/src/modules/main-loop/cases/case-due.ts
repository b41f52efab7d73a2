import { randomUUID } from 'node:crypto';
import { checkDueAt, riseCheck, type CheckCase } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { loadPersons } from '../intake/device-context.ts';
import { tableOf } from '../readings/points.ts';
import { roomsOf } from './announce.ts';
import { loadBooks } from './case-book.ts';
import { saveSteps } from './case-store.ts';
import { isDue } from './due-events.ts';
import { cancelNotices } from '../notices/cancel-notices.ts';

async function isAnswered(ctx: CallCtx, clientId: number, check: CheckCase): Promise<boolean> {
  const open = [...check.waiting].filter(([, { answered }]) => !answered);
  const found = await Promise.all(
    open.map(async ([kind, { since }]) => {
      const { table } = tableOf(kind as ReadingKind).resource;
      const row = await ctx.tx.one<{ id: number }>(
        `select id from "${table}" where tenant_id = $1 and client_id = $2 and measured_at > $3 and measured_at <= $4 and quality = 0 limit 1`,
        [ctx.tenantId, clientId, new Date(since), ctx.now()],
      );
      return row !== undefined;
    }),
  );
  return found.every(Boolean);
}

interface CheckDue {
  readonly clientId: number;
}

/** Raises check cases without a new measurement. A stored one counts even if it is not processed yet. */
export async function followCheckDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  const dues = new Map((payloads as readonly CheckDue[]).map((each) => [each.clientId, each]));
  const clientIds = [...dues.keys()];
  const [books, persons] = await Promise.all([loadBooks(ctx, clientIds), loadPersons(ctx.tx, clientIds)]);
  for (const { clientId, name, team } of persons) {
    const check = books.get(clientId)?.check ?? null;
    const due = checkDueAt(check);
    if (
      !check ||
      due === null ||
      !(await isDue(ctx, 'check.due', { payload: dues.get(clientId) ?? { clientId }, due })) ||
      (await isAnswered(ctx, clientId, check))
    )
      continue;
    await saveSteps(ctx, { clientId, name, team }, riseCheck(check, Math.max(due, ctx.now().getTime())).steps);
  }
}

const closedFrom = 3;

interface MovedCase {
  readonly id: number;
  readonly clientId: number | null;
  readonly state: number;
}

export async function followMoved(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  const moved = payloads as readonly MovedCase[];
  await cancelNotices(
    ctx,
    moved.filter(({ state }) => state >= closedFrom).map(({ id }) => id),
  );
  for (const { id, clientId, state } of moved) {
    const rooms = await roomsOf(ctx, 'abnormal', clientId);
    ctx.publish({ event: 'abnormalchange', rooms, payload: { id, state }, key: randomUUID() });
  }
}
