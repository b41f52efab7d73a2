import { randomUUID } from 'node:crypto';
import type { Surroundings } from '../../access/in-tenant.ts';
import { roomsOfPerson } from '../../platform/live-bus.ts';
import { tellLive } from '../../platform/live-relay.ts';
import type { IngestItem } from '../readings/public.ts';

/** A call for help from a device that no tenant has: the host's staff see it at once, on every press, and find it in their notices. */
export async function strangerAlarm(surroundings: Surroundings, item: IngestItem, deliverer: { readonly sourceCode: string }): Promise<void> {
  const { event } = item.values;
  const data = { imei: item.imei, source: deliverer.sourceCode, event: typeof event === 'string' ? event : '' };
  const shown = { event: 'strangeralarm', rooms: roomsOfPerson(0, 'sos', undefined), payload: { ...data, time: surroundings.now().toISOString() }, key: randomUUID() };
  await surroundings.database.withTenant(0, async (tx) => {
    await tx.execute(`insert into user_notification (tenant_id, user_id, name, severity, data) select 0, u.id, 'App.StrangerAlarm', 4, $1::jsonb from app_user u where u.tenant_id = 0 and u.is_active and not u.is_deleted`, [JSON.stringify(data)]);
    await tellLive(tx, surroundings.bus, shown);
  }, { lane: 'alarm' });
}
