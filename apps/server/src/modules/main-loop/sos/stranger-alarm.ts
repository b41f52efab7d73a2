import { randomUUID } from 'node:crypto';
import { shellPermissions } from '@kangmai/model/menu';
import type { LiveEvents, ProductEvent } from '@kangmai/model/events';
import type { Surroundings } from '../../../access/in-tenant.ts';
import { roomsOfPerson } from '../../../platform/live-bus.ts';
import { publishLive } from '../../../platform/live-relay.ts';
import type { Notify } from '../../notices/public.ts';
import type { IngestItem } from '../intake/ingest-item.ts';

const hostId = 0;

interface StrangerCall {
  readonly tenantId: number;
  readonly item: IngestItem;
  readonly deliverer: { readonly sourceCode: string };
}

interface AlarmParts {
  readonly surroundings: Surroundings;
  readonly notify: Notify;
}

/** Everybody at the host; at a tenant those who may see calls for help. */
async function notifyTenant(
  { surroundings, notify }: AlarmParts,
  tenantId: number,
  data: Omit<LiveEvents['strangeralarm'], 'time'>,
): Promise<number> {
  const shown = {
    event: 'strangeralarm',
    rooms: roomsOfPerson(tenantId, 'sos', undefined),
    payload: { ...data, time: surroundings.now().toISOString() },
    key: randomUUID(),
  } satisfies ProductEvent;
  return surroundings.database.withTenant(
    tenantId,
    async (tx) => {
      const receivers = await notify(
        { tx, publish: (event) => publishLive(tx, surroundings.bus, event) },
        {
          purpose: 'App.StrangerAlarm',
          to: tenantId === hostId ? 'everybody' : { holdersOf: shellPermissions.sos },
          params: data,
        },
      );
      await publishLive(tx, surroundings.bus, shown);
      return receivers;
    },
    { lane: 'alarm' },
  );
}

/** Notifies staff of an SOS of an unregistered device, at every press; the host where a tenant has no such staff. */
export async function strangerAlarm(parts: AlarmParts, { tenantId, item, deliverer }: StrangerCall): Promise<void> {
  const { event } = item.values;
  const data = { imei: item.imei, source: deliverer.sourceCode, event: typeof event === 'string' ? event : '' };
  const receivers = await notifyTenant(parts, tenantId, data);
  if (receivers === 0 && tenantId !== hostId) await notifyTenant(parts, hostId, data);
}
