import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Excel from 'exceljs';
import { peopleSource } from '@kangmai/demo/people';
import { cities } from '@kangmai/demo/places';
import { cpuSeconds } from './cpu.ts';
import { figure, type Figure } from './figure.ts';
import { watchMemory } from './memory.ts';
import { signIn, type World } from './world.ts';

const lines = Number(process.env['BENCH_LINES'] ?? 50_000);
/** Imported beforehand: the memory that any work takes for the first time is not the import's. */
const fewLines = 2000;
const titles = ['姓名', '性别', '出生日期', '手机号', '证件类型', '证件号码', '现住址区划'];

interface SheetOf {
  readonly file: string;
  readonly lines: number;
  /** Numbers of the first one's phone and document. */
  readonly from: number;
}

/** Sheet of clients, all new, with what registering one takes. */
async function writeSheet({ file, lines: count, from }: SheetOf): Promise<void> {
  const out = createWriteStream(file);
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream: out });
  const sheet = book.addWorksheet('数据');
  sheet.addRow(titles).commit();
  const next = peopleSource({ seed: 11 + from, today: new Date().toISOString().slice(0, 10) });
  for (let row = 0; row < count; row += 1) {
    const { name, sex, birthday } = next(cities.kunming);
    sheet
      .addRow([
        name,
        sex === 1 ? '男' : '女',
        birthday,
        String(13_800_000_000 + from + row),
        '其他法定有效证件',
        `BENCH${100_000 + from + row}`,
        '110101',
      ])
      .commit();
  }
  await book.commit();
}

interface Batch {
  readonly id: number;
  readonly state: string;
  readonly problemRows: number;
  readonly writtenRows: number;
}

const resting = new Set(['checked', 'done', 'failed']);

type CallOf = <T>(path: string, init?: RequestInit) => Promise<T>;

/** Calls of one person by their path; throws at every answer but 200. */
const callOf =
  (url: string, accessToken: string): CallOf =>
  async <T>(path: string, init: RequestInit = {}) => {
    const type = typeof init.body === 'string' && { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, ...type },
    });
    const { result, error } = (await answer.json()) as { result: T; error: { message: string } | null };
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${error?.message}`);
    return result;
  };

async function rested(call: CallOf, id: number): Promise<Batch> {
  for (;;) {
    const batch = await call<Batch>(`/api/services/app/Imports/Get?id=${id}`);
    if (resting.has(batch.state)) return batch;
    await pause(100);
  }
}

/** Uploads a sheet, has it checked and written; answers how long the check took, in ms. */
async function take(call: CallOf, sheet: SheetOf): Promise<number> {
  const post = <T>(path: string, body: object): Promise<T> =>
    call(path, { method: 'POST', body: JSON.stringify(body) });
  const began = performance.now();
  const form = new FormData();
  form.append('file', await openAsBlob(sheet.file), 'clients.xlsx');
  const { fileToken } = await call<{ fileToken: string }>('/UpLoad/UpLoadSheet', { method: 'POST', body: form });
  const { id } = await post<{ id: number }>('/api/services/app/C_client/ImportFromExcel', { fileToken });
  const checked = await rested(call, id);
  const checkedMs = performance.now() - began;
  if (checked.state !== 'checked' || checked.problemRows > 0) {
    const problems = JSON.stringify(await call(`/api/services/app/Imports/GetProblems?id=${id}&maxResultCount=5`));
    throw new Error(`the sheet was not taken: ${problems.slice(0, 900)}`);
  }
  await post('/api/services/app/Imports/Confirm', { id });
  const done = await rested(call, id);
  if (done.state !== 'done' || done.writtenRows !== sheet.lines)
    throw new Error(`the import did not end: ${JSON.stringify(done).slice(0, 400)}`);
  return checkedMs;
}

/** A sheet of 50,000 clients from upload to the last row: checked, compared with existing clients, all or nothing. */
export async function importFigures(world: World): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kangmai-sheet-'));
  const { accessToken } = await signIn(world, 'admin');
  const call = callOf(world.server.url, accessToken);
  const [few, sheet] = [
    { file: join(folder, 'few.xlsx'), lines: fewLines, from: 0 },
    { file: join(folder, 'clients.xlsx'), lines, from: fewLines },
  ];
  await Promise.all([writeSheet(few), writeSheet(sheet)]);
  await take(call, few);
  const settled = watchMemory(world.server.pid);
  const cpuBefore = cpuSeconds(world);
  const began = performance.now();
  const checkedMs = await take(call, sheet);
  const seconds = (performance.now() - began) / 1000;
  const { first, most, lastQuarter } = settled();
  const cpu = cpuSeconds(world);
  rmSync(folder, { recursive: true, force: true });
  const conditions = `${lines} new clients: upload, check against the rules and those who exist (${Math.round(checkedMs / 1000)} s), written in one transaction; CPU ${(cpu.server - cpuBefore.server).toFixed(1)} s in the server, ${(cpu.database - cpuBefore.database).toFixed(1)} s in the database`;
  return [
    figure({ name: 'import', value: seconds, unit: 's', must: '< 60', aim: '< 25', ok: seconds < 60, conditions }),
    figure({
      name: 'memory of an import',
      value: most - first,
      unit: 'MB more',
      must: '<= 150',
      aim: '<= 96',
      ok: most - first <= 150,
      conditions: `${conditions}; ${Math.round(first)} MB before, ${Math.round(most)} MB at most`,
    }),
    figure({
      name: 'memory line of an import',
      value: 100 * lastQuarter,
      unit: '% more in its last quarter',
      must: '< 10',
      aim: 'flat',
      ok: lastQuarter < 0.1,
      conditions,
    }),
  ];
}
