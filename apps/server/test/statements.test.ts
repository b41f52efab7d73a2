import { describedTables } from '@kangmai/server/engine/sql/source';
import '@kangmai/server/modules/index';
import { snake } from '@kangmai/resource';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describe as describeStatement, typeOf } from './statements/describe.ts';
import { listed, reasons } from './statements/listed.ts';
import { moduleFiles, sourceFolder } from './statements/sources.ts';
import { leftOutIn, statementsIn, type TextStatement } from './statements/scan.ts';

const source = sourceFolder;
const files = moduleFiles();

let clone: TestDatabase;
let owner: Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = new Client({ connectionString: clone.urls.migrator });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await clone.drop();
});

const found = new Map(
  files
    .map((path): [string, readonly TextStatement[]] => [path, statementsIn(`${source}/${path}`)])
    .filter(([, statements]) => statements.length > 0),
);

/** What to do about a file whose statements are not those of the list. */
function problemOf(path: string, statements: readonly TextStatement[]): string[] {
  const known = listed[path]?.[0] ?? 0;
  if (known === statements.length) return [];
  const lines = statements.map(({ line, head }) => `  ${path}:${line} ${head}`).join('\n');
  return known < statements.length
    ? [
        `${path}: ${statements.length} statements as text, ${known} in the list. Write new ones with ctx.from (docs/adr/0006).\n${lines}`,
      ]
    : [
        `${path}: ${known} statements in the list, ${statements.length} left. Lower its number in test/statements/listed.ts.`,
      ];
}

test('no statement stands as text beside those of the list', () => {
  const gone = Object.keys(listed).filter((path) => !found.has(path));
  expect(gone.map((path) => `${path} has no statement left; take it out of the list`)).toEqual([]);
  expect([...found].flatMap(([path, statements]) => problemOf(path, statements))).toEqual([]);
  expect(Object.entries(listed).filter(([, [, ...why]]) => !why.every((word) => Object.hasOwn(reasons, word)))).toEqual(
    [],
  );
});

function mismatches({ declared = [] }: TextStatement, fields: Awaited<ReturnType<typeof describeStatement>>): string[] {
  const types = new Map(fields.map((field) => [field.name, typeOf(field)]));
  return declared.flatMap((member) => {
    if (!types.has(member.name)) return [`${member.name} is no column of it`];
    const type = types.get(member.name);
    return type === undefined || member.types.length === 0 || member.types.includes(type)
      ? []
      : [`${member.name} is a ${type}, not a ${member.types.join(' | ')}`];
  });
}

test('every statement of the list is one that the migrated database takes, with the rows that its reader declares', async () => {
  const problems: string[] = [];
  let compared = 0;
  for (const [path, statements] of found)
    for (const statement of statements) {
      if (statement.text === undefined || statement.isPiece) continue;
      const fields = await describeStatement(owner, statement.text).catch((error: unknown) => {
        problems.push(`${path}:${statement.line} ${String(error)}: ${statement.head}`);
      });
      if (!fields) continue;
      compared += 1;
      problems.push(...mismatches(statement, fields).map((problem) => `${path}:${statement.line} ${problem}`));
    }
  expect(problems).toEqual([]);
  expect(compared).toBeGreaterThan(300);
});

test('every described table is one of the database, with its columns and their types', async () => {
  const { rows } = await owner.query<{ table: string; column: string; type: string; nullable: boolean }>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type, not a.attnotnull as nullable
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.oid in (select to_regclass(t) from unnest($1::text[]) t)`,
    [describedTables().map(({ table }) => table)],
  );
  const types = new Map(
    rows.map(({ table, column, type, nullable }) => [
      `${table}.${column}`,
      `${type.replace('timestamp with time zone', 'timestamptz')}${nullable ? '?' : ''}`,
    ]),
  );
  const wrong = describedTables().flatMap(({ table, columns }) =>
    Object.entries(columns)
      .filter(([name, type]) => types.get(`${table}.${snake(name)}`) !== type)
      .map(
        ([name, type]) =>
          `${table}.${snake(name)} is ${types.get(`${table}.${snake(name)}`) ?? 'missing'}, not ${type}`,
      ),
  );
  expect(describedTables().length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

test('whoever leaves a condition out of a query says why', () => {
  const silent = files.flatMap((path) =>
    leftOutIn(`${source}/${path}`)
      .filter(({ reason }) => reason === undefined || reason.split(' ').length < 3)
      .map(({ line, method }) => `${path}:${line} ${method} needs its reason as a text`),
  );
  expect(silent).toEqual([]);
});
