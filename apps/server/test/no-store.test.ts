import { startApp, type TestApp } from '@kangmai/testkit/app';
import { coveringEntries } from '@kangmai/testkit/covering';
import { inTurns } from '@kangmai/testkit/isolation-turns';
import { client, type Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entry } from '../src/http/registry.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

/** The start of a session and the country's regions, revalidated each time. They hold no data of persons in care. */
const compared = new Set([
  'get /api/services/app/session/getcurrentlogininformations',
  'get /abpuserconfiguration/getall',
  'get /api/services/app/region/getall',
]);
/** The API document is public and holds no personal data. */
const documents = ['/api/openapi.json', '/api/docs', '/api/docs/start.js', '/api/docs/theme.js'];

const keeps = async (answer: Response): Promise<string> => {
  await answer.arrayBuffer();
  return answer.headers.get('cache-control') ?? 'nothing';
};

const wantedOf = (verb: string, path: string, answer: Response): readonly string[] =>
  compared.has(`${verb} ${path}`.toLowerCase()) && answer.ok
    ? ['private, no-cache']
    : ['no-store', 'private, no-store'];

interface Try {
  readonly caller: Client;
  readonly verb: string;
  readonly address: string;
}

/** The requests of a call: by the administrator and a visitor, on a page and on a streamed list, by an unknown verb. */
function triesOf({ verb, path }: Entry): readonly Try[] {
  const visitor = app.visitor('Alpha');
  const streamed = `${path}?MaxResultCount=5000`;
  const other = { caller: admin, verb: 'PATCH', address: path };
  if (verb !== 'GET') return [{ caller: visitor, verb, address: path }, other];
  const callers = path.endsWith('/LogOut') ? [visitor] : [admin, visitor];
  return [...callers.flatMap((caller) => [path, streamed].map((address) => ({ caller, verb, address }))), other];
}

test('no answer of a call may be kept by a browser or a proxy, be it given or refused', async () => {
  const problems: string[] = [];
  let given = 0;
  // Of the calls that the engine answers those that cover every kind; contract.test.ts reads the header of each answer.
  await inTurns([...coveringEntries(app.server.app.entries)], async (entry) => {
    for (const { caller, verb, address } of triesOf(entry)) {
      const answer = await caller.fetch(address, { method: verb });
      if (answer.ok) given += 1;
      const said = await keeps(answer);
      if (!wantedOf(verb, entry.path, answer).includes(said))
        problems.push(`${verb} ${address} (${answer.status}): ${said}`);
    }
  });
  expect(problems).toEqual([]);
  expect(given).toBeGreaterThan(200);
});

test('no answer beside the calls may be kept either', async () => {
  const json = { 'content-type': 'application/json' };
  const asked: readonly (readonly [string, RequestInit])[] = [
    ['/nothing', {}],
    ['/api/services/app/Dictionary/Nothing', {}],
    ['/File/DownloadTempFile?fileToken=x', {}],
    ['/File/DownloadBinaryFile?id=x', {}],
    ['/api/services/app/Dictionary/CreateOrEdit', { method: 'POST', body: '{', headers: json }],
    [
      '/api/services/app/Dictionary/CreateOrEdit',
      { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } },
    ],
    [
      '/api/services/app/Dictionary/CreateOrEdit',
      { method: 'POST', body: `"${'x'.repeat(1_100_000)}"`, headers: json },
    ],
    ['/api/ingest/v1/readings', { method: 'POST', body: '{}', headers: json }],
    ['/api/ingest/v1/batches', { method: 'POST', body: '{}', headers: json }],
    ['/api/ingest/v1/commands', {}],
    ['/upload/file', { method: 'POST' }],
    ['/Profile/UploadProfilePicture', { method: 'POST' }],
    ['/health/live', {}],
    ['/health/ready', {}],
    ['/metrics', {}],
    ['/socket.io/?EIO=4&transport=polling', {}],
    ['/socket.io/?EIO=3&transport=polling', {}],
    ['/signalr/negotiate', { method: 'POST' }],
  ];
  const problems: string[] = [];
  for (const caller of [admin, client(app.url, {})]) {
    for (const [path, init] of asked) {
      const answer = await caller.fetch(path, init);
      const said = await keeps(answer);
      if (!said.includes('no-store')) problems.push(`${init.method ?? 'GET'} ${path} (${answer.status}): ${said}`);
    }
  }
  expect(problems).toEqual([]);
});

test('a spreadsheet is read once and not kept', async () => {
  const { result } = await admin.get<{
    readonly fileToken: string;
    readonly fileName: string;
    readonly fileType: string;
  }>('C_client/GetC_clientsToExcel');
  const answer = await admin.fetch(`/File/DownloadTempFile?${new URLSearchParams({ ...result }).toString()}`);
  expect([answer.status, await keeps(answer)]).toEqual([200, 'private, no-store']);
});

test('the document of the calls is all that may be kept, and is compared each time', async () => {
  for (const path of documents) expect(await keeps(await client(app.url, {}).fetch(path)), path).toBe('no-cache');
});
