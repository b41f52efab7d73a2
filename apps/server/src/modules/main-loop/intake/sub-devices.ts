import { childDeviceTypes } from '@kangmai/model';
import type { Statement, Tx } from '../../../platform/database/database.ts';
import { plainIdentifier } from '../../devices/public.ts';

export interface SubDevice {
  readonly childImei: string;
  /** Paired now; a removed one only identifies its instrument. */
  readonly isPaired: boolean;
  /** Its own person; null for the device's wearer. */
  readonly clientId: number | null;
  /** Epoch ms from which it has that person. */
  readonly from: number;
  readonly typeCode: string;
  readonly registered: boolean;
}

type ChildType = (typeof childDeviceTypes.names)[number];

/** Codes of device types by the type of a sub-device, for one without a product. */
const typeCodes: Readonly<Record<ChildType, string>> = {
  pressureMeter: 'bp_monitor',
  glucoseMeter: 'glucometer',
  bodyScale: 'body_scale',
  tape: 'tape',
  multiMeter: 'multi_meter',
  mattress: 'mattress',
  cup: 'cup',
  toothbrush: 'toothbrush',
  thermometer: 'thermometer',
  beacon: 'other',
  other: 'other',
};

/** Defaults of an unpaired sub-device: neither a watch nor registered. */
export const stranger: Pick<SubDevice, 'typeCode' | 'registered'> = { typeCode: 'other', registered: false };

const typeCodeCases = childDeviceTypes.names
  .map((name) => `when ${childDeviceTypes.wireOf(name)} then '${typeCodes[name]}'`)
  .join(' ');
const childTypeCode = `coalesce(ct.type_code, case c.child_type ${typeCodeCases} end)`;

/** SQL joins from sub-device `c` to its type: of its own product, else of the registered device with its number. */
const childJoins = `left join device cd on cd.tenant_id = c.tenant_id and cd.imei = c.child_imei and not cd.is_deleted
    left join device_product cp on cp.tenant_id = c.tenant_id and cp.id = coalesce(c.product_id, cd.product_id)
    left join device_type ct on ct.tenant_id = c.tenant_id and ct.id = cp.type_id`;

/** SQL of the sub-devices of device `device`, paired ones first, as JSON. */
export const childrenSql = (
  device: string,
): string => `select json_agg(json_build_object('childImei', c.child_imei, 'isPaired', c.state = 1, 'clientId', c.client_id,
      'from', coalesce((date_part('epoch', c.paired_at) * 1000)::bigint, 0), 'typeCode', ${childTypeCode}, 'registered', coalesce(cp.registration_no, '') <> '')
      order by c.state desc, c.id desc)
    from child_device c ${childJoins} where c.tenant_id = ${device}.tenant_id and c.parent_id = ${device}.id and not c.is_deleted`;

/** SQL of what measured reading `r` of tenant `$1`: device or sub-device; type code null for an entry by hand. */
export const measuredBySql = {
  joins: `left join device d on d.tenant_id = $1 and d.id = r.device_id
     left join device_type t on t.tenant_id = $1 and t.id = d.type_id left join device_product p on p.tenant_id = $1 and p.id = d.product_id
     left join lateral (select ${childTypeCode} as type_code, cp.registration_no from child_device c ${childJoins}
       where c.tenant_id = $1 and c.parent_id = r.device_id and c.child_imei = r.child_imei and not c.is_deleted order by c.state desc, c.id desc limit 1) s on r.child_imei is not null`,
  columns: `case when r.child_imei is null then t.type_code else coalesce(s.type_code, '${stranger.typeCode}') end as "typeCode",
     coalesce(case when r.child_imei is null then p.registration_no else s.registration_no end, '') <> '' as registered`,
} as const;

/** The number of the sub-device that an item names, as stored; undefined where the device itself measured. */
export function childOf({
  imei,
  childImei,
}: {
  readonly imei: string;
  readonly childImei: string | undefined;
}): string | undefined {
  const plain = childImei === undefined ? undefined : plainIdentifier(childImei);
  return plain === undefined || plain === '' || plain === imei ? undefined : plain;
}

export async function pairedOf(tx: Tx, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ number: string }>(
    'select child_imei as number from child_device where tenant_id = $1 and child_imei = any($2::text[]) and state = 1 and not is_deleted',
    [tx.tenantId, numbers],
  );
  return new Set(rows.map(({ number }) => number));
}

export interface ChildReport {
  readonly deviceId: number;
  readonly childImei: string;
  readonly battery: number | null;
}

/** Records that sub-devices were heard. Rows are locked in one order, so that two deliveries never deadlock. */
export function reportStatement(tenantId: number, reports: readonly ChildReport[], at: Date): Statement {
  return {
    sql: `with u as (select distinct on (device_id, child_imei) * from unnest($2::bigint[], $3::text[], $4::smallint[]) as u(device_id, child_imei, battery)),
        k as (select c.id, u.battery from child_device c join u on u.device_id = c.parent_id and u.child_imei = c.child_imei
          where c.tenant_id = $1 and c.state = 1 and not c.is_deleted order by c.id for no key update of c)
      update child_device c set last_report_at = greatest(c.last_report_at, $5::timestamptz), battery = coalesce(k.battery, c.battery) from k
      where c.tenant_id = $1 and c.id = k.id`,
    values: [
      tenantId,
      reports.map(({ deviceId }) => deviceId),
      reports.map(({ childImei }) => childImei),
      reports.map(({ battery }) => battery),
      at,
    ],
  };
}
