import { clientStates, type client } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { invalid, invalidFields } from '../../platform/errors.ts';
import { unknownBirthday, unknownRegion } from './completeness.ts';
import type { ClientDraft } from './identity.ts';

type Client = Row<typeof client>;
type State = (typeof clientStates.names)[number];

/** States that end or interrupt the care ask why, and since when where the day is not today. */
const needsReason = new Set<State>(['paused', 'transferred', 'deceased']);
const needsDay = new Set<State>(['transferred', 'deceased']);

/** Holds a change of state to what it needs to be understood later. */
export function checkStateChange(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): void {
  const to = draft.state;
  if (!to || to === current?.state) return;
  if (!current && to === 'active') return;
  const problems = [
    ...(needsReason.has(to) && !draft.stateReason ? [{ field: 'stateReason', reason: 'field.required' }] : []),
    ...(needsDay.has(to) && !draft.stateOn ? [{ field: 'stateOn', reason: 'field.required' }] : []),
  ];
  if (problems.length > 0) throw invalidFields(problems);
  if (draft.stateOn && draft.stateOn > ctx.today()) throw invalid('stateOn', 'field.in-future');
  draft.stateOn ??= ctx.today();
}

/** A managed client has a known birthday and a region that exists. */
export async function checkCompleteness(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  const state = draft.state ?? current?.state;
  const isWaiting = state === 'potential';
  if (!isWaiting && (draft.birthday ?? current?.birthday) === unknownBirthday) throw invalid('birthday', 'client.incomplete');
  const region = draft.regionCode ?? current?.regionCode;
  if (region === unknownRegion) {
    if (!isWaiting) throw invalid('regionCode', 'client.incomplete');
    return;
  }
  if (draft.regionCode === undefined || draft.regionCode === current?.regionCode) return;
  // An installation without the list of regions cannot look.
  const known = await ctx.tx.one<{ found: boolean }>('select exists (select 1 from region where code = $1) or not exists (select 1 from region) as found', [draft.regionCode]);
  if (!known?.found) throw invalid('regionCode', 'client.unknown-region');
}
