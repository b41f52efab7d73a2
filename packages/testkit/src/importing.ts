import type { Client } from './client.ts';
import Excel from 'exceljs';
import { expect, vi } from 'vitest';

export type Line = Readonly<Record<string, string | number | Date>>;

export interface Batch {
  readonly id: number;
  readonly state: string;
  readonly totalRows: number;
  readonly validRows: number;
  readonly problemRows: number;
  readonly duplicateRows: number;
  readonly writtenRows: number;
  readonly failureReason: string | null;
  readonly failureText: string | null;
  readonly failureRow: number | null;
  readonly unknownColumns: readonly string[];
  readonly canUndo: boolean;
}
export interface Problem {
  readonly line: number;
  readonly column: string | null;
  readonly problem: string;
  readonly suggestion: string | null;
  readonly isDuplicate: boolean;
}

/** A workbook with one sheet: the titles of all lines, then the lines. */
export async function sheetOf(lines: readonly Line[]): Promise<Buffer> {
  const book = new Excel.Workbook();
  const sheet = book.addWorksheet('数据');
  const titles = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  sheet.addRow(titles);
  for (const line of lines) sheet.addRow(titles.map((title) => line[title] ?? null));
  return Buffer.from(await book.xlsx.writeBuffer());
}

export async function upload(client: Client, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), '客户.xlsx');
  const answer = await client.fetch('/UpLoad/UpLoadSheet', { method: 'POST', body: form });
  const { result } = (await answer.json()) as { result: { fileToken: string } };
  return result.fileToken;
}

/** The rows of the first sheet of a file that a call has made, its headings among them. */
export async function sheetBehind(
  client: Client,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly (readonly unknown[])[]> {
  const { result, text } = await client.get<{ fileToken: string } | null>(path, query);
  expect(result?.fileToken, text).toBeTruthy();
  const file = await client.fetch(`/File/DownloadTempFile?fileToken=${result?.fileToken}`);
  const book = new Excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  const [sheet] = book.worksheets;
  return Array.from({ length: sheet?.rowCount ?? 0 }, (_, at) =>
    ((sheet?.getRow(at + 1).values ?? []) as unknown[]).slice(1),
  );
}

/** The example row of a template, by its titles. */
export async function exampleOf(
  client: Client,
  service: string,
  query: { readonly culture?: string } = {},
): Promise<Line> {
  const [titles = [], values = []] = await sheetBehind(client, `${service}/GetImportTemplate`, {
    culture: 'zh-Hans',
    ...query,
  });
  return Object.fromEntries(
    titles.flatMap((title, at) =>
      (values[at] ?? null) === null ? [] : [[String(title as string), values[at] as string | number]],
    ),
  );
}

/** The headings and rows of an export. */
export const exportedSheet = (client: Client, path: string): Promise<readonly (readonly unknown[])[]> =>
  sheetBehind(client, path, {});

/** The rows of an export without its headings. */
export const exported = async (client: Client, path: string): Promise<readonly (readonly unknown[])[]> =>
  (await exportedSheet(client, path)).slice(1);

const resting = new Set(['checked', 'done', 'undone', 'failed', 'cancelled']);

/** The batch when its step is over. */
export async function settled(client: Client, id: number): Promise<Batch> {
  return vi.waitFor(
    async () => {
      const { result } = await client.get<Batch>('Imports/Get', { id });
      expect(resting.has(result.state), result.state).toBe(true);
      return result;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** The checked batch of some lines. */
export async function imported(client: Client, service: string, lines: readonly Line[]): Promise<Batch> {
  const { result, text } = await client.post<{ id: number }>(`${service}/ImportFromExcel`, {
    fileToken: await upload(client, await sheetOf(lines)),
  });
  expect(result?.id, text).toBeGreaterThan(0);
  return settled(client, result.id);
}

export const problemsOf = async (client: Client, { id }: Pick<Batch, 'id'>): Promise<readonly Problem[]> =>
  (await client.get<{ items: readonly Problem[] }>('Imports/GetProblems', { id, maxResultCount: 100 })).result.items;

/** The batch after it was written, or was not. */
export async function confirmed(client: Client, { id }: Batch, more: object = {}): Promise<Batch> {
  const answer = await client.post('Imports/Confirm', { id, ...more });
  const told =
    answer.status === 200 ? answer.text : `${answer.text} ${JSON.stringify(await problemsOf(client, { id }))}`;
  expect(answer.status, told).toBe(200);
  return settled(client, id);
}

/** A person with what registering one takes. */
export const person = (at: number, more: Line = {}): Line => ({
  姓名: `导入${at}`,
  性别: '女',
  出生日期: '1950-05-05',
  手机号: 13_900_000_000 + at,
  证件类型: '其他法定有效证件',
  证件号码: `IMP${10_000 + at}`,
  现住址区划: '110101',
  ...more,
});
