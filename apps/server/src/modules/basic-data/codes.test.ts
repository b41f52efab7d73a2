import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { readFileSync } from 'node:fs';
import { Client as Pg } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';
import { imported, problemsOf } from '@kangmai/testkit/importing';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

test('a code is taken in any letter case, on saves and in imports', async () => {
  const save = (body: object) => admin.post<number>('Positions/CreateOrEdit', body as never);
  const id = await done(save({ code: 'Ka1', name: '护理岗', category: 'nursing' }));
  const twin = await save({ code: 'kA1', name: '保洁岗', category: 'nursing' });
  expect([twin.status, twin.error?.validationErrors?.map(({ members }) => members[0])]).toEqual([409, ['code']]);
  await done(save({ id, code: 'KA1' }));
  const line = (code: string) => ({ 岗位编码: code, 岗位名称: '护理岗', 岗位类别: '护理' });
  const batch = await imported(admin, 'Positions', [line('ka1'), line('kb2'), line('KB2')]);
  expect([batch.duplicateRows, batch.validRows, batch.problemRows]).toEqual([1, 1, 1]);
});

test('a decimal too many is refused at its field with how many it takes, on saves and in imports', async () => {
  const save = (body: object) => admin.post<number>('Buildings/CreateOrEdit', body as never);
  const id = await done(save({ code: 'L9', name: '九号楼', floors: 3, area: 1.05 }));
  const message = '建筑面积最多2位小数，请减少小数位';
  for (const body of [{ id }, { code: 'L10', name: '十号楼', floors: 3 }]) {
    const refused = await save({ ...body, area: 1.005 });
    expect(refused.error?.validationErrors).toEqual([{ members: ['area'], message }]);
  }
  const line = (code: string, area: number) => ({ 楼栋编码: code, 楼栋名称: code, 楼层数: 3, '建筑面积 (㎡)': area });
  const batch = await imported(admin, 'Buildings', [line('L11', 1.005), line('L12', 0.1 + 0.2)]);
  expect(await problemsOf(admin, batch)).toMatchObject([{ line: 2, column: '建筑面积', problem: message }]);
});

test('an upgrade stops at codes that differ in letter case alone, and names them', async () => {
  const migration = readFileSync(new URL('../../migrations/0079_codes_in_any_case.sql', import.meta.url), 'utf8');
  const owner = new Pg({ connectionString: app.urls.migrator });
  await owner.connect();
  try {
    await owner.query('begin; drop index job_position_code_key; alter table job_position disable row level security');
    await owner.query(
      "insert into job_position (tenant_id, name, code, category) values ($1, '甲', 'Zx1', 'nursing'), ($1, '乙', 'zX1', 'nursing')",
      [app.tenants.Alpha],
    );
    await expect(owner.query(migration)).rejects.toThrow(/position: Zx1 and zX1\)\. Start the former version/);
  } finally {
    await owner.query('rollback');
    await owner.end();
  }
});
