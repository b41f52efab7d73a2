import { settings as known } from '@kangmai/model/reference';
import type { Database } from '../platform/database/database.ts';

const defaults = new Map(known.rows.map((setting) => [setting.name, setting]));
const freshMs = 2000;

type SettingValues = ReadonlyMap<string, string>;
interface Row {
  readonly name: string;
  readonly value: string | null;
}

const storedSql =
  'select name, value from setting where tenant_id = $1 and user_id is null and not is_sealed and value is not null';
const ownSql =
  'select name, value from setting where tenant_id = $1 and user_id = $2 and not is_sealed and value is not null';

/** Settings are read during other work, which already holds a connection. */
const ownLane = { lane: 'settings' } as const;

const toMap = (rows: readonly Row[]): SettingValues =>
  new Map(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));

/** The values of settings: a user's own, the tenant's, the application's, the default. Sealed settings are excluded. */
export class Settings {
  private readonly database: Database;
  private readonly kept = new Map<number, { readonly at: number; readonly stored: Promise<SettingValues> }>();

  constructor(database: Database) {
    this.database = database;
  }

  /** The effective value in a tenant (0: the host). Throws for an unknown name. */
  async of(tenantId: number, name: string): Promise<string> {
    const setting = defaults.get(name);
    if (!setting) throw new Error(`no setting is called ${name}`);
    const [own, application] = await Promise.all([this.stored(tenantId), this.stored(0)]);
    return this.pick(setting, { user: undefined, tenant: own, application });
  }

  async flag(tenantId: number, name: string): Promise<boolean> {
    return (await this.of(tenantId, name)).toLowerCase() === 'true';
  }

  async number(tenantId: number, name: string): Promise<number> {
    return Number(await this.of(tenantId, name));
  }

  /** All settings that clients may read, as effective for a user (null: anonymous). */
  async visibleTo(tenantId: number, userId: number | null): Promise<Readonly<Record<string, string>>> {
    const [tenant, application, user] = await Promise.all([
      this.stored(tenantId),
      this.stored(0),
      userId === null ? undefined : this.own(tenantId, userId),
    ]);
    return Object.fromEntries(
      known.rows
        .filter((setting) => setting.isVisibleToClient)
        .map((setting) => [setting.name, this.pick(setting, { user, tenant, application })]),
    );
  }

  /** Drops a tenant from the cache: after a change. */
  forget(tenantId: number): void {
    this.kept.delete(tenantId);
  }

  private pick(
    setting: (typeof known.rows)[number],
    stored: {
      readonly user: SettingValues | undefined;
      readonly tenant: SettingValues;
      readonly application: SettingValues;
    },
  ): string {
    const scopes = setting.scopes;
    const found =
      (scopes.includes('user') ? stored.user?.get(setting.name) : undefined) ??
      (scopes.includes('tenant') ? stored.tenant.get(setting.name) : undefined);
    return (
      found ?? (scopes.includes('application') ? stored.application.get(setting.name) : undefined) ?? setting.default
    );
  }

  private stored(tenantId: number): Promise<SettingValues> {
    const known = this.kept.get(tenantId);
    const at = performance.now();
    if (known && at - known.at < freshMs) return known.stored;
    const stored = this.database
      .withTenant(tenantId, (tx) => tx.query<Row>(storedSql, [tenantId]), ownLane)
      .then(toMap);
    this.kept.set(tenantId, { at, stored });
    stored.catch(() => this.kept.delete(tenantId));
    return stored;
  }

  private own(tenantId: number, userId: number): Promise<SettingValues> {
    return this.database.withTenant(tenantId, (tx) => tx.query<Row>(ownSql, [tenantId, userId]), ownLane).then(toMap);
  }
}
