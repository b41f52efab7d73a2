import { expect, test } from 'vitest';
import { packRepeated, sheetAround, sheetFile, workbookOf } from '../../test/crafted-sheets.ts';
import type { SheetRow } from './sheet-reader.ts';
import { readSheetAside } from './sheet-thread.ts';

const limits = { rows: 1000, columns: 10, parts: 20, unpacked: 400_000_000 };
const never = new AbortController().signal;
const rowsXml = (count: number): string =>
  Array.from({ length: count }, (nothing, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`).join(
    '',
  );

/** A small file whose reading takes minutes and finishes no row. */
const endless = (): Buffer =>
  workbookOf(packRepeated(sheetAround.begin, { unit: '<row/>'.repeat(100_000), times: 600 }, sheetAround.end));

const threads = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

test('rows come in pieces of at most a hundred, in their order', async () => {
  const pieces: (readonly SheetRow[])[] = [];
  for await (const piece of readSheetAside(sheetFile(rowsXml(250)), { limits, signal: never })) pieces.push(piece);
  expect(pieces.every(({ length }) => length > 0 && length <= 100)).toBe(true);
  expect(pieces.flat()).toEqual(Array.from({ length: 250 }, (nothing, at) => ({ number: at + 1, cells: [at] })));
});

test('a refusal comes out of the thread with its reason', async () => {
  const reading = readSheetAside(sheetFile(rowsXml(5)), { limits: { ...limits, rows: 2 }, signal: never });
  await expect(reading.next()).rejects.toMatchObject({ reason: 'sheet.too-many-rows', params: { max: 2 } });
});

test('a file that finishes no row is given up', async () => {
  const before = threads();
  await expect(readSheetAside(endless(), { limits, signal: never, longestStillMs: 500 }).next()).rejects.toMatchObject({
    reason: 'sheet.stalled',
  });
  expect(threads()).toBe(before);
});

test('the signal ends the reading, wherever it stands', async () => {
  const before = threads();
  const ending = new AbortController();
  const reading = readSheetAside(endless(), { limits, signal: ending.signal }).next();
  ending.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  expect(threads()).toBe(before);
});

test('who has enough of a file leaves no thread behind', async () => {
  const before = threads();
  for await (const piece of readSheetAside(sheetFile(rowsXml(900)), { limits, signal: never })) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect(threads()).toBe(before);
});
