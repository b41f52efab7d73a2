import type { CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { bookingTopic, type Told } from './tell.ts';

type Values = { readonly [field: string]: unknown };

const text = (value: unknown): string => JSON.stringify(value ?? null);

export function differs(draft: object, current: object | undefined, names: readonly string[]): boolean {
  const [next, now = {}] = [draft as Values, current as Values | undefined];
  return names.some((name) => next[name] !== undefined && text(next[name]) !== text(now[name]));
}

export function requireNewState({ state = 'waiting' }: Values): void {
  if (state !== 'waiting' && state !== 'booked') throw invalid('state', 'booking.new-state');
}

interface Booking {
  readonly id: number;
  readonly client: number;
  readonly doctor: number | null;
  readonly startsAt: Date;
  readonly state: string;
  readonly rowVersion: number;
}

/** What happened to a booking that others have to know; nothing where it is as before. */
export function newsOf(row: Booking, before: Booking): Told['what'] | undefined {
  if (row.state === 'cancelled' && before.state !== 'cancelled') return 'cancelled';
  const isMoved = row.startsAt.getTime() !== before.startsAt.getTime() || row.doctor !== before.doctor;
  return isMoved && (row.state === 'waiting' || row.state === 'booked') ? 'moved' : undefined;
}

/** Informs the persons concerned after the commit, behind alarms. */
export function announce(ctx: CallCtx, resource: string, { row, before }: Readonly<Record<'row' | 'before', Booking>>) {
  const what = newsOf(row, before);
  if (!what) return;
  const told: Told = {
    resource,
    id: row.id,
    what,
    version: row.rowVersion,
    before: before.startsAt.toISOString(),
    doctors: [row.doctor, before.doctor],
    by: ctx.caller.userId,
  };
  ctx.emit(bookingTopic, told, 'last');
}
