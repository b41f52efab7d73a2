import { organizationUnit } from '@kangmai/model';
import { arrayOf, call, type Call, memberCalls, nothing, type Services } from '../../engine/public.ts';
import { z } from 'zod';
import { changedForm, moveForm, newForm, oneForm, unitOutput } from './forms.ts';
import { listUnits } from './list-units.ts';
import { unitMembers } from './members.ts';
import { createUnit, deleteUnit, moveUnit, updateUnit } from './save-unit.ts';

const permission = 'Pages.Administration.OrganizationUnits';
const manageTree = `${permission}.ManageOrganizationTree`;

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

export const unitCalls = (services: Services): readonly Call[] => [
  ...treeCalls,
  ...memberCalls(services.model, organizationUnit, unitMembers(services)),
];
