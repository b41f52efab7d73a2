import { z } from 'zod';
import { isProven, mayBatchHandle } from '@kangmai/domain';
import { abnormalCase, callees, callOutcomes, caseStates, guardianContact, type caseActions } from '@kangmai/model';
import { arrayOf, codeOf, implement, moveOf, timestamp, whole, type CallCtx } from '../../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../../platform/errors.ts';
import { answerRecords, isHelp, emitCaseMoved } from './answer-case.ts';
import { alarmByHand, beginByHand, requireCaseTimes } from './by-hand.ts';
import type { Contexts } from '../intake/contexts.ts';
import { caseConditions } from './case-conditions.ts';
import { endObserved, recordHandling, rewordHandling } from './case-handling.ts';
import { releasedDue } from './ladder-changes.ts';
import { awaitRung, claimedUntil, ladderCase } from './ladder-run.ts';
import { awaitEnd, endObservation, requireObservation } from './observation.ts';
import { userName } from '../../user-name.ts';
import { type Case, type CaseDraft, levelOf, stateOf, isOpen, proofs, requireMove, stamp } from './case-moves.ts';

const moved = { id: whole, state: codeOf(caseStates) };
const movedAnswer = z.object(moved);
const contactAnswer = z.object({ ...moved, firstContactTime: timestamp.nullable() });
const batchReasons = ['row.not-found', 'case.level-too-high', 'case.not-open'] as const;
const batchAnswer = z.object({
  handled: whole,
  results: arrayOf(z.object({ id: whole, ok: z.boolean(), reason: z.enum(batchReasons).optional() })),
});

const [claimed, contacted, settled] = [
  moveOf(abnormalCase, 'claim'),
  moveOf(abnormalCase, 'logContact'),
  moveOf(abnormalCase, 'settle'),
];

async function requireUnclaimed(ctx: CallCtx, current: Case): Promise<void> {
  if (current.state === 'open') return;
  if (current.handledBy === null || !isOpen(current)) throw notAllowed('case.not-open');
  throw conflict('case.claimed', { who: (await userName(ctx, current.handledBy)) ?? '—' });
}

const isClaimedInRun = ({ claimedAt, alarmedAt }: Case): boolean =>
  claimedAt !== null && (alarmedAt === null || claimedAt >= alarmedAt);

/** Until when a claim pauses escalation; null when it does not. */
function heldUntil(ctx: CallCtx, current: Case): Date | null {
  // A second claim in a run does not pause escalation again.
  if (isProven(ladderCase(current)) || isClaimedInRun(current)) return null;
  return claimedUntil(ctx, levelOf(current));
}

/** The holder of a case answers its new calls for help; escalation pauses as after a claim. */
async function answerAgain(ctx: CallCtx, current: Case): Promise<z.output<typeof movedAnswer>> {
  const waited = await answerRecords(ctx, current);
  const held = claimedUntil(ctx, levelOf(current));
  if (waited > 0 && held && current.nextDueAt !== null) {
    awaitRung(ctx, await ctx.repo(abnormalCase).update(current.id, { nextDueAt: held }));
  }
  return { id: current.id, state: stateOf(current.state) };
}

const isHolder = (ctx: CallCtx, current: Case): boolean =>
  current.handledBy === ctx.caller.userId &&
  (current.state === 'claimed' || (current.state === 'inProgress' && isHelp(current)));

/** Claims a case: pauses its escalation and answers its waiting calls for help. 409 while another user holds it. */
export async function claim(ctx: CallCtx, id: number): Promise<z.output<typeof movedAnswer>> {
  const current = await ctx.repo(abnormalCase).lock(id);
  if (isHolder(ctx, current)) return answerAgain(ctx, current);
  await requireUnclaimed(ctx, current);
  const held = heldUntil(ctx, current);
  const row = await ctx.repo(abnormalCase).update(id, {
    state: claimed.from(ctx, current.state),
    claimedAt: ctx.now(),
    handledBy: ctx.caller.userId,
    nextDueAt: held ?? current.nextDueAt,
  });
  if (held) awaitRung(ctx, row);
  await answerRecords(ctx, row);
  emitCaseMoved(ctx, row);
  return { id, state: 1 };
}

async function clientOfContact(ctx: CallCtx, contact: number): Promise<number | undefined> {
  const row = await ctx.first(
    ctx
      .from(guardianContact, 'g')
      .withDeleted('a call to a contact counts, though the contact was deleted meanwhile')
      .select('g.client')
      .where('g.id', '=', contact),
  );
  return row?.client;
}

async function recordContact(
  ctx: CallCtx,
  { id, client }: Case,
  { callOutcome, callRecord, note, callee, guardian }: Contact,
): Promise<void> {
  if (guardian && (await clientOfContact(ctx, guardian)) !== client) throw invalid('guardian', 'case.contact-of-other');
  if (callRecord) throw invalid('callRecord', 'case.no-call-record');
  const called = guardian ? 'guardian' : callee;
  await ctx.tx.execute(
    'insert into case_contact (tenant_id, case_id, outcome, note, user_id, user_name, created_at, called_at, callee, guardian_id, client_id) values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10)',
    [
      ctx.tenantId,
      id,
      callOutcomes.wireOf(callOutcome),
      note ?? null,
      ctx.caller.userId,
      ctx.caller.userName,
      ctx.now(),
      called ? callees.wireOf(called) : null,
      guardian ?? null,
      client,
    ],
  );
}

export interface Contact {
  readonly id: number;
  readonly callOutcome: keyof typeof callOutcomes.entries;
  readonly callRecord?: number | null;
  readonly note?: string | null;
  readonly callee?: keyof typeof callees.entries | null;
  readonly guardian?: number | null;
}

export async function logContact(ctx: CallCtx, contact: Contact): Promise<z.output<typeof contactAnswer>> {
  const { id, callOutcome } = contact;
  const current = await ctx.repo(abnormalCase).lock(id);
  if (!isOpen(current)) throw notAllowed('case.not-open');
  await recordContact(ctx, current, contact);
  const proven = proofs.has(callOutcome);
  const row = await ctx.repo(abnormalCase).update(id, {
    callOutcome,
    ...(current.state === 'open' ? { claimedAt: ctx.now(), handledBy: ctx.caller.userId } : {}),
    state: contacted.from(ctx, current.state),
    ...(proven
      ? { firstContactAt: isProven(ladderCase(current)) ? current.firstContactAt : ctx.now(), nextDueAt: null }
      : {}),
  });
  await answerRecords(ctx, row);
  emitCaseMoved(ctx, row);
  return { id, state: 2, firstContactTime: row.firstContactAt?.toISOString() ?? null };
}

interface Settlement extends Pick<Contact, 'id' | 'callOutcome'> {
  readonly handling: keyof typeof caseActions.entries;
  readonly outcome: string | null;
  readonly nextVisitAt: Date | null;
  readonly observeUntil: Date | null;
}

async function settle(
  ctx: CallCtx,
  { id, callOutcome, ...settlement }: Settlement,
): Promise<z.output<typeof contactAnswer>> {
  await logContact(ctx, { id, callOutcome });
  const current = await ctx.repo(abnormalCase).lock(id);
  const draft: CaseDraft = { state: settled.from(ctx, current.state), ...settlement };
  await requireMove(ctx, current, draft);
  requireObservation(ctx, current, draft);
  stamp(ctx, current, draft);
  const row = await ctx.repo(abnormalCase).update(id, draft);
  await keepHandling(ctx, row, current);
  await answerRecords(ctx, row);
  emitCaseMoved(ctx, row);
  return { id, state: stateOf(row.state), firstContactTime: row.firstContactAt?.toISOString() ?? null };
}

interface Batch {
  readonly ids: readonly number[];
  readonly handling: keyof typeof caseActions.entries;
  readonly outcome: string | null;
}

async function batchHandle(ctx: CallCtx, { ids, handling, outcome }: Batch): Promise<z.output<typeof batchAnswer>> {
  const results: z.output<typeof batchAnswer>['results'][number][] = [];
  for (const id of [...ids].toSorted((one, other) => one - other)) {
    const current = (await ctx.repo(abnormalCase).find(id)) && (await ctx.repo(abnormalCase).lock(id));
    if (!current) results.push({ id, ok: false, reason: 'row.not-found' });
    else if (!mayBatchHandle(levelOf(current)) || isHelp(current) || !isOpen(current))
      results.push({ id, ok: false, reason: isOpen(current) ? 'case.level-too-high' : 'case.not-open' });
    else {
      const row = await ctx.repo(abnormalCase).update(id, {
        state: settled.from(ctx, current.state),
        handling,
        outcome,
        handledBy: ctx.caller.userId,
        handledAt: ctx.now(),
        nextDueAt: null,
      });
      await recordHandling(ctx, row);
      emitCaseMoved(ctx, row);
      results.push({ id, ok: true });
    }
  }
  if (results.every(({ reason }) => reason === 'case.level-too-high')) throw invalid('ids', 'case.level-too-high');
  return { handled: results.filter(({ ok }) => ok).length, results };
}

/** Records the closing of a case; a later change of its text updates the record. */
async function keepHandling(ctx: CallCtx, row: Case, before: Case): Promise<void> {
  if (!row.observeUntil) await endObserved(ctx, before);
  if (isOpen(row)) return;
  if (row.state !== before.state) {
    await recordHandling(ctx, row);
    awaitEnd(ctx, row);
  } else if (row.handling !== before.handling || row.outcome !== before.outcome) await rewordHandling(ctx, row);
}

export const abnormalCaseModule = (contexts: Contexts) =>
  implement(abnormalCase, {
    async beforeSave(ctx, draft, current) {
      if (!current) {
        if (isHelp(draft as Pick<Case, 'type'>) && draft.level !== 'critical')
          throw invalid('level', 'case.help-is-critical');
        Object.assign(draft, {
          state: 'open',
          timeliness: 'live',
          readingCount: 1,
        });
        if (draft.observeUntil) throw invalid('observeUntil', 'case.observe-by-handling');
        if (draft.callOutcome) throw invalid('callOutcome', 'case.outcome-by-contact');
        if (draft.client === null || draft.client === undefined) throw invalid('client', 'field.required');
        await requireCaseTimes(ctx, draft);
        await beginByHand(ctx, draft);
        return;
      }
      await requireMove(ctx, current, draft);
      requireObservation(ctx, current, draft);
      if (draft.state === 'open' && current.state !== 'open') draft.nextDueAt = await releasedDue(ctx, current);
      stamp(ctx, current, draft);
    },
    async afterSave(ctx, row, before) {
      if (!before) return alarmByHand(ctx, row);
      await keepHandling(ctx, row, before);
      if (before.state === row.state) return;
      if ((row.state === 'inProgress' && !isOpen(before)) || row.state === 'open') awaitRung(ctx, row);
      await answerRecords(ctx, row);
      emitCaseMoved(ctx, row);
    },
    conditions: caseConditions,
    actions: {
      claim: (ctx, { id }) => claim(ctx, id),
      logContact: (ctx, input) => logContact(ctx, input),
      settle: (ctx, input) => settle(ctx, input),
      batchHandle: (ctx, input) => batchHandle(ctx, input),
      endObservation: async (ctx, { id }) => {
        const row = await endObservation(ctx, id, contexts);
        return { id, state: stateOf(row.state) };
      },
    },
    answers: {
      claim: movedAnswer,
      logContact: contactAnswer,
      settle: contactAnswer,
      batchHandle: batchAnswer,
      endObservation: movedAnswer,
    },
  });
