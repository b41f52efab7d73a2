import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyBlocks, packRepeated, sheetAround, workbookOf } from '../../../test/crafted-sheets.ts';
import { imported, person, settled, upload, type Batch } from '@kangmai/testkit/importing';
import type { JobPayload } from '../../platform/jobs.ts';
import { importQueues } from './import-work.ts';

let app: TestApp;
let admin: Client;
let owner: Database;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  owner = new Database({ connectionString: app.urls.migrator });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** A small file whose reading takes minutes and finishes no row. */
const endless = workbookOf(
  packRepeated(sheetAround.begin, { unit: '<row/>'.repeat(100_000), times: 800 }, sheetAround.end),
);

async function begin(client: Client, bytes: Buffer): Promise<number> {
  const { result, text } = await client.post<{ id: number }>('C_client/ImportFromExcel', {
    fileToken: await upload(client, bytes),
  });
  expect(result?.id, text).toBeGreaterThan(0);
  return result.id;
}

const batch = async (id: number): Promise<Batch> => (await admin.get<Batch>('Imports/Get', { id })).result;
const attemptsOf = async (id: number): Promise<number> =>
  (await owner.query<{ attempts: number }>('select attempts from import_batch where id = $1', [id])).rows[0]
    ?.attempts ?? -1;
const clientCount = async (): Promise<number> =>
  (await admin.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount;

/** Does what the clock does when a step gave no sign of life for minutes. */
async function resume(id: number): Promise<void> {
  await owner.query("update import_batch set beat_at = now() - interval '5 minutes' where id = $1", [id]);
  const jobs = new Map(app.server.modules.flatMap((module) => module.jobs ?? []).map((job) => [job.queue, job]));
  const run = async (queue: string, payload: JobPayload): Promise<void> => {
    await jobs.get(queue)?.run({
      payload,
      inTenant: (work) => app.server.services.database.withTenant(payload.tenantId, work),
      send: (next, content) => run(next, content),
    });
  };
  await run(importQueues.resume, { tenantId: 0, userId: null });
}

test('a check without end is cancelled by its owner alone, and the next file is read', async () => {
  const id = await begin(admin, endless);
  await expect.poll(() => attemptsOf(id)).toBe(1);
  expect((await (await app.as('doctor', 'Alpha')).post('Imports/Cancel', { id })).status).toBe(404);
  expect((await (await app.as('admin', 'Beta')).post('Imports/Cancel', { id })).status).toBe(404);
  expect((await admin.post('Imports/Cancel', { id })).status).toBe(200);
  expect(await batch(id)).toMatchObject({ state: 'cancelled', totalRows: 0 });
  expect(await imported(admin, 'C_client', [person(1)])).toMatchObject({ state: 'checked', totalRows: 1 });
  expect((await admin.post('Imports/Cancel', { id })).error?.reason).toBe('import.over');
});

test('a checked batch is cancelled and can no longer be confirmed', async () => {
  const { id } = await imported(admin, 'C_client', [person(2)]);
  await admin.post('Imports/Cancel', { id });
  expect((await admin.post('Imports/Confirm', { id })).error?.reason).toBe('import.not-ready');
  expect(await batch(id)).toMatchObject({ state: 'cancelled' });
});

test('a batch that is being written is cancelled and leaves no row behind', async () => {
  const { id } = await imported(admin, 'C_client', [person(3), person(4)]);
  const before = await clientCount();
  await owner.query('begin; lock table client in share mode');
  await admin.post('Imports/Confirm', { id });
  await expect
    .poll(
      async () =>
        (await owner.query("select 1 from pg_locks where relation = 'client'::regclass and not granted")).rowCount,
    )
    .toBeGreaterThan(0);
  expect((await admin.post('Imports/Cancel', { id })).status).toBe(200);
  await owner.query('commit');
  expect(await batch(id)).toMatchObject({ state: 'cancelled', writtenRows: 0 });
  const again = await imported(admin, 'C_client', [person(3), person(4)]);
  expect(again).toMatchObject({ validRows: 2, duplicateRows: 0 });
  expect(await clientCount()).toBe(before);
});

test('a step that broke off twice is failed, also when its server ended each time', async () => {
  const { id } = await imported(admin, 'C_client', [person(5)]);
  await owner.query("update import_batch set state = 'checking', attempts = 2 where id = $1", [id]);
  await resume(id);
  const failed = await settled(admin, id);
  expect(failed).toMatchObject({ state: 'failed', failureReason: 'import.given-up' });
  expect(failed.failureText).toMatch(/两次都中断/);
  await resume(id);
  expect(await batch(id)).toMatchObject({ state: 'failed' });
});

test('a fault of ours is tried once more and no further', async () => {
  const { id } = await imported(admin, 'C_client', [person(6)]);
  const {
    rows: [row],
  } = await owner.query<{ path: string }>(
    "update import_batch set state = 'checking' where id = $1 returning file_path as path",
    [id],
  );
  writeFileSync(join(app.server.services.config.dataDir, 'files', row?.path ?? ''), 'no sealed file');
  await resume(id);
  await expect.poll(() => attemptsOf(id)).toBe(1);
  await expect.poll(async () => app.log().some((line) => line.includes('an import failed'))).toBe(true);
  expect(await batch(id)).toMatchObject({ state: 'checking' });
  await resume(id);
  expect(await settled(admin, id)).toMatchObject({ state: 'failed', failureReason: 'import.given-up' });
});

test('an archive of 20,000 files is refused with words', async () => {
  const many = Array.from({ length: 20_000 }, () => ({
    name: 'xl/media/x.bin',
    content: emptyBlocks(10),
    sharesWith: 'xl/workbook.xml',
  }));
  const fileToken = await upload(admin, workbookOf(emptyBlocks(1_000_000), many));
  const { error } = await admin.post('C_client/ImportFromExcel', { fileToken });
  expect(error).toMatchObject({ reason: 'sheet.too-many-parts' });
  expect(error?.message).toContain('1000');
});

test('a user has at most a few under way; the others wait for the node', async () => {
  const beta = await app.as('admin', 'Beta');
  const ids: number[] = [];
  for (let at = 0; at < 5; at += 1) ids.push(await begin(beta, endless));
  const refused = await beta.post('C_client/ImportFromExcel', { fileToken: await upload(beta, endless) });
  expect([refused.status, refused.error?.reason]).toEqual([400, 'import.too-many-open']);
  await expect.poll(async () => (await Promise.all(ids.map(attemptsOf))).filter((count) => count === 1).length).toBe(2);
  for (const id of ids) expect((await beta.post('Imports/Cancel', { id })).status).toBe(200);
});

test('the end of a server ends its steps at once and lets the next one take them', async () => {
  const id = await begin(admin, endless);
  await expect.poll(() => attemptsOf(id)).toBe(1);
  for (const clock of app.server.modules.find(({ name }) => name === 'imports')?.clocks ?? []) await clock.stop();
  const {
    rows: [row],
  } = await owner.query<{ state: string; isStale: boolean }>(
    'select state, beat_at < now() - interval \'2 minutes\' as "isStale" from import_batch where id = $1',
    [id],
  );
  expect(row).toEqual({ state: 'checking', isStale: true });
});
