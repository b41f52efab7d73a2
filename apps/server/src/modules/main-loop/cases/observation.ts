import {
  afterHold,
  bookDepth,
  byMeasurement,
  holdFault,
  holdHours,
  withoutTwins,
  type CaseReading,
  type CaseStep,
  type MeasurementKind,
} from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Contexts } from '../intake/contexts.ts';
import { loadPersons } from '../intake/device-context.ts';
import { waitForReadings } from '../silence/unanswered.ts';
import { emitCaseMoved } from './answer-case.ts';
import { loadBooks, toCaseReading } from './case-book.ts';
import { awaitDue, isDue } from './due-events.ts';
import { type Case, type CaseDraft, isOpen, levelOf } from './case-moves.ts';
import { saveSteps, stopObserving } from './case-store.ts';
import { newestReadings } from './stored-readings.ts';
import { kindOfType } from './type-kinds.ts';

const topic = 'observation.due';
const criticalRight = 'Pages.RemoteMonitoring.AbnormalData.HoldCritical';
const aheadMs = 10 * 60_000;

/** Why a case may not be observed until a time; undefined when it may. */
function refusalOf(ctx: CallCtx, current: Case, until: Date): string | undefined {
  if (kindOfType[current.type] === undefined || current.client === null) return 'case.observe-readings';
  const level = levelOf(current);
  const fault = holdFault(until.getTime(), { level, now: ctx.now().getTime() });
  if (fault) return fault === 'past' ? 'case.observe-past' : 'case.observe-too-long';
  return level === 4 && !ctx.can(criticalRight) ? 'case.observe-critical' : undefined;
}

/** Refuses an end of the observation that the case does not allow; it is set by handling the case alone. */
export function requireObservation(ctx: CallCtx, current: Case, draft: CaseDraft): void {
  const until = draft.observeUntil;
  if (until === undefined || until?.getTime() === current.observeUntil?.getTime()) return;
  if (draft.state !== 'handled' || !isOpen(current)) throw invalid('observeUntil', 'case.observe-by-handling');
  const refusal = until && refusalOf(ctx, current, until);
  if (refusal) throw invalid('observeUntil', refusal, { hours: holdHours[levelOf(current)] });
}

export function awaitEnd(ctx: CallCtx, { id, observeUntil }: Pick<Case, 'id' | 'observeUntil'>): void {
  if (observeUntil) awaitDue(ctx, topic, { payload: { id, until: observeUntil.getTime() }, due: observeUntil });
}

async function lastReading(
  ctx: CallCtx,
  { row, clientId }: { readonly row: Case; readonly clientId: number },
  contexts: Contexts,
): Promise<CaseReading | undefined> {
  const kind = kindOfType[row.type];
  const [person] = await loadPersons(ctx.tx, [clientId]);
  if (!kind || !person) return undefined;
  const [tenant, rows] = await Promise.all([
    contexts.tenant(ctx.tenantId),
    newestReadings(ctx, kind, [{ clientId, until: new Date(ctx.now().getTime() + aheadMs), count: bookDepth }]),
  ]);
  const since = row.handledAt?.getTime() ?? 0;
  const readings = rows.map((each) =>
    toCaseReading(kind as MeasurementKind, each, {
      tenant,
      limits: contexts.limitsOf({ tenantId: ctx.tenantId, tenant, person, at: each.measuredAt.getTime() }),
    }),
  );
  return withoutTwins(readings.toSorted(byMeasurement)).findLast(({ at, blocked }) => at > since && !blocked);
}

async function stepsAtEnd(ctx: CallCtx, row: Case, contexts: Contexts): Promise<readonly CaseStep[]> {
  if (row.client === null) return [];
  const book = (await loadBooks(ctx, [row.client])).get(row.client);
  const held = book?.closed.find(({ id }) => id === row.id);
  if (!held?.hold || book?.open.has(held.abnormalType)) return [];
  const last = await lastReading(ctx, { row, clientId: row.client }, contexts);
  const again = afterHold({ ...held, hold: held.hold }, { last, now: ctx.now().getTime() });
  return again ? [{ do: 'reopen', id: row.id, case: again, notice: 'open' }] : [];
}

/** Ends an observation by what was measured last: an abnormal or missing reading opens the case again. */
export async function endObservation(ctx: CallCtx, id: number, contexts: Contexts): Promise<Case> {
  await waitForReadings(ctx);
  const row = await ctx.repo(abnormalCase).lock(id);
  if (row.observeUntil === null || isOpen(row)) throw invalid('id', 'case.not-observed');
  const steps = await stepsAtEnd(ctx, row, contexts);
  await stopObserving(ctx, id);
  const [person] = row.client === null ? [] : await loadPersons(ctx.tx, [row.client]);
  if (person && steps.length > 0)
    await saveSteps(ctx, { clientId: person.clientId, name: person.name, team: person.team }, steps);
  const ended = await ctx.repo(abnormalCase).get(id);
  emitCaseMoved(ctx, ended);
  return ended;
}

interface Due {
  readonly id: number;
  readonly until: number;
}

/** Follows `observation.due`. An observation that ended before has no time or another one. */
export const followObservations =
  (contexts: Contexts) =>
  async (ctx: CallCtx, payloads: readonly unknown[]): Promise<void> => {
    for (const due of payloads as readonly Due[]) {
      const row = await ctx.repo(abnormalCase).find(due.id);
      if (row?.observeUntil?.getTime() !== due.until || isOpen(row)) continue;
      if (await isDue(ctx, topic, { payload: due, due: due.until })) await endObservation(ctx, due.id, contexts);
    }
  };
