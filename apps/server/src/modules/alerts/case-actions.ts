import { caseTransition, claimMinutes, isProven, mayBatchHandle, missingNeeds, type AlarmLevel, type CaseMove, type CaseState } from '@kangmai/domain';
import { abnormalCase, alarmLevels, callOutcomes, caseActions, caseStates } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { implement } from '../../crud/implement.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { asSaved } from '../as-saved.ts';
import { answerRecords, isHelp, requireProof, tellMoved } from './answer-case.ts';
import { requireCaseTimes } from './by-hand.ts';
import { recordHandling, rewordHandling } from './case-handling.ts';
import { awaitRung, beginLadder, ladderCase, restartLadder } from './ladder-run.ts';

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
    level: levelOf(current), handleType: handling ? Number(caseActions.wireOf(handling)) : null, handleResult: outcome, firstContactAt: current.firstContactAt?.getTime() ?? null, alarmedAt: current.alarmedAt?.getTime() ?? null,
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
async function requireMove(ctx: CallCtx, current: Case, draft: CaseDraft): Promise<void> {
  const to = draft.state ?? current.state;
  if (current.state === to) return requireKept(current, draft);
  const step = caseTransition(stateOf(current.state), stateOf(to), 'staff');
  if (!step) throw notAllowed('state.not-allowed', { from: caseStates.entries[current.state].label, to: caseStates.entries[to].label });
  const [missing] = missingNeeds(step, moveOf(ctx, current, draft));
  if (missing) throw invalid(needReasons[missing].field, needReasons[missing].reason);
  if (to === 'handled' || to === 'falseAlarm') await requireProof(ctx, current, { ending: asSaved(draft, current), side: 'case' });
}

/** Columns of a case that staff reopen: claimed by the caller, without the former result. Levels 3-4 need a new contact. */
function reopened(ctx: CallCtx, current: Case): Partial<Case> {
  const minutes = claimMinutes(levelOf(current));
  const nextDueAt = minutes === null ? null : new Date(ctx.now().getTime() + minutes * minute);
  return { ...restartLadder(ctx, current, { level: levelOf(current) }), nextDueAt, claimedAt: ctx.now(), handledBy: ctx.caller.userId, handledAt: null, handling: null, outcome: null, callOutcome: null };
}

/** The stamps that a change of state leaves: who closed it and when, the end of the ladder. */
function stamp(ctx: CallCtx, current: Case, draft: CaseDraft): void {
  const to = draft.state;
  if (!to || to === current.state) return;
  if (to === 'handled' || to === 'falseAlarm') Object.assign(draft, { handledBy: ctx.caller.userId, handledAt: ctx.now(), nextDueAt: null });
  if (to === 'claimed') Object.assign(draft, { claimedAt: ctx.now(), handledBy: ctx.caller.userId });
  if (to === 'open') Object.assign(draft, { handledBy: null });
  if (to === 'inProgress' && !isOpen(current)) Object.assign(draft, reopened(ctx, current));
}

/** Refuses a claim of a case that is closed or in other hands, naming the holder. */
async function requireUnclaimed(ctx: CallCtx, current: Case): Promise<void> {
  if (current.state === 'open') return;
  if (current.handledBy === null || !isOpen(current)) throw notAllowed('case.not-open');
  const holder = await ctx.tx.one<{ name: string }>('select name from app_user where tenant_id = $1 and id = $2', [ctx.tenantId, current.handledBy]);
  throw conflict('case.claimed', { who: holder?.name ?? '—' });
}

/** Whether somebody claimed the case since it reached its level. */
const isClaimedInRun = ({ claimedAt, alarmedAt }: Case): boolean => claimedAt !== null && (alarmedAt === null || claimedAt >= alarmedAt);

/** Until when a claim holds the ladder; undefined when it does not, as when a contact has ended it. */
function heldUntil(ctx: CallCtx, current: Case): Date | undefined {
  if (isProven(ladderCase(current))) return undefined;
  const level = levelOf(current);
  const minutes = claimMinutes(level);
  // A second claim of a critical case holds nothing: its ladder goes on. The time of the first stays when it lapses.
  return minutes === null || (level === 4 && isClaimedInRun(current)) ? undefined : new Date(ctx.now().getTime() + minutes * minute);
}

/** The holder of a case responds to its new calls for help; the ladder pauses as after a claim. */
async function answerAgain(ctx: CallCtx, current: Case): Promise<object> {
  const waited = await answerRecords(ctx, current);
  const minutes = claimMinutes(levelOf(current));
  if (waited > 0 && minutes !== null && current.nextDueAt !== null) {
    const held = new Date(ctx.now().getTime() + minutes * minute);
    awaitRung(ctx, await ctx.repo(abnormalCase).update(current.id, { nextDueAt: held }));
  }
  return { id: current.id, state: stateOf(current.state) };
}

/** True when the caller holds the case already. */
const isHolder = (ctx: CallCtx, current: Case): boolean =>
  current.handledBy === ctx.caller.userId && (current.state === 'claimed' || (current.state === 'inProgress' && isHelp(current)));

/** Takes a case: holds its ladder and answers its waiting calls for help. Refused with 409 while somebody else holds it. */
export async function claim(ctx: CallCtx, id: number): Promise<object> {
  const current = await ctx.repo(abnormalCase).lock(id);
  if (isHolder(ctx, current)) return answerAgain(ctx, current);
  await requireUnclaimed(ctx, current);
  const held = heldUntil(ctx, current);
  const row = await ctx.repo(abnormalCase).update(id, { state: 'claimed', claimedAt: ctx.now(), handledBy: ctx.caller.userId, nextDueAt: held ?? current.nextDueAt });
  if (held) awaitRung(ctx, row);
  await answerRecords(ctx, row);
  tellMoved(ctx, row);
  return { id, state: 1 };
}

/** A contact as it is logged. */
export interface Contact {
  readonly id: number;
  readonly callOutcome: keyof typeof callOutcomes.entries;
  readonly callRecord: number | null;
  readonly note: string | null;
}

/** Logs a contact; one that proves somebody was reached ends the ladder. */
export async function logContact(ctx: CallCtx, { id, callOutcome, callRecord, note }: Contact): Promise<object> {
  const current = await ctx.repo(abnormalCase).lock(id);
  if (!isOpen(current)) throw notAllowed('case.not-open');
  await ctx.tx.execute('insert into case_contact (tenant_id, case_id, outcome, note, call_record_id, user_id, user_name, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [ctx.tenantId, id, callOutcomes.wireOf(callOutcome), note, callRecord, ctx.caller.userId, ctx.caller.userName, ctx.now()]);
  const proven = proofs.has(callOutcome);
  const row = await ctx.repo(abnormalCase).update(id, {
    callOutcome, ...(current.state === 'open' ? { claimedAt: ctx.now(), handledBy: ctx.caller.userId } : {}), state: 'inProgress',
    ...(proven ? { firstContactAt: isProven(ladderCase(current)) ? current.firstContactAt : ctx.now(), nextDueAt: null } : {}),
  });
  await answerRecords(ctx, row);
  tellMoved(ctx, row);
  return { id, state: 2, firstContactTime: row.firstContactAt?.toISOString() ?? null };
}

interface Settlement extends Omit<Contact, 'callRecord' | 'note'> {
  readonly handling: keyof typeof caseActions.entries;
  readonly outcome: string | null;
  readonly nextVisitAt: Date | null;
}

/** Logs a contact and closes the case in one transaction: what is missing for the one undoes the other. */
async function settle(ctx: CallCtx, { id, callOutcome, handling, outcome, nextVisitAt }: Settlement): Promise<object> {
  await logContact(ctx, { id, callOutcome, callRecord: null, note: null });
  const current = await ctx.repo(abnormalCase).lock(id);
  const draft: CaseDraft = { state: 'handled', handling, outcome, nextVisitAt };
  await requireMove(ctx, current, draft);
  stamp(ctx, current, draft);
  const row = await ctx.repo(abnormalCase).update(id, draft);
  await keepHandling(ctx, row, current);
  await answerRecords(ctx, row);
  tellMoved(ctx, row);
  return { id, state: stateOf(row.state), firstContactTime: row.firstContactAt?.toISOString() ?? null };
}

interface Batch {
  readonly ids: readonly number[];
  readonly handling: keyof typeof caseActions.entries;
  readonly outcome: string | null;
}

async function batchHandle(ctx: CallCtx, { ids, handling, outcome }: Batch): Promise<object> {
  const results: { id: number; ok: boolean; reason?: string }[] = [];
  for (const id of [...ids].toSorted((one, other) => one - other)) {
    const current = (await ctx.repo(abnormalCase).find(id)) && (await ctx.repo(abnormalCase).lock(id));
    if (!current) results.push({ id, ok: false, reason: 'row.not-found' });
    else if (!mayBatchHandle(levelOf(current)) || isHelp(current) || !isOpen(current)) results.push({ id, ok: false, reason: isOpen(current) ? 'case.level-too-high' : 'case.not-open' });
    else {
      const row = await ctx.repo(abnormalCase).update(id, { state: 'handled', handling, outcome, handledBy: ctx.caller.userId, handledAt: ctx.now(), nextDueAt: null });
      await recordHandling(ctx, row);
      tellMoved(ctx, row);
      results.push({ id, ok: true });
    }
  }
  // Where nothing of a batch may be handled together the whole is refused.
  if (results.every(({ reason }) => reason === 'case.level-too-high')) throw invalid('ids', 'case.level-too-high');
  return { handled: results.filter(({ ok }) => ok).length, results };
}

/** A closing is a row of its own; what is reworded later stays one closing. */
async function keepHandling(ctx: CallCtx, row: Case, before: Case): Promise<void> {
  if (isOpen(row)) return;
  if (row.state !== before.state) await recordHandling(ctx, row);
  else if (row.handling !== before.handling || row.outcome !== before.outcome) await rewordHandling(ctx, row);
}

/** How staff move a case on: take it, log contacts, close it with a finding, reopen it. */
export const abnormalCaseModule = implement(abnormalCase, {
  async beforeSave(ctx, draft, current) {
    if (!current) {
      if (isHelp(draft as Pick<Case, 'type'>) && draft.level !== 'critical') throw invalid('level', 'case.help-is-critical');
      Object.assign(draft, { state: 'open', timeliness: 'live', readingCount: 1, alarmedAt: beginLadder(ctx, 1).alarmedAt });
      if (draft.callOutcome) throw invalid('callOutcome', 'case.outcome-by-contact');
      if (draft.client === null || draft.client === undefined) throw invalid('client', 'field.required');
      await requireCaseTimes(ctx, draft);
      return;
    }
    await requireMove(ctx, current, draft);
    stamp(ctx, current, draft);
  },
  async afterSave(ctx, row, before) {
    if (!before) return;
    await keepHandling(ctx, row, before);
    if (before.state === row.state) return;
    if (row.state === 'inProgress' && !isOpen(before)) awaitRung(ctx, row);
    await answerRecords(ctx, row);
    tellMoved(ctx, row);
  },
  actions: {
    claim: (ctx, { id }) => claim(ctx, id),
    logContact: (ctx, input) => logContact(ctx, input),
    settle: (ctx, input) => settle(ctx, input),
    batchHandle: (ctx, input) => batchHandle(ctx, input),
  },
});
