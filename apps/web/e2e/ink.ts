import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const goldens = resolve(import.meta.dirname, 'goldens');

/** A picture as rows of digits: how much ink is in each part of it, from 0 to 9. */
export type Ink = readonly string[];

interface Difference {
  readonly rows: readonly [golden: number, now: number];
  /** The parts that are clearly darker or lighter, their share of all, and the mean difference of all. */
  readonly parts: number;
  readonly moved: number;
  readonly mean: number;
}

/** How two pictures differ; `clearly` says by how much a part must. */
export function differenceBetween(golden: Ink, now: Ink, clearly: number): Difference {
  const differences = golden.flatMap((line, row) =>
    line.split('').map((ink, column) => Math.abs(Number(ink) - Number(now[row]?.charAt(column) || 0))),
  );
  const parts = differences.filter((difference) => difference >= clearly).length;
  return {
    rows: [golden.length, now.length],
    parts,
    moved: parts / differences.length,
    mean: differences.reduce((sum, one) => sum + one, 0) / differences.length,
  };
}

const pathOf = (name: string): string => resolve(goldens, `${name}.txt`);
const isRenewed = process.env['UPDATE_GOLDENS'] === '1';

/** The golden text of a name before a run; empty where there is none, or where it is renewed. */
export const keptGolden = (name: string): string =>
  !isRenewed && existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8').trimEnd() : '';

/** The golden text of a name; `UPDATE_GOLDENS=1` keeps the present one in its place, as a first run does outside CI. */
export function goldenOf(name: string, now: string): string {
  const path = pathOf(name);
  const isNew = !existsSync(path) && !process.env['CI'];
  if (isRenewed || isNew) {
    mkdirSync(goldens, { recursive: true });
    writeFileSync(path, `${now}\n`);
  }
  return readFileSync(path, 'utf8').trimEnd();
}
