import {
  caseDeeds,
  missingNeeds,
  type AlarmLevel,
  type CaseDeed,
  type CaseMove,
  type CaseState,
} from '@kangmai/domain';
import { abnormalCase, alarmLevels, caseActions, caseStates } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, type CallCtx, moveOf } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { requireProof } from './answer-case.ts';
import { claimedUntil, newRun } from './ladder-run.ts';

export type Case = Row<typeof abnormalCase>;

export type CaseDraft = Draft<typeof abnormalCase>;

export const levelOf = (row: Pick<Case, 'level'>): AlarmLevel => Number(alarmLevels.wireOf(row.level)) as AlarmLevel;

export const stateOf = (name: Case['state']): CaseState => Number(caseStates.wireOf(name)) as CaseState;

export const isOpen = (row: Pick<Case, 'state'>): boolean => stateOf(row.state) <= 2;

export const proofs = new Set(['reachedPerson', 'reachedGuardian', 'onSite']);

const needReasons = {
  handleType: { field: 'handling', reason: 'case.needs-handling' },
  handleResult: { field: 'outcome', reason: 'case.needs-outcome' },
  reason: { field: 'outcome', reason: 'case.needs-reason' },
  firstContact: { field: 'callOutcome', reason: 'case.needs-contact' },
  within24h: { field: 'state', reason: 'case.too-late' },
  editRight: { field: 'state', reason: 'permission.denied' },
} as const;

function caseMove(ctx: CallCtx, current: Case, draft: CaseDraft): CaseMove {
  const { handling, outcome } = asSaved(draft, current);
  return {
    level: levelOf(current),
    handleType: handling ? Number(caseActions.wireOf(handling)) : null,
    handleResult: outcome,
    firstContactAt: current.firstContactAt?.getTime() ?? null,
    alarmedAt: current.alarmedAt?.getTime() ?? null,
    closedAt: current.handledAt?.getTime() ?? null,
    now: ctx.now().getTime(),
    mayEdit: true,
  };
}

/** The handling and outcome of a closed case may be changed but not cleared. */
function requireKept(current: Case, draft: CaseDraft): void {
  if (isOpen(current)) return;
  if (draft.handling === null && current.handling !== null) throw invalid('handling', 'case.needs-handling');
  if (draft.outcome === null && current.outcome !== null) throw invalid('outcome', 'case.needs-outcome');
}

const deeds = caseDeeds.map((deed) => ({ deed, move: moveOf(abnormalCase, deed) }));

function deedOf(from: Case['state'], to: Case['state']): CaseDeed {
  const found = deeds.find(({ move }) => move.to === to && move.fits(from));
  if (!found) throw new Error(`no move of a case leads from ${from} to ${to}`);
  return found.deed;
}

/** Refuses a change of state that lacks what the level requires: handling, outcome, proven contact. */
export async function requireMove(ctx: CallCtx, current: Case, draft: CaseDraft): Promise<void> {
  const to = draft.state ?? current.state;
  if (current.state === to) return requireKept(current, draft);
  const [missing] = missingNeeds(deedOf(current.state, to), caseMove(ctx, current, draft));
  if (missing) throw invalid(needReasons[missing].field, needReasons[missing].reason);
  if (to === 'handled' || to === 'falseAlarm')
    await requireProof(ctx, current, { ending: asSaved(draft, current), side: 'case' });
}

/** Columns of a reopened case: claimed by the caller, no result. Levels 3 and 4 need a new contact. */
function reopened(ctx: CallCtx, current: Case): Partial<Case> {
  return {
    ...newRun(ctx, current),
    nextDueAt: claimedUntil(ctx, levelOf(current)),
    claimedAt: ctx.now(),
    handledBy: ctx.caller.userId,
    handledAt: null,
    handling: null,
    outcome: null,
    callOutcome: null,
    observeUntil: null,
  };
}

export function stamp(ctx: CallCtx, current: Case, draft: CaseDraft): void {
  const to = draft.state;
  if (!to || to === current.state) return;
  if (to === 'handled' || to === 'falseAlarm')
    Object.assign(draft, { handledBy: ctx.caller.userId, handledAt: ctx.now(), nextDueAt: null });
  if (to === 'claimed') Object.assign(draft, { claimedAt: ctx.now(), handledBy: ctx.caller.userId });
  if (to === 'open') Object.assign(draft, { handledBy: null });
  if (to === 'inProgress' && !isOpen(current)) Object.assign(draft, reopened(ctx, current));
}
