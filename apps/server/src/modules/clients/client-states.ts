import { unknownBirthday } from '@kangmai/domain';
import type { client } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { asSaved, type CallCtx } from '../../engine/public.ts';
import { onceInTransaction } from '../../platform/database/once.ts';
import { invalid, invalidFields, notAllowed, type FieldProblem } from '../../platform/errors.ts';
import { lacksConsent } from '../privacy/public.ts';
import { unknownRegion } from './completeness.ts';
import type { ClientDraft } from './identity.ts';

type Client = Row<typeof client>;
type State = Client['state'];

/** States that end or interrupt care need a reason, and a date if it is not today. */
const needsReason = new Set<State>(['paused', 'transferred', 'deceased']);
const needsDay = new Set<State>(['transferred', 'deceased']);

function missingOf(to: State, draft: ClientDraft): FieldProblem[] {
  const required = (field: 'stateReason' | 'stateOn', isNeeded: boolean): FieldProblem[] =>
    isNeeded && !draft[field] ? [{ field, reason: 'field.required' }] : [];
  return [...required('stateReason', needsReason.has(to)), ...required('stateOn', needsDay.has(to))];
}

/** Refuses a change of state that lacks its reason or date. */
export function checkStateChange(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): void {
  const to = draft.state;
  const from = current ? current.state : 'active';
  if (!to || to === from) return;
  const problems = missingOf(to, draft);
  if (problems.length > 0) throw invalidFields(problems);
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
  const readLack = (): Promise<{ lacks: boolean } | undefined> =>
    ctx.tx.one<{ lacks: boolean }>(`select ${lacksConsent('health', '$2::bigint')} as lacks`, [
      ctx.tenantId,
      current?.id ?? null,
    ]);
  // All new clients of a transaction are alike: none can have consented yet.
  const found = await (current ? readLack() : onceInTransaction(ctx.tx, 'consent of a new client', readLack));
  if (!found?.lacks) return;
  if (current) throw notAllowed('consent.missing');
  draft.state = 'potential';
}

/** A managed client has a known birthday and a region that exists. */
export async function checkCompleteness(ctx: CallCtx, draft: ClientDraft, current: Client | undefined): Promise<void> {
  const { state, birthday, regionCode } = asSaved<ClientDraft>(draft, current);
  const isWaiting = state === 'potential';
  if (!isWaiting && birthday === unknownBirthday) throw invalid('birthday', 'client.incomplete');
  if (!isWaiting && regionCode === unknownRegion) throw invalid('regionCode', 'client.incomplete');
  if (regionCode !== unknownRegion && draft.regionCode !== undefined) await requireRegion(ctx, regionCode);
}

async function requireRegion(ctx: CallCtx, code: string | undefined): Promise<void> {
  // Installations without the list of regions cannot check it.
  const known = await onceInTransaction(ctx.tx, `region ${code ?? ''}`, () =>
    ctx.tx.one<{ found: boolean }>(
      'select exists (select 1 from region where code = $1) or not exists (select 1 from region) as found',
      [code],
    ),
  );
  if (!known?.found) throw invalid('regionCode', 'client.unknown-region');
}
