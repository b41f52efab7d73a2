import { escortBooking, openEscortStates, outpatientAppointment, user } from '@kangmai/model';
import { type Draft, fitsRow } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, type Implementation, moveOf } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import type { WorkYearReader } from '../calendar/public.ts';
import { differs } from './changes.ts';
import { announceEscort, type Escorted } from './escort-news.ts';
import { requireAhead, requireBookable, requireOpenDay } from './places.ts';
import { isOpenVisit, liveEscortOf } from './visit-escorts.ts';

type EscortDraft = Draft<typeof escortBooking>;

interface Saving {
  readonly draft: EscortDraft;
  readonly current: Escorted | undefined;
}

const mostOpen = 200;
const { to: cancelled } = moveOf(escortBooking, 'cancel');
const free = new Set(['state', 'feedback', 'cancelReason', 'isLive']);

const hasBegun = (state: string): boolean => openEscortStates.every((open) => open !== state);

function requireOpen({ draft, current }: Saving): void {
  if (!current || fitsRow(escortBooking, 'edit', current)) return;
  const changed = Object.keys(draft).filter((name) => differs(draft, current, [name]));
  if (changed.some((name) => !free.has(name))) throw notAllowed('booking.closed');
}

async function requireVisit(ctx: CallCtx, { visit, client }: EscortDraft): Promise<void> {
  if (typeof visit !== 'number') return;
  if (!(await ctx.repo(outpatientAppointment).find(visit))) throw invalid('visit', 'ref.not-found');
  const row = await ctx.repo(outpatientAppointment).lock(visit);
  if (row.client !== client) throw invalid('visit', 'escort.visit-of-other');
  if (!isOpenVisit(row.state)) throw invalid('visit', 'escort.visit-over');
  const other = await liveEscortOf(ctx, visit);
  if (!other) return;
  const [reason, params] = ['escort.visit-has', { number: other.appointmentNo ?? '' }] as const;
  throw Object.assign(conflict(reason, params), { fields: [{ field: 'visit', reason, params }] });
}

async function requireNew(ctx: CallCtx, draft: EscortDraft): Promise<void> {
  if (hasBegun(draft.state ?? 'waiting')) throw invalid('state', 'escort.new-state');
  await requireBookable(ctx, Number(draft.client));
  await requireVisit(ctx, draft);
}

async function settleEscort(ctx: CallCtx, { draft, current }: Saving): Promise<void> {
  const { escort, state = 'waiting' } = asSaved<EscortDraft>(draft, current);
  if (!differs(draft, current, ['escort'])) {
    if (state === 'assigned' && (escort ?? null) === null) throw invalid('escort', 'field.required');
    return;
  }
  if (typeof escort !== 'number') throw invalid('escort', 'field.required');
  if (hasBegun(state)) throw notAllowed('booking.closed');
  if ((await ctx.repo(user).find(escort))?.isActive === false) throw invalid('escort', 'escort.stopped');
  draft.state = 'assigned';
}

/** Ahead, and without a clinic booking on no holiday. */
async function requireTime(ctx: CallCtx, years: WorkYearReader, { draft, current }: Saving): Promise<void> {
  if (current && !differs(draft, current, ['startsAt'])) return;
  const { startsAt, visit } = asSaved<EscortDraft>(draft, current);
  if (!(startsAt instanceof Date)) return;
  requireAhead(ctx, 'startsAt', startsAt);
  if ((visit ?? null) === null) await requireOpenDay(ctx, years, { field: 'startsAt', startsAt });
}

export async function cancelEscortsOf(ctx: CallCtx, clientId: number, reason: string): Promise<void> {
  const rows = ctx.repo(escortBooking);
  const where = { client: clientId, state: { in: openEscortStates } } as const;
  for (const before of await rows.list({ where, take: mostOpen })) {
    const change = { state: cancelled, cancelReason: reason, isLive: null } as const;
    announceEscort(ctx, await rows.update(before.id, change, reason), before);
  }
}

export const escortCode = (years: WorkYearReader): Implementation =>
  implement(escortBooking, {
    async beforeSave(ctx, draft, current) {
      requireOpen({ draft, current });
      if (!current) await requireNew(ctx, draft);
      await settleEscort(ctx, { draft, current });
      await requireTime(ctx, years, { draft, current });
      if (!current) draft.isLive = true;
      if (draft.state === cancelled) draft.isLive = null;
    },
    beforeDelete(_ctx, row) {
      if (!fitsRow(escortBooking, 'remove', row)) throw notAllowed('booking.not-removed');
    },
    afterSave: announceEscort,
    moves: {
      reassign(_ctx, { row, input }) {
        if (input.escort === row.escort) throw invalid('escort', 'escort.same');
      },
    },
  });
