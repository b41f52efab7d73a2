import { addDays, compileLimits, instrumentOf, limitsKey, localDay, startOfDay, uncertaintyOf, wholeYears, type AbnormalRule, type ClockSkew, type Datum, type Limits, type MeasuredBy, type MeasurementKind, type RuleTag } from '@kangmai/domain';
import { ruleTags } from '@kangmai/model';
import type { Database, Tx } from '../../platform/database/database.ts';
import { lacksConsent } from '../privacy/public.ts';
import type { PersonLimits } from './prepare.ts';
import { childrenSql, type SubDevice } from './sub-devices.ts';

/** One period in which somebody wore a device. */
interface WearPeriod {
  readonly clientId: number;
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}

/** What must be known of a device to place and judge its readings. Good while the device's version stands. */
export interface DeviceContext {
  readonly deviceId: number;
  readonly imei: string;
  readonly version: number;
  readonly lifecycle: number;
  readonly typeCode: string;
  readonly registered: boolean;
  readonly wears: readonly WearPeriod[];
  readonly children: readonly SubDevice[];
  /** Commands wait to be fetched for it. */
  readonly commandsWait?: boolean;
  /** Its clock is off by so much; absent while it is right or not known well enough. */
  readonly clock?: ClockSkew | undefined;
  /** Frames told of a wrong clock lately. */
  readonly isClockDoubted?: boolean;
}

/** What must be known of a person to judge a reading and to tell the right people. */
export interface PersonContext {
  readonly clientId: number;
  readonly name: string;
  readonly birthday: string | null;
  readonly sex: 1 | 2 | null;
  readonly tags: readonly RuleTag[];
  readonly heightCm: number | undefined;
  readonly hasOwnRules: boolean;
  readonly team: number | null;
  /** Consent has ended, or is asked for and not there: what may not be kept of the person. */
  readonly lacks: { readonly health: boolean; readonly location: boolean };
}

interface DeviceRow extends Omit<DeviceContext, 'wears' | 'clock' | 'children'> { readonly children: readonly SubDevice[] | null; readonly skewMs: number | null; readonly spreadMs: number | null; readonly [key: string]: unknown }
interface WearRow { readonly deviceId: number; readonly clientId: number; readonly slot: number; readonly from: Date; readonly to: Date | null }
interface PersonRow { readonly clientId: number; readonly name: string; readonly birthday: string | null; readonly gender: string; readonly tags: readonly string[] | null; readonly height: string | null; readonly hasOwnRules: boolean; readonly team: number | null; readonly lacksHealth: boolean; readonly lacksLocation: boolean }

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

/** Reads devices with everybody who ever wore them. */
export async function loadDevices(tx: Tx, imeis: readonly string[]): Promise<readonly DeviceContext[]> {
  const [devices, wears] = await Promise.all([tx.query<DeviceRow>(devicesSql, [tx.tenantId, imeis]), tx.query<WearRow>(wearsSql, [tx.tenantId, imeis])]);
  return devices.map(({ skewMs, spreadMs, children, ...row }) => ({
    ...row, children: children ?? [], clock: skewMs === null ? undefined : { medianMs: skewMs, spreadMs: spreadMs ?? 0 },
    wears: wears.filter(({ deviceId }) => deviceId === row.deviceId).map(({ clientId, slot, from, to }) => ({ clientId, slot, from: from.getTime(), to: to?.getTime() ?? Number.POSITIVE_INFINITY })),
  }));
}

/** Reads persons by their ids. */
export async function loadPersons(tx: Tx, clientIds: readonly number[]): Promise<readonly PersonContext[]> {
  const rows = await tx.query<PersonRow>(personsSql, [tx.tenantId, clientIds]);
  return rows.map(({ gender, tags, height, lacksHealth, lacksLocation, ...rest }) => ({ ...rest, lacks: { health: lacksHealth, location: lacksLocation }, sex: gender === '1' ? 1 : gender === '2' ? 2 : null, tags: (tags ?? []).map(domainTag), heightCm: height === null ? undefined : Number(height) }));
}

/** Who wore the device at an instant. */
export function wearerAt(device: DeviceContext, at: number, slot: number): number | undefined {
  return device.wears.find((wear) => wear.slot === slot && wear.from <= at && at < wear.to)?.clientId;
}

/** True when the wearer changed so near to an instant that nobody can say whose the reading is. */
export function isWearerUncertain(device: DeviceContext, at: number, slot: number): boolean {
  const uncertainMs = uncertaintyOf(device.clock);
  const sure = wearerAt(device, at, slot);
  const near = device.wears.filter((wear) => wear.slot === slot && (Math.abs(wear.from - at) <= uncertainMs || Math.abs(wear.to - at) <= uncertainMs));
  const among = new Set(near.map(({ clientId }) => clientId));
  if (sure !== undefined) among.add(sure);
  return among.size > 1;
}

/** What measured a reading, device or sub-device, for the trust it is given. */
export const measuredBy = (by: Pick<DeviceContext, 'typeCode' | 'registered'>, kind: MeasurementKind): MeasuredBy => ({ instrument: instrumentOf(by.typeCode, kind), registered: by.registered });

/** From this level on a reading is kept to save life and health, whatever was agreed to (personal information protection law, article 13). */
const vitalLevel = 3;

/** True for what may not be kept of a person who has not agreed. */
export const isBarred = ({ lacks }: PersonContext, kind: MeasurementKind, level: number): boolean => (kind === 'location' ? lacks.location : lacks.health && level < vitalLevel);

const freshMs = 5000;
/** Rules changed at one node judge at the others within two seconds. */
const rulesFreshMs = 2000;
const mostKept = 50_000;

class Cache<T> {
  private readonly kept = new Map<string, { readonly at: number; readonly value: T }>();
  private readonly freshFor: number;
  constructor(freshFor: number) {
    this.freshFor = freshFor;
  }
  get(key: string): T | undefined {
    const found = this.kept.get(key);
    return found && performance.now() - found.at < this.freshFor ? found.value : undefined;
  }
  set(key: string, value: T): void {
    if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value ?? '');
    this.kept.delete(key);
    this.kept.set(key, { at: performance.now(), value });
  }
  drop(key: string): void {
    this.kept.delete(key);
  }
}

/** A tenant's clock and rules. */
export interface TenantContext {
  readonly zone: string;
  readonly datum: Datum;
  readonly rules: readonly AbnormalRule[];
  readonly rulesVersion: string;
}

interface LimitsQuery {
  readonly tenantId: number;
  readonly tenant: TenantContext;
  readonly person: PersonContext;
  readonly at: number;
}

/** A person's limits on the local day that was asked for last: most readings are of one day. */
interface PersonDay {
  readonly from: number;
  readonly until: number;
  readonly rulesVersion: string;
  readonly limits: PersonLimits;
}

type LoadTenant = (tx: Tx) => Promise<TenantContext>;

/**
 * What ingestion keeps in memory: devices for a minute (their version is compared when a reading is written), persons, rules and
 * limits for five seconds.
 */
export class Contexts {
  private readonly database: Database;
  private readonly loadTenant: LoadTenant;
  private readonly devices = new Cache<DeviceContext>(60_000);
  private readonly persons = new Cache<PersonContext>(freshMs);
  private readonly tenants = new Cache<TenantContext>(rulesFreshMs);
  private readonly limits = new Cache<Limits>(3_600_000);
  private readonly days = new WeakMap<PersonContext, PersonDay>();

  constructor(database: Database, loadTenant: LoadTenant) {
    this.database = database;
    this.loadTenant = loadTenant;
  }

  async tenant(tenantId: number): Promise<TenantContext> {
    const known = this.tenants.get(String(tenantId));
    if (known) return known;
    const loaded = await this.database.withTenant(tenantId, this.loadTenant, { lane: 'alarm' });
    this.tenants.set(String(tenantId), loaded);
    return loaded;
  }

  /** Devices by imei and persons who wore them around the given readings; what is not in memory is read in one transaction. */
  async devicesOf(tenantId: number, imeis: readonly string[]): Promise<ReadonlyMap<string, DeviceContext>> {
    const found = new Map<string, DeviceContext>();
    const missing: string[] = [];
    for (const imei of new Set(imeis)) {
      const known = this.devices.get(`${tenantId}:${imei}`);
      if (known) found.set(imei, known);
      else missing.push(imei);
    }
    if (missing.length > 0) {
      const loaded = await this.database.withTenant(tenantId, (tx) => loadDevices(tx, missing), { lane: 'alarm' });
      for (const device of loaded) {
        found.set(device.imei, device);
        this.devices.set(`${tenantId}:${device.imei}`, device);
      }
    }
    return found;
  }

  async personsOf(tenantId: number, clientIds: readonly number[]): Promise<ReadonlyMap<number, PersonContext>> {
    const found = new Map<number, PersonContext>();
    const missing: number[] = [];
    for (const id of new Set(clientIds)) {
      const known = this.persons.get(`${tenantId}:${id}`);
      if (known) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const loaded = await this.database.withTenant(tenantId, (tx) => loadPersons(tx, missing), { lane: 'alarm' });
      for (const person of loaded) {
        found.set(person.clientId, person);
        this.persons.set(`${tenantId}:${person.clientId}`, person);
      }
    }
    return found;
  }

  /** The limits of a person on the local day of a measurement; people who are alike share them. */
  limitsOf(input: LimitsQuery): PersonLimits {
    const { tenant, person, at } = input;
    const known = this.days.get(person);
    if (known && known.from <= at && at < known.until && known.rulesVersion === tenant.rulesVersion) return known.limits;
    const limits = this.sharedLimits(input);
    const day = localDay(at, tenant.zone);
    this.days.set(person, { from: startOfDay(day, tenant.zone), until: startOfDay(addDays(day, 1), tenant.zone), rulesVersion: tenant.rulesVersion, limits });
    return limits;
  }

  private sharedLimits(input: LimitsQuery): PersonLimits {
    const { tenant, person } = input;
    const on = localDay(input.at, tenant.zone);
    const who = { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags };
    const key = `${input.tenantId}|${tenant.rulesVersion}|${limitsKey(who, on, person.hasOwnRules)}${person.hasOwnRules ? `|${on}` : ''}`;
    let limits = this.limits.get(key);
    if (!limits) {
      limits = compileLimits({ rules: tenant.rules, person: who, on });
      this.limits.set(key, limits);
    }
    return { limits, age: person.birthday === null ? undefined : wholeYears(person.birthday, on), heightCm: person.heightCm };
  }

  dropDevice(tenantId: number, imei: string): void {
    this.devices.drop(`${tenantId}:${imei}`);
  }

  dropPerson(tenantId: number, clientId: number): void {
    this.persons.drop(`${tenantId}:${clientId}`);
  }

  dropTenant(tenantId: number): void {
    this.tenants.drop(String(tenantId));
  }
}
