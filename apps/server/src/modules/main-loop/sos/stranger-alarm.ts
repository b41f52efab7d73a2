import { randomUUID } from 'node:crypto';
import { sosRecord } from '@kangmai/model';
import type { LiveEvents, ProductEvent } from '@kangmai/model/events';
import type { Surroundings } from '../../../access/in-tenant.ts';
import { roomsOfPerson } from '../../../platform/live-bus.ts';
import { publishLive } from '../../../platform/live-relay.ts';
import type { IngestItem } from '../intake/ingest-item.ts';

const hostId = 0;

interface StrangerCall {
  readonly tenantId: number;
  readonly item: IngestItem;
  readonly deliverer: { readonly sourceCode: string };
}

/** Everybody at the host; at a tenant those who may see emergencies: own grants and refusals precede roles. */
const noticeSql = `insert into user_notification (tenant_id, user_id, name, severity, data)
  select $1, u.id, 'App.StrangerAlarm', 4, $2::jsonb from app_user u
  where u.tenant_id = $1 and u.is_active and not u.is_deleted and ($1 = ${hostId} or coalesce(
    (select bool_and(p.is_granted) from user_permission p where p.tenant_id = $1 and p.user_id = u.id and p.permission = $3),
    exists (select 1 from role_permission p join app_role r on r.tenant_id = p.tenant_id and r.id = p.role_id and not r.is_deleted
      where p.tenant_id = $1 and p.permission = $3 and p.role_id in (
        select role_id from user_role where tenant_id = $1 and user_id = u.id
        union select o.role_id from organization_unit_role o join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id
          where o.tenant_id = $1 and m.user_id = u.id))))`;

async function notifyTenant(
  surroundings: Surroundings,
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
      const receivers = await tx.execute(noticeSql, [tenantId, JSON.stringify(data), sosRecord.permission]);
      await publishLive(tx, surroundings.bus, shown);
      return receivers;
    },
    { lane: 'alarm' },
  );
}

/** Notifies staff of an SOS of an unregistered device, at every press; the host where a tenant has no such staff. */
export async function strangerAlarm(
  surroundings: Surroundings,
  { tenantId, item, deliverer }: StrangerCall,
): Promise<void> {
  const { event } = item.values;
  const data = { imei: item.imei, source: deliverer.sourceCode, event: typeof event === 'string' ? event : '' };
  const receivers = await notifyTenant(surroundings, tenantId, data);
  if (receivers === 0 && tenantId !== hostId) await notifyTenant(surroundings, hostId, data);
}
