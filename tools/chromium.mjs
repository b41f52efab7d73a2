import { accessSync, constants } from 'node:fs';
import { delimiter } from 'node:path';
import { run } from './root.mjs';

const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The shell is Chromium without windows, which costs a fifth less of a processor. */
const names = ['chromium-headless-shell', 'chromium', 'google-chrome'];

/** Path of the Chromium to drive: CHROME_PATH, else the first of its names that is in the PATH. */
export function findChromium(env = process.env) {
  if (env.CHROME_PATH) return isProgram(env.CHROME_PATH) ? env.CHROME_PATH : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find(isProgram);
}

/** Finds Chromium or installs Debian's when that is possible. Throws one line that says what to do. */
export async function chromium() {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROME_PATH) throw new Error(`CHROME_PATH is ${process.env.CHROME_PATH}, which is not a program.`);
  const advice = 'The browser tests need Chromium: apt-get install chromium fonts-noto-cjk, or set CHROME_PATH.';
  if (process.getuid?.() !== 0) throw new Error(advice);
  console.log('Installing chromium and fonts-noto-cjk …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await run('apt-get', ['update', '-qq'], { env });
  const installed = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
    { env },
  );
  const path = findChromium();
  if (!path) throw new Error(`${advice}\n${(updated.output + installed.output).split('\n').slice(-6).join('\n')}`);
  return path;
}
