import { choice, date, defineChoices, defineModel, defineResource, ref, text } from '@kangmai/resource';
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
const tie = { label: 'x', index: true } as const;
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
    manager: ref('user', tie),
    doctor: ref('user', tie),
    team: ref('user', tie),
    unit: ref('user', tie),
  },
  scopeRule: { own: ['manager', 'doctor'], team: 'team', unit: 'unit' },
});
const visit = defineResource({
  ...base,
  name: 'visit',
  title: 'x',
  wire: { service: 'Visits', entity: 'Visit', calls: usualCalls('Visit') },
  fields: { name, person: ref('person', tie) },
  scopeRule: { through: 'person' },
});
const photo = defineResource({
  ...base,
  name: 'photo',
  title: 'x',
  wire: { service: 'Photos', entity: 'Photo', calls: usualCalls('Photo') },
  fields: { name, visit: ref('visit', tie) },
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
    person: ref('person', tie),
    state: choice(stayStates, { label: 'x' }),
  },
  scopeRule: { through: 'person' },
});
const lamp = defineResource({
  ...base,
  name: 'lamp',
  title: 'x',
  wire: { service: 'Lamps', entity: 'Lamp', calls: usualCalls('Lamp') },
  fields: { name, bed: ref('bed', tie) },
  scopeRule: { through: 'bed' },
});
const home = defineResource({
  ...base,
  name: 'home',
  title: 'x',
  wire: { service: 'Homes', entity: 'Home', calls: usualCalls('Home') },
  fields: { name, owner: ref('user', tie) },
  scopeRule: { own: ['owner'], linked: { by: 'call', field: 'home', when: { state: ['planned', 'begun'] } } },
});
const emergencyCall = defineResource({
  ...base,
  name: 'call',
  title: 'x',
  wire: { service: 'Calls', entity: 'Call', calls: usualCalls('Call') },
  fields: {
    name,
    home: ref('home', tie),
    person: ref('person', tie),
    driver: ref('user', tie),
    state: choice(stayStates, { label: 'x' }),
  },
  scopeRule: { own: ['driver'], through: ['home', 'person'] },
});
const guest = defineResource({
  ...base,
  name: 'guest',
  title: 'x',
  wire: { service: 'Guests', entity: 'Guest', calls: usualCalls('Guest') },
  fields: { name, host: ref('user', tie) },
  scopeRule: {
    own: ['host'],
    linked: { by: 'turn', field: 'guest', when: {}, named: { user: 'worker', from: 'startsOn', to: 'endsOn' } },
  },
});
const turn = defineResource({
  ...base,
  name: 'turn',
  title: 'x',
  wire: { service: 'Turns', entity: 'Turn', calls: usualCalls('Turn') },
  fields: {
    name,
    guest: ref('guest', tie),
    worker: ref('user', tie),
    startsOn: date({ label: 'x' }),
    endsOn: date({ label: 'x' }),
  },
  scopeRule: { through: 'guest' },
});
const model = defineModel([user, person, visit, photo, bed, stay, lamp, home, emergencyCall, guest, turn]);

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

describe('rows that several ties open', () => {
  const persons = 'select s.id from "person" s where s.tenant_id = $1 and (s."manager_id" = $3 or s."doctor_id" = $3)';
  const calls = (user: string, persons: string): string =>
    `select l."home_id" from "call" l where l.tenant_id = $1 and not l.is_deleted and l."state" in (1, 2) and (l."driver_id" = ${user} or l."person_id" = any(array(${persons})))`;

  test('are found by the ids of what is in sight, and a link does not ask for the row that it opens', () => {
    const atHome = persons.replaceAll('$3', '$4');
    expect(condition(home, own)).toEqual({
      sql: `(b."owner_id" = $2 or b.id = any(array(${calls('$3', atHome)})))`,
      values: [9, 9, 9],
    });
    const homes = `select s.id from "home" s where s.tenant_id = $1 and (s."owner_id" = $3 or s.id = any(array(${calls('$4', persons.replaceAll('$3', '$5'))})))`;
    expect(condition(emergencyCall, own).sql).toBe(
      `(b."driver_id" = $2 or b."home_id" = any(array(${homes})) or b."person_id" = any(array(${persons.replaceAll('$3', '$6')})))`,
    );
  });

  test('and by nothing where nothing is in sight', () => {
    expect(condition(home, seesNothing).sql).toBe(
      'b.id in (select l."home_id" from "call" l where l.tenant_id = $1 and not l.is_deleted and l."state" in (1, 2) and l."person_id" in (select s.id from "person" s where s.tenant_id = $1 and false))',
    );
  });

  test('or that name nobody are open to everybody where the rule says so', () => {
    const open = { ...emergencyCall, scopeRule: { through: ['home', 'person'], orNone: true } } as const;
    expect(condition(open, own).sql).toMatch(
      /^\(b\."home_id" is null and b\."person_id" is null or b\."home_id" = any/,
    );
  });
});

test('a link that nobody sees but through what it opens, or that leads back by a second reference, is refused', () => {
  const others = model.resources.filter(({ name }) => name !== 'call');
  const withRule =
    (scopeRule: object): (() => unknown) =>
    () =>
      defineModel([...others, { ...emergencyCall, scopeRule }] as never);
  expect(withRule({ through: 'home' })).toThrow(
    'home: it is linked by call, whose own scope names nobody besides home',
  );
  expect(withRule({ everybody: 'no secret' })).toThrow('home: it is linked by call');
  const fields = { ...emergencyCall.fields, second: ref('home', tie) };
  expect(() =>
    defineModel([...others, { ...emergencyCall, fields, scopeRule: { through: ['home', 'second'] } }] as never),
  ).toThrow('home: its scope goes round: home → call without home → home');
});

test('rows for everybody need no condition', () => {
  const forEverybody = { ...visit, scopeRule: { everybody: 'rooms' } };
  expect(condition(forEverybody, seesNothing).sql).toBeUndefined();
});

describe('a row that names a user from day to day', () => {
  const day = '(select (now() at time zone z.time_zone)::date from tenant z where z.id = $1)';

  test('opens the row to that user alone, on these days of the tenant', () => {
    const named = `select l."guest_id" from "turn" l where l.tenant_id = $1 and not l.is_deleted and l."worker_id" = $3 and l."starts_on" <= ${day} and coalesce(l."ends_on" >= ${day}, true)`;
    expect(condition(guest, own)).toEqual({
      sql: `(b."host_id" = $2 or b.id = any(array(${named})))`,
      values: [9, 9],
    });
  });

  test('opens nothing to who has no own rows, and nothing to nobody', () => {
    expect(condition(guest, { ...seesNothing, teams: [4] }).sql).toBe('false');
    expect(condition(guest, own, { userId: null }).sql).toBe('false');
  });
});
