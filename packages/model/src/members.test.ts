import { expect, test } from 'vitest';
import { model } from './index.ts';

/** Who keeps members or names; those that are not built yet with their area. */
const users = [
  'organizationUnit.roles',
  'organizationUnit.users',
  'role.permissions',
  'user.organizationUnits',
  'user.roles',
];
const waiting = { 'edition.features': 'platform', 'healthTeam.users': 'care' };

test('members and names are kept by these resources', () => {
  const found = model.resources.flatMap(({ name, members = {} }) =>
    Object.keys(members).map((member) => `${name}.${member}`),
  );
  expect(found.toSorted()).toEqual(users);
  expect(new Set(users.map((each) => each.split('.')[0])).size).toBeGreaterThanOrEqual(3);
  for (const each of Object.keys(waiting)) expect(found).not.toContain(each);
});
