import { z } from 'zod';
import {
  call,
  type Call,
  type CallCtx,
  contains,
  nothing,
  page,
  type Page,
  pageOf,
  sql,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { unlockAccount } from './sign-in-tries.ts';
import { accounts } from './account-table.ts';

const listInput = z.object({
  filter: z.string().max(256).optional(),
  onlyLockedUsers: z.union([z.boolean(), z.stringbool()]).default(false),
  sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

const userOutput = z.object({
  id: whole,
  name: z.string(),
  surname: z.string(),
  userName: z.string(),
  isActive: z.boolean(),
  isLockoutEnabled: z.boolean(),
  lockoutEndDateUtc: timestamp.nullable(),
  lastLoginTime: timestamp.nullable(),
  creationTime: timestamp,
});

/** The users of a tenant; `lockoutEndDateUtc` is when the latest lock of a user ends. */
const listUsers = (
  ctx: CallCtx,
  { filter, ...input }: z.output<typeof listInput>,
): Promise<Page<z.output<typeof userOutput>>> =>
  page(ctx, {
    from: ctx.from(accounts, 'u').query,
    where: (eb) => [
      filter === undefined ? undefined : contains(filter, 'u.name', 'u.surname', 'u.userName', 'u.emailAddress'),
      input.onlyLockedUsers ? eb('u.lockoutEndAt', '>', sql<Date>`now()`) : undefined,
    ],
    columns: [
      'u.id',
      'u.name',
      'u.surname',
      'u.userName',
      'u.isActive',
      'u.isLockoutEnabled',
      sql<Date | null>`case when u.lockout_end_at > now() then u.lockout_end_at end`.as('lockoutEndDateUtc'),
      'u.lastLoginAt as lastLoginTime',
      'u.createdAt as creationTime',
    ],
    sort: {
      by: {
        name: 'u.name',
        surname: 'u.surname',
        userName: 'u.userNameKey',
        lockoutEndDateUtc: 'u.lockoutEndAt',
        lastLoginTime: 'u.lastLoginAt',
        creationTime: 'u.createdAt',
      },
      asked: input.sorting,
      usual: 'name, surname',
      last: ['u.id'],
    },
    skip: input.skipCount,
    take: input.maxResultCount,
  });

async function unlockUser(ctx: CallCtx, id: number): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const user = await ctx.first(ctx.from(accounts, 'u').select('u.id').where('u.id', '=', id));
  if (!user) throw notFound();
  await unlockAccount(tx, id);
  await tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id)
     values ($1, 'user', $2, 'updated', '{"isUnlocked": true}', $3, $4, $5, $6)`,
    [tenantId, id, caller.userId, caller.userName, caller.impersonatorUserId, caller.impersonatorTenantId],
  );
  return null;
}

export const userLockCalls: readonly Call[] = [
  call({
    wire: 'GET User/GetUsers',
    title: '用户',
    permission: 'Pages.Administration.Users',
    input: listInput,
    output: pageOf(userOutput),
    run: listUsers,
  }),
  call({
    wire: 'POST User/UnlockUser',
    title: '解锁用户',
    permission: 'Pages.Administration.Users.Unlock',
    input: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    output: nothing,
    run: (ctx, { id }) => unlockUser(ctx, id),
  }),
];
