import { createHash } from 'node:crypto';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Caller, DataScope, Sight } from './caller.ts';

/** The content of a verified token; everything else is read from the database. */
export interface TokenClaims {
  readonly tenantId: number;
  readonly userId: number;
  readonly tokenKey: string;
  readonly stamp: string;
}

/** A signed-in user as the session cache holds it. */
export interface Session {
  readonly user: Pick<
    Caller,
    | 'tenantId'
    | 'userId'
    | 'userName'
    | 'roles'
    | 'permissions'
    | 'sight'
    | 'zone'
    | 'impersonatorUserId'
    | 'impersonatorTenantId'
    | 'tokenKey'
  >;
  readonly culture: string | null;
  readonly tenant: TenantState;
  /** The screen is locked: only the calls of the lock page are allowed. */
  readonly isLocked: boolean;
  /** Changes whenever rights, sight, user, tenant or lock change; open connections then join their rooms again. */
  readonly version: string;
}

export interface TenantState {
  readonly isActive: boolean;
  /** The subscription has expired and its waiting days have not: reading only. */
  readonly readOnly: boolean;
  readonly expired: boolean;
}

interface UserRow {
  readonly userName: string;
  readonly isActive: boolean;
  readonly securityStamp: string;
  readonly culture: string | null;
  readonly timeZone: string | null;
  readonly rowVersion: number;
  readonly isTokenAlive: boolean;
  readonly isLocked: boolean;
  readonly impersonatorUserId: number | null;
  readonly impersonatorTenantId: number | null;
}
interface RoleRow {
  readonly id: number;
  readonly name: string;
  readonly dataScope: DataScope;
  readonly rowVersion: number;
}

export interface TenantRow {
  readonly isActive: boolean;
  readonly timeZone: string;
  readonly subscriptionEndAt: Date | null;
  readonly waitingDays: number;
  readonly rowVersion: number;
}

const userSql = `select u.user_name as "userName", u.is_active as "isActive", u.security_stamp as "securityStamp", u.culture, u.time_zone as "timeZone", u.row_version as "rowVersion", t.id is not null as "isTokenAlive", t.locked_at is not null as "isLocked",
    t.impersonator_user_id as "impersonatorUserId", t.impersonator_tenant_id as "impersonatorTenantId"
  from app_user u left join user_token t on t.tenant_id = u.tenant_id and t.user_id = u.id and t.validity_key = $3 and t.kind = 'access' and t.revoked_at is null and t.expires_at > now()
  where u.tenant_id = $1 and u.id = $2 and not u.is_deleted`;
const roleIdsSql = `select role_id from user_role where tenant_id = $1 and user_id = $2
  union select o.role_id from organization_unit_role o join user_organization_unit m on m.tenant_id = o.tenant_id and m.organization_unit_id = o.organization_unit_id where o.tenant_id = $1 and m.user_id = $2`;
const rolesSql = `select r.id, r.name, r.data_scope as "dataScope", r.row_version as "rowVersion" from app_role r where r.tenant_id = $1 and not r.is_deleted and r.id in (${roleIdsSql})`;
const permissionsSql = `select distinct p.permission as name, null::boolean as granted from role_permission p
    join app_role r on r.tenant_id = p.tenant_id and r.id = p.role_id and not r.is_deleted where p.tenant_id = $1 and p.role_id in (${roleIdsSql})
  union all select permission, is_granted from user_permission where tenant_id = $1 and user_id = $2`;
const teamsSql =
  'select care_team_id as id from care_team_member where tenant_id = $1 and user_id = $2 and not is_deleted';
const unitsSql = `select distinct d.id from user_organization_unit m join organization_unit o on o.tenant_id = m.tenant_id and o.id = m.organization_unit_id and not o.is_deleted
  join organization_unit d on d.tenant_id = o.tenant_id and (d.id = o.id or (d.code ~>=~ (o.code || '.') and d.code ~<~ (o.code || '/'))) and not d.is_deleted
  where m.tenant_id = $1 and m.user_id = $2`;
const tenantSql = `select is_active as "isActive", time_zone as "timeZone", subscription_end_at as "subscriptionEndAt", waiting_days as "waitingDays", row_version as "rowVersion" from tenant where id = $1`;

function sightOf(roles: readonly RoleRow[], teams: readonly number[], units: readonly number[]): Sight {
  const scopes = new Set(roles.map(({ dataScope }) => dataScope));
  return {
    all: scopes.has('all'),
    own: scopes.has('own') || scopes.has('team') || scopes.has('unit'),
    teams: scopes.has('team') ? teams : [],
    units: scopes.has('unit') ? units : [],
  };
}

const dayMs = 86_400_000;

/** What a tenant's subscription allows at an instant. The host has none and is always active. */
export function tenantState(
  row: Pick<TenantRow, 'isActive' | 'subscriptionEndAt' | 'waitingDays'> | undefined,
  now: Date,
): TenantState {
  const end = row?.subscriptionEndAt?.getTime();
  const over = end !== undefined && now.getTime() >= end;
  const expired = over && now.getTime() >= end + (row?.waitingDays ?? 0) * dayMs;
  return { isActive: row?.isActive ?? true, readOnly: over && !expired, expired };
}

const ascending = (ids: readonly number[]): readonly number[] => ids.toSorted((one, other) => one - other);

/** A digest of rights and sight, independent of their order. */
export function rightsDigest({ permissions, sight }: Pick<Session['user'], 'permissions' | 'sight'>): string {
  const said = [[...permissions].toSorted(), sight.all, sight.own, ascending(sight.teams), ascending(sight.units)];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16);
}

export interface Rights {
  readonly roles: readonly RoleRow[];
  readonly permissions: ReadonlySet<string>;
  readonly sight: Sight;
}

/** What a user may do and see, by roles, units, teams and own grants or refusals. */
export async function rightsOf(tx: Tx, user: { readonly tenantId: number; readonly userId: number }): Promise<Rights> {
  const who = [user.tenantId, user.userId];
  const [roles, permissions, teams, units] = await Promise.all([
    tx.query<RoleRow>(rolesSql, who),
    tx.query<{ name: string; granted: boolean | null }>(permissionsSql, who),
    tx.query<{ id: number }>(teamsSql, who),
    tx.query<{ id: number }>(unitsSql, who),
  ]);
  const refused = new Set(permissions.filter(({ granted }) => granted === false).map(({ name }) => name));
  const granted = new Set(permissions.filter(({ name }) => !refused.has(name)).map(({ name }) => name));
  return {
    roles,
    permissions: granted,
    sight: sightOf(
      roles,
      teams.map(({ id }) => id),
      units.map(({ id }) => id),
    ),
  };
}

const mayWork = ({ isActive, readOnly, expired }: TenantState, isReading: boolean): boolean =>
  isActive && !expired && (isReading || !readOnly);

interface JobUser {
  readonly tenantId: number;
  readonly userId: number;
  /** The job only reads, which is allowed in the waiting days of a subscription. */
  readonly isReading?: boolean;
}

/** The user for whom a job continues, with present rights; undefined when user or tenant are inactive. */
export async function jobCaller(
  tx: Tx,
  { tenantId, userId, isReading = false }: JobUser,
  now: Date,
): Promise<Caller | undefined> {
  const [user, { roles, permissions, sight }, tenant] = await Promise.all([
    tx.one<UserRow>(userSql, [tenantId, userId, '']),
    rightsOf(tx, { tenantId, userId }),
    tx.one<TenantRow>(tenantSql, [tenantId]),
  ]);
  const state = tenantState(tenant, now);
  if (!user?.isActive || !mayWork(state, isReading)) return undefined;
  return {
    tenantId,
    userId,
    userName: user.userName,
    roles: roles.map(({ name }) => name),
    permissions,
    sight,
    impersonatorUserId: null,
    impersonatorTenantId: null,
    culture: user.culture === 'en' ? 'en' : 'zh-Hans',
    zone: user.timeZone ?? tenant?.timeZone ?? 'Asia/Shanghai',
    ip: '',
    client: 'job',
    tokenKey: null,
  };
}

const isLive = (user: UserRow | undefined, { stamp }: TokenClaims): user is UserRow =>
  user !== undefined && user.isActive && user.isTokenAlive && user.securityStamp === stamp;

const colleagueSql = 'select is_active as "isActive" from app_user where tenant_id = $1 and id = $2 and not is_deleted';

/**
 * Impersonating a colleague never widens one's rights, and ends when the impersonator loses the right or full sight;
 * undefined then. Staff of the platform act for a limited time.
 */
async function within(
  tx: Tx,
  { impersonatorUserId, impersonatorTenantId }: UserRow,
  permissions: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  if (impersonatorUserId === null || (impersonatorTenantId ?? 0) !== tx.tenantId) return permissions;
  const [colleague, own] = await Promise.all([
    tx.one<{ isActive: boolean }>(colleagueSql, [tx.tenantId, impersonatorUserId]),
    rightsOf(tx, { tenantId: tx.tenantId, userId: impersonatorUserId }),
  ]);
  return colleague?.isActive && own.sight.all
    ? new Set([...permissions].filter((name) => own.permissions.has(name)))
    : undefined;
}

async function load(tx: Tx, claims: TokenClaims, now: Date): Promise<Session | undefined> {
  const [user, { roles, permissions: held, sight }, tenant] = await Promise.all([
    tx.one<UserRow>(userSql, [claims.tenantId, claims.userId, claims.tokenKey]),
    rightsOf(tx, claims),
    tx.one<TenantRow>(tenantSql, [claims.tenantId]),
  ]);
  if (!isLive(user, claims)) return undefined;
  const permissions = await within(tx, user, held);
  if (!permissions) return undefined;
  return {
    user: {
      tenantId: claims.tenantId,
      userId: claims.userId,
      userName: user.userName,
      tokenKey: claims.tokenKey,
      roles: roles.map(({ name }) => name),
      permissions,
      sight,
      zone: user.timeZone ?? tenant?.timeZone ?? 'Asia/Shanghai',
      impersonatorUserId: user.impersonatorUserId,
      impersonatorTenantId: user.impersonatorTenantId,
    },
    culture: user.culture,
    tenant: tenantState(tenant, now),
    isLocked: user.isLocked,
    version: [
      user.rowVersion,
      Number(user.isLocked),
      tenant?.rowVersion ?? 0,
      ...roles.map(({ id, rowVersion }) => `${id}.${rowVersion}`).toSorted(),
      rightsDigest({ permissions, sight }),
    ].join('-'),
  };
}

const freshMs = 2000;
const mostKept = 20_000;

/**
 * Sessions by token, reloaded every two seconds, so that a revoked token or right stops working everywhere within that
 * time.
 */
export class Sessions {
  private readonly database: Database;
  private readonly now: () => Date;
  private readonly kept = new Map<
    string,
    { readonly at: number; readonly userId: number; readonly session: Promise<Session | undefined> }
  >();

  constructor(database: Database, now: () => Date) {
    this.database = database;
    this.now = now;
  }

  /** The session of a verified token; undefined when the token was revoked or the user deleted. */
  find(claims: TokenClaims): Promise<Session | undefined> {
    const key = `${claims.tenantId}:${claims.tokenKey}`;
    const known = this.kept.get(key);
    const at = performance.now();
    if (known && at - known.at < freshMs) return known.session;
    const session = this.database.withTenant(claims.tenantId, (tx) => load(tx, claims, this.now()));
    this.kept.delete(key);
    if (this.kept.size >= mostKept) this.kept.delete(this.kept.keys().next().value ?? '');
    this.kept.set(key, { at, userId: claims.userId, session });
    session.catch(() => this.kept.delete(key));
    return session;
  }

  /** Drops a token's session from the cache: after signing out. */
  forget(tenantId: number, tokenKey: string): void {
    this.kept.delete(`${tenantId}:${tokenKey}`);
  }

  /** Drops all sessions of a user from the cache. */
  forgetUser({ tenantId, userId }: Pick<TokenClaims, 'tenantId' | 'userId'>): void {
    for (const [key, kept] of this.kept)
      if (kept.userId === userId && key.startsWith(`${tenantId}:`)) this.kept.delete(key);
  }
}
