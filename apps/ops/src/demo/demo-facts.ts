import type { Database } from '@kangmai/server/platform/database/database';

type Facts = Readonly<Record<string, unknown>>;

interface Clinic {
  readonly userId: number;
  readonly begin: string;
  readonly weekStart: string;
}

/** The next clinic of a doctor. */
const clinicOf = (database: Database, tenantId: number): Promise<Clinic | undefined> =>
  database.withTenant(tenantId, (tx) =>
    tx.one<Clinic>(
      `select s.user_id as "userId", s.work_date::text as begin, date_trunc('week', s.work_date)::date::text as "weekStart" from shift s
       where s.tenant_id = $1 and s.kind = 'outpatient' and s.state = 'published' and s.user_id is not null order by s.starts_at limit 1`,
      [tenantId],
    ),
  );

/** The first health service that can be booked. */
const offeredOf = async (database: Database, tenantId: number): Promise<number | undefined> =>
  database.withTenant(tenantId, async (tx) => {
    const sql = 'select min(id) as id from health_service where tenant_id = $1 and state = 1';
    return (await tx.one<{ id: number }>(sql, [tenantId]))?.id;
  });

/** A person with many readings, who wears a device, and a period with readings. */
export async function factsOf(
  database: Database,
  { tenantId, days }: { readonly tenantId: number; readonly days: number },
): Promise<Facts> {
  const row = await database.withTenant(tenantId, (tx) =>
    tx.one<{ userId: number; imei: string }>(
      `select b.client_id as "userId", d.imei from device_binding b join device d on d.tenant_id = b.tenant_id and d.id = b.device_id
       where b.tenant_id = $1 and b.relation = 0 and b.state = 1 and b.unbound_at is null
       order by (select count(*) from reading_latest l where l.tenant_id = $1 and l.device_id = d.id) desc, d.id limit 1`,
      [tenantId],
    ),
  );
  const house = await database.withTenant(tenantId, (tx) =>
    tx.one<{ roomTypeId: number; buildingId: number }>(
      `select (select min(id) from room_type where tenant_id = $1) as "roomTypeId", min(id) as "buildingId" from building where tenant_id = $1`,
      [tenantId],
    ),
  );
  const clinic = await clinicOf(database, tenantId);
  const dayMs = 86_400_000;
  const [from, to] = [new Date(Date.now() - days * dayMs), new Date()];
  const userId = row?.userId ?? 0;
  return {
    userId,
    clientId: userId,
    client: userId,
    ['client_id']: userId,
    roomTypeId: house?.roomTypeId,
    buildingId: house?.buildingId,
    floor: 1,
    healthServicesId: await offeredOf(database, tenantId),
    clinicUserId: clinic?.userId,
    clinicDay: clinic?.begin,
    weekStart: clinic?.weekStart,
    paperKey: 'contract',
    names: 'beds,bedsFree,energyCost',
    readDate: to.toISOString().slice(0, 10),
    month: to.toISOString().slice(0, 7),
    from: from.toISOString().slice(0, 10),
    to: to.toISOString().slice(0, 10),
    imei: row?.imei,
    // Nobody has walked yet in the first minutes of a day.
    ['walk_date']: new Date(to.getTime() - dayMs).toISOString().slice(0, 10),
    beginTime: from.toISOString(),
    endTime: to.toISOString(),
    MaxResultCount: 30,
    ['type_codeFilter']: 'gender',
    tab: 'bp',
    west: 70,
    east: 140,
    south: 10,
    north: 60,
    zoom: 16,
    resource: 'client',
    username: 'admin',
    profilePictureId: '00000000-0000-4000-8000-000000000000',
  };
}
