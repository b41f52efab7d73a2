import { dictionaryType } from '@kangmai/model';
import { jsonKeyOf, kindOf, listFilters, type AnyResource } from '@kangmai/resource';
import { wireNameOf } from '@kangmai/resource/wire';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { coveringEntries, coveringResources } from '@kangmai/testkit/covering';
import { resourceOf, makeCall, wordOf } from '@kangmai/testkit/isolation-input';
import { fingerprints } from '@kangmai/testkit/isolation-people';
import { inTurns } from '@kangmai/testkit/isolation-turns';
import { randomCases } from '@kangmai/testkit/random-cases';
import { holdStill } from '@kangmai/testkit/still';
import { Samples, type Body } from '@kangmai/testkit/samples';
import { atLeast, isNarrowed, sweptEntries, sweptResources } from '@kangmai/testkit/swept';
import { listPath } from '@kangmai/testkit/samples-rows';
import fc from 'fast-check';
import { request as rawRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';
import { timeLimit } from '../faults/time-limit.ts';

let app: TestApp;
let admin: Client;
let samples: Samples;
let writes: readonly Entry[];
/** All calls with code of a module; of the others those that cover every kind of field. */
let covered: ReadonlySet<Entry>;
/** Resources that together have every kind of field. */
let ofEveryKind: ReadonlySet<AnyResource>;
let lists: readonly AnyResource[];
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
  for (const resource of sweptResources) await samples.idOf(resource.name);
  // Whatever follows a call waits in the outbox and is compared there.
  await holdStill(app, app.tenants.Alpha);
  writes = sweptEntries(app.server.app.entries).filter(
    ({ verb, path }) => verb === 'POST' && !/tokenauth|account\/|session\/(un)?lock/i.test(path),
  );
  covered = coveringEntries(sweptEntries(app.server.app.entries));
  ofEveryKind = new Set(coveringResources(sweptResources));
  lists = sweptResources.filter(({ wire }) => (wire.calls.list ?? wire.calls.paged) !== undefined);
});
afterAll(() => app.close());

const auditless = (sums: readonly string[]): readonly string[] =>
  sums
    .filter(
      (sum) =>
        !/^(audit_log|sensitive_access_log|user_token|login_attempt|app_user|serial_number|value_search)\|/.test(sum),
    )
    .toSorted();

/** Every row of the tenant, and the events that wait for the follower; lists of positions note that somebody looked. */
async function rowsAndEvents(): Promise<readonly string[]> {
  const events = await samples.inTenant(({ tx }) =>
    tx.query<{ topic: string; id: number }>(
      "select topic, id from outbox where tenant_id = $1 and topic <> 'person.looked'",
      [app.tenants.Alpha],
    ),
  );
  return [
    ...auditless(await fingerprints(app, app.tenants.Alpha)),
    ...events.map(({ topic, id }) => `${topic}|${id}`).toSorted(),
  ];
}

let before: readonly string[];
const unchanged = (): void => {
  beforeEach(async () => {
    before = await rowsAndEvents();
  });
  afterEach(async () => {
    expect(await rowsAndEvents()).toEqual(before);
  });
};

interface Seen {
  readonly status: number;
  readonly text: string;
}

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json'): Promise<Seen> {
  const response = await admin.fetch(path, {
    method: 'POST',
    body,
    headers: type === '' ? {} : { 'content-type': type },
  });
  return { status: response.status, text: await response.text() };
}

/** A refusal of the caller's input: 4xx inside the envelope. */
const isRefusal = ({ status, text }: Seen): boolean =>
  status >= 400 && status < 500 && text.includes('"__abp":true') && text.includes('"success":false');

/** What says that the body itself was refused, not what it lacks. */
const namesBody = /"reason":"body\.|"members":\["body"\]/;

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values);
const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`;
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const badBodies: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, number])[] = [
  ['half of an object', '{"a":', 400],
  ['no JSON', 'hello', 400],
  ['a comma too many', '{"a":1,}', 400],
  ['single quotes', "{'a':1}", 400],
  ['NaN', '{"a":NaN}', 400],
  ['two values', '{} {}', 400],
  ['a depth of a thousand', deep(1000), 400],
  ['a depth of a hundred thousand', deep(100_000), 400],
  ['a hundred thousand members', keys(100_000), 413],
  ['more than a megabyte', `{"a":"${'x'.repeat(1_100_000)}"}`, 413],
  ['bytes that are no UTF-8', bytes(0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d), 400],
  ['half a surrogate pair', '{"a":"\\ud800"}', 400],
  ['half a surrogate pair in a name', '{"\\udc00":1}', 400],
  ['half a character', bytes(0x7b, 0x22, 0xe4, 0xbd), 400],
];

describe('a body that cannot be read', () => {
  unchanged();

  test.each(badBodies)('(%s) is refused by every call that takes one', async (what, body, status) => {
    const problems: string[] = [];
    const place = badBodies.findIndex(([each]) => each === what);
    // The server reads a body before it calls: each save and generated call takes one bad body, in turn.
    const takesAll = (entry: Entry): boolean => isNarrowed || (entry.conventional === undefined && covered.has(entry));
    const taken = writes.filter((entry, at) => takesAll(entry) || at % badBodies.length === place);
    const some = typeof body === 'string' && body.length > 10_000 ? taken.slice(0, 5) : taken;
    await inTurns(some, async (entry) => {
      const seen = await post(entry.path, body);
      if (seen.status !== status || !isRefusal(seen) || !namesBody.test(seen.text))
        problems.push(`${entry.path}: ${seen.status} ${seen.text.slice(0, 150)}`);
    });
    expect(problems).toEqual([]);
  });

  test.each(['application/xml', 'image/png', 'application/octet-stream', 'text/html', 'nonsense'])(
    'of the type %s is 415',
    async (type) => {
      await inTurns(writes.slice(0, 10), async (entry) => {
        const seen = await post(entry.path, '<a/>', type);
        expect(`${entry.path} ${seen.status} ${isRefusal(seen)}`).toBe(`${entry.path} 415 true`);
      });
    },
  );

  test.skipIf(isNarrowed)('of several parts that ends too early is refused', async () => {
    const seen = await post(
      '/api/services/app/Dictionary_type/CreateOrEdit',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nval',
      'multipart/form-data; boundary=x',
    );
    expect(seen.status).toBeGreaterThanOrEqual(400);
    expect(seen.status).toBeLessThan(500);
  });

  test.skipIf(isNarrowed)('packed beyond all measure or broken is refused', async () => {
    for (const [coding, body] of [
      ['gzip', bytes(1, 2, 3, 4)],
      ['br', bytes(9, 9, 9)],
      ['compress', bytes(1)],
      ['nonsense', bytes(1)],
    ] as const) {
      const answer = await admin.fetch('Dictionary_type/CreateOrEdit', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'content-encoding': coding },
      });
      expect(`${coding} ${Math.floor(answer.status / 100)}`).toBe(`${coding} 4`);
    }
  });
});

const strange: readonly (readonly [string, unknown])[] = [
  ['an object', { a: 1 }],
  ['a list', [1, 2]],
  ['nested lists', [[['x']]]],
  ['true', true],
  ['a long text', 'x'.repeat(50_000)],
  ['a zero character', 'a\u0000b'],
  ['a huge number', 1e308],
  ['a negative number', -5],
  ['a fraction', 0.123456789],
  ['a number as text', '12abc'],
  ['a day that never was', '2026-02-30T25:61:61Z'],
  ['a year beyond', '99999-01-01'],
  ['an attack', "'; drop table client; --"],
  ['a regular expression', `${'(a+)+'.repeat(20)}$`],
  ['a toString', { toString: 'x', valueOf: 1 }],
  ['a number beyond all', '9'.repeat(400)],
  ['an inherited name', 'constructor'],
];

function inputNames(entry: Entry): readonly string[] {
  if (entry.action === undefined)
    return Object.keys((entry.call?.input as { shape?: object } | undefined)?.shape ?? {});
  return Object.entries(entry.resource?.actions[entry.action]?.input ?? {}).map(([name, field]) =>
    jsonKeyOf(name, field),
  );
}

/** Values that only the database refused: a check of ours let them through. */
const leftToTheDatabase = (): readonly string[] =>
  app.log().filter((line) => line.includes('the database refused what a check should have'));

const noWords = /"message":"[a-z]+(\.[a-z-]+)+"/;

/** What is wrong with the answer to a strange value. */
function problemsOfSave(what: string, answer: Answer<unknown>): readonly string[] {
  const found: string[] = [];
  if (answer.status >= 500 || (answer.status !== 200 && !isRefusal(answer)))
    found.push(`${what}: ${answer.status} ${answer.text.slice(0, 150)} ${app.log().at(-1)?.slice(0, 300) ?? ''}`);
  if (noWords.test(answer.text)) found.push(`${what}: no words for ${answer.text.slice(0, 300)}`);
  return found;
}

interface StrangeSave {
  readonly entry: Entry;
  readonly body: Body;
  readonly value: Body[string];
}

/** The members of a body that an answer refuses. */
const refusedOf = ({ error }: Answer<unknown>, keys: readonly string[]): ReadonlySet<string> => {
  const members = (error?.validationErrors ?? []).flatMap((problem) => problem.members);
  return new Set(keys.filter((key) => members.includes(key)));
};

/** True unless the kind of the field refuses the value. */
function isTaken(fields: AnyResource['fields'], key: string, value: unknown): boolean {
  const [, field] = Object.entries(fields).find(([name, each]) => jsonKeyOf(name, each) === key) ?? [];
  return !field || kindOf(field).check(value, field, { toInstant: (text) => new Date(`${text}Z`) }).ok;
}

/**
 * Saves with the value in every field, then with the value in the fields that were not refused, until no field is
 * refused. So every field refuses the value, or it reaches the database; a field whose kind takes the value and that
 * was refused beside others is tried alone.
 */
async function saveStrange(resource: AnyResource, { entry, body, value }: StrangeSave): Promise<readonly string[]> {
  const problems: string[] = [];
  const post = async (keys: readonly string[]): Promise<Answer<unknown>> => {
    const answer = await admin.post(entry.path, { ...body, ...Object.fromEntries(keys.map((key) => [key, value])) });
    problems.push(...problemsOfSave(`${entry.path} ${keys.join()}`, answer));
    return answer;
  };
  const all = Object.keys(body);
  let keys: readonly string[] = all;
  let isDone = false;
  while (keys.length > 0 && !isDone) {
    const answer = await post(keys);
    const refused = refusedOf(answer, keys);
    isDone = answer.status === 200 || refused.size === 0;
    if (answer.status !== 200) keys = refused.size === 0 ? [] : keys.filter((key) => !refused.has(key));
  }
  const alone = all.filter((key) => !keys.includes(key) && isTaken(resource.fields, key, value));
  if (all.length > 1) for (const key of alone) await post([key]);
  return problems;
}

/** One value that the kinds of all inputs of an action refuse is enough; the others are spared. */
function isSpared({ action, resource }: Entry, names: readonly string[], value: unknown): boolean {
  const input = action === undefined ? undefined : resource?.actions[action]?.input;
  if (!input || isNarrowed || value === strange[0]?.[1]) return false;
  return names.every((key) => !isTaken(input, key, value));
}

describe('a member of the wrong kind', () => {
  test.each(strange)(
    '(%s) never ends in a fault of ours',
    async (_what, value) => {
      const problems: string[] = [];
      const saves = writes.filter((entry) => resourceOf(entry) && /createoredit$/i.test(entry.path));
      await inTurns(saves, async (entry) => {
        const resource = resourceOf(entry);
        if (!resource) return;
        const body = await samples.body(resource, { all: true });
        // That a refusal by kind is answered is tried on resources with every kind.
        const isRefused = Object.keys(body).every((key) => !isTaken(resource.fields, key, value));
        if (isRefused && !ofEveryKind.has(resource)) return;
        const started = performance.now();
        problems.push(...(await saveStrange(resource, { entry, body, value: value as Body[string] })));
        if (performance.now() - started > timeLimit(30_000))
          problems.push(`${entry.path} takes ${performance.now() - started} ms`);
      });
      expect(problems).toEqual([]);
      expect(leftToTheDatabase()).toEqual([]);
    },
    240_000,
  );

  test.each(strange)(
    '(%s) as the input of an action or of a call of its own never ends in a fault of ours',
    async (what, value) => {
      const problems: string[] = [];
      const all = sweptEntries(app.server.app.entries).filter(
        (entry) =>
          (entry.action !== undefined || entry.call !== undefined) &&
          covered.has(entry) &&
          !/tokenauth|changepassword|session\/(un)?lock|createoredit$/i.test(entry.path),
      );
      const place = strange.findIndex(([each]) => each === what) + 1;
      const today = new Set(randomCases(all.length * strange.length));
      const odd = all.filter((_entry, at) => isNarrowed || today.has(at * strange.length + place));
      await inTurns(odd, async (entry) => {
        const names = inputNames(entry);
        if (isSpared(entry, names, value)) return;
        const inQuery = entry.verb === 'GET' || entry.verb === 'DELETE';
        const query = inQuery ? Object.fromEntries(names.map((key) => [key, wordOf(value).slice(0, 3000)])) : {};
        const answer = await makeCall(admin, entry, {
          query,
          body: inQuery ? undefined : (Object.fromEntries(names.map((key) => [key, value])) as Body),
        });
        if (answer.status >= 500)
          problems.push(`${entry.verb} ${entry.path}: ${answer.status} ${app.log().at(-1)?.slice(0, 400) ?? ''}`);
        if (noWords.test(answer.text)) problems.push(`${entry.path}: no words for ${answer.text.slice(0, 300)}`);
      });
      expect(problems).toEqual([]);
      expect(leftToTheDatabase()).toEqual([]);
    },
    240_000,
  );
});

test.skipIf(isNarrowed)(
  'names that reach for the prototype are left out, and nothing is changed for anybody else',
  async () => {
    const seen = await post(
      '/api/services/app/Dictionary_type/CreateOrEdit',
      '{"__proto__":{"isSystem":true,"typeName":"x"},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}',
    );
    expect(isRefusal(seen)).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(
      (
        await admin.get('Dictionary_type/GetAll', {
          '__proto__': 'x',
          'constructor[prototype][polluted]': '1',
          'Filter': 'nothing at all',
        })
      ).status,
    ).toBe(200);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  },
);

test.skipIf(isNarrowed)('ten thousand parameters, or a query of many kilobytes, are answered', async () => {
  const many = await admin.fetch(
    `Dictionary_type/GetAll?${Array.from({ length: 1500 }, (_, at) => `a${at}=1`).join('&')}`,
  );
  const more = await admin.fetch(
    `Dictionary_type/GetAll?${Array.from({ length: 10_000 }, (_, at) => `a${at}=1`).join('&')}`,
  );
  expect([200, 400, 414, 431]).toContain(many.status);
  expect([400, 414, 431]).toContain(more.status);
});

test.skipIf(isNarrowed)(
  'a header of a hundred kilobytes or a megabyte is answered every time, and the server goes on',
  async () => {
    const refusal = (size: number): Promise<number> =>
      new Promise((resolve, reject) => {
        rawRequest(
          `${app.url}/api/services/app/Dictionary_type/GetAll`,
          { headers: { 'x-long': 'x'.repeat(size) } },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        )
          .on('error', reject)
          .end();
      });
    for (const size of [100_000, ...Array(20).fill(1_000_000)] as readonly number[])
      expect(await refusal(size)).toBe(431);
    expect((await admin.get('Dictionary_type/GetAll')).status).toBe(200);
  },
);

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    "' or 1=1 --",
    "'; select pg_sleep(10); --",
    '1) union select 1',
    '%',
    '_',
    '\\',
    '%_\\',
    "E'\\x00'",
    '$1',
    '$$',
    '{}',
    '(',
    '[a-',
    '(a+)+$',
    '.*',
    '-1',
    '0',
    ' ',
    '\t',
    '１',
    '9'.repeat(30),
    '1e400',
    'null',
    'undefined',
    'NaN',
    '١',
    '\u202e',
    '\ufeff',
    '🏥',
    'a,b,,c',
    ',',
    '2026-13-45',
    '9999-12-31T23:59:59Z',
    '0001-01-01',
    '-infinity',
  ),
);

/** An order that holds a word, or every filter of a list with the word. */
function hostileQuery(
  resource: AnyResource,
  where: 'filters' | 'orders',
  word: string,
): Readonly<Record<string, string>> {
  const fields = Object.entries(resource.fields);
  if (where === 'orders')
    return Object.fromEntries(
      fields.slice(0, 1).map(([name, field]) => ['Sorting', `${wireNameOf(name, field)} ${word}`]),
    );
  const parameters = listFilters(resource).map(({ parameter }) => parameter);
  return Object.fromEntries(['Filter', ...parameters].map((parameter) => [parameter, word]));
}

/** What is wrong with the answers to a query: as a whole, then without the parameters that were refused. */
async function hostileProblems(
  resource: AnyResource,
  query: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const answer = await admin.get(listPath(resource), { ...query, MaxResultCount: 1 });
  if (answer.status === 200) return [];
  if (!isRefusal(answer))
    return [`${resource.name} ${JSON.stringify(query)}: ${answer.status} ${app.log().at(-1)?.slice(0, 300) ?? ''}`];
  const members = (answer.error?.validationErrors ?? [])
    .flatMap((each) => each.members)
    .join()
    .toLowerCase()
    .split(',');
  const left = Object.entries(query).filter(([name]) => !members.includes(name.toLowerCase()));
  const isLess = left.length > 0 && left.length < Object.keys(query).length;
  return isLess ? hostileProblems(resource, Object.fromEntries(left)) : [];
}

describe.each(['filters', 'orders'] as const)('hostile texts as %s', (where) => {
  unchanged();

  test('find rows or are refused, never more', async () => {
    const chosen = coveringResources(lists);
    const cases = chosen.flatMap((resource) =>
      where === 'orders'
        ? Object.entries(resource.fields).map(([name, field]) => ({ resource, wire: wireNameOf(name, field) }))
        : listFilters(resource).map(({ parameter }) => ({ resource, wire: parameter })),
    );
    const words = fc.sample(hostile, { numRuns: Math.max(cases.length, atLeast(400)), seed: 20_260_101 });
    const problems: string[] = [];
    await inTurns(
      words.map((word, at) => ({ word, ...(cases[at % cases.length] ?? cases[0]) })),
      async ({ word, resource, wire }) => {
        if (!resource) return;
        const query =
          where === 'orders'
            ? { Sorting: `${wire ?? ''} ${word}` }
            : { [wire ?? '']: word, [`Min${wire ?? ''}`]: word, Filter: word, MaxResultCount: 1 };
        const answer = await admin.get(listPath(resource), query);
        if (answer.status !== 200 && !isRefusal(answer))
          problems.push(
            `${resource.name} ${JSON.stringify(query)}: ${answer.status} ${app.log().at(-1)?.slice(0, 300) ?? ''}`,
          );
      },
    );
    const others = lists.filter((resource) => !chosen.includes(resource));
    for (const [at, resource] of others.entries())
      problems.push(
        ...(await hostileProblems(resource, hostileQuery(resource, where, words[at % words.length] ?? ''))),
      );
    expect(problems).toEqual([]);
    expect(leftToTheDatabase()).toEqual([]);
  });
});

test.skipIf(isNarrowed)('a wild card in a text is only a letter', async () => {
  const key = jsonKeyOf('typeName', dictionaryType.fields.typeName);
  for (const typeName of ['百分之50%', '下划_线', '反斜\\杠'])
    await admin.post('Dictionary_type/CreateOrEdit', { ...(await samples.body(dictionaryType)), [key]: typeName });
  for (const word of ['%', '之50%', '划_线', '斜\\杠'])
    expect(
      (await admin.get<{ totalCount: number }>('Dictionary_type/GetAll', { Filter: word })).result.totalCount,
    ).toBe(1);
});

test.skipIf(isNarrowed)('a name that no table takes is refused, and the audit of nobody is lost by it', async () => {
  const count = async (): Promise<number> => {
    await app.server.app.audit.flush();
    const rows = await samples.inTenant(({ tx }) =>
      tx.query<{ parameters: string[] }>(
        "select parameters from audit_log where tenant_id = $1 and method = 'GetAll' and parameters @> '[\"auditedName\"]'",
        [app.tenants.Alpha],
      ),
    );
    return rows.length;
  };
  const answers = await Promise.all(
    ['%00=1', 'a%00b=1', 'auditedName=1', 'Filter=%00'].map((query) => admin.fetch(`Dictionary_type/GetAll?${query}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 400]);
  expect(await count()).toBe(1);
});

test.skipIf(isNarrowed)('a text over and over is searched in linear time', async () => {
  // One step of a search that grows with the square of the text would outlast the test.
  for (const word of [`${'a'.repeat(5000)}!`, '%'.repeat(3000), `${'(x+x+)+'.repeat(200)}y`])
    expect((await admin.get('Dictionary_type/GetAll', { Filter: word })).status).toBe(200);
});
