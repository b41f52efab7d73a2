import { choice, defineChoices, defineModel, defineResource, ref, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { describe, expect, test } from 'vitest';
import { seesAll, seesNothing, systemCaller, type Sight } from './caller.ts';
import { inSight, scopeCondition } from './data-scope.ts';

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
const bed = defineResource({
  ...base,
  name: 'bed',
  title: 'x',
  wire: { service: 'Beds', entity: 'Bed', calls: usualCalls('Bed') },
  fields: { name, ward: ref('user', { label: 'x' }) },
  scopeRule: { heldBy: { resource: 'stay', field: 'bed', while: { state: ['planned', 'begun'] } }, unit: 'ward' },
});
const stayStates = defineChoices({
  planned: { label: 'x', wire: 1 },
  begun: { label: 'x', wire: 2 },
  over: { label: 'x', wire: 3 },
});
const stay = defineResource({
  ...base,
  name: 'stay',
  title: 'x',
  wire: { service: 'Stays', entity: 'Stay', calls: usualCalls('Stay') },
  fields: {
    name,
    bed: ref('bed', { label: 'x' }),
    person: ref('person', { label: 'x' }),
    state: choice(stayStates, { label: 'x' }),
  },
  scopeRule: { through: 'person' },
});
const lamp = defineResource({
  ...base,
  name: 'lamp',
  title: 'x',
  wire: { service: 'Lamps', entity: 'Lamp', calls: usualCalls('Lamp') },
  fields: { name, bed: ref('bed', { label: 'x' }) },
  scopeRule: { through: 'bed' },
});
const model = defineModel([user, person, visit, photo, bed, stay, lamp]);

function condition(
  resource: Parameters<typeof scopeCondition>[0],
  sight: Sight,
  { userId = 9, forReference = false }: { readonly userId?: number | null; readonly forReference?: boolean } = {},
): { readonly sql: string | undefined; readonly values: readonly unknown[] } {
  const values: unknown[] = [1];
  const sql = scopeCondition(resource, {
    model,
    sight,
    userId,
    forReference,
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

test('a statement of the caller is kept to the same rows, and to all rows for who sees all', () => {
  const values: unknown[] = [1];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const ask = (sight: Sight): string =>
    inSight({ model, caller: { ...systemCaller(1, 'UTC'), userId: 9, sight } }, person, {
      alias: 'b',
      values: { bind },
    });
  expect(ask(seesAll)).toBe('true');
  expect(ask(seesNothing)).toBe('false');
  expect(ask(own)).toBe(condition(person, own).sql);
  expect(values).toEqual([1, 9]);
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
  expect(condition(person, own, { userId: null })).toEqual({ sql: 'false', values: [] });
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

describe('rows that other rows hold', () => {
  const stays = (alias: string): string =>
    `select ${alias}h."bed_id" from "stay" ${alias}h where ${alias}h.tenant_id = $1 and not ${alias}h.is_deleted and ${alias}h."state" in (1, 2)`;
  const persons = 'select s.id from "person" s where s.tenant_id = $1 and ';
  const heldByOwn = (alias: string): string =>
    `${alias}.id in (${stays(alias)} and ${alias}h."person_id" in (${persons}(s."manager_id" = $2 or s."doctor_id" = $2)))`;

  test('are seen with those, free ones by their unit', () => {
    expect(condition(bed, own)).toEqual({ sql: heldByOwn('b'), values: [9] });
    const ofUnit = `b.id in (${stays('b')} and bh."person_id" in (${persons}(s."unit_id" = any($2::bigint[]))))`;
    expect(condition(bed, { ...seesNothing, units: [6] })).toEqual({
      sql: `(${ofUnit} or (b."ward_id" = any($3::bigint[]) and not exists (${stays('b')} and bh."bed_id" = b.id)))`,
      values: [[6], [6]],
    });
  });

  test('may be referred to while they are free', () => {
    expect(condition(bed, own, { forReference: true }).sql).toBe(
      `(${heldByOwn('b')} or (not exists (${stays('b')} and bh."bed_id" = b.id)))`,
    );
  });

  test('hide what is seen through them, from references too', () => {
    const through = `b."bed_id" in (select s.id from "bed" s where s.tenant_id = $1 and ${heldByOwn('s')})`;
    expect(condition(lamp, own).sql).toBe(through);
    expect(condition(lamp, own, { forReference: true }).sql).toBe(through);
  });
});

test('rows for everybody need no condition', () => {
  const forEverybody = { ...visit, scopeRule: { everybody: 'rooms' } };
  expect(condition(forEverybody, seesNothing).sql).toBeUndefined();
});
