import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import Excel from 'exceljs';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { JobPayload } from '../../platform/jobs.ts';
import { taskQueues } from './list-work.ts';

let app: TestApp;
let admin: Client;
let manager: Client;

beforeAll(async () => {
  app = await startApp();
  [admin, manager] = await Promise.all([app.as('admin', 'Alpha'), app.as('manager', 'Alpha')]);
});
afterAll(() => app.close());

const sql = <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  app.server.services.database.withTenant(app.tenants.Alpha, (tx) => tx.query<T>(text, values));

/** Dictionary types whose names contain a word. */
const makeTypes = (word: string, count: number): Promise<{ id: number }[]> =>
  sql<{ id: number }>(
    `insert into dictionary_type (tenant_id, type_name, type_code, category, created_at) select $1, $2 || n, $2 || n, (select category from dictionary_type where tenant_id = $1 limit 1), now() from generate_series(1, $3::integer) n returning id`,
    [app.tenants.Alpha, word, count],
  );
const left = async (word: string): Promise<number> =>
  (await admin.get<{ totalCount: number }>('Dictionary_type/GetAll', { Filter: word })).result.totalCount;

interface Task {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
  readonly totalRows: number | null;
  readonly doneRows: number;
  readonly failedRows: number;
  readonly fileName: string | null;
  readonly hasFile: boolean;
  readonly failureReason: string | null;
  readonly failureText: string | null;
  readonly title: string;
  readonly actionLabel: string | null;
  readonly fetchedAt: string | null;
}
interface FileAnswer {
  readonly fileName: string;
  readonly fileToken: string;
}
interface Outcome {
  readonly taskId: number | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly problems: readonly {
    readonly id: number;
    readonly name: string;
    readonly reason: string;
    readonly message: string;
  }[];
}

async function finishedTask(client: Client, id: number): Promise<Task> {
  return vi.waitFor(
    async () => {
      const { result } = await client.get<Task>('ListTasks/Get', { id });
      expect(['done', 'failed', 'cancelled'], result.state).toContain(result.state);
      return result;
    },
    { timeout: 60_000, interval: 30 },
  );
}

async function exported(client: Client, service: string, query: object = {}): Promise<Task> {
  const { result, text } = await client.post<{ taskId: number }>(`${service}/ExportAsTask`, query);
  expect(result?.taskId, text).toBeGreaterThan(0);
  return finishedTask(client, result.taskId);
}

async function sheetOf(client: Client, { fileToken }: FileAnswer): Promise<readonly (readonly unknown[])[]> {
  const book = new Excel.Workbook();
  await book.xlsx.load(
    await (await client.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(fileToken)}`)).arrayBuffer(),
  );
  const rows: unknown[][] = [];
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
}

const fileOf = async (client: Client, { id }: Pick<Task, 'id'>): Promise<FileAnswer> =>
  (await client.get<FileAnswer>('ListTasks/GetFile', { id })).result;

const run = async (queue: string, payload: JobPayload, sent: JobPayload[]): Promise<void> => {
  const job = app.server.modules.flatMap((module) => module.jobs ?? []).find((one) => one.queue === queue);
  await job?.run({
    payload,
    inTenant: (work) => app.server.services.database.withTenant(payload.tenantId, work),
    send: async (next, content) => {
      sent.push(content);
      await run(next, content, sent);
    },
  });
};

/** What the clock does every minute. */
async function minute(): Promise<readonly JobPayload[]> {
  const sent: JobPayload[] = [];
  await run(taskQueues.resume, { tenantId: 0, userId: null }, sent);
  return sent;
}

describe('a spreadsheet as a task', () => {
  test('holds what the direct one holds, can be fetched more than once, and lies encrypted on the disk', async () => {
    await makeTypes('taskbig', 2300);
    const task = await exported(admin, 'Dictionary_type', { Filter: 'taskbig', Sorting: 'type_code desc' });
    expect(task).toMatchObject({
      kind: 'export',
      state: 'done',
      totalRows: 2300,
      doneRows: 2300,
      hasFile: true,
      title: '字典类型',
    });
    expect(task.fileName).toMatch(/^字典类型_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const direct = await admin.get<FileAnswer>('Dictionary_type/GetDictionary_typesToExcel', {
      Filter: 'taskbig',
      Sorting: 'type_code desc',
    });
    const rows = await sheetOf(admin, await fileOf(admin, task));
    expect(rows).toEqual(await sheetOf(admin, direct.result));
    expect(rows).toHaveLength(2301);
    expect(await sheetOf(admin, await fileOf(admin, task))).toEqual(rows);
    const folder = join(app.server.services.config.dataDir, 'files', String(app.tenants.Alpha));
    const signs = (): readonly string[] =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)).subarray(0, 2).toString());
    // The file of the direct export exists for at most a minute and is removed soon after the download.
    await expect.poll(() => signs().filter((sign) => sign === 'PK')).toEqual([]);
    expect(signs()).not.toHaveLength(0);
    const log = await sql<{ action: string; count: number }>(
      "select action, row_count as count from sensitive_access_log where resource = 'dictionaryType' order by id",
    );
    expect(log.map(({ action, count }) => `${action} ${count}`)).toEqual([
      'export 2300',
      'export 2300',
      'download 2300',
      'download 2300',
    ]);
  });

  test('holds the chosen columns, in their order, also directly; unknown ones and unknown sorts are refused at once', async () => {
    const task = await exported(admin, 'Dictionary_type', { Filter: 'taskbig1', columns: ['remark', 'typeCode'] });
    const [heading] = await sheetOf(admin, await fileOf(admin, task));
    expect(heading).toEqual(['备注', '类型编码']);
    const direct = await admin.get<FileAnswer>('Dictionary_type/GetDictionary_typesToExcel', {
      Filter: 'taskbig1',
      columns: 'remark,typeCode',
    });
    expect((await sheetOf(admin, direct.result))[0]).toEqual(['备注', '类型编码']);
    expect(
      (await admin.post('Dictionary_type/ExportAsTask', { columns: 'nothing' })).error?.validationErrors?.[0]?.members,
    ).toEqual(['columns']);
    expect((await admin.post('Dictionary_type/ExportAsTask', { Sorting: 'nothing asc' })).status).toBe(400);
    expect((await admin.get('Dictionary_type/GetDictionary_typesToExcel', { columns: 'nothing' })).status).toBe(400);
  });

  test('holds what its user sees and no more', async () => {
    const seen = (await manager.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount;
    const [own] = await sql<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'manager'", [
      app.tenants.Alpha,
    ]);
    const person = (at: number, more: object): Promise<unknown> =>
      admin.post('C_client/CreateOrEdit', {
        name: `视野${at}`,
        gender: '2',
        birthday: '1950-05-05',
        phone: `1391000000${at}`,
        regionCode: '110101',
        certificateType: '99',
        certificate_no: `SIGHT${at}`,
        ...more,
      });
    const answers = (await Promise.all([
      person(1, { healthManagerId: own?.id }),
      person(2, {}),
      person(3, {}),
    ])) as readonly { status: number; text: string }[];
    expect(
      answers.map(({ status }) => status),
      answers[0]?.text,
    ).toEqual([200, 200, 200]);
    const names = async (client: Client): Promise<readonly unknown[]> =>
      (
        await sheetOf(
          client,
          await fileOf(client, await exported(client, 'C_client', { Filter: '视野', columns: 'name' })),
        )
      )
        .slice(1)
        .map(([name]) => name);
    expect(await names(admin)).toHaveLength(3);
    expect(await names(manager)).toEqual(['视野1']);
    expect((await manager.get<{ totalCount: number }>('C_client/GetPagedAll')).result.totalCount).toBe(seen + 1);
  });

  test('belongs to who asked for it, and a list to who may read it', async () => {
    const task = await exported(admin, 'Dictionary_type', { Filter: 'taskbig22' });
    for (const stranger of [manager, await app.as('admin', 'Beta'), await app.as('admin')]) {
      for (const call of ['Get', 'GetFile', 'GetProblems'])
        expect((await stranger.get(`ListTasks/${call}`, { id: task.id })).status).toBe(404);
      expect((await stranger.post('ListTasks/Cancel', { id: task.id })).status).toBe(404);
      expect((await stranger.delete('ListTasks/Delete', { id: task.id })).status).toBe(404);
    }
    const nurse = await app.as('nurse', 'Alpha');
    expect((await nurse.post('IngestQuarantines/ExportAsTask', {})).status).toBe(403);
    expect((await admin.delete('ListTasks/Delete', { id: task.id })).status).toBe(200);
    expect((await admin.get('ListTasks/GetFile', { id: task.id })).status).toBe(404);
  });

  test('goes on after its server ended in the middle, and ends when its user stops it or may no longer', async () => {
    const task = await exported(admin, 'Dictionary_type', { Filter: 'taskbig3' });
    const setBack = (ago: string) =>
      sql(
        "update list_task set state = 'running', worker = gen_random_uuid(), file_path = null, done_rows = 0, finished_at = null, beat_at = now() - $2::interval where id = $1",
        [task.id, ago],
      );
    await setBack('30 seconds');
    expect(await minute()).toEqual([]);
    expect((await admin.get('ListTasks/GetFile', { id: task.id })).error?.reason).toBe('task.no-file');
    await setBack('3 minutes');
    expect(await minute()).toMatchObject([{ tenantId: app.tenants.Alpha, workId: task.id }]);
    expect(await finishedTask(admin, task.id)).toMatchObject({ state: 'done', hasFile: true });
    await setBack('3 minutes');
    await admin.post('ListTasks/Cancel', { id: task.id });
    expect(await minute()).toEqual([]);
    expect(await finishedTask(admin, task.id)).toMatchObject({ state: 'cancelled', hasFile: false });
  });

  test('is gone with its file after a week', async () => {
    const task = await exported(admin, 'Dictionary_type', { Filter: 'taskbig4' });
    const [kept] = await sql<{ path: string }>(
      "update list_task set finished_at = now() - interval '8 days' where id = $1 returning file_path as path",
      [task.id],
    );
    await minute();
    expect((await admin.get('ListTasks/Get', { id: task.id })).status).toBe(404);
    expect(await app.server.services.files.read(kept?.path ?? '')).toBeUndefined();
  });

  test('is one of a few that a user has open', async () => {
    const [user] = await sql<{ id: number }>("select id from app_user where tenant_id = $1 and user_name = 'manager'", [
      app.tenants.Alpha,
    ]);
    await sql(
      "insert into list_task (tenant_id, user_id, kind, resource, input, culture, created_at) select $1, $2, 'export', 'client', '', 'zh-Hans', now() from generate_series(1, 5)",
      [app.tenants.Alpha, user?.id],
    );
    expect((await manager.post('C_client/ExportAsTask', {})).error?.reason).toBe('task.too-many-open');
    await sql("delete from list_task where user_id = $1 and state = 'waiting'", [user?.id]);
  });
});

const many = (client: Client, call: string, body: object) => client.post<Outcome>(call, body);

test('a server that ends puts its tasks back, and the next one goes on with them', async () => {
  const second = await app.secondNode();
  const { authorization = '' } = admin.headers;
  await makeTypes('ending', 3000);
  const { result } = (await (
    await fetch(`${second.url}/api/services/app/Dictionary_type/DeleteForMany`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ filter: { Filter: 'ending' }, expected: 3000 }),
    })
  ).json()) as { result: Outcome };
  const id = result.taskId ?? 0;
  await vi.waitFor(
    async () => expect((await admin.get<Task>('ListTasks/Get', { id })).result.doneRows).toBeGreaterThan(0),
    { timeout: 60_000, interval: 10 },
  );
  await second.close();
  const stopped = (await admin.get<Task>('ListTasks/Get', { id })).result;
  expect(stopped).toMatchObject({ state: 'waiting', failedRows: 0 });
  expect(await left('ending'), 'what is told is what is done').toBe(3000 - stopped.doneRows);
  await sql(
    'update list_task set row_ids = row_ids[1:done_rows + 60], row_versions = row_versions[1:done_rows + 60] where id = $1',
    [id],
  );
  expect(await minute()).toMatchObject([{ workId: id }]);
  expect(await finishedTask(admin, id)).toMatchObject({
    state: 'done',
    doneRows: stopped.doneRows + 60,
    failedRows: 0,
  });
  expect(await left('ending')).toBe(3000 - stopped.doneRows - 60);
});

describe('the same with many rows', () => {
  test('each row for itself: what is refused says why and leaves the others alone', async () => {
    const [one, stale, full] = await makeTypes('each', 3);
    const [builtIn] = await sql<{ id: number }>(
      'select id from dictionary_type where tenant_id = $1 and is_system limit 1',
      [app.tenants.Alpha],
    );
    const [foreign] = await app.server.services.database.withTenant(app.tenants.Beta, (tx) =>
      tx.query<{ id: number }>('select id from dictionary_type limit 1'),
    );
    await sql(
      "insert into dictionary_entry (tenant_id, type_id, name, code, created_at) values ($1, $2, 'x', 'x', now())",
      [app.tenants.Alpha, full?.id],
    );
    const { result, text } = await many(admin, 'Dictionary_type/DeleteForMany', {
      rows: [
        { id: one?.id, rowVersion: 1 },
        { id: stale?.id, rowVersion: 7 },
        { id: full?.id },
        { id: builtIn?.id },
        { id: foreign?.id },
      ],
    });
    expect(result, text).toMatchObject({ taskId: null, total: 5, done: 1, failed: 4 });
    const reasons = new Map(result.problems.map(({ id, reason }) => [id, reason]));
    expect([stale, full, builtIn, foreign].map((row) => reasons.get(row?.id ?? 0))).toEqual([
      'row.changed',
      'dictionary.has-entries',
      'dictionary.built-in',
      'row.not-found',
    ]);
    expect(result.problems.find(({ id }) => id === full?.id)).toMatchObject({ name: 'each3' });
    expect(result.problems.every(({ message }) => /[\u4e00-\u9fff]/.test(message))).toBe(true);
    expect(await left('each')).toBe(2);
    const history = await sql<{ kind: string }>(
      "select kind from entity_change where resource = 'dictionaryType' and row_id = any($1)",
      [[one?.id, stale?.id, full?.id]],
    );
    expect(history).toEqual([{ kind: 'deleted' }]);
  });

  test('by condition: the number that was shown must still be true', async () => {
    await makeTypes('cond', 12);
    const filter = { Filter: 'cond1' };
    expect((await many(admin, 'Dictionary_type/DeleteForMany', { filter })).status).toBe(400);
    const changed = await many(admin, 'Dictionary_type/DeleteForMany', { filter, expected: 3 });
    expect([changed.status, changed.error?.reason, changed.error?.message]).toEqual([
      409,
      'many.changed',
      expect.stringContaining('4'),
    ]);
    expect((await many(admin, 'Dictionary_type/DeleteForMany', { filter, expected: 4 })).result).toMatchObject({
      done: 4,
      failed: 0,
    });
    expect(await left('cond')).toBe(8);
    expect((await many(admin, 'Dictionary_type/DeleteForMany', { rows: [] })).error?.reason).toBe('many.nothing');
    expect(
      (
        await many(admin, 'Dictionary_type/DeleteForMany', {
          rows: Array.from({ length: 5001 }, (_, at) => ({ id: at + 1 })),
        })
      ).error?.reason,
    ).toBe('many.too-many-rows');
  });

  test('more than a few hundred are done beside the call, with what was refused to be read afterwards', async () => {
    const types = await makeTypes('beside', 260);
    await sql(
      "insert into dictionary_entry (tenant_id, type_id, name, code, created_at) values ($1, $2, 'x', 'x', now())",
      [app.tenants.Alpha, types[100]?.id],
    );
    const { result } = await many(admin, 'Dictionary_type/DeleteForMany', {
      filter: { Filter: 'beside' },
      expected: 260,
    });
    expect(result).toMatchObject({ total: 260, done: 0 });
    expect(await finishedTask(admin, result.taskId ?? 0)).toMatchObject({
      kind: 'batch',
      state: 'done',
      totalRows: 260,
      doneRows: 260,
      failedRows: 1,
      hasFile: false,
    });
    const problems = await admin.get<{
      totalCount: number;
      items: readonly { id: number; name: string; reason: string }[];
    }>('ListTasks/GetProblems', { id: result.taskId ?? 0 });
    expect(problems.result).toMatchObject({
      totalCount: 1,
      items: [{ id: types[100]?.id, name: 'beside101', reason: 'dictionary.has-entries' }],
    });
    expect(await left('beside')).toBe(1);
  });

  test('an interrupted one goes on where it stood; what is done is not done again', async () => {
    await makeTypes('resume', 230);
    const { result } = await many(admin, 'Dictionary_type/DeleteForMany', {
      filter: { Filter: 'resume' },
      expected: 230,
    });
    const id = result.taskId ?? 0;
    await finishedTask(admin, id);
    await sql(
      "update dictionary_type set is_deleted = false, row_version = 1 where tenant_id = $1 and type_name like 'resume%'",
      [app.tenants.Alpha],
    );
    await sql(
      "update list_task set state = 'running', done_rows = 200, finished_at = null, worker = gen_random_uuid(), beat_at = now() - interval '5 minutes' where id = $1",
      [id],
    );
    await minute();
    expect(await finishedTask(admin, id)).toMatchObject({ state: 'done', doneRows: 230, failedRows: 0 });
    expect(await left('resume'), 'the first 200 were left alone').toBe(200);
  });

  test('asks for the right of the single call, within the tenant', async () => {
    const [row] = await makeTypes('right', 1);
    const body = { rows: [{ id: row?.id }] };
    expect((await many(await app.as('nurse', 'Alpha'), 'Dictionary_type/DeleteForMany', body)).status).toBe(403);
    expect(
      (await many(await app.as('admin', 'Beta'), 'Dictionary_type/DeleteForMany', body)).result.problems,
    ).toMatchObject([{ reason: 'row.not-found', name: '' }]);
    expect(await left('right')).toBe(1);
    expect((await many(app.visitor('Alpha'), 'Dictionary_type/DeleteForMany', body)).status).toBe(401);
  });

  test('an action with what it asks for: its checks hold for every row, its refused rows tell nobody', async () => {
    const people = (
      await admin.get<{ items: readonly { id: number; rowVersion: number; name: string }[] }>('C_client/GetPagedAll', {
        Filter: '视野',
        MaxResultCount: 10,
      })
    ).result.items;
    const [doctor] = await sql<{ id: number }>(
      "select id from app_user where tenant_id = $1 and user_name = 'doctor'",
      [app.tenants.Alpha],
    );
    const rows = people.map(({ id, rowVersion }, at) => ({ id, rowVersion: at === 0 ? rowVersion + 5 : rowVersion }));
    const { result, text } = await many(admin, 'C_client/BatchAssignForMany', {
      rows,
      input: { doctorId: doctor?.id },
    });
    expect(result, text).toMatchObject({
      done: 2,
      failed: 1,
      problems: [{ id: people[0]?.id, reason: 'row.changed' }],
    });
    const changed = await sql<{ row_id: number }>(
      "select row_id from entity_change where resource = 'client' and kind = 'updated' and row_id = any($1) order by 1",
      [people.map(({ id }) => id)],
    );
    expect(changed.map((row) => row.row_id)).toEqual(
      people
        .slice(1)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    );
    const refused = await many(admin, 'C_client/BatchAssignForMany', {
      rows: rows.slice(1).map(({ id }) => ({ id })),
      input: {},
    });
    expect(refused.result).toMatchObject({ done: 0, failed: 2 });
    expect(refused.result.problems.every(({ reason }) => reason === 'client.nothing-assigned')).toBe(true);
  });
});
