import { z } from 'zod';
import { entriesOfSide, flatPermissions } from '../../access/permission-catalogue.ts';
import { arrayOf, call, type Call, type CallCtx, nothing, type Services, whole } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { listForm, listRoles, rolesOutput } from './list-roles.ts';
import { deleteRole, idForm, namesOf, oneForm, saveForm, saveRole } from './save-role.ts';
import { roles } from './tables.ts';

const permission = 'Pages.Administration.Roles';
const readers = [permission, 'Pages.Administration.Users'];
const writes = [`${permission}.Create`, `${permission}.Edit`];

const flatOutput = z.object({
  level: whole,
  parentName: z.string().nullable(),
  name: z.string(),
  displayName: z.string(),
  description: z.null(),
  isGrantedByDefault: z.boolean(),
});

const editOutput = z.object({
  role: z.object({
    id: whole.nullable(),
    rowVersion: whole.nullable(),
    name: z.string().nullable(),
    displayName: z.string().nullable(),
    description: z.string().nullable(),
    isStatic: z.boolean(),
    isDefault: z.boolean(),
    dataScope: z.string(),
  }),
  permissions: arrayOf(flatOutput),
  grantedPermissionNames: arrayOf(z.string()),
});

type Edited = z.output<typeof editOutput>;

const fresh: Edited['role'] = {
  id: null,
  rowVersion: null,
  name: null,
  displayName: null,
  description: null,
  isStatic: false,
  isDefault: false,
  dataScope: 'own',
};

async function roleOf(ctx: CallCtx, id: number): Promise<Edited['role']> {
  const found = await ctx.first(
    ctx
      .from(roles, 'r')
      .select([
        'r.id',
        'r.rowVersion',
        'r.name',
        'r.displayName',
        'r.description',
        'r.isStatic',
        'r.isDefault',
        'r.dataScope',
      ])
      .where('r.id', '=', id),
  );
  if (!found) throw notFound('row');
  return found;
}

const permissionsFor = ({ permissions }: Services, { tenantId, caller }: CallCtx): Edited['permissions'] =>
  flatPermissions(entriesOfSide(permissions(), tenantId === 0), caller.culture);

const lists: readonly Call[] = (
  [
    ['GET Role/GetRoles', undefined],
    ['POST Role/GetRoles', true],
    ['GET Role/GetRolesAsync', undefined],
  ] as const
).map(([wire, reads]) =>
  call({
    wire,
    title: '角色',
    permission: readers,
    ...(reads && { reads }),
    input: listForm,
    output: rolesOutput,
    run: listRoles,
  }),
);

export const roleCalls = (services: Services): readonly Call[] => [
  ...lists,
  call({
    wire: 'GET Role/GetRoleForEdit',
    title: '角色表单',
    permission: writes,
    input: z.object({ id: z.union([z.literal(''), idForm]).nullish() }),
    output: editOutput,
    run: async (ctx, { id }) => ({
      role: id ? await roleOf(ctx, id) : fresh,
      permissions: permissionsFor(services, ctx),
      grantedPermissionNames: id ? [...(await namesOf(ctx, id))] : [],
    }),
  }),
  call({
    wire: 'POST Role/CreateOrUpdateRole',
    title: '保存角色',
    permission: writes,
    input: saveForm,
    output: nothing,
    run: (ctx, form) => saveRole(services, ctx, form),
  }),
  call({
    wire: 'DELETE Role/DeleteRole',
    title: '删除角色',
    permission: `${permission}.Delete`,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => deleteRole(ctx, id),
  }),
  call({
    wire: 'GET Permission/GetAllPermissions',
    title: '全部权限',
    permission: 'signed-in',
    input: z.object({}),
    output: z.object({ items: arrayOf(flatOutput) }),
    run: (ctx) => Promise.resolve({ items: permissionsFor(services, ctx) }),
  }),
];
