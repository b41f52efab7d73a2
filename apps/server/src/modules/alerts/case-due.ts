import { randomUUID } from 'node:crypto';
import { checkDueAt, minutesToNextRung, riseCheck, type AlarmLevel, type CheckCase } from '@kangmai/domain';
import { abnormalCase, alarmLevels, client, type ReadingKind } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { loadPersons, tableOf } from '../readings/public.ts';
import { announce, roomsOf } from './announce.ts';
import { loadBooks } from './case-book.ts';
import { saveSteps } from './case-store.ts';

const minute = 60_000;

const waiting: ReadonlySet<string> = new Set(['open', 'claimed', 'inProgress']);

/** When a case that nobody attends to climbs; undefined for one that does not. */
const climbsAt = ({ nextDueAt, firstContactAt, state }: Pick<Row<typeof abnormalCase>, 'nextDueAt' | 'firstContactAt' | 'state'>): Date | undefined =>
  nextDueAt !== null && firstContactAt === null && waiting.has(state) ? nextDueAt : undefined;

/** The database's clock, by which events come, may be this far ahead of ours. */
const clocksApartMs = minute;

/** True when something is not due yet by our clock; what is all but due waits for it once more. */
function isEarly(ctx: CallCtx, { topic, payload, due }: { readonly topic: string; readonly payload: object; readonly due: Date }): boolean {
  const early = due.getTime() - ctx.now().getTime();
  if (early > 0 && early < clocksApartMs) ctx.emit(topic, payload, due);
  return early > 0;
}

/** A case nobody attended to climbs its ladder: a claim without proof of contact lapses, the staff hear of it again. */
async function climb(ctx: CallCtx, id: number): Promise<void> {
  const row = await ctx.repo(abnormalCase).find(id);
  const climbs = row && climbsAt(row);
  if (!row || !climbs || isEarly(ctx, { topic: 'case.due', payload: { id }, due: climbs })) return;
  const level = Number(alarmLevels.wireOf(row.level)) as AlarmLevel;
  const minutes = minutesToNextRung(level, row.escalationStep + 1);
  const nextDueAt = minutes === null ? null : new Date(ctx.now().getTime() + minutes * minute);
  await ctx.repo(abnormalCase).update(id, { state: 'open', handledBy: null, escalationStep: row.escalationStep + 1, nextDueAt });
  if (nextDueAt) ctx.emit('case.due', { id }, nextDueAt);
  const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
  await announce(ctx, { caseId: id, clientId: row.client, name: person?.name ?? '未绑定设备', finding: row.finding, level, at: row.latestAt, kind: 'repeat' });
}

/** Follows `case.due`. */
export async function followDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id } of payloads as readonly { readonly id: number }[]) await climb(ctx, id);
}

async function isAnswered(ctx: CallCtx, clientId: number, check: CheckCase): Promise<boolean> {
  const open = [...check.waiting].filter(([, { answered }]) => !answered);
  const found = await Promise.all(open.map(async ([kind, { since }]) => {
    const { table } = tableOf(kind as ReadingKind).resource;
    const row = await ctx.tx.one<{ id: number }>(`select id from "${table}" where tenant_id = $1 and client_id = $2 and measured_at > $3 and measured_at <= $4 and quality = 0 limit 1`, [ctx.tenantId, clientId, new Date(since), ctx.now()]);
    return row !== undefined;
  }));
  return found.every(Boolean);
}

/** Follows `check.due`: what nobody measured again in time rises. An answer that is stored and not yet followed counts. */
export async function followCheckDue(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  const clientIds = [...new Set((payloads as readonly { readonly clientId: number }[]).map(({ clientId }) => clientId))];
  const [books, persons] = await Promise.all([loadBooks(ctx, clientIds), loadPersons(ctx.tx, clientIds)]);
  for (const { clientId, name, team } of persons) {
    const check = books.get(clientId)?.check ?? null;
    const due = checkDueAt(check);
    if (!check || due === null || isEarly(ctx, { topic: 'check.due', payload: { clientId }, due: new Date(due) }) || await isAnswered(ctx, clientId, check)) continue;
    await saveSteps(ctx, { clientId, name, team }, riseCheck(check, ctx.now().getTime()).steps);
  }
}

/** Follows `case.moved`: open lists and bells refresh. */
export async function followMoved(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id, clientId, state } of payloads as readonly { readonly id: number; readonly clientId: number | null; readonly state: number }[]) {
    const rooms = await roomsOf(ctx, 'abnormal', clientId);
    ctx.publish({ event: 'abnormalchange', rooms, payload: { id, state }, key: randomUUID() });
  }
}
