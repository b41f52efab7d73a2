import { deviceTypes } from '@kangmai/model/reference';
import type { Sealer } from '@kangmai/server/access/ctx';
import type { Tx } from '@kangmai/server/platform/database/database';
import type { DemoDevice } from '@kangmai/demo/devices';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';
import type { DemoBinding, DemoTenant } from '@kangmai/demo/plan-types';

/** A stored device of the tenant, with what judging needs. */
export interface StoredDevice {
  readonly id: number;
  readonly device: DemoDevice;
  readonly registered: boolean;
}

interface DevicesOf {
  readonly tenant: DemoTenant;
  readonly clientIds: readonly number[];
  readonly sealer: Sealer;
  readonly staff: Staff;
  readonly now: Date;
}

interface ProductRow {
  readonly id: number;
  readonly model: string;
  readonly typeId: number;
  readonly registered: boolean;
}

const dayMs = 86_400_000;
const inStock = 1;
const inUse = 3;
const unbound = 0;
const active = 1;

/** A number from the last digits of an imei, to distribute values over devices. */
export const spread = (imei: string, over: number): number => Number(imei.slice(-7, -1)) % over;

/** Creates the devices of a tenant, worn and spare, and their bindings. */
export async function loadDevices(
  tx: Tx,
  { tenant, clientIds, sealer, staff, now }: DevicesOf,
): Promise<ReadonlyMap<string, StoredDevice>> {
  const products = await tx.query<ProductRow>(
    `select id, model, type_id as "typeId", coalesce(registration_no, '') <> '' as registered from device_product where tenant_id = $1 and not is_deleted`,
    [tx.tenantId],
  );
  const byModel = new Map(products.map((product) => [product.model, product]));
  const productOf = ({ model }: DemoDevice): ProductRow => {
    const found = byModel.get(model);
    if (!found) throw new Error(`the demo knows no product ${model}`);
    return found;
  };
  const rows = [
    ...tenant.bindings.map((binding) => ({
      device: binding.device,
      binding: binding as DemoBinding | undefined,
      boundAt: binding.boundAt,
    })),
    ...tenant.spareDevices.map((device) => ({
      device,
      binding: undefined,
      boundAt: new Date(now.getTime() - (20 + spread(device.imei, 60)) * dayMs),
    })),
  ];
  const unitOf = (binding: DemoBinding | undefined): number =>
    (binding && staff.unit(tenant.clients[binding.client]?.unit ?? '')) ?? staff.root;
  const ids = await insertForIds(tx, 'device', {
    ...columnsOf(rows, {
      imei: ['text', ({ device }) => device.imei],
      ['type_id']: ['bigint', ({ device }) => productOf(device).typeId],
      ['product_id']: ['bigint', ({ device }) => productOf(device).id],
      ['serial_no']: ['text', ({ device }) => device.sn],
      ['sim_no']: ['text', ({ device }) => device.simNo ?? null],
      ['sim_ends_on']: [
        'date',
        ({ device, boundAt }) =>
          device.simNo === undefined ? null : new Date(boundAt.getTime() + 365 * dayMs).toISOString().slice(0, 10),
      ],
      firmware: ['text', ({ device }) => device.firmware],
      lifecycle: ['smallint', ({ binding }) => (binding && !binding.unboundAt ? inUse : inStock)],
      ['organization_unit_id']: ['bigint', ({ binding }) => unitOf(binding)],
      ['warranty_ends_on']: [
        'date',
        ({ boundAt }) => new Date(boundAt.getTime() + 350 * dayMs).toISOString().slice(0, 10),
      ],
      ['created_at']: ['timestamptz', ({ boundAt }) => new Date(boundAt.getTime() - 15 * dayMs)],
    }),
    ...sealedColumns('device_code', rows, { sealer, read: ({ device }) => device.deviceCode, hasTail: false }),
  });
  const stored = new Map(
    rows.map(({ device }, place) => [
      device.imei,
      { id: ids[place] ?? 0, device, registered: productOf(device).registered },
    ]),
  );
  await loadBindings(tx, { tenant, clientIds, stored, staff });
  return stored;
}

async function loadBindings(
  tx: Tx,
  {
    tenant,
    clientIds,
    stored,
    staff,
  }: Pick<DevicesOf, 'tenant' | 'clientIds' | 'staff'> & { readonly stored: ReadonlyMap<string, StoredDevice> },
): Promise<void> {
  await insertRows(
    tx,
    'device_binding',
    columnsOf(tenant.bindings, {
      ['device_id']: ['bigint', ({ device }) => stored.get(device.imei)?.id],
      ['client_id']: ['bigint', ({ client }) => clientIds[client]],
      state: ['smallint', ({ unboundAt }) => (unboundAt ? unbound : active)],
      ['bound_at']: ['timestamptz', ({ boundAt }) => boundAt],
      ['unbound_at']: ['timestamptz', ({ unboundAt }) => unboundAt ?? null],
      ['unbind_reason']: ['smallint', ({ unbindReason }) => unbindReason ?? null],
      ['created_at']: ['timestamptz', ({ boundAt }) => boundAt],
      ['created_by']: ['bigint', ({ client }) => staff.user(tenant.clients[client]?.healthManager ?? '')],
    }),
  );
}

/** Lists the imeis in the directory, so that their readings find the tenant. */
export async function allocateImeis(tx: Tx, tenantId: number, tenant: DemoTenant): Promise<void> {
  const imeis = [...tenant.bindings.map(({ device }) => device.imei), ...tenant.spareDevices.map(({ imei }) => imei)];
  await tx.execute(
    `insert into dir_imei (tenant_id, imei, valid_from) select $1, i.imei, now() - interval '200 days' from unnest($2::text[]) as i(imei) where not exists (select 1 from dir_imei d where d.imei = i.imei and d.valid_to is null)`,
    [tenantId, imeis],
  );
}

const offlineMinutes = new Map(deviceTypes.rows.map((type) => [type.typeCode, type.offlineMinutes]));
const silentMs = 12 * 3_600_000;

interface ContactsOf {
  readonly tenant: DemoTenant;
  readonly stored: ReadonlyMap<string, StoredDevice>;
  readonly lastReadingAt: ReadonlyMap<string, number>;
  readonly sourceId: number;
  readonly now: Date;
}

/** When a device was last heard: a worn watch reports every few minutes besides its readings. */
function seenAtOf({ device, unboundAt }: DemoBinding, readAt: number, now: number): number {
  const isWorn = device.typeCode === 'watch' && !unboundAt && now - readAt < silentMs;
  return isWorn ? Math.max(readAt, now - spread(device.imei, 6) * 60_000) : readAt;
}

function stateOf(binding: DemoBinding, { stored, lastReadingAt, now }: ContactsOf) {
  const { device, unboundAt } = binding;
  const readAt = lastReadingAt.get(device.imei);
  const id = stored.get(device.imei)?.id;
  if (readAt === undefined || id === undefined) return [];
  const seenAt = seenAtOf(binding, readAt, now.getTime());
  const isOnline = !unboundAt && now.getTime() - seenAt <= (offlineMinutes.get(device.typeCode) ?? 30) * 60_000;
  return [
    {
      id,
      seenAt: new Date(seenAt),
      online: isOnline ? 1 : 0,
      battery: 18 + spread(device.imei, 80),
      signal: device.simNo === undefined ? null : 40 + spread(device.imei, 58),
    },
  ];
}

/**
 * Starts watching the devices. The demo contains its own cases: silence in its past is marked as reported, so that the
 * clock starts with later events.
 */
async function watchFromNow(tx: Tx, now: Date): Promise<void> {
  await tx.execute(
    `insert into device_watch (tenant_id, device_id, look_at, told_wear, told_still, worn_at) select $1, d.id, $2, 4, 4, $2 from device d where d.tenant_id = $1 and d.last_seen_at is not null on conflict do nothing`,
    [tx.tenantId, now],
  );
}

/** Stores when the devices were last heard, their battery and signal. */
export async function noteContacts(tx: Tx, input: ContactsOf): Promise<void> {
  const rows = input.tenant.bindings.flatMap((binding) => stateOf(binding, input));
  await tx.execute(
    `update device d set last_seen_at = c.at, online = c.online, battery = c.battery, signal = c.signal, is_charging = false, last_source_id = $7
     from unnest($2::bigint[], $3::timestamptz[], $4::smallint[], $5::smallint[], $6::smallint[]) as c(id, at, online, battery, signal) where d.tenant_id = $1 and d.id = c.id`,
    [
      tx.tenantId,
      rows.map(({ id }) => id),
      rows.map(({ seenAt }) => seenAt),
      rows.map(({ online }) => online),
      rows.map(({ battery }) => battery),
      rows.map(({ signal }) => signal),
      input.sourceId,
    ],
  );
  await watchFromNow(tx, input.now);
}
