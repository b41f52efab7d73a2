import { user } from '@kangmai/model/organization';
import { z } from 'zod';
import { call, type Call, nothing, pageOf } from '../../engine/public.ts';
import { unlockAccount } from '../identity/public.ts';
import { idForm, oneForm, saveForm } from './account-form.ts';
import { editOutput, userForEdit } from './edit-user.ts';
import { recordUserChange } from './history.ts';
import { listForm, listUsers, userRow } from './list-users.ts';
import { openWorkCall } from './open-work.ts';
import { deleteUser, lockedAccount, type Parts, requireMayManage, saveUser } from './save-user.ts';
import { grantsOutput, resetGrants, saveGrants, userGrants } from './user-grants.ts';

const users = 'Pages.Administration.Users';
const writes = [`${users}.Create`, `${users}.Edit`];
const rights = `${users}.ChangePermissions`;

const lists: readonly Call[] = [
  call({
    wire: 'GET User/GetUsers',
    title: '用户',
    permission: users,
    input: listForm,
    output: pageOf(userRow),
    run: listUsers,
  }),
  call({
    wire: 'POST User/GetUsers',
    title: '用户',
    permission: users,
    reads: true,
    input: listForm,
    output: pageOf(userRow),
    run: listUsers,
  }),
];

const forms = (parts: Parts): readonly Call[] => [
  call({
    wire: 'GET User/GetUserForEdit',
    title: '用户表单',
    permission: writes,
    input: z.object({ id: z.union([z.literal(''), idForm]).nullish() }),
    output: editOutput,
    run: (ctx, { id }) => userForEdit(ctx, id || undefined),
  }),
  call({
    wire: 'POST User/CreateOrUpdateUser',
    title: '保存用户',
    permission: writes,
    resource: user,
    input: saveForm,
    bodyOnly: ['user'],
    output: nothing,
    run: async (ctx, form) => {
      await saveUser(parts, ctx, form);
      return null;
    },
  }),
  call({
    wire: 'DELETE User/DeleteUser',
    title: '删除用户',
    permission: `${users}.Delete`,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => deleteUser(parts, ctx, id),
  }),
  call({
    wire: 'POST User/UnlockUser',
    title: '解锁用户',
    permission: `${users}.Unlock`,
    input: oneForm,
    output: nothing,
    run: async (ctx, { id }) => {
      await lockedAccount(ctx, id);
      await requireMayManage(ctx, id);
      await unlockAccount(ctx.tx, id);
      await recordUserChange(ctx, id, { after: { isUnlocked: true } });
      return null;
    },
  }),
];

const grants = ({ services }: Parts): readonly Call[] => [
  call({
    wire: 'GET User/GetUserPermissionsForEdit',
    title: '特殊权限',
    permission: rights,
    input: oneForm,
    output: grantsOutput,
    run: (ctx, { id }) => userGrants(services, ctx, id),
  }),
  call({
    wire: 'PUT User/UpdateUserPermissions',
    title: '保存特殊权限',
    permission: rights,
    input: z.object({ id: idForm, grantedPermissionNames: z.array(z.string().max(256)).max(5000) }),
    output: nothing,
    run: (ctx, { id, grantedPermissionNames }) => saveGrants(services, ctx, { id, names: grantedPermissionNames }),
  }),
  call({
    wire: 'POST User/ResetUserSpecificPermissions',
    title: '清除特殊权限',
    permission: rights,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => resetGrants(services, ctx, id),
  }),
];

export const userCalls = (parts: Parts): readonly Call[] => [...lists, ...forms(parts), ...grants(parts), openWorkCall];
