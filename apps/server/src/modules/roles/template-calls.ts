import { z } from 'zod';
import { entriesOfSide } from '../../access/permission-catalogue.ts';
import { arrayOf, call, type Call, type CallCtx, nothing, pageOf, type Services, whole } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { pageForm, pageOfRoles, roleColumns, roleOutput } from './list-roles.ts';
import { createRole, deleteRole, idForm, oneForm, roleForm, updateRole } from './save-role.ts';
import { roles } from './tables.ts';

const permission = 'Pages.Administration.Roles';

const newForm = roleForm.omit({ id: true, rowVersion: true }).extend({
  name: z.string().trim().min(1).max(32),
  grantedPermissions: z.array(z.string().max(256)).max(5000).nullish(),
});
const changedForm = newForm.extend({ id: idForm });

async function one(ctx: CallCtx, id: number): Promise<z.output<typeof roleOutput>> {
  const found = await ctx.first(ctx.from(roles, 'r').select(roleColumns).where('r.id', '=', id));
  if (!found) throw notFound('row');
  return found;
}

async function update(
  services: Services,
  ctx: CallCtx,
  given: z.output<typeof changedForm>,
): Promise<z.output<typeof roleOutput>> {
  const { id, name, grantedPermissions, ...form } = given;
  await updateRole(services, ctx, { id, form, name, wanted: grantedPermissions ?? undefined });
  return one(ctx, id);
}

const permissionsOutput = z.object({
  items: arrayOf(
    z.object({ id: whole, name: z.string(), displayName: z.string(), description: z.string().nullable() }),
  ),
});

const reads = (services: Services): readonly Call[] => [
  call({
    wire: 'GET Role/GetAll',
    title: '角色',
    permission,
    input: pageForm,
    output: pageOf(roleOutput),
    run: pageOfRoles,
  }),
  call({
    wire: 'GET Role/Get',
    title: '角色',
    permission,
    input: oneForm,
    output: roleOutput,
    run: (ctx, { id }) => one(ctx, id),
  }),
  call({
    wire: 'GET Role/GetAllPermissions',
    title: '全部权限',
    permission,
    input: z.object({}),
    output: permissionsOutput,
    run: ({ tenantId, caller }) =>
      Promise.resolve({
        items: entriesOfSide(services.permissions(), tenantId === 0).map(({ name, title, en }, at) => ({
          id: at + 1,
          name,
          displayName: caller.culture === 'en' ? en : title,
          description: null,
        })),
      }),
  }),
];

export const templateCalls = (services: Services): readonly Call[] => [
  ...reads(services),
  call({
    wire: 'POST Role/Create',
    title: '新增角色',
    permission: `${permission}.Create`,
    input: newForm,
    output: roleOutput,
    run: async (ctx, { name, grantedPermissions, ...form }) =>
      one(ctx, await createRole(services, ctx, { form, name, wanted: grantedPermissions ?? undefined })),
  }),
  call({
    wire: 'PUT Role/Update',
    title: '编辑角色',
    permission: `${permission}.Edit`,
    input: changedForm,
    output: roleOutput,
    run: (ctx, given) => update(services, ctx, given),
  }),
  call({
    wire: 'DELETE Role/Delete',
    title: '删除角色',
    permission: `${permission}.Delete`,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => deleteRole(ctx, id),
  }),
];
