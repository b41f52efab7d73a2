import { pathToFileURL } from 'node:url';
import { root, runNode, stopWithChildren } from './root.mjs';
import { serverMain } from './server-bundle.mjs';

// The build runs in its own process, so that the server does not keep the bundlers' memory.
const release = stopWithChildren();
const { code } = await runNode(`${root}/tools/build.mjs`, [], { show: true });
release();

if (code !== 0) {
  process.exitCode = code;
} else {
  const main = `${root}/${serverMain}`;
  process.argv.splice(1, 1, main);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(main).href);
}
