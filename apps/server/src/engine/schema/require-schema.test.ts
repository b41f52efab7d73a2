import { model } from '@kangmai/model';
import { defineModel, defineResource, integer, phone, text } from '@kangmai/resource';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireSchema, SchemaMissing } from './require-schema.ts';

const note = defineResource({
  name: 'madeUpNote',
  title: '便签',
  en: 'Notes',
  scope: 'tenant',
  permission: 'Pages.Notes',
  wire: { service: 'Notes', entity: 'Note', calls: {} },
  fields: {
    heading: text({ label: '标题', max: 20 }),
    size: integer({ label: '大小' }),
    caller: phone({ label: '电话', sensitive: 'sealed' }),
  },
  list: { columns: ['heading'], sort: 'heading' },
  display: 'heading',
});

let clone: TestDatabase;
let owner: Client;
let app: Client;
const asked: string[] = [];
const tx = {
  query: async <R>(sql: string, values: readonly unknown[] = []): Promise<R[]> => {
    asked.push(sql);
    return (await app.query(sql, [...values])).rows as R[];
  },
};

beforeAll(async () => {
  clone = await cloneDatabase();
  [owner, app] = [
    new Client({ connectionString: clone.urls.migrator }),
    new Client({ connectionString: clone.urls.platform }),
  ];
  await Promise.all([owner.connect(), app.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await clone.drop();
});

test('the migrated database holds what all definitions name; that is found by one query', async () => {
  asked.length = 0;
  await requireSchema(tx, model);
  expect(asked.length).toBe(1);
});

test('a missing table and missing columns are named with their resource', async () => {
  const made = defineModel([note]);
  await expect(requireSchema(tx, made)).rejects.toThrow(
    'The database lacks the table made_up_note of madeUpNote. Add a migration',
  );
  await owner.query(`create table made_up_note (tenant_id bigint not null, id bigint not null, heading text, caller_sealed bytea, caller_index bytea, created_at timestamptz, created_by bigint,
    updated_at timestamptz, updated_by bigint, is_deleted boolean, deleted_at timestamptz, deleted_by bigint, row_version integer)`);
  await expect(requireSchema(tx, made)).rejects.toThrow(
    new SchemaMissing(
      'The database lacks the column made_up_note.size of madeUpNote, the column made_up_note.caller_tail of madeUpNote. Add a migration for it: npm run db:diff writes a draft.',
    ),
  );
  await owner.query('alter table made_up_note add column size integer, add column caller_tail text');
  await requireSchema(tx, made);
  await owner.query('alter table made_up_note drop column row_version');
  await expect(requireSchema(tx, made)).rejects.toThrow('the column made_up_note.row_version of madeUpNote');
});
