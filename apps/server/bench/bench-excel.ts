import { setTimeout as pause } from 'node:timers/promises';
import Excel from 'exceljs';
import { figure, quantile, type Figure } from './figure.ts';
import { watchMemory } from './memory.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const wanted = 100_000;
const dayMs = 86_400_000;
const perDay = 144;
const others = 200;

interface Signed {
  readonly world: World;
  readonly headers: Readonly<Record<string, string>>;
}

/** What somebody else waits for a page of clients, asked again and again until `until` is over; ms. */
async function pages({ world, headers }: Signed, until: Promise<unknown>): Promise<readonly number[]> {
  const wire = await Wire.open(world.server.url);
  const times: number[] = [];
  let goesOn = true;
  void until.finally(() => { goesOn = false; });
  while (goesOn) {
    const began = performance.now();
    const { status } = await wire.request('GET', '/api/services/app/C_client/GetPagedAll?MaxResultCount=10', { headers });
    if (status !== 200) throw new Error(`a list beside the export failed: ${status}`);
    times.push(performance.now() - began);
    await pause(15);
  }
  wire.close();
  return times;
}

interface Sheet {
  readonly rows: number;
  readonly columns: number;
  readonly seconds: number;
}

async function exported({ world, headers }: Signed): Promise<Sheet> {
  const to = Date.now() - dayMs;
  const from = to - (wanted / (world.watches.length * perDay)) * dayMs;
  const query = new URLSearchParams([['Minmeasure_timeFilter', new Date(from).toISOString()], ['Maxmeasure_timeFilter', new Date(to).toISOString()], ['Sorting', 'measure_time desc']]).toString();
  const began = performance.now();
  const answer = await fetch(`${world.server.url}/api/services/app/Watch_hearts/GetWatch_heartsToExcel?${query}`, { headers });
  const { result, error } = await answer.json() as { result: { fileToken: string } | null; error: { message: string } | null };
  if (!result) throw new Error(`the export failed: ${answer.status} ${error?.message}`);
  const file = await fetch(`${world.server.url}/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`, { headers });
  const bytes = Buffer.from(await file.arrayBuffer());
  const seconds = (performance.now() - began) / 1000;
  const book = new Excel.Workbook();
  await book.xlsx.load(bytes as never);
  const [sheet] = book.worksheets;
  return { rows: (sheet?.rowCount ?? 1) - 1, columns: sheet?.columnCount ?? 0, seconds };
}

/** A spreadsheet of a hundred thousand readings, from the call to its last byte, and what others feel of it. */
export async function excelFigures(world: World): Promise<readonly Figure[]> {
  const { accessToken } = await signIn(world, 'admin');
  const signed: Signed = { world, headers: { authorization: `Bearer ${accessToken}` } };
  const alone = quantile(await pages(signed, pause(others * 25)), 0.99);
  const memory = watchMemory(world.server.pid);
  const exporting = exported(signed).finally(() => { used = memory(); });
  let used = { first: Number.NaN, most: Number.NaN };
  const beside = quantile(await pages(signed, exporting.then(() => undefined)), 0.99);
  const { rows, columns, seconds } = await exporting;
  if (rows < wanted * 0.9) throw new Error(`the sheet has ${rows} rows`);
  const conditions = `${rows} heart rates in ${columns} columns, from the call to the last byte`;
  return [
    figure({ name: 'Excel export', value: seconds, unit: 's', must: '<= 30', aim: '<= 10', ok: seconds <= 30, conditions }),
    figure({ name: 'memory of an export', value: used.most - used.first, unit: 'MB more', must: '<= 96', aim: '<= 64', ok: used.most - used.first <= 96, conditions: `${conditions}; ${Math.round(used.first)} MB before` }),
    figure({ name: 'others beside an export, p99', value: beside, unit: 'ms', yardstick: alone, must: '<= 50 more', aim: '<= 50 more', ok: beside - alone <= 50, conditions: `a page of clients every 15 ms; yardstick: without the export; ${conditions}` }),
  ];
}
