import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@kangmai/testkit/client';
import type { Report } from '../faults/report.ts';
import { timeLimit } from '../faults/time-limit.ts';
import { emptyBlocks, packRepeated, sheetAround, sheetFile, workbookOf } from '../test/crafted-sheets.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

interface Batch {
  readonly state: string;
  readonly failureReason: string | null;
  readonly failureText: string | null;
}

const tenant = 'jincheng';
const refusalLimitMs = timeLimit(10_000);
/** The minute that reading may take without a row, and as much again for a busy machine. */
const stalledLimitMs = timeLimit(150_000);

/** A small file of the largest allowed size unpacked: reading it finishes no row for up to minutes. */
const endless = (): Buffer =>
  workbookOf(packRepeated(sheetAround.begin, { unit: '<row/>'.repeat(100_000), times: 800 }, sheetAround.end));
/** A sheet that unpacks to more than a gigabyte. */
const huge = (): Buffer =>
  workbookOf(packRepeated(sheetAround.begin, { unit: ' '.repeat(1_000_000), times: 1100 }, sheetAround.end));

const row = '<row r="1"><c r="A1"><v>1</v></c></row>';

/** Files that once kept a server busy or its memory full, each with the reason that refuses it. */
const bombs: readonly (readonly [string, () => Buffer, RegExp])[] = [
  [
    '20,000 entries that share one stretch of empty blocks',
    () =>
      workbookOf(
        emptyBlocks(200_000),
        Array.from({ length: 20_000 }, () => ({ name: 'x', content: emptyBlocks(1), sharesWith: 'xl/workbook.xml' })),
      ),
    /^sheet\.too-many-parts$/,
  ],
  [
    '900 entries that share one stretch of empty blocks',
    () =>
      sheetFile(row, [
        { name: 'a', content: emptyBlocks(1_000_000) },
        ...Array.from({ length: 900 }, (nothing, at) => ({
          name: `b${at}`,
          content: emptyBlocks(1_000_000),
          sharesWith: 'a',
        })),
      ]),
    /^sheet\.not-xlsx$/,
  ],
  ['more than a gigabyte in a megabyte', huge, /^sheet\.too-large$/],
];

interface Refusal {
  readonly reason: string | null;
  readonly words: string | null;
}

/** The number of the import; a file that is soon seen to be wrong is refused at once. */
async function begin(client: Client, bytes: Buffer): Promise<number | Refusal> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'people.xlsx');
  const upload = (await (await client.fetch('/UpLoad/UpLoadSheet', { method: 'POST', body: form })).json()) as {
    readonly result: { readonly fileToken: string };
  };
  const answer = await client.post<{ readonly id: number }>('C_client/ImportFromExcel', {
    fileToken: upload.result.fileToken,
  });
  if (answer.status === 200) return answer.result.id;
  return { reason: answer.error?.reason ?? null, words: answer.error?.message ?? null };
}

const batchOf = async (client: Client, id: number): Promise<Batch> =>
  (await client.get<Batch>('Imports/Get', { id })).result;

/** How long a file is checked; undefined when it outlasts the limit. Asked rarely, because calls are limited. */
async function checkedFor(client: Client, id: number, limitMs: number): Promise<number | undefined> {
  const began = performance.now();
  while ((await batchOf(client, id)).state === 'checking') {
    if (performance.now() - began > limitMs) return undefined;
    await pause(250);
  }
  return performance.now() - began;
}

/** Why the check of a file failed; undefined when it outlasts the limit or does not fail. */
async function refusalOf(client: Client, id: number): Promise<Refusal | undefined> {
  if ((await checkedFor(client, id, refusalLimitMs)) === undefined) return undefined;
  const { state, failureReason, failureText } = await batchOf(client, id);
  return state === 'failed' ? { reason: failureReason, words: failureText } : undefined;
}

async function refusedWithWords(client: Client, report: Report, bomb: (typeof bombs)[number]): Promise<void> {
  const [name, bytes, reason] = bomb;
  const file = bytes();
  // Connections that ended while the file was made are noticed before the next request.
  await pause(100);
  const began = performance.now();
  const begun = await begin(client, file);
  const refusal = typeof begun === 'number' ? await refusalOf(client, begun) : begun;
  const ms = refusal && performance.now() - began;
  report.atMost(`${name}: read`, ms, { limit: refusalLimitMs, unit: 'ms' });
  report.must(
    `${name}: refused with words`,
    reason.test(refusal?.reason ?? '') && /[\u4E00-\u9FFF]/.test(refusal?.words ?? ''),
    `${refusal?.reason} ${refusal?.words}`,
  );
}

/** An import of a file that is never wrong at once. */
async function beginLong(client: Client): Promise<number> {
  const file = endless();
  await pause(100);
  const begun = await begin(client, file);
  if (typeof begun !== 'number') throw new Error(`the upload was refused: ${begun.reason}`);
  return begun;
}

/** Every right of the import is missing to those who care for people. */
async function staffMayNotImport(target: Target, report: Report): Promise<void> {
  for (const userName of ['manager', 'doctor', 'nurse']) {
    const client = await target.as(userName, tenant);
    const statuses = await Promise.all([
      client.get('C_client/GetImportTemplate'),
      client.get('C_client/GetImports'),
      client.post('C_client/ImportFromExcel', { fileToken: 'none' }),
      client.get('Watch_bps/GetImportTemplate'),
    ]);
    report.check(
      `${userName} may not import`,
      statuses.length,
      statuses.filter(({ status }) => status !== 403).map(({ status }) => String(status)),
    );
  }
}

async function cancelled(target: Target, client: Client, report: Report): Promise<void> {
  const id = await beginLong(client);
  report.must('a file without end is being read', (await batchOf(client, id)).state === 'checking', 'it is not');
  const stranger = await (await target.as('admin', 'qianjiang')).post('Imports/Cancel', { id });
  report.must("somebody else's import cannot be cancelled", stranger.status === 404, String(stranger.status));
  const answer = await client.post('Imports/Cancel', { id });
  const { state } = await batchOf(client, id);
  report.must('its owner cancels it', answer.status === 200 && state === 'cancelled', `${answer.status} ${state}`);
}

async function endedByItself(client: Client, report: Report): Promise<void> {
  const id = await beginLong(client);
  const ms = await checkedFor(client, id, stalledLimitMs);
  const { state, failureReason } = await batchOf(client, id);
  report.atMost('a file without end comes to its end', ms, { limit: stalledLimitMs, unit: 'ms' });
  // A quick machine reads it to its end before the time is up, and finds no row.
  report.must(
    'it fails with its reason',
    state === 'failed' && ['sheet.stalled', 'import.empty'].includes(failureReason ?? ''),
    `${state} ${failureReason}`,
  );
}

/** Crafted spreadsheets that would keep the server busy for ever, and people who have no business to import. */
export const endlessImport: Attack = {
  name: 'A4',
  title: 'imports that work for ever',
  async run(target, report, { isLong }) {
    const client = await target.as('admin', tenant);
    for (const bomb of bombs) await refusedWithWords(client, report, bomb);
    await cancelled(target, client, report);
    if (isLong) await endedByItself(client, report);
    await staffMayNotImport(target, report);
    report.must('the server lives', (await fetch(`${target.url}/health/ready`)).status === 200, 'it does not');
  },
};
