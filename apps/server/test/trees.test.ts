import { model } from '@kangmai/model';
import { codeBelow, defineModel, defineResource, integer, levelOf, ref, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TenancyName, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { randomCases } from '@kangmai/testkit/random-cases';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Draw, drawFrom } from './random-machines.ts';

const levels = 5;
const place = defineResource({
  name: 'testPlace',
  title: '地点',
  en: 'Places',
  scope: 'tenant',
  scopeRule: { everybody: 'made up for a test' },
  permission: 'Pages.TestPlaces',
  wire: { service: 'TestPlaces', entity: 'TestPlace', wrap: false, calls: usualCalls('TestPlace') },
  fields: {
    parent: ref('testPlace', { label: '上级地点', en: 'Parent', wire: 'ParentId', filter: 'exact' }),
    code: text({ label: '编码', en: 'Code', required: true, readonly: true, max: 95 }),
    title: text({ label: '名称', en: 'Name', required: true, max: 40 }),
    sort: integer({ label: '序号', en: 'Order' }),
  },
  list: { columns: ['title', 'sort'], sort: 'code', search: ['title'] },
  display: 'title',
  unique: [['parent', 'title']],
  tree: { parent: 'parent', code: 'code', order: 'sort', levels },
});
const all = defineModel([...model.resources, place] as never);

interface Node {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
  readonly childCount: number;
}

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(place, all));
  await client.end();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const save = (body: object, by = admin): Promise<Answer<number>> => by.post<number>('TestPlaces/CreateOrEdit', body);

async function made(title: string, parentId: number | null = null, more: object = {}): Promise<number> {
  const answer = await save({ title, parentId, ...more });
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
}

const tree = async (query: object = {}, by = admin): Promise<readonly Node[]> =>
  (await by.get<{ items: readonly Node[] }>('TestPlaces/GetTree', { ...query })).result.items;
const clear = (tenancyName: TenancyName = 'Alpha'): Promise<unknown> =>
  app.query(tenancyName, 'update test_place set is_deleted = true where tenant_id = $1 and not is_deleted', []);
const reasonsOf = ({ error }: Answer<unknown>): readonly unknown[] =>
  (error?.validationErrors ?? []).flatMap(({ members, message }) => [members?.[0], message]);

/** What is wrong with a stored tree: rows without their parent, in a circle, with a wrong or second code. */
function faultsOf(nodes: readonly Node[]): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const codes = new Set(nodes.map(({ code }) => code));
  const faults = nodes.flatMap(({ id, parentId, code }): string[] => {
    const above = parentId === null ? '' : byId.get(parentId)?.code;
    if (above === undefined) return [`${id} lost its parent`];
    const expected = new RegExp(
      `^${above === '' ? '' : String.raw`${above.replaceAll('.', String.raw`\.`)}\.`}\\d{5}$`,
    );
    return expected.test(code) ? [] : [`${id} has the code ${code} below ${above}`];
  });
  return codes.size === nodes.length ? faults : [...faults, 'a code is used twice'];
}

test('rows are put below each other, moved with what is below them, and kept apart from other tenants', async () => {
  await clear();
  const [north, south] = [await made('北区'), await made('南区', null, { sort: 1 })];
  const hall = await made('大厅', north);
  const desk = await made('前台', hall);
  expect((await tree()).slice(0, 1).map(({ displayName }) => displayName)).toEqual(['南区']);
  expect(new Set((await tree()).map(({ displayName, code, childCount }) => [displayName, code, childCount]))).toEqual(
    new Set([
      ['南区', '00002', 0],
      ['北区', '00001', 1],
      ['大厅', '00001.00001', 1],
      ['前台', '00001.00001.00001', 0],
    ]),
  );
  await save({ id: hall, title: '大厅', parentId: south });
  expect((await tree()).find(({ id }) => id === desk)?.code).toBe('00002.00001.00001');
  const below = await admin.get<{ totalCount: number; items: readonly { id: number }[] }>('TestPlaces/GetAll', {
    ParentIdFilter: south,
    ParentIdWithBelow: true,
  });
  expect(below.result.items.map(({ id }) => id)).toEqual([hall, desk]);
  const direct = await admin.get<{ totalCount: number }>('TestPlaces/GetAll', { ParentIdFilter: south });
  expect(direct.result.totalCount).toBe(1);
  expect((await tree({ parentId: south })).map(({ id }) => id)).toEqual([hall]);
  const stranger = await app.as('admin', 'Beta');
  expect(await tree({}, stranger)).toEqual([]);
  expect(reasonsOf(await save({ title: '外人', parentId: hall }, stranger))[0]).toBe('parentId');
});

test('no row below itself, no more levels than the tree has, no row deleted above others, no twin', async () => {
  await clear();
  const chain = [await made('1')];
  for (let level = 2; level <= levels; level += 1) chain.push(await made(`${level}`, chain.at(-1) ?? null));
  const [top = 0, second = 0] = chain;
  expect(reasonsOf(await save({ title: '太深', parentId: chain.at(-1) }))).toEqual([
    'parentId',
    '最多 5 级，请选择更高一级的上级地点',
  ]);
  expect(reasonsOf(await save({ id: top, title: '1', parentId: chain.at(-2) }))[1]).toBe(
    '上级地点不能是自身或自身的下级',
  );
  expect(reasonsOf(await save({ id: top, title: '1', parentId: top }))[1]).toBe('上级地点不能是自身或自身的下级');
  const other = await made('另一个');
  expect(reasonsOf(await save({ id: top, title: '1', parentId: other }))[1]).toContain('最多 5 级');
  const refused = await admin.delete('TestPlaces/Delete', { Id: second });
  expect([refused.status, refused.error?.reason, refused.error?.message]).toEqual([
    400,
    'tree.has-rows-below',
    '还有 1 个下级，不能删除',
  ]);
  expect((await save({ title: '另一个' })).status).toBe(409);
  expect((await admin.delete('TestPlaces/Delete', { Id: other })).status).toBe(200);
  expect(faultsOf(await tree())).toEqual([]);
});

test('a thousand rows created below one by forty at once have a thousand places', async () => {
  await clear();
  const top = await made('总');
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < 1000) {
      next += 1;
      await made(`分 ${next}`, top);
    }
  };
  await Promise.all(Array.from({ length: 40 }, writer));
  const nodes = await tree();
  expect(nodes).toHaveLength(1001);
  expect(faultsOf(nodes)).toEqual([]);
});

interface Planted {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
}

/** A random tree, written as it stands. */
async function planted(draw: Draw, firstId: number): Promise<readonly number[]> {
  const nodes: Planted[] = [];
  for (let at = 0; at < 9; at += 1) {
    const above = draw(3) === 0 ? undefined : nodes[draw(at)];
    const parent = above && levelOf(above.code) < levels ? above : undefined;
    const siblings = nodes.filter(({ parentId }) => parentId === (parent?.id ?? null)).length;
    nodes.push({ id: firstId + at, parentId: parent?.id ?? null, code: codeBelow(parent?.code ?? '', siblings + 1) });
  }
  await clear();
  await app.query(
    'Alpha',
    `insert into test_place (tenant_id, id, parent_id, title, code)
       select $1, n.id, n.parent_id, n.id::text, n.code from unnest($2::bigint[], $3::bigint[], $4::text[]) as n(id, parent_id, code)`,
    [nodes.map(({ id }) => id), nodes.map(({ parentId }) => parentId), nodes.map(({ code }) => code)],
  );
  return nodes.map(({ id }) => id);
}

const rounds = randomCases(500);

test(`${rounds.length} of 500 random trees moved by four at once: no circle and no lost row`, async () => {
  let moved = 0;
  for (const round of rounds) {
    const draw = drawFrom(20_261_124 + round);
    const ids = await planted(draw, 1_000_000 + round * 100);
    const mover = async (): Promise<void> => {
      for (let step = 0; step < 4; step += 1) {
        const id = ids[draw(ids.length)] ?? 0;
        const answer = await save({ id, title: String(id), parentId: ids[draw(ids.length + 1)] ?? null });
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200) moved += 1;
      }
    };
    await Promise.all([mover(), mover(), mover(), mover()]);
    const nodes = await tree();
    expect([round, nodes.length, faultsOf(nodes)]).toEqual([round, ids.length, []]);
  }
  expect(moved).toBeGreaterThan(4 * rounds.length);
}, 900_000);
