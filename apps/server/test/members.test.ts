import { careTeam, client as person, model, organizationUnit, role, user } from '@kangmai/model';
import { type AnyResource, memberOf, memberRule, snake } from '@kangmai/resource';
import { systemCaller } from '@kangmai/server/access/caller';
import { inTenant } from '@kangmai/server/access/in-tenant';
import { type CallCtx, withRepositories } from '@kangmai/server/engine/crud/call-ctx';
import {
  link,
  linkOf,
  membersHeld,
  namesHeld,
  setMembers,
  setNames,
  unlink,
} from '@kangmai/server/engine/traits/members/links';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFrom } from './random-machines.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const within = <T>(work: (ctx: CallCtx) => Promise<T>): Promise<T> =>
  inTenant(app.server.surroundings, { caller: systemCaller(app.tenants.Alpha, 'Asia/Shanghai') }, (ctx) =>
    work(withRepositories(ctx, app.server.app.planOf)),
  );

const made = async (sql: string, count: number): Promise<readonly number[]> =>
  (await app.query<{ id: number }>('Alpha', sql, [count])).map(({ id }) => id);

test('every table of links has its columns', async () => {
  for (const resource of model.resources)
    for (const name of Object.keys(resource.members ?? {})) {
      const { via } = memberRule(resource, name);
      await app.query(
        'Alpha',
        `select ${snake(via.row)}, ${snake(via.member)} from ${via.table} where tenant_id = $1 limit 1`,
      );
    }
});

test('additions, removals and saves of several at once lose no link and double none', async () => {
  const units = await made(
    `insert into organization_unit (tenant_id, code, display_name) select $1, '000' || (10 + n), 'U' || n from generate_series(1, $2::integer) n returning id`,
    5,
  );
  const users = await made(
    `insert into app_user (tenant_id, user_name, name, email_address) select $1, 'm' || n, 'm' || n, 'm' || n || '@x.example' from generate_series(1, $2::integer) n returning id`,
    18,
  );
  const [theirs = 0] = (
    await app.query<{ id: number }>('Beta', 'select max(id) as id from app_user where tenant_id = $1')
  ).map(({ id }) => id);
  const [gone = 0] = await made(
    `insert into app_user (tenant_id, user_name, name, email_address, is_deleted) select $1, 'gone', 'gone', 'gone@x.example', true from generate_series(1, $2::integer) returning id`,
    1,
  );
  // Each of six workers changes the links of its own three users, from both ends of the same table.
  const held = new Map(users.map((id) => [id, new Set<number>()]));
  async function work(own: readonly number[], seed: number): Promise<void> {
    const draw = drawFrom(seed);
    const pick = (from: readonly number[]): number => from[draw(from.length)] ?? 0;
    const some = (from: readonly number[]): readonly number[] => from.filter(() => draw(2) === 0);
    for (let round = 0; round < 40; round += 1) {
      const [unit, one, chosen, several] = [pick(units), pick(own), some(units), some(own)];
      const choice = draw(4);
      if (choice === 0) {
        await within((ctx) => link(linkOf(ctx, organizationUnit, 'users'), ctx, { id: unit, members: several }));
        for (const id of several) held.get(id)?.add(unit);
      } else if (choice === 1) {
        await within((ctx) => unlink(linkOf(ctx, organizationUnit, 'users'), ctx, { id: unit, members: [one] }));
        held.get(one)?.delete(unit);
      } else if (choice === 2) {
        await within((ctx) =>
          setMembers(ctx, [user, 'organizationUnits'], { id: one, members: [...chosen, ...chosen] }),
        );
        held.set(one, new Set(chosen));
      } else {
        const foreign = pick([theirs, gone, 987_654_321]);
        await expect(
          within((ctx) => link(linkOf(ctx, organizationUnit, 'users'), ctx, { id: unit, members: [one, foreign] })),
        ).rejects.toMatchObject({ fields: [{ field: 'users', reason: 'ref.not-found' }] });
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, at) => work(users.slice(at * 3, at * 3 + 3), at + 1)));
  const found = await app.query<{ user: number; unit: number }>(
    'Alpha',
    'select user_id as user, organization_unit_id as unit from user_organization_unit where tenant_id = $1 and user_id = any($2::bigint[]) order by 1, 2',
    [[...users, theirs, gone]],
  );
  const wanted = [...held].flatMap(([id, of]) => [...of].toSorted((a, b) => a - b).map((unit) => ({ user: id, unit })));
  expect(found).toEqual(wanted.toSorted((a, b) => a.user - b.user || a.unit - b.unit));
});

test('a row that is deleted, or of another tenant, gets no members; nor are its links changed', async () => {
  const [theirs = 0] = (
    await app.query<{ id: number }>('Beta', 'select max(id) as id from app_user where tenant_id = $1')
  ).map(({ id }) => id);
  for (const id of [theirs, 987_654_321])
    await expect(within((ctx) => setMembers(ctx, [user, 'roles'], { id, members: [] }))).rejects.toMatchObject({
      kind: 'notFound',
    });
});

test('names of a role are exactly those of the last save, whoever saves at once', async () => {
  const [id = 0] = await made(
    `insert into app_role (tenant_id, name, display_name) select $1, 'named', 'Named' from generate_series(1, $2::integer) returning id`,
    1,
  );
  const sets = Array.from({ length: 12 }, (_, at) =>
    ['Pages', 'Pages.A', 'Pages.B', 'Pages.C'].filter((_name, bit) => ((at + 1) >> bit) & 1),
  );
  await Promise.all(sets.map((members) => within((ctx) => setNames(ctx, [role, 'permissions'], { id, members }))));
  const held = await within((ctx) => namesHeld(ctx, [role, 'permissions'], id));
  expect(sets.map((names) => names.toSorted().join(','))).toContain(held.join(','));
  const change = await within((ctx) =>
    setNames(ctx, [role, 'permissions'], { id, members: ['Pages', 'Pages.Z', 'Pages.Z'] }),
  );
  expect(change).toEqual({
    added: ['Pages', 'Pages.Z'].filter((name) => !held.includes(name)),
    removed: held.filter((name) => name !== 'Pages'),
  });
});

/** Teams whose members are persons: not everybody of a tenant sees every person. */
const circle = {
  ...(careTeam as AnyResource),
  members: {
    persons: memberOf('client', {
      label: '服务对象',
      en: 'Persons',
      via: { table: 'test_circle_person', row: 'teamId', member: 'clientId' },
    }),
  },
};

test('members out of sight are neither shown nor added, and a save of the others leaves them', async () => {
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query(`create table test_circle_person (tenant_id bigint not null, team_id bigint not null, client_id bigint not null, created_by bigint,
    created_at timestamptz not null default now(), primary key (tenant_id, team_id, client_id))`);
  await owner.query("select kangmai.protect_tenant_table('test_circle_person')");
  await owner.end();
  const samples = await Samples.of(app, 'Alpha');
  const nurse = await app
    .query<{ id: number }>('Alpha', "select id from app_user where tenant_id = $1 and user_name = 'nurse'")
    .then(([row]) => row?.id ?? 0);
  const team = await samples.plant(careTeam, 'circle');
  const planted = (more: object): Promise<number> =>
    samples.plant(person, 'member', { doctor: null, team: null, ...more });
  const hidden = [await planted({ healthManager: null }), await planted({ healthManager: null })];
  const own = [await planted({ healthManager: nurse }), await planted({ healthManager: nurse })];
  const caller = {
    ...systemCaller(app.tenants.Alpha, 'Asia/Shanghai'),
    userId: nurse,
    sight: { all: false, own: true, teams: [], units: [] },
  };
  const asNurse = <T>(work: (ctx: CallCtx) => Promise<T>): Promise<T> =>
    inTenant(app.server.surroundings, { caller }, (ctx) => work(withRepositories(ctx, app.server.app.planOf)));
  const set = (ctx: CallCtx, given: readonly number[]) =>
    setMembers(ctx, [circle, 'persons'], { id: team, members: given });
  const held = async (by: typeof within): Promise<readonly number[]> => {
    const found = await by((ctx) => membersHeld(ctx, [circle, 'persons'], { ids: [team], field: 'name' }));
    return (found.get(team) ?? []).map(({ id }) => id).toSorted((one, other) => one - other);
  };
  await within((ctx) => set(ctx, [hidden[0] ?? 0, own[0] ?? 0]));
  expect(await held(asNurse)).toEqual([own[0]]);
  const members = [own[1] ?? 0, hidden[1] ?? 0];
  const refused = { fields: [{ field: 'persons', reason: 'ref.not-found' }] };
  await expect(asNurse((ctx) => set(ctx, members))).rejects.toMatchObject(refused);
  const adding = asNurse((ctx) => link(linkOf(ctx, circle, 'persons'), ctx, { id: team, members }));
  await expect(adding).rejects.toMatchObject(refused);
  expect(await held(within)).toEqual([hidden[0], own[0]].toSorted((one = 0, other = 0) => one - other));
  expect(await asNurse((ctx) => set(ctx, [own[1] ?? 0]))).toEqual({ added: [own[1]], removed: [own[0]] });
  expect(await held(within)).toEqual([hidden[0], own[1]].toSorted((one = 0, other = 0) => one - other));
});
