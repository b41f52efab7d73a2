import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmed, imported, person, type Line } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
let owner: Database;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  owner = new Database({ connectionString: app.urls.migrator });
  await owner.connect();
  await owner.query('set row_security = off');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

interface Kept {
  readonly row: Readonly<Record<string, unknown>>;
  readonly changes: readonly Readonly<Record<string, unknown>>[];
}

/** What differs between any two rows: who they are, when they were made, and how their secrets were encrypted. */
const own = /^(id|archive_no|created_at|updated_at|row_id|certificate_no_(index|tail)|phone_(index|tail)|.*_sealed)$/;
const ownNames = new Set(['archiveNo', 'certificateNo', 'phone']);
const without = (row: Readonly<Record<string, unknown>>, isOwn: (name: string) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isOwn(name)));

/** A person as stored, with the log of its changes. */
async function keptOf(name: string): Promise<Kept> {
  const {
    rows: [found],
  } = await owner.query<{ row: Record<string, unknown> & { id: number } }>(
    'select to_jsonb(c) as row from client c where tenant_id = $1 and name = $2',
    [app.tenants.Alpha, name],
  );
  if (!found) throw new Error(`${name} is not there`);
  const { rows: changes } = await owner.query<{ change: Record<string, unknown> }>(
    "select to_jsonb(e) as change from entity_change e where tenant_id = $1 and resource = 'client' and row_id = $2 order by id",
    [app.tenants.Alpha, found.row.id],
  );
  return {
    row: {
      ...without(found.row, (key) => own.test(key)),
      sealed: Object.keys(found.row).filter((key) => key.endsWith('_sealed') && found.row[key] !== null),
    },
    changes: changes.map(({ change }) => ({
      ...without(change, (key) => own.test(key)),
      after: without(change['after'] as Record<string, unknown>, (key) => ownNames.has(key)),
    })),
  };
}

/** The same person as a form sends it; the number and the phone are its own. */
const byHand: Readonly<Record<string, string>> = {
  姓名: 'name',
  性别: 'gender',
  出生日期: 'birthday',
  手机号: 'phone',
  证件类型: 'certificateType',
  证件号码: 'certificate_no',
  现住址区划: 'regionCode',
  健康管理师: 'healthManagerId',
  是否VIP: 'isVip',
  重点人群: 'crowdTypes',
  '身高 (cm)': 'height',
  经度: 'longitude',
  医保号: 'insuranceNo',
  备注: 'remark',
  管理状态: 'state',
  民族: 'nation',
};

interface Pair {
  readonly line: Line;
  /** What the form says in other words than the sheet. */
  readonly form?: Readonly<Record<string, unknown>>;
}

const coded = { gender: '2' };
const pairs: Readonly<Record<string, Pair>> = {
  最少: { line: {} },
  老人: {
    line: {
      出生日期: '1931-02-03',
      性别: '男',
      重点人群: '高血压患者',
      '身高 (cm)': 161.5,
      备注: '=1+1 \'x\' "y" \\ {a,b} 😀',
    },
    form: { gender: '1', crowdTypes: ['hypertension'] },
  },
  满: {
    line: { 健康管理师: 'manager', 是否VIP: '是', 经度: 102.712_345, 医保号: 'YB-0001', 民族: '彝族' },
    form: { isVip: true },
  },
  孩子: { line: { 出生日期: '2024-01-01', 管理状态: '潜在' }, form: { state: 'potential' } },
};

async function saved(name: string, { line, form }: Pair, at: number): Promise<void> {
  const body = Object.fromEntries(
    Object.entries({ ...person(at), ...line }).map(([title, value]) => [byHand[title] ?? title, value]),
  );
  const answer = await admin.post('C_client/CreateOrEdit', { ...body, name, ...coded, ...form });
  expect(answer.status, answer.text).toBe(200);
}

test('a person imported among others is the person saved by the form: row, defaults, what follows from other fields, log of changes', async () => {
  const papers = await owner.query<{ code: string }>(
    "select e.code from dictionary_entry e join dictionary_type t on t.tenant_id = e.tenant_id and t.id = e.type_id where t.tenant_id = $1 and t.type_code = 'certificate_type' and e.name = '其他法定有效证件'",
    [app.tenants.Alpha],
  );
  const names = await owner.query<{ id: string; name: string }>(
    "select id, name from app_user where tenant_id = $1 and user_name = 'manager'",
    [app.tenants.Alpha],
  );
  const [manager] = names.rows;
  const nation = await owner.query<{ code: string }>(
    "select e.code from dictionary_entry e join dictionary_type t on t.tenant_id = e.tenant_id and t.id = e.type_id where t.tenant_id = $1 and t.type_code = 'nation' and e.name = '彝族'",
    [app.tenants.Alpha],
  );
  const crowd = await owner.query<{ name: string }>(
    "select e.name from dictionary_entry e join dictionary_type t on t.tenant_id = e.tenant_id and t.id = e.type_id where t.tenant_id = $1 and t.type_code = 'crowd_group' and e.code = 'hypertension'",
    [app.tenants.Alpha],
  );
  const worded = (line: Line): Line => ({
    ...line,
    ...('健康管理师' in line && { 健康管理师: manager?.name ?? '' }),
    ...('重点人群' in line && { 重点人群: crowd.rows[0]?.name ?? '' }),
  });
  const entries = Object.entries(pairs);
  const batch = await imported(
    admin,
    'C_client',
    entries.map(([name, { line }], at) => person(300 + at, { ...worded(line), 姓名: `${name}乙` })),
  );
  expect(batch).toMatchObject({ problemRows: 0, validRows: entries.length });
  expect(await confirmed(admin, batch)).toMatchObject({ state: 'done', writtenRows: entries.length });
  for (const [at, [name, pair]] of entries.entries()) {
    const form = {
      certificateType: papers.rows[0]?.code,
      ...pair.form,
      ...('健康管理师' in pair.line && { healthManagerId: Number(manager?.id) }),
      ...('民族' in pair.line && { nation: nation.rows[0]?.code }),
    };
    await saved(`${name}一`, { line: pair.line, form }, 400 + at);
    const renamed = JSON.parse(JSON.stringify(await keptOf(`${name}乙`)).replaceAll(`${name}乙`, `${name}一`)) as Kept;
    const hand = await keptOf(`${name}一`);
    expect([renamed.row['origin'], hand.row['origin']]).toEqual(['import', 'staff']);
    expect(
      JSON.parse(JSON.stringify(renamed).replaceAll('"import"', '"staff"').replaceAll('"imported"', '"staff"')),
      name,
    ).toEqual(hand);
    expect(hand.changes, name).toHaveLength(1);
  }
});

test('rows of one set stand in the order of their lines', async () => {
  const lines = Array.from({ length: 120 }, (_each, at) =>
    person(
      500 + at,
      at % 3 === 0 ? { 出生日期: '1931-02-03', 姓名: `序${at}` } : { 出生日期: '1990-02-03', 姓名: `序${at}` },
    ),
  );
  const batch = await confirmed(admin, await imported(admin, 'C_client', lines));
  const { rows } = await owner.query<{ line: number; name: string; crowds: readonly string[] | null }>(
    'select r.row_number as line, c.name, c.crowd_types as crowds from import_row r join client c on c.tenant_id = r.tenant_id and c.id = r.row_id where r.tenant_id = $1 and r.batch_id = $2 order by r.row_number',
    [app.tenants.Alpha, batch.id],
  );
  expect(rows.map(({ line, name, crowds }) => [line, name, crowds])).toEqual(
    lines.map((line, at) => [at + 2, line['姓名'], at % 3 === 0 ? ['elderly'] : null]),
  );
  const {
    rows: [log],
  } = await owner.query<{ n: string }>(
    "select count(*) as n from entity_change e join import_row r on r.tenant_id = e.tenant_id and r.row_id = e.row_id where e.resource = 'client' and e.after ->> 'name' like '序%' and r.batch_id = $1",
    [batch.id],
  );
  expect(log?.n).toBe('120');
});

describe('a line that is refused only when it is written', () => {
  const count = async (): Promise<number> =>
    Number(
      (await owner.query<{ n: string }>('select count(*) as n from client where tenant_id = $1', [app.tenants.Alpha]))
        .rows[0]?.n,
    );

  test('by a rule of the code, is named and nothing is written', async () => {
    await owner.query("insert into region (code, name, level) values ('110101', '东城区', 3), ('110102', '西城区', 3)");
    const before = await count();
    const batch = await imported(admin, 'C_client', [person(700), person(701, { 现住址区划: '110102' }), person(702)]);
    expect(batch).toMatchObject({ totalRows: 3, validRows: 3, duplicateRows: 0, problemRows: 0 });
    await owner.query("delete from region where code = '110102'");
    expect(await confirmed(admin, batch)).toMatchObject({
      state: 'failed',
      failureRow: 3,
      failureReason: 'client.unknown-region',
    });
    await owner.query('delete from region');
    expect(await count()).toBe(before);
  });

  test('by the database, which refuses the whole set, is named and nothing is written', async () => {
    const before = await count();
    const resident = { 证件类型: '居民身份证', 性别: '男' };
    // One person, by the number of the old card and by that of the new one.
    const batch = await imported(admin, 'C_client', [
      person(710),
      person(711, { ...resident, 证件号码: '110101195005051238', 出生日期: '1950-05-05' }),
      person(712),
      person(713, { ...resident, 证件号码: '110101500505123', 出生日期: '1950-05-05' }),
    ]);
    expect(batch).toMatchObject({ problemRows: 0, validRows: 4 });
    expect(await confirmed(admin, batch)).toMatchObject({
      state: 'failed',
      failureRow: 5,
      failureReason: 'client.duplicate',
    });
    expect(await count()).toBe(before);
  });
});
