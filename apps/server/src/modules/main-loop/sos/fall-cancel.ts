import { abnormalCase, sosRecord } from '@kangmai/model';
import { type CallCtx, moveOf } from '../../../engine/public.ts';
import type { ItemAnswer } from '../intake/ingest-item.ts';
import { endWithLast, emitRecordMoved } from '../cases/answer-case.ts';
import { openCaseOf } from './sos-case.ts';

/** How long after a fall its wearer may cancel it, and how long a cancellation waits for its fall. */
const cancelMs = 60_000;

interface Cancel {
  readonly deviceId: number;
  readonly clientId: number | null;
  readonly cancelledAt: Date;
  readonly receivedAt: Date;
}

const cancelled = moveOf(sosRecord, 'falseAlarm');

/** Ends a record as cancelled by its wearer, and its case with the last open record. The case is locked. */
async function endCancelled(ctx: CallCtx, recordId: number, caseId: number): Promise<void> {
  const outcome = '用户在设备上取消';
  emitRecordMoved(
    ctx,
    await ctx
      .repo(sosRecord)
      .update(recordId, { state: cancelled.to, cause: 'cancelled', outcome, closedAt: ctx.now() }),
  );
  await endWithLast(ctx, caseId, { state: 'falseAlarm', handling: null, outcome });
}

/** The fall that a cancellation applies to: at most a minute earlier, reported once, its case not claimed. */
const cancellableSql = `select s.id from sos_record s where s.tenant_id = $1 and s.device_id = $2 and s.case_id = $3 and s.state = 0 and s.press_count = 1 and not s.is_deleted
  and s.called_at between $4 and $5 order by s.called_at desc limit 1 for update`;

/** Cancels a fall, or keeps the cancellation a minute for a fall that arrives later. */
export async function cancelFall(
  ctx: CallCtx,
  { deviceId, clientId, cancelledAt, receivedAt }: Cancel,
): Promise<ItemAnswer> {
  const row = await openCaseOf(ctx, { kind: 'fall', clientId, deviceId });
  if (row) {
    const record =
      row.claimedAt === null && row.state === 'open'
        ? await ctx.tx.one<{ id: number }>(cancellableSql, [
            ctx.tenantId,
            deviceId,
            row.id,
            new Date(cancelledAt.getTime() - cancelMs),
            cancelledAt,
          ])
        : undefined;
    if (!record) return { status: 'ignored', reason: 'fall_stands' };
    await endCancelled(ctx, record.id, row.id);
    return { status: 'stored', id: record.id };
  }
  await ctx.tx.execute(
    `insert into fall_cancel (tenant_id, device_id, cancelled_at, received_at) values ($1, $2, $3, $4)
    on conflict (tenant_id, device_id) do update set cancelled_at = excluded.cancelled_at, received_at = excluded.received_at`,
    [ctx.tenantId, deviceId, cancelledAt, receivedAt],
  );
  return { status: 'stored' };
}

/** Closes a fall whose cancellation was delivered before it. Returns true then, and no notice is sent. */
export async function endCancelledBefore(
  ctx: CallCtx,
  fall: {
    readonly recordId: number;
    readonly caseId: number;
    readonly deviceId: number;
    readonly calledAt: Date;
    readonly receivedAt: Date;
  },
): Promise<boolean> {
  const { deviceId, calledAt, receivedAt } = fall;
  const row = await ctx.repo(abnormalCase).get(fall.caseId);
  if (row.state !== 'open' || row.claimedAt !== null) return false;
  const used = await ctx.tx.execute(
    'delete from fall_cancel where tenant_id = $1 and device_id = $2 and cancelled_at between $3 and $4 and received_at >= $5',
    [
      ctx.tenantId,
      deviceId,
      calledAt,
      new Date(calledAt.getTime() + cancelMs),
      new Date(receivedAt.getTime() - cancelMs),
    ],
  );
  if (used === 0) return false;
  await endCancelled(ctx, fall.recordId, fall.caseId);
  return true;
}
