import { escortBooking } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import { bookingTopic, type Told } from './tell.ts';

export type Escorted = Row<typeof escortBooking>;

interface News {
  readonly what: Told['what'];
  readonly escort: number | null;
}

function changesOf(row: Escorted, before: Escorted): readonly News[] {
  if (row.state === 'cancelled' && before.state !== row.state) return [{ what: 'cancelled', escort: before.escort }];
  if (row.escort !== before.escort)
    return [
      { what: 'released', escort: before.escort },
      { what: 'assigned', escort: row.escort },
    ];
  const isMoved = row.startsAt.getTime() !== before.startsAt.getTime();
  return isMoved ? [{ what: 'moved', escort: row.escort }] : [];
}

const newsOf = (row: Escorted, before: Escorted | undefined): readonly News[] =>
  before ? changesOf(row, before) : [{ what: 'assigned', escort: row.escort }];

export function announceEscort(ctx: CallCtx, row: Escorted, before: Escorted | undefined): void {
  for (const { what, escort } of newsOf(row, before)) {
    if (escort === null) continue;
    const told: Told = {
      resource: escortBooking.name,
      id: row.id,
      what,
      version: row.rowVersion,
      before: (before ?? row).startsAt.toISOString(),
      doctors: [escort],
      by: ctx.caller.userId,
    };
    ctx.emit(bookingTopic, told, 'last');
  }
}
