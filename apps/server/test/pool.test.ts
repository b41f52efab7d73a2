import type { Answer, Client } from '@kangmai/testkit/client';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { coveringEntries } from '@kangmai/testkit/covering';
import { requestFor, makeCall } from '@kangmai/testkit/isolation-input';
import { inTurns } from '@kangmai/testkit/isolation-turns';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Entry } from '../src/http/registry.ts';
import { imported, person } from '@kangmai/testkit/importing';

const imei = '860123450000001';
const endsSession = (entry: Entry): boolean => /\/(session\/lock|logout)$/i.test(entry.path);
const isList = ({ conventional }: Entry): boolean => conventional === 'list' || conventional === 'paged';

describe('with two connections a lane', () => {
  let app: TestApp;
  let samples: Samples;
  beforeAll(async () => {
    app = await startApp({ env: { DATABASE_POOL_SIZE: '2' } });
    samples = await Samples.of(app, 'Alpha');
    // Before the calls delete the client whom these name.
    await samples.idOf('familyMember');
  });
  afterAll(() => app.close());

  /** What the log says of connections taken out of order, or not got in time. */
  const faults = (): readonly string[] =>
    app.log().filter((line) => line.includes('SecondConnection') || line.includes('server.busy'));
  const twice = (ask: () => Promise<Answer<unknown>>): Promise<readonly Answer<unknown>[]> =>
    Promise.all([ask(), ask()]);

  const fetched = async (client: Client, { status, text, result }: Answer<unknown>): Promise<void> => {
    expect(status, text).toBe(200);
    const { fileToken } = result as { fileToken: string };
    const file = await client.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(fileToken)}`);
    expect(file.status).toBe(200);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(500);
  };

  test('every file is made for two at once: exports, templates, problem lists, task files', async () => {
    const admin = await app.as('admin', 'Alpha');
    const { id } = await imported(admin, 'C_client', [person(1), person(2, { 性别: '不详' })]);
    const { taskId } = (await admin.post<{ taskId: number }>('C_client/ExportAsTask', {})).result;
    await vi.waitFor(
      async () => {
        expect((await admin.get<{ state: string }>('ListTasks/Get', { id: taskId })).result.state).toBe('done');
      },
      { timeout: 20_000, interval: 50 },
    );
    const files = [...coveringEntries(app.server.app.entries)].filter(
      ({ path, conventional }) => conventional === 'excel' || /\/getimporttemplate$/i.test(path),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const { path } of files) {
      for (const answer of await twice(() => admin.get(path))) await fetched(admin, answer);
    }
    for (const answer of await twice(() => admin.get('Imports/GetProblemsToExcel', { id })))
      await fetched(admin, answer);
    for (const answer of await twice(() => admin.get('ListTasks/GetFile', { id: taskId })))
      await fetched(admin, answer);
    expect(faults()).toEqual([]);
  }, 300_000);

  test.each(['Alpha', undefined] as const)(
    'no call takes a second one while it holds one: %s',
    async (tenancyName) => {
      const admin = await app.as('admin', tenancyName);
      const problems: string[] = [];
      await inTurns(
        [...coveringEntries(app.server.app.entries)].filter((entry) => !endsSession(entry)),
        async (entry) => {
          const { query, body } = await requestFor(entry, samples, { id: 1, imei });
          const answers = await twice(() =>
            makeCall(admin, entry, { query: isList(entry) ? { ...query, MaxResultCount: 2000 } : query, body }),
          );
          for (const { status, text } of answers)
            if (status >= 500) problems.push(`${entry.verb} ${entry.path}: ${status} ${text.slice(0, 200)}`);
        },
      );
      await app.server.follower.settled();
      expect(problems).toEqual([]);
      expect(faults()).toEqual([]);
    },
    300_000,
  );
});
