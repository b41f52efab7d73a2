import { spawn } from 'node:child_process';
import { installMissing } from './install.mjs';
import { root, stopWithChildren } from './root.mjs';
import { bundleOptions, copyMigrations, serverEntry, workerOptions } from './server-bundle.mjs';

const main = `${root}/.cache/dev/main.mjs`;
let server;
let turn = Promise.resolve();
/** False when a bundle of the present round failed. */
let isSound = true;

/** Stops the running server and waits for its end: the next one needs its port and data. */
async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await gone;
}

async function startServer() {
  await stopServer();
  copyMigrations(`${root}/.cache/dev`);
  // A process group of its own, so that Ctrl-C reaches the server once, through this process.
  server = spawn(process.execPath, ['--enable-source-maps', main], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  server.on('exit', (code) => {
    if (code) console.error(`The server ended with ${code}; waiting for the next change.`);
  });
}

const release = stopWithChildren();
await installMissing();
release();

const [{ watch }, { createServer }] = await Promise.all([import('rolldown'), import('vite')]);
const vite = await createServer({ root: `${root}/apps/web` });
const watcher = watch([bundleOptions(serverEntry, main), ...workerOptions(`${root}/.cache/dev`)]);

watcher.on('event', (event) => {
  if (event.code === 'START') isSound = true;
  if (event.code === 'ERROR') {
    isSound = false;
    console.error(event.error.message);
  }
  if (event.code === 'BUNDLE_END' || event.code === 'ERROR') void event.result?.close();
  if (event.code === 'END' && isSound) turn = turn.then(startServer);
});

await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void Promise.all([watcher.close(), vite.close(), turn.then(stopServer)]).then(() => process.exit());
  });
}
