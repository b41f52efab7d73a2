import { expect, test } from 'vitest';
import { person, tag, visit } from '../../test/clinic.ts';
import {
  action,
  permissionsOfAction,
  permissionsOfCall,
  permissionsOfImport,
  permissionsOfReveal,
  permissionsOfWrite,
  permissionTree,
  revealable,
  secret,
  stemsOf,
} from '../index.ts';

test('reads open with any stem', () => {
  expect(stemsOf(person)).toEqual(['Pages.Clients']);
  for (const call of ['list', 'edit', 'view', 'excel', 'paged', 'rows', 'get'] as const)
    expect(permissionsOfCall(visit, call)).toEqual(['Pages.Visits', 'Pages.Home.Visits']);
});

test('writes open with their own permission below any stem', () => {
  expect(permissionsOfCall(visit, 'remove')).toEqual(['Pages.Visits.Delete', 'Pages.Home.Visits.Delete']);
  expect(permissionsOfCall(visit, 'save')).toEqual([
    'Pages.Visits.Create',
    'Pages.Home.Visits.Create',
    'Pages.Visits.Edit',
    'Pages.Home.Visits.Edit',
  ]);
  expect(permissionsOfWrite(visit, 'Edit')).toEqual(['Pages.Visits.Edit', 'Pages.Home.Visits.Edit']);
});

test('a resource without write permissions asks for the stem', () => {
  expect(permissionsOfCall(tag, 'remove')).toEqual(['Pages.Tags']);
  expect(new Set(permissionsOfCall(tag, 'save'))).toEqual(new Set(['Pages.Tags']));
  expect(permissionsOfWrite(tag, 'Create')).toEqual(['Pages.Tags']);
});

test('actions name a suffix, the own read, a full name or any signed-in user', () => {
  expect(permissionsOfAction(visit, visit.actions.changeState)).toEqual([
    'Pages.Visits.Edit',
    'Pages.Home.Visits.Edit',
  ]);
  expect(permissionsOfAction(visit, visit.actions.count)).toEqual(['Pages.Visits', 'Pages.Home.Visits']);
  expect(permissionsOfAction(visit, visit.actions.approve)).toEqual(['Pages.Approvals', 'signed-in']);
  for (const permission of ['Edit', 'read', 'Pages.X', ['Claim', 'Pages.X']])
    expect(permissionsOfAction(person, action({ label: 'x', wire: 'POST X', permission, input: {} }))).not.toEqual([]);
});

test('the tree lists every permission that a call can ask for, each once and with its parent', () => {
  const tree = permissionTree(visit);
  const names = tree.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const asked = [
    ...permissionsOfCall(visit, 'list'),
    ...permissionsOfCall(visit, 'save'),
    ...permissionsOfCall(visit, 'remove'),
    ...Object.values(visit.actions).flatMap((one) => permissionsOfAction(visit, one)),
  ];
  for (const name of asked) if (name !== 'signed-in') expect(names).toContain(name);
  expect(names).not.toContain('signed-in');
  expect(tree).toContainEqual({ name: 'Pages.Visits', parent: 'Pages', title: '随访', en: 'Visits' });
  expect(tree).toContainEqual({
    name: 'Pages.Home.Visits.Create',
    parent: 'Pages.Home.Visits',
    title: '新增',
    en: 'Create',
  });
  expect(tree).toContainEqual({ name: 'Pages.Approvals', parent: 'Pages', title: '审批', en: 'Approve' });
  expect(permissionTree(tag).map(({ name }) => name)).toEqual(['Pages.Tags']);
});

test('an importable resource has a permission for its import below each stem, others none', () => {
  const importable = { ...visit, excel: { import: true, export: true } };
  expect(permissionsOfImport(visit)).toEqual(['Pages.Visits.Import', 'Pages.Home.Visits.Import']);
  expect(permissionTree(importable)).toContainEqual({
    name: 'Pages.Home.Visits.Import',
    parent: 'Pages.Home.Visits',
    title: '导入',
    en: 'Import',
  });
  expect(permissionTree({ ...visit, excel: { import: false, export: true } }).map(({ name }) => name)).not.toContain(
    'Pages.Visits.Import',
  );
  expect(permissionTree({ ...tag, excel: { import: true, export: true } }).map(({ name }) => name)).toEqual([
    'Pages.Tags',
    'Pages.Tags.Import',
  ]);
});

test('masked values have a permission of their own, secrets and open values none', () => {
  expect(revealable(person)).toContain('phone');
  expect(permissionTree(person).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...permissionsOfReveal(person)]),
  );
  const hidden = { ...tag, fields: { ...tag.fields, key: secret({ label: 'x' }) } };
  expect(revealable(hidden)).toEqual([]);
  expect(permissionTree(hidden).map(({ name }) => name)).toEqual(['Pages.Tags']);
});
