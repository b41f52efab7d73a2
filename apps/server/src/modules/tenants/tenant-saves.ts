import type { Ctx } from '../../access/ctx.ts';
import { connectTo } from '../../platform/database/adopt.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskedAddress } from '../../platform/database/tenant-address.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { passwordRules, provisionUsers, requirePassword } from '../identity/public.ts';
import type { Services } from '../../engine/public.ts';
import { publishLive } from '../../platform/live-relay.ts';
import type { Messages } from '../messages/public.ts';
import { makeNotify } from '../notices/public.ts';
import { askMove, readyDatabase, placeNewTenant, type ReadyDatabase } from './connection.ts';
import { numberCommands } from './tables.ts';

export type TenantMaker = (tenantId: number) => Promise<void>;

export interface TenantSaveParts {
  readonly services: Services;
  readonly messages: Messages;
  readonly maker: TenantMaker;
  readonly moved: () => void;
}

interface Saved {
  readonly tenancyName: string;
  readonly name: string;
  readonly connectionString?: string | null | undefined;
  readonly editionId?: number | null | undefined;
  readonly subscriptionEndAt: Date | null;
  readonly isInTrialPeriod?: boolean | null | undefined;
  readonly isActive: boolean;
}

export interface NewTenant extends Saved {
  readonly adminEmailAddress: string;
  readonly adminPassword: string;
  readonly shouldChangePasswordOnNextLogin?: boolean | null | undefined;
}

export interface ChangedTenant extends Saved {
  readonly id: number;
  readonly rowVersion?: number | null | undefined;
}

const requireFreeName = async (tx: Tx, tenancyName: string, id: number): Promise<void> => {
  if (
    await tx.one('select 1 from tenant where tenancy_name_key = lower($1) and not is_deleted and id <> $2', [
      tenancyName,
      id,
    ])
  )
    throw invalid('tenancyName', 'tenant.name-taken');
};

const valuesOf = (wish: Saved, ctx: Ctx): readonly unknown[] => [
  wish.tenancyName,
  wish.name,
  wish.isActive,
  wish.editionId ?? null,
  wish.subscriptionEndAt,
  wish.isInTrialPeriod ?? false,
  ctx.now(),
  ctx.caller.userId,
];

export async function record(
  tx: Tx,
  ctx: Ctx,
  change: {
    readonly id: number;
    readonly kind: 'created' | 'updated' | 'deleted';
    readonly before: object | null;
    readonly after: object;
  },
): Promise<void> {
  const { caller } = ctx;
  await tx.execute(
    'insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id) values (0, $1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      'tenant',
      change.id,
      change.kind,
      change.before && JSON.stringify(change.before),
      JSON.stringify(change.after),
      caller.userId,
      caller.userName,
      caller.impersonatorUserId,
      caller.impersonatorTenantId,
    ],
  );
}

const historyOf = (wish: Saved, ready: ReadyDatabase | null | undefined): object => ({
  tenancyName: wish.tenancyName,
  name: wish.name,
  isActive: wish.isActive,
  editionId: wish.editionId ?? null,
  subscriptionEndAt: wish.subscriptionEndAt,
  isInTrial: wish.isInTrialPeriod ?? false,
  ...(ready !== undefined && { connection: ready && maskedAddress(ready.address) }),
});

async function insert(tx: Tx, ctx: Ctx, wish: NewTenant): Promise<number> {
  await requireFreeName(tx, wish.tenancyName, 0);
  const row = await tx.one<{ id: number }>(
    'insert into tenant (tenancy_name, name, is_active, edition_id, subscription_end_at, is_in_trial, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id',
    valuesOf(wish, ctx),
  );
  return row?.id ?? 0;
}

const tellHost = ({ services, messages }: TenantSaveParts, tenancyName: string): Promise<number> =>
  services.database.withTenant(0, (tx) =>
    makeNotify(messages)(
      { tx, publish: (event) => publishLive(tx, services.bus, event) },
      { purpose: 'App.NewTenantRegistered', to: { holdersOf: 'Pages.Tenants.Create' }, params: { tenancyName } },
    ),
  );

/** Creates a tenant with roles, administrator and reference data, in a database of its own if one is given. */
export async function createTenant(parts: TenantSaveParts, ctx: Ctx, wish: NewTenant): Promise<number> {
  const { services, maker } = parts;
  const { database, places } = services;
  requirePassword('adminPassword', wish.adminPassword, await passwordRules(services.settings, 0));
  await database.platform((tx) => requireFreeName(tx, wish.tenancyName, 0));
  const ready = wish.connectionString ? await readyDatabase(services, wish.connectionString) : null;
  const id = await database.platform(async (tx) => {
    const made = await insert(tx, ctx, wish);
    if (ready) await placeNewTenant(tx, made, ready);
    await record(tx, ctx, { id: made, kind: 'created', before: null, after: historyOf(wish, ready) });
    return made;
  });
  try {
    if (ready) {
      await places.reach(id);
      await beginRange(services, wish.connectionString ?? '', Number(database.placeOf(id)));
    }
    await maker(id);
    const passwordHash = await services.passwords.hash(wish.adminPassword);
    await database.withTenant(id, async (tx) => {
      await provisionUsers(tx, [
        { userName: 'admin', name: '系统管理员', emailAddress: wish.adminEmailAddress, role: 'Admin', passwordHash },
      ]);
      if (wish.shouldChangePasswordOnNextLogin)
        await tx.execute(
          "update app_user set should_change_password = true where tenant_id = $1 and user_name_key = 'admin'",
          [id],
        );
    });
    await tellHost(parts, wish.name);
    return id;
  } catch (error) {
    // A tenant without an administrator is unusable: free its name again.
    await database.platform((tx) =>
      tx.execute('update tenant set is_deleted = true, is_active = false, deleted_at = now() where id = $1', [id]),
    );
    throw error;
  }
}

/** Commands of each database are numbered in a range of its own. */
async function beginRange(
  { tenantDatabases }: Pick<Services, 'tenantDatabases'>,
  url: string,
  databaseId: number,
): Promise<void> {
  const client = await connectTo(url, tenantDatabases.adopt.stream);
  try {
    await numberCommands(client, databaseId);
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Present {
  readonly tenancyName: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly rowVersion: number;
  readonly address: string | null;
  readonly who: string | null;
  readonly changedAt: Date;
}

const when = (ctx: Ctx, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.caller.zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);

const presentSql = `select t.tenancy_name as "tenancyName", t.name, t.is_active as "isActive", t.row_version as "rowVersion", d.address,
  coalesce(t.updated_at, t.created_at) as "changedAt", (select u.full_name from app_user u where u.tenant_id = 0 and u.id = coalesce(t.updated_by, t.created_by)) as who
  from tenant t left join dir_place p on p.tenant_id = t.id left join tenant_database d on d.id = p.database_id where t.id = $1 and not t.is_deleted`;

/** The database that a save requests: undefined leaves it unchanged, null is the platform's own. */
function wishedConnection(wish: ChangedTenant, present: Present): string | null | undefined {
  const { connectionString } = wish;
  if (connectionString === undefined) return undefined;
  if (!connectionString) return present.address === null ? undefined : null;
  return present.address !== null && connectionString === maskedAddress(present.address) ? undefined : connectionString;
}

/** Changes a tenant. Another connection string requests its move to that database; it stays usable meanwhile. */
export async function changeTenant(parts: TenantSaveParts, ctx: Ctx, wish: ChangedTenant): Promise<void> {
  const { services } = parts;
  const present = await services.database.platform((tx) => tx.one<Present>(presentSql, [wish.id]));
  if (!present) throw notFound();
  const connection = wishedConnection(wish, present);
  const ready = connection ? await readyDatabase(services, connection) : connection === undefined ? undefined : null;
  const isMoving = await services.database.platform(async (tx) => {
    const now = await tx.one<Present>(`${presentSql} for update of t`, [wish.id]);
    if (!now) throw notFound();
    if (wish.rowVersion !== undefined && wish.rowVersion !== null && wish.rowVersion !== now.rowVersion)
      throw conflict('row.changed', { who: now.who ?? '—', when: when(ctx, now.changedAt) });
    await requireFreeName(tx, wish.tenancyName, wish.id);
    await tx.execute(
      'update tenant set tenancy_name = $1, name = $2, is_active = $3, edition_id = case when $10 then $4 else edition_id end, subscription_end_at = $5, is_in_trial = $6, updated_at = $7, updated_by = $8, row_version = row_version + 1 where id = $9',
      [...valuesOf(wish, ctx), wish.id, wish.editionId !== undefined],
    );
    const before = { tenancyName: now.tenancyName, name: now.name, isActive: now.isActive };
    await record(tx, ctx, { id: wish.id, kind: 'updated', before, after: historyOf(wish, ready) });
    return ready === undefined ? false : askMove(tx, { tenantId: wish.id, to: ready, askedBy: ctx.caller.userId });
  });
  if (isMoving) parts.moved();
  await services.places.refresh();
}

/** Requests the move of a tenant to another database (null: the platform's own); it stays usable meanwhile. */
export async function moveTenant(
  parts: TenantSaveParts,
  ctx: Ctx,
  wish: { readonly id: number; readonly connectionString: string | null },
): Promise<void> {
  const { services } = parts;
  const ready = wish.connectionString === null ? null : await readyDatabase(services, wish.connectionString);
  const isMoving = await services.database.platform(async (tx) => {
    if (!(await tx.one('select 1 from tenant where id = $1 and not is_deleted for update', [wish.id])))
      throw notFound();
    await record(tx, ctx, {
      id: wish.id,
      kind: 'updated',
      before: null,
      after: { connection: ready && maskedAddress(ready.address) },
    });
    return askMove(tx, { tenantId: wish.id, to: ready, askedBy: ctx.caller.userId });
  });
  if (isMoving) parts.moved();
  await services.places.refresh();
}
