import { abnormalCase, client, sosRecord } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { stopObservingPerson } from '../cases/case-store.ts';
import { awaitRung, beginLadder, restartLadder } from '../cases/ladder-run.ts';
import { takeRung } from '../notices/take-rung.ts';

export type Case = Row<typeof abnormalCase>;
export type Person = Row<typeof client>;

export interface Caller {
  readonly kind: 'sos' | 'fall';
  readonly clientId: number | null;
  readonly deviceId: number | null;
}

export interface Calling extends Caller {
  readonly finding: string;
  readonly calledAt: Date;
  readonly isLate: boolean;
}

/** Serialises the presses of one person: two at once would each open a case, and one be refused. */
export async function waitForPresses(ctx: CallCtx, { clientId, deviceId }: Caller): Promise<void> {
  await ctx.tx.execute('select pg_advisory_xact_lock(hashtextextended($2, $1))', [
    ctx.tenantId,
    clientId === null ? `sos of device ${deviceId}` : `sos of person ${clientId}`,
  ]);
}

export async function openCaseOf(ctx: CallCtx, { kind, clientId, deviceId }: Caller): Promise<Case | undefined> {
  const open = await ctx.tx.one<{ id: number }>(
    `select id from abnormal_case where tenant_id = $1 and type = $2 and state in (0, 1, 2) and not is_deleted and client_id is not distinct from $3 and ($3::bigint is not null or device_id = $4) for update`,
    [ctx.tenantId, kind, clientId, deviceId],
  );
  return open && ctx.repo(abnormalCase).get(open.id);
}

export const personOf = async (ctx: CallCtx, { clientId }: Pick<Caller, 'clientId'>): Promise<Person | undefined> =>
  clientId === null ? undefined : ctx.repo(client).find(clientId);

export async function openCase(
  ctx: CallCtx,
  { kind, clientId, deviceId, finding, calledAt, isLate }: Calling,
  person: Person | undefined,
): Promise<Case> {
  const ladder = await beginLadder(ctx, { type: kind, level: 'critical' });
  const inserted = ctx.repo(abnormalCase).insert({
    client: clientId,
    device: deviceId,
    type: kind,
    finding,
    level: 'critical',
    startedAt: calledAt,
    latestAt: calledAt,
    timeliness: isLate ? 'late' : 'live',
    team: person?.team ?? null,
    ...ladder,
  });
  const [row] = await Promise.all([inserted, stopObservingPerson(ctx, clientId)]);
  if (!isLate) return takeRung(ctx, row);
  awaitRung(ctx, row);
  return row;
}

/** Counts a further call on an open case. Earlier contacts no longer count, and an ended ladder restarts. */
export async function riseAgain(
  ctx: CallCtx,
  row: Case,
  { finding, calledAt, isLate, isNew }: Calling & { readonly isNew: boolean },
): Promise<void> {
  await stopObservingPerson(ctx, row.client);
  const counted = {
    latestAt: calledAt > row.latestAt ? calledAt : row.latestAt,
    readingCount: row.readingCount + 1,
    finding,
  };
  if (isLate) {
    await ctx.repo(abnormalCase).update(row.id, counted);
    return;
  }
  const ladder = await restartLadder(ctx, row, { level: 'critical' });
  const isSooner = row.nextDueAt === null || (isNew && ladder.nextDueAt !== null && ladder.nextDueAt < row.nextDueAt);
  const next = await ctx
    .repo(abnormalCase)
    .update(row.id, { ...counted, ...(isSooner ? ladder : { alarmedAt: ladder.alarmedAt, firstContactAt: null }) });
  if (isSooner) await takeRung(ctx, next);
}

interface Unlinked {
  readonly caseId: number | null;
  readonly isOpen: boolean;
  readonly type: number;
  readonly clientId: number | null;
  readonly deviceId: number | null;
  readonly calledAt: Date;
}

const recordSql =
  'select case_id as "caseId", state in (0, 1, 2) as "isOpen", type, client_id as "clientId", device_id as "deviceId", called_at as "calledAt" from sos_record where tenant_id = $1 and id = $2 and not is_deleted';
const fallType = 2;

/** Locks the open case of a record, before the record is locked. An open record without a case gets one. */
export async function lockCaseOf(ctx: CallCtx, recordId: number): Promise<void> {
  const seen = await ctx.repo(sosRecord).find(recordId);
  const record = seen && (await ctx.tx.one<Unlinked>(recordSql, [ctx.tenantId, recordId]));
  if (!record?.isOpen) return;
  const { caseId, clientId, deviceId, calledAt } = record;
  if (
    caseId !== null &&
    (await ctx.tx.one(
      'select 1 from abnormal_case where tenant_id = $1 and id = $2 and state in (0, 1, 2) and not is_deleted for update',
      [ctx.tenantId, caseId],
    ))
  )
    return;
  const kind = record.type === fallType ? 'fall' : 'sos';
  const caller: Caller = { kind, clientId, deviceId };
  await waitForPresses(ctx, caller);
  const found = await openCaseOf(ctx, caller);
  // Closing the case has closed its record too.
  const isStillOpen = (await ctx.tx.one<Unlinked>(recordSql, [ctx.tenantId, recordId]))?.isOpen;
  if (!isStillOpen) return;
  const row =
    found ??
    (await openCase(
      ctx,
      { ...caller, finding: findingOf(kind, clientId), calledAt, isLate: false },
      await personOf(ctx, caller),
    ));
  await ctx.tx.execute('update sos_record set case_id = $3 where tenant_id = $1 and id = $2 and state in (0, 1, 2)', [
    ctx.tenantId,
    recordId,
    row.id,
  ]);
}

export function findingOf(kind: Caller['kind'], clientId: number | null): string {
  const what = kind === 'fall' ? '检测到跌倒' : '发出紧急求助';
  return clientId === null ? `未绑定设备${what}` : what;
}
