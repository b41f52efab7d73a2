import { execFileSync } from 'node:child_process';

/** Output of one of poppler's programs, which read PDFs as viewers do. */
export const poppler = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { encoding: 'utf8' });

export const hasPoppler = ((): boolean => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
