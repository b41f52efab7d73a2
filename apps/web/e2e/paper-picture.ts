import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const goldens = resolve(import.meta.dirname, 'goldens');
const columns = 24;
/** Dots an inch: a letter is some dots, so that its form does not count, only where there is ink. */
const resolution = 48;

/** The first page of a PDF as rows of digits: how dark each part of the paper is, from 0 to 9. */
export function inkOf(pdf: string): readonly string[] {
  const picture = execFileSync('pdftoppm', ['-r', String(resolution), '-gray', '-f', '1', '-l', '1', pdf], {
    maxBuffer: 1 << 26,
  });
  const [, wide = '0', high = '0'] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(picture.toString('latin1', 0, 40)) ?? [];
  const [width, height] = [Number(wide), Number(high)];
  const dots = picture.subarray(picture.length - width * height);
  const cell = width / columns;
  const rows = Math.round(height / cell);
  const darkness = (column: number, row: number): number => {
    let [sum, count] = [0, 0];
    for (let y = Math.floor(row * cell); y < Math.min(height, (row + 1) * cell); y += 1)
      for (let x = Math.floor(column * cell); x < Math.min(width, (column + 1) * cell); x += 1) {
        sum += 255 - (dots[y * width + x] ?? 255);
        count += 1;
      }
    return count === 0 ? 0 : sum / count / 255;
  };
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_each, column) => Math.min(9, Math.round(darkness(column, row) * 18))).join(''),
  );
}

interface Difference {
  readonly rows: readonly [golden: number, now: number];
  /** The share of parts that are clearly darker or lighter, and the mean difference of all. */
  readonly moved: number;
  readonly mean: number;
}

/** How a page differs from its golden picture; `UPDATE_GOLDENS=1` keeps the page as the new one. */
export function differenceFrom(name: string, pdf: string): Difference {
  const path = resolve(goldens, `${name}.txt`);
  const now = inkOf(pdf);
  if (process.env['UPDATE_GOLDENS'] === '1' || !existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${now.join('\n')}\n`);
  }
  const golden = readFileSync(path, 'utf8').trimEnd().split('\n');
  const differences = golden.flatMap((line, row) =>
    line.split('').map((ink, column) => Math.abs(Number(ink) - Number(now[row]?.charAt(column) || 0))),
  );
  return {
    rows: [golden.length, now.length],
    moved: differences.filter((difference) => difference >= 3).length / differences.length,
    mean: differences.reduce((sum, one) => sum + one, 0) / differences.length,
  };
}
