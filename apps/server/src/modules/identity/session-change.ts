import type { ProductEvent } from '@kangmai/model/events';
import type { Tx } from '../../platform/database/database.ts';
import { sessionRoom } from '../../platform/live-bus.ts';
import { publishLive } from '../../platform/live-relay.ts';
import type { Services } from '../../engine/public.ts';

/** After the commit, makes all nodes and screens reload the state of a user's sign-ins. */
export function emitSessionChange({ bus }: Pick<Services, 'bus'>, tx: Tx, userId: number): void {
  const event = {
    event: 'sessionchange',
    rooms: [sessionRoom(tx.tenantId, userId)],
    payload: { tenantId: tx.tenantId, userId },
  } satisfies ProductEvent;
  publishLive(tx, bus, event);
}
