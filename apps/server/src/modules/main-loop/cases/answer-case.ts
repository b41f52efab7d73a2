import { isProven } from '@kangmai/domain';
import { abnormalCase, caseStates, sosRecord, sosStates } from '@kangmai/model';
import type { Row, UpdateInput } from '@kangmai/resource';
import { moveOf, type CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { recordHandling } from './case-handling.ts';
import { ladderCase } from './ladder-run.ts';

type Case = Row<typeof abnormalCase>;
type SosRow = Row<typeof sosRecord>;

const leastReason = 5;

export const isHelp = ({ type }: Pick<Case, 'type'>): boolean => type === 'sos' || type === 'fall';

export const openSosStates: ReadonlySet<SosRow['state']> = new Set(['waiting', 'responded', 'inProgress']);

export function emitCaseMoved(ctx: CallCtx, row: Pick<Case, 'id' | 'client' | 'state'>): void {
  ctx.emit('case.moved', { id: row.id, clientId: row.client, state: Number(caseStates.wireOf(row.state)) });
}

const isReached = (row: Case): boolean => isProven(ladderCase(row));

const wornSql = `select 1 from device_binding where tenant_id = $1 and client_id = $2 and relation = 0 and state <> 2 and (unbound_at is null or unbound_at > $5)
  and (device_id = $3 or device_id in (select device_id from sos_record where tenant_id = $1 and case_id = $4 and not is_deleted)) limit 1`;

/** Whether the person wore a device of the case at its latest call or rise, or since. Deleted bindings count. */
async function isWorn(ctx: CallCtx, { id, client, device, alarmedAt, latestAt }: Case): Promise<boolean> {
  // A call may be received after the rise in level that it precedes.
  const since = alarmedAt !== null && alarmedAt < latestAt ? alarmedAt : latestAt;
  const worn = await ctx.tx.one(wornSql, [ctx.tenantId, client, device, id, since]);
  return worn !== undefined;
}

const ofDevices: ReadonlySet<Case['type']> = new Set(['sos', 'fall', 'offline', 'wear', 'inactive', 'battery']);

/**
 * Whether "device fault" may close a case without contact: no person, or a device's own report, no longer worn.
 * A measured value is never the fault of a device alone.
 */
export async function mayBlameDevice(ctx: CallCtx, row: Case): Promise<boolean> {
  if (row.client === null) return true;
  return row.device !== null && ofDevices.has(row.type) && !(await isWorn(ctx, row));
}

async function isFaultAlone(ctx: CallCtx, row: Case, { handling, outcome }: Ending): Promise<boolean> {
  const isExplained = Array.from(outcome?.trim() ?? '').length >= leastReason;
  return handling === 'deviceFault' && isExplained && (await mayBlameDevice(ctx, row));
}

interface Ending {
  readonly handling: Case['handling'];
  readonly outcome: string | null;
}

const refusals = {
  case: { field: 'callOutcome', reason: 'case.needs-contact' },
  record: { field: 'guardianContacted', reason: 'sos.needs-contact' },
} as const;

/** Refuses (400) to close a critical case or call for help without a proven contact since its latest rise. */
export async function requireProof(
  ctx: CallCtx,
  row: Case,
  { ending, side }: { readonly ending: Ending; readonly side: keyof typeof refusals },
): Promise<void> {
  if ((row.level !== 'critical' && !isHelp(row)) || isReached(row) || (await isFaultAlone(ctx, row, ending))) return;
  throw invalid(refusals[side].field, refusals[side].reason);
}

async function openRecords(ctx: CallCtx, caseId: number): Promise<readonly SosRow[]> {
  const locked = await ctx.tx.query<{ id: number }>(
    'select id from sos_record where tenant_id = $1 and case_id = $2 and state in (0, 1, 2) and not is_deleted order by id for update',
    [ctx.tenantId, caseId],
  );
  return locked.length === 0
    ? []
    : ctx.repo(sosRecord).list({ where: { case: caseId, state: { in: ['waiting', 'responded', 'inProgress'] } } });
}

const follow = {
  open: moveOf(sosRecord, 'lapse'),
  claimed: moveOf(sosRecord, 'answer'),
  inProgress: moveOf(sosRecord, 'reach'),
  handled: moveOf(sosRecord, 'end'),
  falseAlarm: moveOf(sosRecord, 'falseAlarm'),
};
const endings = { handled: moveOf(abnormalCase, 'settle'), falseAlarm: moveOf(abnormalCase, 'falseAlarm') };

const answered = (ctx: CallCtx, row: Case, { state, respondedAt }: SosRow): UpdateInput<typeof sosRecord> =>
  state === 'waiting' ? { responder: row.handledBy, respondedAt: respondedAt ?? ctx.now() } : {};

function recordBy(
  ctx: CallCtx,
  row: Case,
  record: SosRow,
): { readonly move: (typeof follow)[keyof typeof follow]; readonly values: UpdateInput<typeof sosRecord> } {
  if (row.state === 'open') return { move: follow.open, values: { responder: null } };
  if (row.state === 'claimed' || (row.state === 'inProgress' && !isReached(row)))
    return { move: follow.claimed, values: answered(ctx, row, record) };
  if (row.state === 'inProgress') return { move: follow.inProgress, values: answered(ctx, row, record) };
  const ended = {
    outcome: record.outcome ?? row.outcome,
    closedAt: ctx.now(),
    ...(row.handling === 'ambulance' && { ambulanceCalled: true }),
  };
  return row.state === 'falseAlarm'
    ? { move: follow.falseAlarm, values: ended }
    : { move: follow.handled, values: { cause: record.cause ?? 'other', ...ended } };
}

export function emitRecordMoved(
  ctx: CallCtx,
  { id, client, state, responder }: Pick<SosRow, 'id' | 'client' | 'state' | 'responder'>,
): void {
  ctx.emit('sos.moved', { id, clientId: client, state: sosStates.wireOf(state), responder }, 'first');
}

/** Sets the open SOS records of a locked case to the state of the case. Returns how many of them were waiting. */
export async function answerRecords(ctx: CallCtx, row: Case): Promise<number> {
  if (!isHelp(row)) return 0;
  let waited = 0;
  for (const record of await openRecords(ctx, row.id)) {
    const { move, values } = recordBy(ctx, row, record);
    if (move.to === record.state) continue;
    const state = move.from(ctx, record.state);
    emitRecordMoved(ctx, await ctx.repo(sosRecord).update(record.id, { state, ...values }));
    if (record.state === 'waiting') waited += 1;
  }
  return waited;
}

interface Ended extends Ending {
  readonly state: 'handled' | 'falseAlarm';
}

/** Closes the locked case of an SOS record when none of its records is open. */
export async function endWithLast(ctx: CallCtx, caseId: number, ended: Ended): Promise<void> {
  const row = await ctx.repo(abnormalCase).get(caseId);
  const { state, handling, outcome } = ended;
  if (!endings[state].fits(row.state) || (await openRecords(ctx, caseId)).length > 0) return;
  const ending = {
    state: endings[state].to,
    handling,
    outcome: outcome?.slice(0, 500) ?? null,
    handledBy: ctx.caller.userId,
    handledAt: ctx.now(),
    nextDueAt: null,
  };
  const closed = await ctx.repo(abnormalCase).update(caseId, ending);
  await recordHandling(ctx, closed);
  emitCaseMoved(ctx, closed);
}
