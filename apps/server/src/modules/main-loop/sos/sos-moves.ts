import type { Draft, Row } from '@kangmai/resource';
import { abnormalCase, sosRecord } from '@kangmai/model';
import { asSaved, type CallCtx, moveOf } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import { answerRecords, endWithLast, openSosStates, requireProof, emitCaseMoved } from '../cases/answer-case.ts';
import { requireCallTime } from '../cases/by-hand.ts';
import { claim, logContact } from '../cases/case-actions.ts';
import { releasedDue } from '../cases/ladder-changes.ts';
import { awaitRung } from '../cases/ladder-run.ts';
import { lockCaseOf } from './sos-case.ts';
import { setByHand } from './sos-position.ts';

type State = SosRow['state'];

export const isClosed = (state: State): state is 'closed' | 'falseAlarm' =>
  state === 'closed' || state === 'falseAlarm';

const falseCauses: ReadonlySet<SosRow['cause']> = new Set(['touched', 'trial', 'cancelled']);

/** What must be stated before an emergency is closed or marked as a false alarm. Only the wearer cancels. */
function requireFindings(to: State, draft: SosDraft, current: SosRow): void {
  const { cause, outcome } = asSaved(draft, current);
  if (cause === 'cancelled' && current.cause !== 'cancelled') throw invalid('cause', 'sos.cancelled-by-wearer');
  if (to === 'closed')
    for (const [field, value] of Object.entries({ cause, outcome })) if (!value) throw invalid(field, 'field.required');
  if (to === 'falseAlarm' && !falseCauses.has(cause)) throw invalid('cause', 'sos.false-alarm-cause');
}

const [contact, giveBack] = [moveOf(abnormalCase, 'logContact'), moveOf(abnormalCase, 'release')];

/** Starts handling a record or ends it: both need proof of contact on its case. */
async function requireReached(
  ctx: CallCtx,
  { to, caseId, draft }: { readonly to: State; readonly caseId: number; readonly draft: SosDraft },
): Promise<void> {
  const row = await ctx.repo(abnormalCase).get(caseId);
  await requireProof(ctx, row, { ending: { handling: null, outcome: null }, side: 'record' });
  if (to === 'inProgress' && row.state !== contact.to)
    emitCaseMoved(ctx, await ctx.repo(abnormalCase).update(caseId, { state: contact.from(ctx, row.state) }));
  if (isClosed(to)) Object.assign(draft, { closedAt: ctx.now() });
}

async function release(ctx: CallCtx, caseId: number): Promise<void> {
  const held = await ctx.repo(abnormalCase).get(caseId);
  const row = await ctx.repo(abnormalCase).update(caseId, {
    ...(giveBack.fits(held.state) && { state: giveBack.to, nextDueAt: await releasedDue(ctx, held) }),
    handledBy: null,
  });
  awaitRung(ctx, row);
  await answerRecords(ctx, row);
  emitCaseMoved(ctx, row);
}

/** True for a save that only responds to an already answered call; one with other changes is an edit. */
function respondsToo(draft: SosDraft, current: SosRow): boolean {
  if (draft.state !== 'responded' || current.state === 'waiting') return false;
  return Object.entries(draft).every(
    ([name, value]) =>
      name === 'state' || JSON.stringify(value ?? null) === JSON.stringify(current[name as keyof SosRow] ?? null),
  );
}

export async function moveOn(ctx: CallCtx, draft: SosDraft, current: SosRow): Promise<void> {
  const to = draft.state ?? current.state;
  requireFindings(to, draft, current);
  const { case: caseId } = current;
  if (!openSosStates.has(current.state) || caseId === null) return;
  if (respondsToo(draft, current)) await claim(ctx, caseId);
  if (draft.guardianContacted === true && current.guardianContacted !== true)
    await logContact(ctx, { id: caseId, callOutcome: 'reachedGuardian' });
  if (to === current.state) return;
  if (to === 'responded') await claim(ctx, caseId);
  else if (to === 'waiting') await release(ctx, caseId);
  else await requireReached(ctx, { to, caseId, draft });
}

/** A record made by hand starts as a waiting call: ending it needs proof like any other. */
export function requireWaiting(ctx: CallCtx, draft: SosDraft): void {
  if (!draft.client && !draft.device) throw invalid('client', 'field.required');
  if (draft.state && draft.state !== 'waiting') throw invalid('state', 'sos.recorded-waiting');
  if (draft.cause === 'cancelled') throw invalid('cause', 'sos.cancelled-by-wearer');
  if (draft.calledAt) requireCallTime(ctx, draft.calledAt);
}

/** Adds a record created by staff to its person's open case. Its contact counts if not older than the last press. */
export async function giveCase(ctx: CallCtx, row: SosRow): Promise<void> {
  await lockCaseOf(ctx, row.id);
  const { case: caseId } = await ctx.repo(sosRecord).get(row.id);
  if (caseId === null || row.guardianContacted !== true) return;
  const { latestAt } = await ctx.repo(abnormalCase).get(caseId);
  if (row.calledAt >= latestAt) await logContact(ctx, { id: caseId, callOutcome: 'reachedGuardian' });
}

/** The closing action of a case by the handling of its record. */
const handlings = { reachedPerson: 'phoneVisit', reachedGuardian: 'guardianTold', onSite: 'homeVisit' } as const;

export async function endCase(ctx: CallCtx, row: SosRow, caseId: number): Promise<void> {
  const { callOutcome } = await ctx.repo(abnormalCase).get(caseId);
  const reached =
    callOutcome !== null && callOutcome in handlings ? handlings[callOutcome as keyof typeof handlings] : null;
  await endWithLast(ctx, caseId, {
    state: row.state === 'closed' ? 'handled' : 'falseAlarm',
    handling: row.ambulanceCalled ? 'ambulance' : reached,
    outcome: row.outcome,
  });
}

/** Both stored pairs of a position mark the same place, also in a record that staff make. */
export async function keepPair(ctx: CallCtx, draft: SosDraft, current: SosRow | undefined): Promise<void> {
  const { longitude = null, latitude = null } = draft;
  if (current || (longitude === null && latitude === null)) return;
  Object.assign(draft, await setByHand(ctx, { longitude, latitude }));
}

export type SosRow = Row<typeof sosRecord>;

export type SosDraft = Draft<typeof sosRecord>;
