import { caseTransition, claimMinutes, mayBatchHandle, missingNeeds, type AlarmLevel, type CaseMove, type CaseState } from '@kangmai/domain';
import { abnormalCase, alarmLevels, callOutcomes, caseActions, caseStates } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { implement } from '../../crud/implement.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { asSaved } from '../as-saved.ts';

type Case = Row<typeof abnormalCase>;
type CaseDraft = Draft<typeof abnormalCase>;

const minute = 60_000;
const levelOf = (row: Pick<Case, 'level'>): AlarmLevel => Number(alarmLevels.wireOf(row.level)) as AlarmLevel;
const stateOf = (name: Case['state']): CaseState => Number(caseStates.wireOf(name)) as CaseState;
const isOpen = (row: Pick<Case, 'state'>): boolean => stateOf(row.state) <= 2;
const proofs = new Set(['reachedPerson', 'reachedGuardian', 'onSite']);

const needReasons = {
  handleType: { field: 'handling', reason: 'case.needs-handling' }, handleResult: { field: 'outcome', reason: 'case.needs-outcome' }, reason: { field: 'outcome', reason: 'case.needs-reason' },
  firstContact: { field: 'callOutcome', reason: 'case.needs-contact' }, within24h: { field: 'state', reason: 'case.too-late' }, editRight: { field: 'state', reason: 'permission.denied' },
} as const;

/** What is known of a case, with its draft, when its state changes. */
function moveOf(ctx: CallCtx, current: Case, draft: CaseDraft): CaseMove {
  const { handling, outcome } = asSaved(draft, current);
  return {
    level: levelOf(current), handleType: handling ? Number(caseActions.wireOf(handling)) : null, handleResult: outcome, firstContactAt: current.firstContactAt?.getTime() ?? null,
    closedAt: current.handledAt?.getTime() ?? null, now: ctx.now().getTime(), mayEdit: true,
  };
}

/** What a case was closed with may be reworded, not taken away. */
function requireKept(current: Case, draft: CaseDraft): void {
  if (isOpen(current)) return;
  if (draft.handling === null && current.handling !== null) throw invalid('handling', 'case.needs-handling');
  if (draft.outcome === null && current.outcome !== null) throw invalid('outcome', 'case.needs-outcome');
}

/** Holds a change of state to what the level demands: a way of handling, an outcome, a proven contact. */
function requireMove(ctx: CallCtx, current: Case, draft: CaseDraft): void {
  const to = draft.state ?? current.state;
  if (current.state === to) return requireKept(current, draft);
  const step = caseTransition(stateOf(current.state), stateOf(to), 'staff');
  if (!step) throw notAllowed('state.not-allowed', { from: caseStates.entries[current.state].label, to: caseStates.entries[to].label });
  const [missing] = missingNeeds(step, moveOf(ctx, current, draft));
  if (missing) throw invalid(needReasons[missing].field, needReasons[missing].reason);
}

/** The stamps that a change of state leaves: who closed it and when, the end of the ladder. */
function stamp(ctx: CallCtx, current: Case, draft: CaseDraft): void {
  const to = draft.state;
  if (!to || to === current.state) return;
  if (to === 'handled' || to === 'falseAlarm') Object.assign(draft, { handledBy: ctx.caller.userId, handledAt: ctx.now(), nextDueAt: null });
  if (to === 'open') Object.assign(draft, { handledBy: null });
  if (to === 'inProgress' && !isOpen(current)) Object.assign(draft, { handledBy: ctx.caller.userId, handledAt: null });
}

/** News for everybody who has the list open: the case moved on. */
function tellMoved(ctx: CallCtx, row: Pick<Case, 'id' | 'client' | 'state'>): void {
  ctx.emit('case.moved', { id: row.id, clientId: row.client, state: stateOf(row.state) });
}

/** Refuses a claim of a case that is closed or in other hands, naming the holder. */
async function requireUnclaimed(ctx: CallCtx, current: Case): Promise<void> {
  if (current.state === 'open') return;
  if (current.handledBy === null || !isOpen(current)) throw notAllowed('case.not-open');
  const holder = await ctx.tx.one<{ name: string }>('select name from app_user where tenant_id = $1 and id = $2', [ctx.tenantId, current.handledBy]);
  throw conflict('case.claimed', { who: holder?.name ?? '—' });
}

/** Until when a claim holds the ladder; undefined when it does not. */
function heldUntil(ctx: CallCtx, current: Case): Date | undefined {
  const level = levelOf(current);
  const minutes = claimMinutes(level);
  // A second claim of a critical case holds nothing: its ladder goes on. The time of the first stays when it lapses.
  return minutes === null || (level === 4 && current.claimedAt !== null) ? undefined : new Date(ctx.now().getTime() + minutes * minute);
}

async function claim(ctx: CallCtx, id: number): Promise<object> {
  const current = await ctx.repo(abnormalCase).lock(id);
  if (current.state === 'claimed' && current.handledBy === ctx.caller.userId) return { id, state: 1 };
  await requireUnclaimed(ctx, current);
  const held = heldUntil(ctx, current);
  const row = await ctx.repo(abnormalCase).update(id, { state: 'claimed', claimedAt: ctx.now(), handledBy: ctx.caller.userId, nextDueAt: held ?? current.nextDueAt });
  if (held) ctx.emit('case.due', { id }, held);
  tellMoved(ctx, row);
  return { id, state: 1 };
}

interface Contact {
  readonly id: number;
  readonly callOutcome: keyof typeof callOutcomes.entries;
  readonly callRecord: number | null;
  readonly note: string | null;
}

async function logContact(ctx: CallCtx, { id, callOutcome, callRecord, note }: Contact): Promise<object> {
  const current = await ctx.repo(abnormalCase).lock(id);
  if (!isOpen(current)) throw notAllowed('case.not-open');
  await ctx.tx.execute('insert into case_contact (tenant_id, case_id, outcome, note, call_record_id, user_id, user_name, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [ctx.tenantId, id, callOutcomes.wireOf(callOutcome), note, callRecord, ctx.caller.userId, ctx.caller.userName, ctx.now()]);
  const proven = proofs.has(callOutcome);
  const row = await ctx.repo(abnormalCase).update(id, {
    callOutcome, ...(current.state === 'open' ? { claimedAt: ctx.now(), handledBy: ctx.caller.userId } : {}), state: 'inProgress',
    ...(proven ? { firstContactAt: current.firstContactAt ?? ctx.now(), nextDueAt: null } : {}),
  });
  tellMoved(ctx, row);
  return { id, state: 2, firstContactTime: row.firstContactAt?.toISOString() ?? null };
}

interface Batch {
  readonly ids: readonly number[];
  readonly handling: keyof typeof caseActions.entries;
  readonly outcome: string | null;
}

async function batchHandle(ctx: CallCtx, { ids, handling, outcome }: Batch): Promise<object> {
  const results: { id: number; ok: boolean; reason?: string }[] = [];
  for (const id of [...ids].toSorted((one, other) => one - other)) {
    const current = await ctx.repo(abnormalCase).find(id);
    if (!current) results.push({ id, ok: false, reason: 'row.not-found' });
    else if (!mayBatchHandle(levelOf(current)) || !isOpen(current)) results.push({ id, ok: false, reason: isOpen(current) ? 'case.level-too-high' : 'case.not-open' });
    else {
      const row = await ctx.repo(abnormalCase).update(id, { state: 'handled', handling, outcome, handledBy: ctx.caller.userId, handledAt: ctx.now(), nextDueAt: null });
      tellMoved(ctx, row);
      results.push({ id, ok: true });
    }
  }
  return { handled: results.filter(({ ok }) => ok).length, results };
}

/** How staff move a case on: take it, log contacts, close it with a finding, reopen it. */
export const abnormalCaseModule = implement(abnormalCase, {
  beforeSave(ctx, draft, current) {
    if (!current) {
      Object.assign(draft, { state: 'open', timeliness: 'live', readingCount: 1 });
      if (draft.client === null || draft.client === undefined) throw invalid('client', 'field.required');
      return;
    }
    requireMove(ctx, current, draft);
    stamp(ctx, current, draft);
  },
  afterSave(ctx, row, before) {
    if (before && before.state !== row.state) tellMoved(ctx, row);
  },
  actions: {
    claim: (ctx, { id }) => claim(ctx, id),
    logContact: (ctx, input) => logContact(ctx, input),
    batchHandle: (ctx, input) => batchHandle(ctx, input),
  },
});
