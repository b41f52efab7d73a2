import { dictionaryType } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { engineCode } from '@kangmai/testkit/covering';
import { requestFor, resourceOf, makeCall, wordOf } from '@kangmai/testkit/isolation-input';
import { inTurns } from '@kangmai/testkit/isolation-turns';
import { Samples } from '@kangmai/testkit/samples';
import { spellingsOf } from '@kangmai/testkit/spellings';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';
import { groupBy } from '../src/platform/group-by.ts';
import { wantedCalls } from './contract-calls.ts';

const members = ['result', 'targetUrl', 'success', 'error', 'unAuthorizedRequest', '__abp'];

let app: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

const ask = (path: string, verb: string): Promise<Response> => app.visitor('Alpha').fetch(path, { method: verb });

describe('every call that the specification names', () => {
  test.each(wantedCalls)('$verb $path is served', ({ verb, path }) => {
    expect(app.server.app.entries.map((entry) => `${entry.verb} ${entry.path.toLowerCase()}`)).toContain(
      `${verb} ${path.toLowerCase()}`,
    );
  });
});

test('the specification is read whole', () => {
  expect(wantedCalls.length).toBeGreaterThan(95);
});

test('every call answers at the root and below /apis, in any casing, with double and trailing slashes', async () => {
  const problems: string[] = [];
  // All calls are looked up in one map: those that a definition brings with it are asked in one spelling each, as a
  // stranger, in permissions.test.ts.
  const own = app.server.app.entries.filter(
    (entry) => entry.conventional === undefined && engineCode(entry) === undefined,
  );
  await inTurns(own, async ({ verb, path }) => {
    const statuses = new Set<number>();
    for (const spelling of spellingsOf(path)) {
      const answer = await ask(spelling, verb);
      const text = await answer.text();
      statuses.add(answer.status);
      if ([404, 405].includes(answer.status) || statuses.size > 1 || !text.includes('"__abp":true'))
        problems.push(`${verb} ${spelling}: ${answer.status} ${text.slice(0, 80)}`);
    }
  });
  expect(problems).toEqual([]);
  expect(own.length).toBeGreaterThan(50);
});

describe('what is not served', () => {
  test.each([
    '/api/services/app/Nothing/GetAll',
    '/apis/api/services/app/Dictionary/Nothing',
    '/api/TokenAuth/Nothing',
    '/nothing',
    '/api/services/app/Dictionary',
    '/api/services/app/Dictionary/GetAll/more',
    '/..%2f..%2fetc/passwd',
    '/%',
    '/api/services/app/%00/GetAll',
  ])('%s is an unknown path: 404 without envelope', async (path) => {
    const answer = await ask(path, 'GET');
    expect([404, 400]).toContain(answer.status);
    if (answer.status === 404) expect(await answer.text()).toBe('');
  });

  test('a known path with another verb is 405 with Allow and without envelope', async () => {
    const byPath = groupBy(app.server.app.entries, ({ path }) => path.toLowerCase());
    const problems: string[] = [];
    const isTried = new Set<string>();
    // Paths that a definition brings with it are all made alike: one of each service gets one other verb.
    const mostVerbs = (path: string, entries: readonly Entry[]): number => {
      if (!entries.every((entry) => entry.conventional !== undefined || engineCode(entry))) return 4;
      const service = path.slice(0, path.lastIndexOf('/'));
      if (isTried.has(service)) return 0;
      isTried.add(service);
      return 1;
    };
    for (const [path, entries] of byPath) {
      const verbs = entries.map(({ verb }) => verb as string);
      const others = ['GET', 'POST', 'PUT', 'DELETE'].filter((each) => !verbs.includes(each));
      for (const verb of others.slice(0, mostVerbs(path, entries))) {
        const answer = await ask(path, verb);
        const allowed = answer.headers.get('allow')?.split(', ').toSorted().join();
        if (answer.status !== 405 || allowed !== verbs.toSorted().join() || (await answer.text()) !== '')
          problems.push(`${verb} ${path}: ${answer.status} ${allowed ?? ''}`);
      }
    }
    expect(problems).toEqual([]);
    expect(byPath.size).toBeGreaterThan(100);
    expect(isTried.size).toBeGreaterThan(20);
  });
});

const isRead = (entry: Entry): boolean =>
  ['list', 'paged', 'rows'].includes(entry.conventional ?? '') ||
  (entry.verb === 'GET' && entry.call !== undefined && !entry.path.toLowerCase().endsWith('logout'));

const ending = '"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}';

const mustNotBeKept = (entry: Entry): boolean => entry.permissions.some((name) => name.startsWith('Pages'));

function problemsOf(entry: Entry, { status, body, text, headers }: Answer<unknown>): readonly string[] {
  const found: string[] = [];
  if (![200, 400, 403, 404].includes(status) || Object.keys(body as object).join() !== members.join())
    found.push(`${status} ${text.slice(0, 200)}`);
  if (status === 200 && !text.endsWith(ending)) found.push(text.slice(-150));
  if (status === 200 && headers.get('content-type') !== 'application/json; charset=utf-8')
    found.push('is no JSON by its type');
  if (mustNotBeKept(entry) && headers.get('cache-control') !== 'no-store') found.push('may be kept');
  return found.map((problem) => `${entry.path}: ${problem}`);
}

test('a success is 200 with all six members in their order, whatever is read', async () => {
  const problems: string[] = [];
  let successes = 0;
  const imei = wordOf(await samples.keyOf('device', 'imei'));
  // Calls of phone pages refuse all staff; their own test reads them.
  const reads = app.server.app.entries.filter(
    (each) => isRead(each) && each.envelope === 'abp' && each.phone === undefined,
  );
  for (const entry of reads) {
    const resource = resourceOf(entry);
    const answer = await makeCall(
      admin,
      entry,
      await requestFor(entry, samples, { id: resource ? await samples.idOf(resource.name) : 1, imei }),
    );
    successes += answer.status === 200 ? 1 : 0;
    problems.push(...problemsOf(entry, answer));
  }
  expect(problems).toEqual([]);
  expect(successes).toBeGreaterThan(60);
});

test('a call without result answers 200 with null, a new row 200 with its id', async () => {
  const made = await admin.post<number>('Dictionary_type/CreateOrEdit', await samples.body(dictionaryType));
  expect(made.status).toBe(200);
  expect(made.result).toBeGreaterThan(0);
  const removed = await admin.delete('Dictionary_type/Delete', { Id: made.result });
  expect(removed.text).toBe(
    '{"result":null,"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}',
  );
  expect(removed.status).toBe(200);
});

test('a refusal has the same members, with reason, message and details', async () => {
  const { status, body, error } = await admin.post('Dictionary_type/CreateOrEdit', {});
  expect(status).toBe(400);
  expect(Object.keys(body as object)).toEqual(members);
  expect(Object.keys(error ?? {})).toEqual(['code', 'reason', 'message', 'details', 'validationErrors']);
  expect(error).toMatchObject({ code: 0, reason: 'validation.failed', message: '提交的内容有误' });
  expect(error?.details).toMatch(/^请检查以下各项：\n( - .+\n)+$/);
});
