import {
  addDays,
  compileLimits,
  limitsKey,
  localDay,
  startOfDay,
  wholeYears,
  type AbnormalRule,
  type Datum,
  type Limits,
} from '@kangmai/domain';
import type { Database, Tx, WorkOptions } from '../../../platform/database/database.ts';
import type { PersonLimits } from '../readings/prepare.ts';
import { type DeviceContext, type PersonContext, loadPersons, loadWorn } from './device-context.ts';

const freshMs = 5000;

/** Rules changed at one node take effect at the others within two seconds. */
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

export interface TenantContext {
  readonly zone: string;
  readonly datum: Datum;
  readonly lateHours: number;
  /** Older readings are quarantined. */
  readonly acceptDays: number;
  /** The rules that judge: in force, those replaced by a rule on trial included. */
  readonly rules: readonly AbnormalRule[];
  readonly rulesVersion: string;
  /** Rules that are counted only. */
  readonly trials: readonly TrialRule[];
}

/** A stored rule on trial, epoch ms. */
export interface TrialRule {
  readonly rule: AbnormalRule;
  readonly from: number;
  readonly until: number;
}

interface LimitsQuery {
  readonly tenantId: number;
  readonly tenant: TenantContext;
  readonly person: PersonContext;
  readonly at: number;
}

/** The limits of a person on a local day, which lasts from an instant until another; epoch ms. */
interface PersonDay extends PersonLimits {
  readonly from: number;
  readonly until: number;
  readonly rulesVersion: string;
}

const reading: WorkOptions = { lane: 'alarm', isReading: true };

type LoadTenant = (tx: Tx) => Promise<TenantContext>;

/** Caches devices for a minute (a write compares their version), persons, rules and limits for five seconds. */
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
    const loaded = await this.database.withTenant(tenantId, this.loadTenant, reading);
    this.tenants.set(String(tenantId), loaded);
    return loaded;
  }

  /** Devices by imei, with all wearers. Loads all that are not cached, with who wears them now, in one transaction. */
  async devicesOf(tenantId: number, imeis: readonly string[]): Promise<ReadonlyMap<string, DeviceContext>> {
    const found = new Map<string, DeviceContext>();
    const missing: string[] = [];
    for (const imei of new Set(imeis)) {
      const known = this.devices.get(`${tenantId}:${imei}`);
      if (known) found.set(imei, known);
      else missing.push(imei);
    }
    if (missing.length > 0) {
      const { devices, wearers } = await this.database.withTenant(tenantId, (tx) => loadWorn(tx, missing), reading);
      for (const device of devices) {
        found.set(device.imei, device);
        this.devices.set(`${tenantId}:${device.imei}`, device);
      }
      for (const person of wearers) this.persons.set(`${tenantId}:${person.clientId}`, person);
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
      const loaded = await this.database.withTenant(tenantId, (tx) => loadPersons(tx, missing), reading);
      for (const person of loaded) {
        found.set(person.clientId, person);
        this.persons.set(`${tenantId}:${person.clientId}`, person);
      }
    }
    return found;
  }

  /** The limits of a person on the local day of a measurement; people who are alike share them. */
  limitsOf(input: LimitsQuery): PersonDay {
    const { tenant, person, at } = input;
    const { rulesVersion, zone } = tenant;
    const known = this.days.get(person);
    if (known && known.from <= at && at < known.until && known.rulesVersion === rulesVersion) return known;
    const on = localDay(at, zone);
    const found = {
      ...this.sharedLimits(input, on),
      from: startOfDay(on, zone),
      until: startOfDay(addDays(on, 1), zone),
      rulesVersion,
    };
    this.days.set(person, found);
    return found;
  }

  private sharedLimits({ tenantId, tenant, person }: LimitsQuery, on: string): PersonLimits {
    const who = { id: person.clientId, birthday: person.birthday, sex: person.sex, tags: person.tags };
    const key = `${tenantId}|${tenant.rulesVersion}|${limitsKey(who, on, person.hasOwnRules)}${person.hasOwnRules ? `|${on}` : ''}`;
    let limits = this.limits.get(key);
    if (!limits) {
      limits = compileLimits({ rules: tenant.rules, person: who, on });
      this.limits.set(key, limits);
    }
    return {
      limits,
      age: person.birthday === null ? undefined : wholeYears(person.birthday, on),
      heightCm: person.heightCm,
    };
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
