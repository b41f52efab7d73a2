import { defineModel, defineResource, ref, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { expect, test } from 'vitest';
import { seesAll, seesNothing, type Sight } from './caller.ts';
import { scopeCondition } from './data-scope.ts';

const base = {
  en: 'x',
  scope: 'tenant',
  permission: 'Pages.X',
  display: 'name',
  list: { columns: ['name'], sort: 'name', search: [] },
} as const;
const name = text({ label: 'x', required: true });
const user = defineResource({
  ...base,
  name: 'user',
  title: 'x',
  wire: { service: 'Users', entity: 'User', calls: usualCalls('User') },
  fields: { name },
});
const person = defineResource({
  ...base,
  name: 'person',
  title: 'x',
  wire: { service: 'Persons', entity: 'Person', calls: usualCalls('Person') },
  fields: {
    name,
    manager: ref('user', { label: 'x' }),
    doctor: ref('user', { label: 'x' }),
    team: ref('user', { label: 'x' }),
    unit: ref('user', { label: 'x' }),
  },
  scopeRule: { own: ['manager', 'doctor'], team: 'team', unit: 'unit' },
});
const visit = defineResource({
  ...base,
  name: 'visit',
  title: 'x',
  wire: { service: 'Visits', entity: 'Visit', calls: usualCalls('Visit') },
  fields: { name, person: ref('person', { label: 'x' }) },
  scopeRule: { through: 'person' },
});
const photo = defineResource({
  ...base,
  name: 'photo',
  title: 'x',
  wire: { service: 'Photos', entity: 'Photo', calls: usualCalls('Photo') },
  fields: { name, visit: ref('visit', { label: 'x' }) },
  scopeRule: { through: 'visit' },
});
const model = defineModel([user, person, visit, photo]);

function condition(
  resource: Parameters<typeof scopeCondition>[0],
  sight: Sight,
  userId: number | null = 9,
): { readonly sql: string | undefined; readonly values: readonly unknown[] } {
  const values: unknown[] = [1];
  const sql = scopeCondition(resource, {
    model,
    sight,
    userId,
    alias: 'b',
    tenant: '$1',
    bind: (value) => `$${values.push(value)}`,
  });
  return { sql, values: values.slice(1) };
}

const own = { ...seesNothing, own: true };
const byManagerOrDoctor = 'b."manager_id" = $2 or b."doctor_id" = $2';

test('who sees all, and rows that hang on nobody, need no condition', () => {
  expect(condition(photo, seesAll)).toEqual({ sql: undefined, values: [] });
  expect(condition(user, seesNothing)).toEqual({ sql: undefined, values: [] });
});

test.each([
  { name: 'own', sight: own, sql: `(${byManagerOrDoctor})`, values: [9] },
  {
    name: 'team',
    sight: { ...seesNothing, teams: [4, 5] },
    sql: '(b."team_id" = any($2::bigint[]))',
    values: [[4, 5]],
  },
  { name: 'unit', sight: { ...seesNothing, units: [6] }, sql: '(b."unit_id" = any($2::bigint[]))', values: [[6]] },
  {
    name: 'all three',
    sight: { ...own, teams: [4], units: [6] },
    sql: `(${byManagerOrDoctor} or b."team_id" = any($3::bigint[]) or b."unit_id" = any($4::bigint[]))`,
    values: [9, [4], [6]],
  },
  { name: 'none', sight: seesNothing, sql: 'false', values: [] },
])('rows with ties of their own: $name', ({ sight, sql, values }) => {
  expect(condition(person, sight)).toEqual({ sql, values });
});

test('nobody signed in owns nothing', () => {
  expect(condition(person, own, null)).toEqual({ sql: 'false', values: [] });
});

test('a scope through a reference asks the target, at any depth', () => {
  const persons = 'select s.id from "person" s where s.tenant_id = $1 and (s."manager_id" = $2 or s."doctor_id" = $2)';
  expect(condition(visit, own)).toEqual({ sql: `b."person_id" in (${persons})`, values: [9] });
  expect(condition(photo, own).sql).toBe(
    `b."visit_id" in (select s.id from "visit" s where s.tenant_id = $1 and s."person_id" in (${persons}))`,
  );
  expect(condition(visit, seesNothing).sql).toBe(
    'b."person_id" in (select s.id from "person" s where s.tenant_id = $1 and false)',
  );
});

test('rows for everybody need no condition', () => {
  const forEverybody = { ...visit, scopeRule: { everybody: 'rooms' } };
  expect(condition(forEverybody, seesNothing).sql).toBeUndefined();
});
