import { z } from 'zod';
import { endSessions } from '../../access/tokens-issue.ts';
import {
  arrayOf,
  call,
  type Call,
  type CallCtx,
  contains,
  nothing,
  page,
  type Page,
  pageOf,
  type Services,
  sql,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { notAllowed, notFound } from '../../platform/errors.ts';
import { lockAccount } from './accounts.ts';
import { defaultAdminName } from './own-profile.ts';
import { emitSessionChange } from './session-change.ts';
import { accounts } from './account-table.ts';

const listInput = z.object({
  keyword: z.string().trim().max(256).optional(),
  isActive: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

const roleNames = sql<readonly string[]>`array(
  select upper(r.name) from user_role x join app_role r on r.tenant_id = x.tenant_id and r.id = x.role_id and not r.is_deleted
  where x.tenant_id = u.tenant_id and x.user_id = u.id order by 1)`;

const userOutput = z.object({
  id: whole,
  userName: z.string(),
  name: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  isEmailConfirmed: z.boolean(),
  isActive: z.boolean(),
  fullName: z.string(),
  lastLoginTime: timestamp.nullable(),
  creationTime: timestamp,
  roleNames: arrayOf(z.string()),
});

const list = (
  ctx: CallCtx,
  { keyword = '', isActive, maxResultCount, skipCount }: z.output<typeof listInput>,
): Promise<Page<z.output<typeof userOutput>>> =>
  page(ctx, {
    from: ctx.from(accounts, 'u').query,
    where: (eb) => [
      isActive === undefined ? undefined : eb('u.isActive', '=', isActive),
      keyword === ''
        ? undefined
        : eb.or([
            contains(keyword, 'u.userNameKey'),
            contains(keyword, 'u.emailKey'),
            contains(keyword, 'u.name'),
            contains(keyword, 'u.surname'),
          ]),
    ],
    columns: [
      'u.id',
      'u.userName',
      'u.name',
      'u.surname',
      'u.emailAddress',
      'u.isEmailConfirmed',
      'u.isActive',
      sql<string>`u.surname || u.name`.as('fullName'),
      'u.lastLoginAt as lastLoginTime',
      'u.createdAt as creationTime',
      roleNames.as('roleNames'),
    ],
    sort: { by: { creationTime: 'u.createdAt' }, asked: undefined, usual: 'creationTime desc', last: ['-u.id'] },
    skip: skipCount,
    take: maxResultCount,
  });

/** Activates or deactivates a user; a deactivated one is signed out at once. */
async function setActive(
  services: Services,
  ctx: CallCtx,
  { id, isActive }: { readonly id: number; readonly isActive: boolean },
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const account = await lockAccount(tx, id);
  if (!account) throw notFound();
  if (!isActive && id === caller.userId) throw notAllowed('user.own-account');
  if (!isActive && account.userName.toLowerCase() === defaultAdminName) throw notAllowed('user.admin-stays');
  if (account.isActive === isActive) return null;
  await tx.execute(
    'update app_user set is_active = $3, updated_at = now(), updated_by = $4, row_version = row_version + 1 where tenant_id = $1 and id = $2',
    [tenantId, id, isActive, caller.userId],
  );
  await tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id) values ($1, 'user', $2, 'updated', $3, $4, $5, $6, $7, $8)`,
    [
      tenantId,
      id,
      JSON.stringify({ isActive: account.isActive }),
      JSON.stringify({ isActive }),
      caller.userId,
      caller.userName,
      caller.impersonatorUserId,
      caller.impersonatorTenantId,
    ],
  );
  if (isActive) return null;
  await endSessions(tx, { tenantId, userId: id });
  await emitSessionChange(services, tx, id);
  return null;
}

const one = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const permission = 'Pages.Administration.Users.Edit';

/** Activity of accounts, and the admission of users who registered themselves. */
export const userActivityCalls = (services: Services): readonly Call[] => [
  call({
    wire: 'GET User/GetAll',
    title: '用户',
    permission: 'Pages.Administration.Users',
    input: listInput,
    output: pageOf(userOutput),
    run: list,
  }),
  call({
    wire: 'POST User/Activate',
    title: '启用用户',
    permission,
    input: one,
    output: nothing,
    run: (ctx, { id }) => setActive(services, ctx, { id, isActive: true }),
  }),
  call({
    wire: 'POST User/DeActivate',
    title: '停用用户',
    permission,
    input: one,
    output: nothing,
    run: (ctx, { id }) => setActive(services, ctx, { id, isActive: false }),
  }),
];
