import { unknownBirthday } from '@kangmai/domain';
import type { client } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { asSaved, type CallCtx } from '../../engine/public.ts';
import { onceInTransaction } from '../../platform/database/once.ts';
import { invalid, notAllowed, requireSound, type FieldProblem } from '../../platform/errors.ts';
import { isConsentLacking } from '../privacy/public.ts';
import { unknownRegion, regionTable } from './completeness.ts';
import type { ClientDraft } from './identity.ts';

type Client = Row<typeof client>;
type State = Client['state'];

export const clientStateTopic = 'client.state-changed';

/** States that end or interrupt care need a reason, and a date if it is not today. */
const needsReason = new Set<State>(['paused', 'transferred', 'deceased']);
const needsDay = new Set<State>(['transferred', 'deceased']);

function missingOf(to: State, draft: ClientDraft): FieldProblem[] {
  const required = (field: 'stateReason' | 'stateOn', isNeeded: boolean): FieldProblem[] =>
    isNeeded && !draft[field] ? [{ field, reason: 'field.required' }] : [];
  return [...required('stateReason', needsReason.has(to)), ...required('stateOn', needsDay.has(to))];
}

export function checkStateChange(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): void {
  const to = draft.state;
  const from = current ? current.state : 'active';
  if (!to || to === from) return;
  requireSound(missingOf(to, draft));
  draft.stateOn ??= ctx.today();
  if (draft.stateOn > ctx.today()) throw invalid('stateOn', 'field.in-future');
}

/** Refuses to manage a person without the required consent; a new client stays potential until it is filed. */
export async function checkConsent(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  if (
    asSaved<ClientDraft>(draft, current).state === 'potential' ||
    (current && (draft.state !== 'active' || current.state === 'active'))
  )
    return;
  const ask = (): Promise<boolean> => isConsentLacking(ctx, 'health', current?.id ?? null);
  // New clients of a transaction are alike: none of them can have agreed yet.
  const isLacking = await (current ? ask() : onceInTransaction(ctx.tx, 'consent of a new client', ask));
  if (!isLacking) return;
  if (current) throw notAllowed('consent.missing');
  draft.state = 'potential';
}

export async function checkCompleteness(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  const { state, birthday, regionCode } = asSaved<ClientDraft>(draft, current);
  const isWaiting = state === 'potential';
  if (!isWaiting && birthday === unknownBirthday) throw invalid('birthday', 'client.incomplete');
  if (!isWaiting && regionCode === unknownRegion) throw invalid('regionCode', 'client.incomplete');
  if (regionCode !== unknownRegion && draft.regionCode !== undefined) await requireRegion(ctx, regionCode);
}

async function requireRegion(ctx: CallCtx, code: string | undefined): Promise<void> {
  const regions = ctx.from(regionTable, 'r').select('r.code').limit(1);
  const isKnown = await onceInTransaction(ctx.tx, `region ${code ?? ''}`, async () => {
    if (code !== undefined && (await ctx.first(regions.where('r.code', '=', code)))) return true;
    // An installation without the list of regions cannot look.
    return (await ctx.first(regions)) === undefined;
  });
  if (!isKnown) throw invalid('regionCode', 'client.unknown-region');
}
