import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type CallCtx, page, readAll, sortTerms, sql, table } from '../../engine/public.ts';

export interface AccountKey {
  readonly tenantId: number;
  readonly userId: number;
}

export interface LinkedAccount {
  readonly id: number;
  readonly tenantId: number | null;
  readonly tenancyName: string | null;
  readonly username: string;
}

const groupOf = async (directory: Tx, { tenantId, userId }: AccountKey): Promise<string | undefined> =>
  (
    await directory.one<{ groupId: string }>(
      'select group_id as "groupId" from dir_user_link where tenant_id = $1 and user_id = $2',
      [tenantId, userId],
    )
  )?.groupId;

const joinSql = `insert into dir_user_link (tenant_id, user_id, group_id, user_name) values ($1, $2, $3, $4) on conflict (tenant_id, user_id) do update set group_id = excluded.group_id, user_name = excluded.user_name`;

export const rename = (database: Database, { tenantId, userId }: AccountKey, userName: string): Promise<number> =>
  database.directory((directory) =>
    directory.execute('update dir_user_link set user_name = $3 where tenant_id = $1 and user_id = $2', [
      tenantId,
      userId,
      userName,
    ]),
  );

interface NamedAccount extends AccountKey {
  readonly userName: string;
}

/** Joins two accounts, and all that each is linked with, into one group. */
export async function joinAccounts(directory: Tx, one: NamedAccount, other: NamedAccount): Promise<void> {
  await directory.execute("select pg_advisory_xact_lock(hashtextextended('linked accounts', 0))");
  const [own, its] = [await groupOf(directory, one), await groupOf(directory, other)];
  const group = own ?? its ?? randomUUID();
  if (its !== undefined && its !== group)
    await directory.execute('update dir_user_link set group_id = $2 where group_id = $1', [its, group]);
  for (const { tenantId, userId, userName } of [one, other])
    await directory.execute(joinSql, [tenantId, userId, group, userName]);
}

/** Removes an account from its group; a group of one is dissolved. False when the two are not linked. */
export async function leaveGroup(directory: Tx, own: AccountKey, gone: AccountKey): Promise<boolean> {
  await directory.execute("select pg_advisory_xact_lock(hashtextextended('linked accounts', 0))");
  const group = await groupOf(directory, own);
  if (group === undefined || group !== (await groupOf(directory, gone))) return false;
  await directory.execute('delete from dir_user_link where tenant_id = $1 and user_id = $2', [
    gone.tenantId,
    gone.userId,
  ]);
  await directory.execute(
    'delete from dir_user_link where group_id = $1 and (select count(*) from dir_user_link where group_id = $1) = 1',
    [group],
  );
  return true;
}

export async function areLinked(directory: Tx, one: AccountKey, other: AccountKey): Promise<boolean> {
  const group = await groupOf(directory, one);
  return group !== undefined && group === (await groupOf(directory, other));
}

const links = table('dir_user_link', {
  tenantId: 'bigint',
  userId: 'bigint',
  groupId: 'uuid',
  userName: 'text',
  lastLoginAt: 'timestamptz?',
});
const tenants = table('dir_tenant', { tenantId: 'bigint', tenancyName: 'text' });

const everyTenant = 'one person has accounts in several tenants; the directory names them to each of these accounts';

const linkedTo = (ctx: CallCtx, { tenantId, userId }: AccountKey) =>
  ctx
    .from(links, 'l')
    .acrossTenants(everyTenant)
    .leftJoin(ctx.from(tenants, 't').acrossTenants(everyTenant).joined, 't.tenantId', 'l.tenantId')
    .where(
      'l.groupId',
      '=',
      ctx
        .from(links, 'own')
        .acrossTenants(everyTenant)
        .select('own.groupId')
        .where('own.tenantId', '=', tenantId)
        .where('own.userId', '=', userId),
    )
    .where((eb) => eb.or([eb('l.tenantId', '<>', tenantId), eb('l.userId', '<>', userId)]));

const linkedColumns = [
  'l.userId as id',
  sql<number | null>`nullif(l.tenant_id, 0)`.as('tenantId'),
  't.tenancyName',
  'l.userName as username',
] as const;

const sortNames = {
  tenancyName: sql`coalesce(t.tenancy_name, '')`,
  userName: 'l.userName',
  id: 'l.userId',
} as const;

export const linkedAccounts = (
  ctx: CallCtx,
  directory: Tx,
  input: {
    readonly own: AccountKey;
    readonly skip: number;
    readonly take: number;
    readonly sorting: string | undefined;
  },
): Promise<{ readonly totalCount: number; readonly items: readonly LinkedAccount[] }> =>
  page(
    { tx: directory },
    {
      from: linkedTo(ctx, input.own),
      columns: linkedColumns,
      sort: {
        by: sortNames,
        asked: sortTerms(sortNames, input.sorting ?? '') ? input.sorting : undefined,
        usual: 'tenancyName, userName',
        last: ['l.tenantId', 'l.userId'],
      },
      skip: input.skip,
      take: input.take,
    },
  );

const mostRecent = 3;

export const recentlyUsed = (ctx: CallCtx, directory: Tx, own: AccountKey): Promise<readonly LinkedAccount[]> =>
  readAll(
    { tx: directory },
    linkedTo(ctx, own)
      .select(linkedColumns)
      .where('l.lastLoginAt', 'is not', null)
      .orderBy('l.lastLoginAt', 'desc')
      .limit(mostRecent),
  );

export const markUsed = (directory: Tx, { tenantId, userId }: AccountKey): Promise<number> =>
  directory.execute('update dir_user_link set last_login_at = now() where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
  ]);
