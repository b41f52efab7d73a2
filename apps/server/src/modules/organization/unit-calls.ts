import { organizationUnit } from '@kangmai/model/organization';
import { arrayOf, call, type Call, nothing, pageOf, type Services } from '../../engine/public.ts';
import { z } from 'zod';
import {
  changedForm,
  findForm,
  foundOutput,
  linksForm,
  memberOutput,
  moveForm,
  newForm,
  oneForm,
  roleForm,
  rolesForm,
  unitOutput,
  unitRoleOutput,
  userForm,
  usersForm,
} from './forms.ts';
import { findRoles, findUsers, listMembers, listUnitRoles, listUnits } from './list-units.ts';
import { addRoles, addUsers, removeRole, removeUser } from './members.ts';
import { createUnit, deleteUnit, moveUnit, updateUnit } from './save-unit.ts';

const permission = 'Pages.Administration.OrganizationUnits';
const manageTree = `${permission}.ManageOrganizationTree`;
const manageMembers = `${permission}.ManageMembers`;
const manageRoles = `${permission}.ManageRoles`;

const treeCalls: readonly Call[] = [
  call({
    wire: 'GET OrganizationUnit/GetOrganizationUnits',
    title: '组织机构',
    permission,
    input: z.object({}),
    output: z.object({ items: arrayOf(unitOutput) }),
    run: async (ctx) => ({ items: await listUnits(ctx) }),
  }),
  call({
    wire: 'POST OrganizationUnit/CreateOrganizationUnit',
    title: '新增机构',
    permission: manageTree,
    resource: organizationUnit,
    input: newForm,
    output: unitOutput,
    run: createUnit,
  }),
  call({
    wire: 'PUT OrganizationUnit/UpdateOrganizationUnit',
    title: '修改机构',
    permission: manageTree,
    resource: organizationUnit,
    input: changedForm,
    output: unitOutput,
    run: updateUnit,
  }),
  call({
    wire: 'POST OrganizationUnit/MoveOrganizationUnit',
    title: '移动机构',
    permission: manageTree,
    resource: organizationUnit,
    input: moveForm,
    output: unitOutput,
    run: moveUnit,
  }),
  call({
    wire: 'DELETE OrganizationUnit/DeleteOrganizationUnit',
    title: '删除机构及其下级',
    permission: manageTree,
    input: oneForm,
    output: nothing,
    run: (ctx, { id }) => deleteUnit(ctx, id),
  }),
];

const memberCalls = (services: Services): readonly Call[] => [
  call({
    wire: 'GET OrganizationUnit/GetOrganizationUnitUsers',
    title: '机构成员',
    permission,
    input: linksForm,
    output: pageOf(memberOutput),
    run: listMembers,
  }),
  call({
    wire: 'POST OrganizationUnit/FindUsers',
    title: '可添加的用户',
    permission: manageMembers,
    reads: true,
    input: findForm,
    output: pageOf(foundOutput),
    run: findUsers,
  }),
  call({
    wire: 'POST OrganizationUnit/AddUsersToOrganizationUnit',
    title: '添加机构成员',
    permission: manageMembers,
    input: usersForm,
    output: nothing,
    run: (ctx, form) => addUsers(services, ctx, form),
  }),
  call({
    wire: 'DELETE OrganizationUnit/RemoveUserFromOrganizationUnit',
    title: '移出机构成员',
    permission: manageMembers,
    input: userForm,
    output: nothing,
    run: removeUser,
  }),
];

const roleCalls: readonly Call[] = [
  call({
    wire: 'GET OrganizationUnit/GetOrganizationUnitRoles',
    title: '机构角色',
    permission,
    input: linksForm,
    output: pageOf(unitRoleOutput),
    run: listUnitRoles,
  }),
  call({
    wire: 'POST OrganizationUnit/FindRoles',
    title: '可添加的角色',
    permission: manageRoles,
    reads: true,
    input: findForm,
    output: pageOf(foundOutput),
    run: findRoles,
  }),
  call({
    wire: 'POST OrganizationUnit/AddRolesToOrganizationUnit',
    title: '添加机构角色',
    permission: manageRoles,
    input: rolesForm,
    output: nothing,
    run: addRoles,
  }),
  call({
    wire: 'DELETE OrganizationUnit/RemoveRoleFromOrganizationUnit',
    title: '移除机构角色',
    permission: manageRoles,
    input: roleForm,
    output: nothing,
    run: removeRole,
  }),
];

/** Units of the organisation with their members and roles. */
export const unitCalls = (services: Services): readonly Call[] => [
  ...treeCalls,
  ...memberCalls(services),
  ...roleCalls,
];
