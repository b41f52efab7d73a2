import type { AlarmLevel } from '@kangmai/domain';
import { abnormalCase, alarmLevels, client } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { announce, roomsOf } from './announce.ts';

const minute = 60_000;
/** Minutes between the rungs of a ladder after the first. */
const laterRungMinutes: Partial<Record<AlarmLevel, readonly number[]>> = { 3: [30, 60], 4: [2, 5, 10] };

function nextRung(level: AlarmLevel, step: number): number | undefined {
  const rungs = laterRungMinutes[level];
  return rungs?.[Math.min(step, rungs.length - 1)];
}

const waiting: ReadonlySet<string> = new Set(['open', 'claimed', 'inProgress']);

/** True when a case is unattended past its time. */
const isDue = ({ nextDueAt, firstContactAt, state }: Pick<Row<typeof abnormalCase>, 'nextDueAt' | 'firstContactAt' | 'state'>, now: Date): boolean =>
  nextDueAt !== null && nextDueAt <= now && firstContactAt === null && waiting.has(state);

/** A case nobody attended to climbs its ladder: a claim without proof of contact lapses, the staff hear of it again. */
async function climb(ctx: CallCtx, id: number): Promise<void> {
  const row = await ctx.repo(abnormalCase).find(id);
  if (!row || !isDue(row, ctx.now())) return;
  const level = Number(alarmLevels.wireOf(row.level)) as AlarmLevel;
  const minutes = nextRung(level, row.escalationStep);
  const nextDueAt = minutes === undefined ? null : new Date(ctx.now().getTime() + minutes * minute);
  await ctx.repo(abnormalCase).update(id, { state: 'open', claimedAt: null, handledBy: null, escalationStep: row.escalationStep + 1, nextDueAt });
  if (nextDueAt) ctx.emit('case.due', { id }, nextDueAt);
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  await announce(ctx, { caseId: id, clientId: row.client, name: person?.name ?? '未绑定设备', finding: row.finding, level, at: row.latestAt, kind: 'repeat' });
}

/** Follows `case.due`. */
export async function followDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id } of payloads as readonly { readonly id: number }[]) await climb(ctx, id);
}

/** Follows `case.moved`: open lists and bells refresh. */
export async function followMoved(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id, clientId, state } of payloads as readonly { readonly id: number; readonly clientId: number | null; readonly state: number }[]) {
    const rooms = await roomsOf(ctx, 'abnormal', clientId);
    ctx.publish({ event: 'abnormalchange', rooms, payload: { id, state } });
  }
}
