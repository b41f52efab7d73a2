import {
  instrumentOf,
  uncertaintyOf,
  type ClockSkew,
  type MeasuredBy,
  type MeasurementKind,
  type RuleTag,
} from '@kangmai/domain';
import { ruleTags } from '@kangmai/model';
import { askedTogether } from '../../../platform/database/asked-together.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lacksConsent } from '../../privacy/public.ts';
import { childrenSql, type SubDevice } from './sub-devices.ts';

interface WearPeriod {
  readonly clientId: number;
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}

export interface DeviceContext {
  readonly deviceId: number;
  readonly imei: string;
  readonly version: number;
  readonly lifecycle: number;
  readonly typeCode: string;
  readonly registered: boolean;
  readonly wears: readonly WearPeriod[];
  readonly children: readonly SubDevice[];
  readonly commandsWait?: boolean;
  /** The clock error; absent while the clock is right or its error is unknown. */
  readonly clock?: ClockSkew | undefined;
  readonly isClockDoubted?: boolean;
}

export interface PersonContext {
  readonly clientId: number;
  readonly name: string;
  readonly birthday: string | null;
  readonly sex: 1 | 2 | null;
  readonly tags: readonly RuleTag[];
  readonly heightCm: number | undefined;
  readonly hasOwnRules: boolean;
  readonly team: number | null;
  /** Consent has ended, or is required and missing: what may not be stored of the person. */
  readonly lacks: { readonly health: boolean; readonly location: boolean };
}

interface DeviceRow extends Omit<DeviceContext, 'wears' | 'clock' | 'children'> {
  readonly children: readonly SubDevice[] | null;
  readonly skewMs: number | null;
  readonly spreadMs: number | null;
  readonly [key: string]: unknown;
}
interface WearRow {
  readonly deviceId: number;
  readonly clientId: number;
  readonly slot: number;
  readonly from: Date;
  readonly to: Date | null;
}
interface PersonRow {
  readonly clientId: number;
  readonly name: string;
  readonly birthday: string | null;
  readonly gender: string;
  readonly tags: readonly string[] | null;
  readonly height: string | null;
  readonly hasOwnRules: boolean;
  readonly team: number | null;
  readonly lacksHealth: boolean;
  readonly lacksLocation: boolean;
}

const devicesSql = `select d.id as "deviceId", d.imei, d.row_version as version, d.lifecycle, t.type_code as "typeCode", coalesce(p.registration_no, '') <> '' as registered,
    exists (select 1 from device_command c where c.tenant_id = d.tenant_id and c.device_id = d.id and c.state = 0 and not c.is_deleted) as "commandsWait",
    k.skew_ms as "skewMs", k.spread_ms as "spreadMs", k.device_id is not null as "isClockDoubted", (${childrenSql('d')}) as children
  from device d left join device_clock k on k.tenant_id = d.tenant_id and k.device_id = d.id join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id join device_product p on p.tenant_id = d.tenant_id and p.id = d.product_id
  where d.tenant_id = $1 and d.imei = any($2::text[]) and not d.is_deleted`;
const wearsSql = `select b.device_id as "deviceId", b.client_id as "clientId", b.slot, b.bound_at as "from", b.unbound_at as "to" from device_binding b
  where b.tenant_id = $1 and b.device_id in (select id from device where tenant_id = $1 and imei = any($2::text[]) and not is_deleted) and b.relation = 0 and b.state <> 2 and not b.is_deleted`;
const personsSql = `select c.id as "clientId", c.name, c.birthday, c.gender, c.risk_tags as tags, c.height, c.team_id as team,
    exists (select 1 from abnormal_rule r where r.tenant_id = c.tenant_id and r.client_id = c.id and r.is_valid and not r.is_deleted) as "hasOwnRules",
    ${lacksConsent('health', 'c.id')} as "lacksHealth", ${lacksConsent('location', 'c.id')} as "lacksLocation"
  from client c where c.tenant_id = $1 and c.id = any($2::bigint[]) and not c.is_deleted`;

const domainTag = (name: string): RuleTag => String(ruleTags.wireOf(name as never)) as RuleTag;

export async function loadDevices(tx: Tx, imeis: readonly string[]): Promise<readonly DeviceContext[]> {
  const [devices, wears] = await Promise.all([
    tx.query<DeviceRow>(devicesSql, [tx.tenantId, imeis]),
    tx.query<WearRow>(wearsSql, [tx.tenantId, imeis]),
  ]);
  return devices.map(({ skewMs, spreadMs, children, ...row }) => ({
    ...row,
    children: children ?? [],
    clock: skewMs === null ? undefined : { medianMs: skewMs, spreadMs: spreadMs ?? 0 },
    wears: wears
      .filter(({ deviceId }) => deviceId === row.deviceId)
      .map(({ clientId, slot, from, to }) => ({
        clientId,
        slot,
        from: from.getTime(),
        to: to?.getTime() ?? Number.POSITIVE_INFINITY,
      })),
  }));
}

async function readPersons(tx: Tx, clientIds: readonly number[]): Promise<readonly PersonContext[]> {
  const rows = await tx.query<PersonRow>(personsSql, [tx.tenantId, clientIds]);
  return rows.map(({ gender, tags, height, lacksHealth, lacksLocation, ...rest }) => ({
    ...rest,
    lacks: { health: lacksHealth, location: lacksLocation },
    sex: gender === '1' ? 1 : gender === '2' ? 2 : null,
    tags: (tags ?? []).map(domainTag),
    heightCm: height === null ? undefined : Number(height),
  }));
}

export async function loadPersons(tx: Tx, clientIds: readonly number[]): Promise<readonly PersonContext[]> {
  return askedTogether(tx, {
    kind: 'persons',
    key: clientIds,
    ask: async (lists: readonly (readonly number[])[]) => {
      const found = await readPersons(tx, [...new Set(lists.flat())]);
      const byId = new Map(found.map((person) => [person.clientId, person]));
      return lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
    },
  });
}

export async function loadWorn(
  tx: Tx,
  imeis: readonly string[],
): Promise<{ readonly devices: readonly DeviceContext[]; readonly wearers: readonly PersonContext[] }> {
  const devices = await loadDevices(tx, imeis);
  const worn = devices.flatMap(({ wears }) => wears.filter(({ to }) => to === Number.POSITIVE_INFINITY));
  const ids = worn.map(({ clientId }) => clientId);
  return { devices, wearers: ids.length === 0 ? [] : await loadPersons(tx, ids) };
}

export function wearerAt(device: DeviceContext, at: number, slot: number): number | undefined {
  return device.wears.find((wear) => wear.slot === slot && wear.from <= at && at < wear.to)?.clientId;
}

/** True when the wearer changed so close to an instant that the reading's person is uncertain. */
export function isWearerUncertain(device: DeviceContext, at: number, slot: number): boolean {
  const uncertainMs = uncertaintyOf(device.clock);
  let wearer = wearerAt(device, at, slot);
  for (const wear of device.wears) {
    const isNear = Math.abs(wear.from - at) <= uncertainMs || Math.abs(wear.to - at) <= uncertainMs;
    if (wear.slot !== slot || !isNear) continue;
    if (wearer !== undefined && wear.clientId !== wearer) return true;
    wearer = wear.clientId;
  }
  return false;
}

/** What measured a reading, device or sub-device, as far as its trust depends on it. */
export const measuredBy = (by: Pick<DeviceContext, 'typeCode' | 'registered'>, kind: MeasurementKind): MeasuredBy => ({
  instrument: instrumentOf(by.typeCode, kind),
  registered: by.registered,
});

/** Stored from this level on to save life, regardless of consent (personal information protection law, article 13). */
const vitalLevel = 3;

export const isBarred = ({ lacks }: PersonContext, kind: MeasurementKind, level: number): boolean =>
  kind === 'location' ? lacks.location : lacks.health && level < vitalLevel;
