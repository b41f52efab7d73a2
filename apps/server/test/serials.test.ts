import { defineModel, defineResource, text } from '@kangmai/resource';
import { Rows } from '@kangmai/server/engine/crud/repository';
import { planner } from '@kangmai/server/engine/crud/plan';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { traits } from '@kangmai/server/engine/traits/index';
import { startApp, type TenancyName, type TestApp } from '@kangmai/testkit/app';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallCtx } from '../src/engine/crud/call-ctx.ts';
import { asSystem } from './made-people.ts';

const numbered = { readonly: true, required: true } as const;
const receipt = defineResource({
  name: 'testReceipt',
  title: '收据',
  en: 'Receipt',
  scope: 'tenant',
  scopeRule: { everybody: 'a test resource' },
  permission: 'Pages.TestReceipts',
  wire: { service: 'TestReceipt', entity: 'TestReceipt', calls: {} },
  fields: {
    number: text({ label: '单号', en: 'Number', ...numbered, serial: { prefix: 'SJ', period: 'day', digits: 6 } }),
    folder: text({ label: '卷号', en: 'Folder', ...numbered, serial: { prefix: 'JH', period: 'year', digits: 3 } }),
    note: text({ label: '备注', en: 'Note' }),
  },
  list: { columns: ['number', 'note'], sort: 'number' },
  display: 'number',
});
const receipts = defineModel([receipt]);
const planOf = planner(receipts, {}, traits);

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(receipt, receipts));
  await client.end();
});
afterAll(() => app.close());

const rowsOf = (ctx: CallCtx): Rows => new Rows(planOf(receipt), ctx);
const onDay = (ctx: CallCtx, day: string): CallCtx => ({ ...ctx, today: () => day });

async function numbersOf(tenancyName: TenancyName, start: string): Promise<readonly string[]> {
  const rows = await app.query<{ number: string }>(
    tenancyName,
    'select number from test_receipt where tenant_id = $1 and starts_with(number, $2) order by number',
    [start],
  );
  return rows.map(({ number }) => number);
}

const expected = (start: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${start}${String(at + 1).padStart(6, '0')}`);

test('numbers of a period start at 1 in each tenant', async () => {
  const insert = (tenancyName: TenancyName, day: string): Promise<unknown> =>
    asSystem(app, tenancyName, async (ctx) => {
      const [first, second] = await rowsOf(onDay(ctx, day)).insertAll([{ note: 'a' }, { note: 'b', number: 'own' }]);
      return [first?.['number'], second?.['number'], second?.['folder']];
    });
  expect(await insert('Alpha', '2026-02-28')).toEqual(['SJ20260228000001', 'SJ20260228000002', 'JH2026002']);
  expect(await insert('Alpha', '2026-03-01')).toEqual(['SJ20260301000001', 'SJ20260301000002', 'JH2026004']);
  expect(await insert('Beta', '2026-03-01')).toEqual(['SJ20260301000001', 'SJ20260301000002', 'JH2026002']);
});

test('2,000 rows by 16 writers at once, some failing and some killed: no number twice and none left out', async () => {
  const day = '2026-07-15';
  let tries = 0;
  let written = 0;
  const attempt = (which: number): Promise<unknown> =>
    asSystem(app, 'Alpha', async (ctx) => {
      await rowsOf(onDay(ctx, day)).insert({ note: `第${which}张` });
      if (which % 9 === 4) throw new Error('a later step fails');
      if (which % 50 === 7) await ctx.tx.query('select pg_terminate_backend(pg_backend_pid())', []);
    });
  const writer = async (): Promise<void> => {
    while (written < 2000) {
      tries += 1;
      const isWritten = await attempt(tries).then(
        () => true,
        () => false,
      );
      if (isWritten) written += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, writer));
  expect(tries).toBeGreaterThan(written + 200);
  expect(await numbersOf('Alpha', 'SJ20260715')).toEqual(expected('SJ20260715', written));
});
