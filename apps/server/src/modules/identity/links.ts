import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { type SortColumns, sortTerm } from '../../engine/public.ts';

/** An account of any tenant; 0 is the host. */
export interface AccountKey {
  readonly tenantId: number;
  readonly userId: number;
}

/** A linked account as clients list it. */
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

interface NamedAccount extends AccountKey {
  readonly userName: string;
}

/** Makes two accounts and whatever each is linked with already one group. */
export async function joinAccounts(directory: Tx, one: NamedAccount, other: NamedAccount): Promise<void> {
  await directory.execute("select pg_advisory_xact_lock(hashtextextended('linked accounts', 0))");
  const [own, its] = [await groupOf(directory, one), await groupOf(directory, other)];
  const group = own ?? its ?? randomUUID();
  if (its !== undefined && its !== group)
    await directory.execute('update dir_user_link set group_id = $2 where group_id = $1', [its, group]);
  for (const { tenantId, userId, userName } of [one, other])
    await directory.execute(joinSql, [tenantId, userId, group, userName]);
}

/** Takes an account out of the group; one that is left alone is linked with nobody. False when the two are not linked. */
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

const linkedFrom = `from dir_user_link l left join dir_tenant t on t.tenant_id = l.tenant_id
  where l.group_id = (select group_id from dir_user_link where tenant_id = $1 and user_id = $2) and not (l.tenant_id = $1 and l.user_id = $2)`;
const linkedColumns =
  'l.user_id as id, nullif(l.tenant_id, 0) as "tenantId", t.tenancy_name as "tenancyName", l.user_name as username';

const sortColumns: SortColumns = new Map([
  ['tenancyname', 't.tenancy_name'],
  ['username', 'l.user_name'],
  ['id', 'l.user_id'],
]);

/** The order that a client asks for by the names of the list; by tenancy and name when it asks for nothing or for what is not known. */
export function orderOf(sorting: string | undefined): string {
  const term = sortTerm(sortColumns, sorting ?? '');
  return term === undefined ? 't.tenancy_name nulls first, l.user_name, l.user_id' : `${term}, l.tenant_id, l.user_id`;
}

export async function linkedAccounts(
  directory: Tx,
  own: AccountKey,
  page: { readonly skip: number; readonly take: number; readonly order: string },
): Promise<{ readonly totalCount: number; readonly items: readonly LinkedAccount[] }> {
  const [total, items] = await Promise.all([
    directory.one<{ count: number }>(`select count(*) as count ${linkedFrom}`, [own.tenantId, own.userId]),
    directory.query<LinkedAccount>(`select ${linkedColumns} ${linkedFrom} order by ${page.order} limit $3 offset $4`, [
      own.tenantId,
      own.userId,
      page.take,
      page.skip,
    ]),
  ]);
  return { totalCount: total?.count ?? 0, items };
}

const mostRecent = 3;

export const recentlyUsed = (directory: Tx, own: AccountKey): Promise<LinkedAccount[]> =>
  directory.query<LinkedAccount>(
    `select ${linkedColumns} ${linkedFrom} and l.last_login_at is not null order by l.last_login_at desc limit ${mostRecent}`,
    [own.tenantId, own.userId],
  );

export const markUsed = (directory: Tx, { tenantId, userId }: AccountKey): Promise<number> =>
  directory.execute('update dir_user_link set last_login_at = now() where tenant_id = $1 and user_id = $2', [
    tenantId,
    userId,
  ]);
