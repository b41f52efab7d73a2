import { client } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { coveringEntries } from '@kangmai/testkit/covering';
import { requestFor, makeCall, wordOf, type Request } from '@kangmai/testkit/isolation-input';
import { inTurns } from '@kangmai/testkit/isolation-turns';
import { isFullRun } from '@kangmai/testkit/random-cases';
import { Samples } from '@kangmai/testkit/samples';
import { sweptEntries } from '@kangmai/testkit/swept';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';

let app: TestApp;
let samples: Samples;
let reads: readonly Entry[];
/** Reads with code of a module; of the others those that cover every kind of field. */
let covered: ReadonlySet<Entry>;
beforeAll(async () => {
  app = await startApp();
  samples = await Samples.of(app, 'Alpha');
  // Calls of phone pages refuse staff before they read anything; their module sends them words of its own.
  reads = sweptEntries(app.server.app.entries).filter(
    ({ verb, path, phone }) => verb === 'GET' && phone === undefined && !/tokenauth|session\/(un)?lock/i.test(path),
  );
  covered = coveringEntries(reads);
});
afterAll(() => app.close());

/** A fault of ours, or a session that has ended: then nothing more is tested. */
const isBroken = ({ status }: { readonly status: number }): boolean => status >= 500 || status === 401;

/** Names that every object of JavaScript inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype);
const before = Object.entries(Object.getOwnPropertyDescriptors(Object.prototype)).map(([name, { value }]) => [
  name,
  value as unknown,
]);
afterEach(() => {
  expect(
    Object.entries(Object.getOwnPropertyDescriptors(Object.prototype)).map(([name, { value }]) => [
      name,
      value as unknown,
    ]),
  ).toEqual(before);
});

const orders: readonly string[] = [
  ...inherited,
  'valueOf desc',
  '__proto__.polluted asc',
  'constructor.prototype desc',
  ',',
  ' , ,desc',
  'x'.repeat(10_000),
  'id; select pg_sleep(9) --',
  '1',
  '(select 1)',
  'id desc nulls first, id',
  "' or 1=1 --",
];

const today = new Date().getDate();

/**
 * One of two names, which change places every day, and one of the others in turn; a full sweep sends each to each. A
 * read outside the covering ones gets one word of a tenant's administrator, as an order or as a name.
 */
function wordsFor(entry: Entry, at: number, { turn }: { readonly turn: 0 | 1 | undefined }): readonly string[] {
  if (isFullRun) return orders;
  const inTurn = orders[at % orders.length] ?? '';
  if (covered.has(entry)) return [(at + today) % 2 === 0 ? 'constructor' : '__proto__', inTurn];
  return at % 2 === turn ? [inTurn] : [];
}

type QueryOf = (word: string, request: Request) => Request['query'];

const asOrder: QueryOf = (word, { query }) => ({ ...query, Sorting: word });

/** The word as columns and as names of filters. */
function asNames(word: string, { query }: Request): Request['query'] {
  const name = word.slice(0, 100);
  return { ...query, Columns: word, Fields: word, [name]: '1', [`${name}Filter`]: '1', [`Min${name}Filter`]: '1' };
}

async function problemsOf(client: Client, queryOf: QueryOf, turn: 0 | 1 | undefined): Promise<readonly string[]> {
  const problems: string[] = [];
  await inTurns([...reads.entries()], async ([at, entry]) => {
    const words = wordsFor(entry, at, { turn });
    if (words.length === 0) return;
    const request = await requestFor(entry, samples, { id: 1, imei: '860000000000000' });
    for (const word of words) {
      const answer = await makeCall(client, entry, { query: queryOf(word, request), body: undefined });
      if (isBroken(answer))
        problems.push(`${entry.path} ${word.slice(0, 40)}: ${answer.status} ${app.log().at(-1)?.slice(0, 300) ?? ''}`);
    }
  });
  return problems;
}

const leftToTheDatabase = (): readonly string[] =>
  app.log().filter((line) => line.includes('the database refused what a check should have'));

describe.each([
  ['a tenant', 'Alpha'],
  ['the host', undefined],
] as const)('a word from outside, sent to every read by the administrator of %s', (_side, tenancyName) => {
  test('as its order never ends in a fault of ours', async () => {
    const turn = tenancyName === undefined ? undefined : 0;
    expect(await problemsOf(await app.as('admin', tenancyName), asOrder, turn)).toEqual([]);
    expect(leftToTheDatabase()).toEqual([]);
  });

  test('as each argument of a call never ends in a fault of ours', async () => {
    const client = await app.as('admin', tenancyName);
    const problems: string[] = [];
    const calls = reads.filter((entry) => entry.call !== undefined && covered.has(entry));
    await inTurns(calls, async (entry) => {
      const { query } = await requestFor(entry, samples, { id: 1, imei: '860000000000000' });
      const names = Object.keys((entry.call?.input as { readonly shape?: object } | undefined)?.shape ?? {});
      for (const word of ['constructor', '__proto__', 'toString']) {
        const answers = [
          await makeCall(client, entry, {
            query: Object.fromEntries(names.map((name) => [name, word])),
            body: undefined,
          }),
        ];
        for (const name of names)
          answers.push(await makeCall(client, entry, { query: { ...query, [name]: wordOf(word) }, body: undefined }));
        if (answers.some(isBroken)) problems.push(`${entry.path} ${word}: ${app.log().at(-1)?.slice(0, 300) ?? ''}`);
      }
    });
    expect(problems).toEqual([]);
  });
});

test('a word from outside as columns and as names of filters never ends in a fault of ours', async () => {
  expect(await problemsOf(await app.as('admin', 'Alpha'), asNames, 1)).toEqual([]);
  expect(leftToTheDatabase()).toEqual([]);
});

/** Lists whose statement is written by hand, with an order that is theirs. */
const handMade = [
  { path: 'UserLink/GetLinkedUsers', order: 'userName desc', unknownStatus: 200 },
  { path: 'UserLogin/GetUserLoginAttempts', order: 'creationTime asc', unknownStatus: 400 },
  { path: 'Tenant/GetTenants', order: 'tenancyName asc', unknownStatus: 400 },
];

test.each(handMade)('$path sorts by its own names alone', async ({ path, order, unknownStatus }) => {
  const admin = await app.as('admin');
  expect((await admin.get(path, { Sorting: order })).status).toBe(200);
  for (const name of inherited)
    for (const Sorting of [name, `${name} desc`, name.toLowerCase()])
      expect(`${Sorting} ${(await admin.get(path, { Sorting })).status}`).toBe(`${Sorting} ${unknownStatus}`);
});

test('inherited names are no time zone and no code of a device', async () => {
  const [admin, host] = [await app.as('admin', 'Alpha'), await app.as('admin')];
  const profile = { name: '员', surname: '管理', userName: 'admin', emailAddress: 'admin@alpha.example' };
  expect(
    (await admin.put('Profile/UpdateCurrentUserProfile', { ...profile, timezone: 'China Standard Time' })).status,
  ).toBe(200);
  for (const timezone of inherited)
    expect(
      `${timezone} ${(await admin.put('Profile/UpdateCurrentUserProfile', { ...profile, timezone })).status}`,
    ).toBe(`${timezone} 400`);
  const imeis = inherited.filter((name) => /^[A-Za-z]+$/.test(name));
  const allocated = await host.post<{ readonly allocated: number }>('Devices/Allocate', {
    imeis,
    tenantId: app.tenants.Alpha,
    codes: { other: '123456' },
  });
  expect(allocated.result).toMatchObject({ allocated: imeis.length });
});

test('an entry of a dictionary may have an inherited name, and persons may be saved with it', async () => {
  const admin = await app.as('admin', 'Alpha');
  const code = 'constructor';
  for (const dictionary of ['certificate_type', 'gender']) {
    await admin.post('Dictionary/CreateOrEdit', { ['type_code']: dictionary, code, name: '其他证件' });
  }
  const saved = await admin.post('C_client/CreateOrEdit', {
    ...(await samples.body(client)),
    certificateType: code,
    certificateNo: 'X1234567',
    gender: code,
  });
  expect(saved.status).toBe(200);
  expect((await admin.get('C_client/GetC_clientForSelect')).text).not.toContain('native code');
});
