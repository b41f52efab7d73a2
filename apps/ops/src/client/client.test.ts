import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeOf } from './types.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kangmai-client-'));
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[]) => promisify(execFile)(process.execPath, [...args], { cwd: root });

/** The example of docs/api.md: signs in, lists with a filter and saves one. */
const example = /```ts\n([^]*?)```/.exec(readFileSync(join(root, 'docs/api.md'), 'utf8'))?.[1] ?? '';

/** A program that uses the client. */
const program = `import { ApiError, createClient } from './client.ts';

export async function tryOut(base: string, tenantId: number, password: string): Promise<object> {
  const visitor = createClient({ base, tenantId, language: 'en' });
  const signedIn = await visitor.call('POST /api/TokenAuth/Authenticate', { body: { userNameOrEmailAddress: 'admin', password } });
  const seconds: number = signedIn.expireInSeconds;
  const client = visitor.with({ token: signedIn.accessToken ?? '' });
  const id = await client.call('POST /api/services/app/Dictionary_type/CreateOrEdit', { body: { type_name: 'Colours', type_code: 'colours', hfpc_flag: 'P' } });
  const page = await client.call('GET /api/services/app/Dictionary_type/GetAll', { query: { MaxResultCount: 1000, Sorting: 'type_code' } });
  const names: (string | null)[] = page.items.map((item) => item.dictionary_type.type_code);
  const one = await client.call('GET /api/services/app/Dictionary_type/GetDictionary_typeForEdit', { query: { Id: id } });
  const refused = await client.call('POST /api/services/app/Dictionary_type/CreateOrEdit', { body: { type_name: 'Colours', type_code: 'colours', hfpc_flag: 'P' } }).catch((error: unknown) => error);
  const wrong = await client.call('POST /api/services/app/Dictionary_type/CreateOrEdit', { body: { type_name: '', type_code: '9', hfpc_flag: 'P' } }).catch((error: unknown) => error);
  const stranger = await visitor.call('GET /api/services/app/Dictionary_type/GetAll').catch((error: unknown) => error);
  const shown = (error: unknown) => (error instanceof ApiError ? { status: error.status, reason: error.reason, message: error.message, members: error.validationErrors.flatMap(({ members }) => members) } : error);
  return { seconds, total: page.totalCount, has: names.includes('colours'), name: one.dictionary_type.type_name, refused: shown(refused), wrong: shown(wrong), stranger: shown(stranger) };
}
`;

const mistakes = `import { createClient } from './client.ts';
const client = createClient({ base: '' });
// @ts-expect-error no such call
void client.call('GET /api/services/app/Dictionary_type/GetNothing');
// @ts-expect-error the id is required
void client.call('GET /api/services/app/Dictionary_type/GetDictionary_typeForEdit');
// @ts-expect-error a name is a text
void client.call('POST /api/services/app/Dictionary_type/CreateOrEdit', { body: { type_name: 1, type_code: 'x', hfpc_flag: 'P' } });
// @ts-expect-error a required member is missing
void client.call('POST /api/services/app/Dictionary_type/CreateOrEdit', { body: { type_name: 'x' } });
`;

test('a client made of the API document compiles strictly, signs in, lists, creates, and tells refusals', async () => {
  const { stdout } = await run([
    'tools/run.mjs',
    'apps/ops/src/client.ts',
    '--base',
    app.url,
    '--to',
    join(folder, 'client.ts'),
  ]);
  expect(Number(/^(\d+) paths/.exec(stdout)?.[1])).toBeGreaterThan(200);
  expect(readFileSync(join(folder, 'client.ts'), 'utf8')).not.toMatch(/\bany\b[;,)\]]/);
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'example.ts'), example);
  writeFileSync(join(folder, 'mistakes.ts'), mistakes);
  const options = [
    '--noEmit',
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
    '--types',
    '',
  ];
  const checked = await run([
    'node_modules/typescript/bin/tsc',
    ...options,
    join(folder, 'program.ts'),
    join(folder, 'example.ts'),
    join(folder, 'mistakes.ts'),
  ]).catch((error: unknown) => error as { readonly stdout: string });
  expect(checked.stdout).toBe('');

  await build({ input: join(folder, 'program.ts'), output: { file: join(folder, 'program.mjs'), format: 'esm' } });
  const { tryOut } = (await import(pathToFileURL(join(folder, 'program.mjs')).href)) as {
    readonly tryOut: (base: string, tenantId: number, password: string) => Promise<object>;
  };
  const told = await tryOut(app.url, app.tenants.Alpha, 'Right-Horse-7');
  expect(told).toMatchObject({
    seconds: 86_400,
    has: true,
    name: 'Colours',
    refused: { status: 409, reason: 'row.duplicate-field' },
    wrong: { status: 400, reason: 'validation.failed', members: ['type_name', 'type_code'] },
    stranger: { status: 401 },
  });
  expect((told as { readonly total: number }).total).toBeGreaterThan(5);

  const admin = await app.as('admin', 'Alpha');
  for (const name of ['赵一', '钱二'])
    await admin.post('C_client/CreateOrEditFromCustom', { name, phone: `1390000000${name === '赵一' ? 1 : 2}` });
  await build({ input: join(folder, 'example.ts'), output: { file: join(folder, 'example.mjs'), format: 'esm' } });
  const { noteCall } = (await import(pathToFileURL(join(folder, 'example.mjs')).href)) as {
    readonly noteCall: (base: string, tenantId: number, password: string) => Promise<number>;
  };
  expect(await noteCall(app.url, app.tenants.Alpha, 'Right-Horse-7')).toBe(1);
  const { result } = await admin.get<{ readonly items: readonly object[] }>('C_client/GetPagedAll', {
    Sorting: 'name',
  });
  expect(result.items).toMatchObject([
    { name: '赵一', remark: 'called back' },
    { name: '钱二', remark: null },
  ]);
});

test('a server that is not there is told in a sentence', async () => {
  const failed = await run([
    'tools/run.mjs',
    'apps/ops/src/client.ts',
    '--base',
    'http://127.0.0.1:9',
    '--to',
    join(folder, 'none.ts'),
  ]).catch((error: unknown) => error as { readonly stderr: string; readonly code: number });
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:9 does not answer with an API document: start the server first/,
    ) as string,
  });
});

test.each([
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ type: 'array', items: { type: 'integer' } }, '(number)[]'],
  [{ $ref: '#/components/schemas/Client' }, 'Schemas["Client"]'],
  [
    { type: 'object', properties: { 'a-b': { type: 'boolean' }, c: {} }, required: ['c'] },
    '{ "a-b"?: boolean; c: unknown }',
  ],
  [{ oneOf: [{ type: 'null' }, { const: true }] }, 'null | true'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
  [
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: {} },
    '{ a: string; [key: string]: unknown }',
  ],
])('the schema %j is the type %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type);
});
