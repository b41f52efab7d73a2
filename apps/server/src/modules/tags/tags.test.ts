import { client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { factsOf } from './facts.ts';
import { refreshTags } from './matches.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

const post = (call: string, body: object, by = admin): Promise<Answer<unknown>> => by.post(call, body as never);
const person = (more: object = {}): Promise<number> =>
  samples.plant(client, 'marked', {
    gender: '1',
    birthday: '1980-01-01',
    isVip: false,
    livingState: null,
    certificateNo: null,
    ...more,
  });
const read = async (id: number): Promise<Readonly<Record<string, unknown>>> =>
  (await admin.get<Readonly<Record<string, unknown>>>('TagLibrary/Get', { id })).result;
const marked = async (id: number): Promise<readonly number[]> =>
  (
    await admin.get<{ items: readonly { id: number }[] }>('C_client/GetPagedAll', {
      tagIdFilter: id,
      MaxResultCount: 100,
    })
  ).result.items.map((row) => row.id);

let made = 0;
async function tagOf(more: object): Promise<number> {
  made += 1;
  const body = { name: `标签${made}`, code: `T${made}`, category: 'custom', tagMode: 'manual', ...more };
  const { result, error } = await post('TagLibrary/CreateOrEdit', body);
  expect(error).toBe(null);
  return result as number;
}
const ageFrom = (value: number) => ({ fact: 'age', sign: '>=', value });
const vip = { fact: 'isVip', sign: '=', value: true };
const set = (body: object, by = admin): Promise<Answer<unknown>> => post('TagLibrary/SetClientTags', body, by);

test('tags are set and taken by hand for many clients, and end after their days', async () => {
  const id = await tagOf({ validDays: 30 });
  const people = [await person(), await person()];
  expect((await set({ clientIds: people, addTagIds: [id] })).result).toEqual({ added: 2 });
  expect((await set({ clientIds: people, addTagIds: [id] })).result).toEqual({ added: 0 });
  expect((await marked(id)).toSorted((one, other) => one - other)).toEqual(people);
  expect(await read(id)).toMatchObject({ clientCount: 2 });
  expect((await set({ clientIds: [people[0]], removeTagIds: [id] })).error).toBe(null);
  expect(await marked(id)).toEqual([people[1]]);
  await app.query(
    'Alpha',
    'update client_tag set ends_on = current_date - 2 where tenant_id = $1 and tag_id = $2 returning id',
    [id],
  );
  await samples.inTenant(refreshTags);
  expect(await marked(id)).toEqual([]);
  expect((await set({ clientIds: people, addTagIds: [8_000_000_001] })).status).toBe(400);
  expect((await set({ clientIds: people })).status).toBe(400);
});

test('the same tag given many times at once is added once, and refuses nobody', async () => {
  const [id, clientId] = [await tagOf({}), await person()];
  const answers = await Promise.all(Array.from({ length: 10 }, () => set({ clientIds: [clientId], addTagIds: [id] })));
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
  expect(await marked(id)).toEqual([clientId]);
});

test('a rule is asked before it is saved, told in words, and given to who meets it', async () => {
  const people = [await person({ birthday: '1930-01-01', isVip: true }), await person({ birthday: '1930-01-01' })];
  const rule = { all: [ageFrom(90), vip] };
  const shown = await post('TagLibrary/Preview', { rule });
  expect(shown.result).toMatchObject({ count: 1, clients: [{ id: people[0] }] });
  const id = await tagOf({ tagMode: 'auto', rule });
  expect(await read(id)).toMatchObject({ ruleText: '年龄 ≥ 90岁，且是否VIP=是' });
  await vi.waitFor(async () => expect(await marked(id)).toEqual([people[0]]), { timeout: 20_000 });
  expect((await post('C_client/CreateOrEdit', { id: people[1], isVip: true })).error).toBe(null);
  await vi.waitFor(async () => expect(await marked(id)).toHaveLength(2), { timeout: 20_000 });
});

test('what is taken by hand from an automatic tag is not given again', async () => {
  const one = await person({ birthday: '1920-01-01' });
  const id = await tagOf({ tagMode: 'auto', rule: { all: [ageFrom(105)] } });
  await vi.waitFor(async () => expect(await marked(id)).toEqual([one]), { timeout: 20_000 });
  expect((await set({ clientIds: [one], removeTagIds: [id] })).error).toBe(null);
  expect((await post('TagLibrary/Recalculate', { id })).result).toEqual({ added: 0, removed: 0 });
  expect(await marked(id)).toEqual([]);
  expect((await set({ clientIds: [one], addTagIds: [id] })).error).toBe(null);
  expect(await marked(id)).toEqual([one]);
});

test('a rule over a missing fact neither gives nor takes a tag', async () => {
  const one = await person({ birthday: '1910-01-01', livingState: '1' });
  const rule = { all: [ageFrom(112), { fact: 'livingState', sign: 'in', value: ['1'] }] };
  const id = await tagOf({ tagMode: 'auto', rule });
  await vi.waitFor(async () => expect(await marked(id)).toEqual([one]), { timeout: 20_000 });
  await app.query('Alpha', 'update client set living_state = null where tenant_id = $1 and id = $2 returning id', [
    one,
  ]);
  expect((await post('TagLibrary/Preview', { rule })).result).toMatchObject({ count: 0, unknownCount: 1 });
  expect((await post('TagLibrary/Recalculate', { id })).result).toEqual({ added: 0, removed: 0 });
  await app.query('Alpha', "update client set living_state = '2' where tenant_id = $1 and id = $2 returning id", [one]);
  expect((await post('TagLibrary/Recalculate', { id })).result).toEqual({ added: 0, removed: 1 });
});

test.each([
  [{ all: [] }, '条件组'],
  [undefined, '请设置规则'],
  [{ all: [{ fact: 'hair', sign: '=', value: 1 }] }, '选择项目'],
  [{ all: [{ fact: 'age', sign: '>=', value: 'x' }] }, '填写数值'],
])('the rule %j is refused with what to do', async (rule, words) => {
  const body = { name: '错误规则', code: 'WRONG', category: 'risk', tagMode: 'auto', rule };
  expect(JSON.stringify((await post('TagLibrary/CreateOrEdit', body)).error)).toContain(words);
});

test('who may not see clients asks no rule, and nobody tags clients out of sight', async () => {
  const id = await tagOf({});
  const one = await person();
  const { client: own } = await addUser(app, 'Alpha', { userName: 'tag.own', dataScope: 'own', allPermissions: true });
  expect((await set({ clientIds: [one], addTagIds: [id] }, own)).status).toBe(400);
  expect((await post('TagLibrary/Preview', { rule: { all: [ageFrom(0)] } }, own)).result).toMatchObject({ count: 0 });
  const auto = await tagOf({ tagMode: 'auto', rule: { all: [ageFrom(120)] } });
  expect((await post('TagLibrary/Recalculate', { id: auto }, own)).error?.message).toContain('可查看全部客户');
  const { client: keeper } = await addUser(app, 'Alpha', {
    userName: 'tag.keeper',
    dataScope: 'all',
    allPermissions: false,
  });
  await app.query(
    'Alpha',
    `insert into role_permission (tenant_id, role_id, permission) select $1, id, p from app_role, unnest($3::text[]) p where tenant_id = $1 and name = $2 returning role_id as id`,
    [
      'Roletag.keeper',
      ['Pages', 'Pages.Basicplatform', 'Pages.Basicplatform.TagLibrary', 'Pages.Basicplatform.TagLibrary.Edit'],
    ],
  );
  expect((await post('TagLibrary/Preview', { rule: { all: [ageFrom(0)] } }, keeper)).status).toBe(403);
});

test('the facts of many persons take as many statements as those of one', async () => {
  const people = [await person(), await person(), await person()];
  const count = (ids: readonly number[]): Promise<number> =>
    samples.inTenant(async (ctx) => {
      const asked = vi.spyOn(ctx.tx, 'query');
      const facts = await factsOf(ctx, ids);
      expect([...facts.keys()].toSorted((one, other) => one - other)).toEqual(ids);
      return asked.mock.calls.length;
    });
  expect(await count(people)).toBe(await count(people.slice(0, 1)));
});

test('a deleted tag is gone from clients', async () => {
  const id = await tagOf({});
  const one = await person();
  await set({ clientIds: [one], addTagIds: [id] });
  expect((await admin.delete('TagLibrary/Delete', { Id: id })).error).toBe(null);
  const left = await admin.get<{ totalCount: number }>('ClientTag/GetAll', { clientIdFilter: one });
  expect(left.result.totalCount).toBe(0);
});

test('a rule is asked of a thousand people a transaction, behind alarms', async () => {
  await app.query(
    'Alpha',
    `insert into client (tenant_id, id, archive_no, name, gender, birthday, certificate_no_sealed, certificate_no_index, phone_sealed, region_code, residence_type, payment_types, address)
     select $1, 2000000 + n, 'M' || n, '客户', '1', '1905-01-01', '', decode(md5('m' || n), 'hex'), '', '510104', 1, '{}', '' from generate_series(1, 1100) n returning id`,
  );
  const id = await tagOf({ tagMode: 'auto', rule: { all: [ageFrom(115)] } });
  await vi.waitFor(async () => expect((await read(id))['clientCount']).toBeGreaterThanOrEqual(1100), {
    timeout: 30_000,
  });
  await app.server.follower.stop();
  await tagOf({ tagMode: 'auto', rule: { all: [ageFrom(116)] } });
  const events = await app.query('Alpha', "select lane from outbox where tenant_id = $1 and topic like 'tags.%'");
  expect(events).toEqual([{ lane: 1 }]);
});
