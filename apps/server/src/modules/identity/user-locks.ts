import { z } from 'zod';
import { call, type Call, type CallCtx, type SortColumns, sortTerm } from '../../engine/public.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { unlockAccount } from './sign-in-tries.ts';

const listInput = z.object({
  filter: z.string().max(256).optional(),
  onlyLockedUsers: z.union([z.boolean(), z.stringbool()]).default(false),
  sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

const columns = `id, name, surname, user_name as "userName", is_active as "isActive", is_lockout_enabled as "isLockoutEnabled",
  case when lockout_end_at > now() then lockout_end_at end as "lockoutEndDateUtc", last_login_at as "lastLoginTime", created_at as "creationTime"`;

const where = `tenant_id = $1 and not is_deleted and ($2::text is null or position(lower($2) in lower(name || ' ' || surname || ' ' || user_name || ' ' || email_address)) > 0)
  and (not $3::boolean or lockout_end_at > now())`;

/** Columns of the list by the names that clients sort by. */
const sortColumns: SortColumns = new Map([
  ['name', 'name'],
  ['surname', 'surname'],
  ['username', 'user_name_key'],
  ['lockoutenddateutc', 'lockout_end_at'],
  ['lastlogintime', 'last_login_at'],
  ['creationtime', 'created_at'],
]);

const usualOrder = 'name,surname';

function orderOf(sorting: string | undefined): string {
  const terms = (sorting?.trim() ? sorting : usualOrder).split(',').map((part) => {
    const term = sortTerm(sortColumns, part);
    if (term === undefined) throw invalid('sorting', 'list.unknown-sort');
    return term;
  });
  return [...terms, 'id'].join(', ');
}

/** The users of a tenant; `lockoutEndDateUtc` says until when the latest lock of a user lasts. */
async function listUsers({ tx, tenantId }: CallCtx, input: z.output<typeof listInput>): Promise<object> {
  const values = [tenantId, input.filter ?? null, input.onlyLockedUsers];
  const order = orderOf(input.sorting);
  const [total, items] = await Promise.all([
    tx.one<{ count: number }>(`select count(*) as count from app_user where ${where}`, values),
    tx.query(`select ${columns} from app_user where ${where} order by ${order} limit $4 offset $5`, [
      ...values,
      input.maxResultCount,
      input.skipCount,
    ]),
  ]);
  return { totalCount: total?.count ?? 0, items };
}

/** Ends every lock of a user at once, wherever the tries came from. */
async function unlockUser({ tx, tenantId, caller }: CallCtx, id: number): Promise<null> {
  const user = await tx.one('select 1 from app_user where tenant_id = $1 and id = $2 and not is_deleted', [
    tenantId,
    id,
  ]);
  if (!user) throw notFound();
  await unlockAccount(tx, id);
  await tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id)
     values ($1, 'user', $2, 'updated', '{"isUnlocked": true}', $3, $4, $5, $6)`,
    [tenantId, id, caller.userId, caller.userName, caller.impersonatorUserId, caller.impersonatorTenantId],
  );
  return null;
}

/** Who is locked out, and the way to let somebody in again. */
export const userLockCalls: readonly Call[] = [
  call({
    wire: 'GET User/GetUsers',
    title: '用户',
    permission: 'Pages.Administration.Users',
    input: listInput,
    run: listUsers,
  }),
  call({
    wire: 'POST User/UnlockUser',
    title: '解锁用户',
    permission: 'Pages.Administration.Users.Unlock',
    input: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    run: (ctx, { id }) => unlockUser(ctx, id),
  }),
];
