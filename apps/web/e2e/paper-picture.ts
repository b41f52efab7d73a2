import { execFileSync } from 'node:child_process';
import { differenceBetween, goldenOf, type Ink } from './ink.ts';

const columns = 24;
/** Dots an inch: a letter is some dots, so that its form does not count, only where there is ink. */
const resolution = 48;

/** Output of one of poppler's programs, which read PDFs as viewers do. */
export const poppler = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8' });

const hasPoppler = ((): boolean => {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Skips a test that needs poppler where it is missing. In CI the test fails instead, so that no gap goes unnoticed. */
export function requirePoppler(skip: (note: string) => void): void {
  const note = 'poppler is not installed (apt-get install poppler-utils), so no paper is compared';
  if (!hasPoppler && process.env['CI']) throw new Error(note);
  if (!hasPoppler) skip(note);
}

/** The first page of a PDF as rows of digits: how dark each part of the paper is, from 0 to 9. */
function inkOf(pdf: string): Ink {
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

/** How a page differs from its golden picture. */
export function differenceFrom(name: string, pdf: string): ReturnType<typeof differenceBetween> {
  const now = inkOf(pdf);
  return differenceBetween(goldenOf(name, now.join('\n')).split('\n'), now, 3);
}
