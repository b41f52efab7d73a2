import { model } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '../src/access/caller.ts';
import { inTenant } from '../src/access/in-tenant.ts';
import { readableFiles } from '../src/engine/traits/files/readable.ts';
import { drawFrom } from './random-machines.ts';

const most = 9;
let app: TestApp;
let admin: Client;
let typeId: number;
let own: readonly string[];

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  typeId = await (await Samples.of(app, 'Alpha')).idOf('deviceType');
  own = await Promise.all(Array.from({ length: most + 1 }, (_each, at) => uploaded(admin, `${at}.png`, picture(at))));
});
afterAll(() => app.close());

const picture = (at: number): Promise<Buffer> =>
  sharp({ create: { width: 4 + at, height: 4, channels: 3, background: '#2D8CF0' } })
    .png()
    .toBuffer();

async function uploaded(client: Client, name: string, bytes: Promise<Buffer> | Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await bytes)]), name);
  const response = await client.fetch('/UpLoad/UpLoadFile2', { method: 'POST', body: form });
  return ((await response.json()) as { result: { id: string } }).result.id;
}

let count = 0;
const save = (more: object): Promise<Answer<number>> => {
  count += 1;
  const row = { productName: '带图产品', productCode: `P-${count}`, model: 'M', devicesTypeId: typeId };
  return admin.post<number>('DeviceProduct/CreateOrEdit', { ...row, ...more });
};
const picturesOf = async (id: number): Promise<unknown> =>
  (await admin.get<{ deviceProduct: { pictures: unknown } }>('DeviceProduct/GetDeviceProductForEdit', { id })).result
    .deviceProduct.pictures;
const problemOf = ({ status, error }: Answer<unknown>): unknown => [
  status,
  ...(error?.validationErrors ?? []).flatMap(({ members, message }) => [...members, message]),
];

test('random lists come back in their order; the same again is one', async () => {
  const draw = drawFrom(9);
  const { result: id } = await save({});
  expect(await picturesOf(id)).toEqual([]);
  for (let turn = 0; turn < 20; turn += 1) {
    const pool = [...own];
    const chosen = Array.from({ length: draw(most + 1) }, () => pool.splice(draw(pool.length), 1)[0] ?? '');
    expect((await save({ id, pictures: [...chosen, ...chosen.slice(0, 2)] })).status).toBe(200);
    expect(await picturesOf(id)).toEqual(chosen);
  }
});

test('the tenth file is refused at the field', async () => {
  expect((await save({ pictures: own.slice(0, most) })).status).toBe(200);
  expect(problemOf(await save({ pictures: own }))).toEqual([400, 'pictures', `更多图片最多 ${most} 个文件`]);
});

test('a file of another tenant, an unknown, a removed and a wrong one are refused, and nothing is written', async () => {
  const foreign = await uploaded(await app.as('admin', 'Beta'), 'a.png', picture(1));
  const removed = await uploaded(admin, 'a.png', picture(1));
  await app.query('Alpha', 'update stored_file set is_deleted = true where tenant_id = $1 and guid = $2', [removed]);
  const text = await uploaded(admin, 'a.txt', Buffer.from('<script>1</script>'));
  const { result: id } = await save({ pictures: own.slice(0, 2) });
  for (const wrong of [foreign, removed, '00000000-0000-4000-8000-000000000000', 'x', 7])
    expect(problemOf(await save({ id, pictures: [own[0], wrong] }))).toEqual([
      400,
      'pictures',
      '更多图片不是已上传的文件，请重新上传',
    ]);
  expect(problemOf(await save({ id, pictures: [own[0], text] }))).toEqual([400, 'pictures', '更多图片只能是图片']);
  expect(problemOf(await save({ id, picture: text }))).toEqual([400, 'picture', '图片只能是图片']);
  expect((await save({ id, manualFile: text })).status).toBe(200);
  expect(await picturesOf(id)).toEqual(own.slice(0, 2));
});

test('an unchanged list is saved though a file of it is gone', async () => {
  const fleeting = await uploaded(admin, 'a.png', picture(1));
  const { result: id } = await save({ pictures: [own[0], fleeting] });
  await app.query('Alpha', 'update stored_file set is_deleted = true where tenant_id = $1 and guid = $2', [fleeting]);
  expect((await save({ id, pictures: [own[0], fleeting], brand: '康脉' })).status).toBe(200);
  expect((await save({ id, pictures: [own[0]] })).status).toBe(200);
  expect(await picturesOf(id)).toEqual([own[0]]);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode | undefined): readonly PlanNode[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];

/** The files that a user without uploads of his own may read, and how the database finds the rows that hold them. */
async function readBy(userId: number, guids: readonly string[]) {
  const plans: PlanNode[] = [];
  const permissions = new Set(model.resources.flatMap((resource) => permissionsOfCall(resource, 'list')));
  const caller = { ...systemCaller(app.tenants.Alpha, 'Asia/Shanghai'), userId, permissions };
  const files = await inTenant(app.server.surroundings, { caller }, async (ctx) => {
    const explaining = Object.assign(Object.create(ctx.tx) as typeof ctx.tx, {
      query: async (sql: string, values: readonly unknown[] = []) => {
        const [row] = await ctx.tx.query<{ 'QUERY PLAN': readonly [{ Plan: PlanNode }] }>(
          `explain (analyze, format json) ${sql}`,
          values,
        );
        plans.push(...nodesOf(row?.['QUERY PLAN'][0].Plan));
        return ctx.tx.query(sql, values);
      },
    });
    return readableFiles({ ...ctx, tx: explaining }, { guids });
  });
  return { found: files.map(({ guid }) => guid), plans };
}

test('whoever may list a row reads the files of its lists, found by an index among many rows', async () => {
  const kept = await uploaded(admin, 'kept.png', picture(2));
  const { result: id } = await save({ pictures: [own[0], kept] });
  await save({ pictures: [own[1], kept] });
  const many = 20_000;
  await app.query(
    'Alpha',
    `insert into device_product (tenant_id, product_name, product_code, model, type_id, pictures) select $1, '产品' || n, 'MANY-' || n, 'M', $2, array[gen_random_uuid(), gen_random_uuid()] from generate_series(1, ${many}) n returning id`,
    [typeId],
  );
  await app.query(
    'Alpha',
    `insert into file_holder (tenant_id, guid, holder, row_id) select tenant_id, unnest(pictures), 'device_product', id from device_product where tenant_id = $1 on conflict do nothing returning row_id`,
  );
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query('analyze device_product, file_holder');
  await owner.end();
  const [nurse] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'nurse'",
  );
  const { found, plans } = await readBy(nurse?.id ?? 0, [kept]);
  expect(found).toEqual([kept]);
  const read = plans.filter((node) => ['device_product', 'file_holder'].includes(node['Relation Name'] ?? ''));
  expect(read.map((node) => node['Relation Name'])).toContain('file_holder');
  expect(read.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  const rows = read.map((node) => node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));
  expect(Math.max(...rows)).toBeLessThan(100);
  // A row that no longer names the file does not open it.
  await save({ id, pictures: [own[0]] });
  expect((await readBy(nurse?.id ?? 0, [kept])).found).toEqual([kept]);
  const [other] = await app.query<{ id: number }>(
    'Alpha',
    'select row_id as id from file_holder where tenant_id = $1 and guid = $2',
    [kept],
  );
  expect(other?.id).not.toBe(id);
  expect((await save({ id: other?.id, pictures: [] })).status).toBe(200);
  expect((await readBy(nurse?.id ?? 0, [kept])).found).toEqual([]);
});

test('the holders of files are those of the tenant alone', async () => {
  const rows = await app.query('Beta', 'select 1 from file_holder where tenant_id <> $1 or tenant_id = $1');
  expect(rows).toEqual([]);
});
