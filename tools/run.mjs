import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { installMissing } from './install.mjs';
import { cache, forwardSignals, root, signalCode } from './root.mjs';
import { buildServer, bundle } from './server-bundle.mjs';

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node tools/run.mjs ENTRY.ts [arguments]');
  process.exit(2);
}

const name = basename(entry).replace(/\.\w+$/, '');
const folder = `${cache}/run/${name}-${process.pid}`;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

try {
  await installMissing();
  // Benches and fault runs start the built server, which must be up to date.
  if (/^apps\/server\/(bench|faults|attacks)\//.test(entry)) await buildServer();
  await bundle(resolve(root, entry), `${folder}/${name}.mjs`);
  const child = spawn(process.execPath, ['--enable-source-maps', `${folder}/${name}.mjs`, ...args], {
    stdio: 'inherit',
  });
  forwardSignals(child);
  child.on('exit', (code, signal) => process.exit(code ?? signalCode(signal)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
