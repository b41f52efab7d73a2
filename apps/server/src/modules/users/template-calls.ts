import { user } from '@kangmai/model/organization';
import { z } from 'zod';
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
  sql,
  timestamp,
  whole,
} from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import {
  accounts,
  changePassword,
  passwordRules,
  requireCurrent,
  requirePassword,
  setLanguage,
} from '../identity/public.ts';
import { accountForm, idForm, oneForm } from './account-form.ts';
import {
  createUser,
  deleteUser,
  lockedAccount,
  type Parts,
  requireMayManage,
  setPassword,
  updateUser,
} from './save-user.ts';
import { setActive } from './set-active.ts';
import { roleColumns, roleOutput, roles } from '../roles/public.ts';
import { recordUserChange } from './history.ts';

const listForm = z.object({
  keyword: z.string().trim().max(256).optional(),
  isActive: z
    .enum(['true', 'false', 'null', 'undefined'])
    .transform((word) => (word === 'true' ? true : word === 'false' ? false : undefined))
    .optional(),
  sorting: z.string().max(100).optional(),
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

type UserOutput = z.output<typeof userOutput>;

const columns = [
  'u.id',
  'u.userName',
  'u.name',
  'u.surname',
  'u.emailAddress',
  'u.isEmailConfirmed',
  'u.isActive',
  sql<string>`u.full_name`.as('fullName'),
  'u.lastLoginAt as lastLoginTime',
  'u.createdAt as creationTime',
  roleNames.as('roleNames'),
] as const;

const list = (
  ctx: CallCtx,
  { keyword = '', isActive, sorting, maxResultCount, skipCount }: z.output<typeof listForm>,
): Promise<Page<UserOutput>> =>
  page(ctx, {
    from: ctx.from(accounts, 'u').query,
    where: (eb) => [
      isActive === undefined ? undefined : eb('u.isActive', '=', isActive),
      keyword === ''
        ? undefined
        : eb.or([contains(keyword, 'u.userNameKey'), contains(keyword, 'u.emailKey'), contains(keyword, 'u.fullName')]),
    ],
    columns,
    sort: {
      by: {
        userName: 'u.userNameKey',
        name: 'u.name',
        surname: 'u.surname',
        fullName: 'u.fullName',
        emailAddress: 'u.emailKey',
        isActive: 'u.isActive',
        creationTime: 'u.createdAt',
      },
      asked: sorting,
      usual: 'creationTime desc',
      last: ['-u.id'],
    },
    skip: skipCount,
    take: maxResultCount,
  });

async function one(ctx: CallCtx, id: number): Promise<UserOutput> {
  const found = await ctx.first(ctx.from(accounts, 'u').select(columns).where('u.id', '=', id));
  if (!found) throw notFound('user');
  return found;
}

const newForm = accountForm
  .omit({ id: true, rowVersion: true })
  .extend({ roleNames: z.array(z.string().max(64)).max(200).nullish() });
/** The template cannot ask for another password at the first sign-in. */
const asChosen = { shouldChangePasswordOnNextLogin: false } as const;
const changedForm = newForm.omit({ password: true }).extend({ id: idForm });

const rolesOutput = z.object({ items: arrayOf(roleOutput) });

interface NewPassword {
  readonly adminPassword: string;
  readonly userId: number;
  readonly newPassword: string;
}

/** An administrator proves the own password and gives a user a new one. */
async function resetPassword({ services }: Parts, ctx: CallCtx, given: NewPassword): Promise<boolean> {
  const { userId } = given;
  await requireCurrent(services, ctx, given.adminPassword);
  requirePassword('newPassword', given.newPassword, await passwordRules(services.settings, ctx.tenantId));
  const passwordHash = await services.passwords.hash(given.newPassword);
  await services.database.withTenant(ctx.tenantId, async (tx) => {
    const inside: CallCtx = { ...ctx, tx };
    await lockedAccount(inside, userId);
    await requireMayManage(inside, userId);
    await setPassword({ services }, inside, { userId, passwordHash });
    await recordUserChange(inside, userId, { after: { hasNewPassword: true } });
  });
  return true;
}

const users = 'Pages.Administration.Users';

const reads: readonly Call[] = [
  call({
    wire: 'GET User/GetAll',
    title: '用户',
    permission: users,
    input: listForm,
    output: pageOf(userOutput),
    run: list,
  }),
  call({
    wire: 'GET User/Get',
    title: '用户',
    permission: users,
    input: oneForm,
    output: userOutput,
    run: (ctx, { id }) => one(ctx, id),
  }),
  call({
    wire: 'GET User/GetRoles',
    title: '可选角色',
    permission: users,
    input: z.object({}),
    output: rolesOutput,
    run: async (ctx) => ({
      items: await ctx.all(ctx.from(roles, 'r').select(roleColumns).orderBy('r.displayName')),
    }),
  }),
];

const writes = (parts: Parts): readonly Call[] => [
  call({
    wire: 'POST User/Create',
    title: '新增用户',
    permission: `${users}.Create`,
    resource: user,
    input: newForm,
    bodyOnly: ['password'],
    output: userOutput,
    run: async (ctx, { roleNames: assignedRoleNames, ...account }) =>
      one(ctx, await createUser(parts, ctx, { user: { ...asChosen, ...account }, assignedRoleNames })),
  }),
  call({
    wire: 'PUT User/Update',
    title: '编辑用户',
    permission: `${users}.Edit`,
    resource: user,
    input: changedForm,
    output: userOutput,
    run: async (ctx, { id, roleNames: assignedRoleNames, ...account }) => {
      await updateUser(parts, ctx, { id, form: { user: account, assignedRoleNames } });
      return one(ctx, id);
    },
  }),
  call({
    wire: 'DELETE User/Delete',
    title: '删除用户',
    permission: `${users}.Delete`,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => deleteUser(parts, ctx, id),
  }),
];

const activity = (parts: Parts): readonly Call[] => [
  call({
    wire: 'POST User/Activate',
    title: '启用用户',
    permission: `${users}.Edit`,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => setActive(parts, ctx, { id, isActive: true }),
  }),
  call({
    wire: 'POST User/DeActivate',
    title: '停用用户',
    permission: `${users}.Edit`,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => setActive(parts, ctx, { id, isActive: false }),
  }),
];

const passwords = (parts: Parts): readonly Call[] => [
  call({
    wire: 'POST User/ChangeLanguage',
    title: '切换语言',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({ languageName: z.string().max(32) }),
    output: nothing,
    run: (ctx, { languageName }) => setLanguage(parts.services, ctx, languageName),
  }),
  call({
    wire: 'POST User/ChangePassword',
    title: '修改密码',
    inWaitingDays: true,
    permission: 'signed-in',
    input: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: z.string().min(1).max(1024) }),
    bodyOnly: ['currentPassword', 'newPassword'],
    detached: true,
    output: z.boolean(),
    run: async (ctx, input) => {
      await changePassword(parts.services, ctx, input);
      return true;
    },
  }),
  call({
    wire: 'POST User/ResetPassword',
    title: '重置用户密码',
    permission: `${users}.Edit`,
    input: z.object({
      adminPassword: z.string().min(1).max(1024),
      userId: idForm,
      newPassword: z.string().min(1).max(1024),
    }),
    bodyOnly: ['adminPassword', 'newPassword'],
    detached: true,
    output: z.boolean(),
    run: (ctx, input) => resetPassword(parts, ctx, input),
  }),
];

export const templateCalls = (parts: Parts): readonly Call[] => [
  ...reads,
  ...writes(parts),
  ...activity(parts),
  ...passwords(parts),
];
