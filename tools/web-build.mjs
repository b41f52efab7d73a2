import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './root.mjs';
import { buildWhenStale, filesBelow } from './staleness.mjs';

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)];

/** Everything the browser client is made from. */
export const webSources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/layers.ts',
  'apps/web/vite.config.ts',
  'apps/web/package.json',
  'packages/resource',
  'packages/domain',
  'packages/model',
  'package-lock.json',
  'tools/web-build.mjs',
];

export const webResult = 'apps/web/dist';

const compressible = /\.(js|mjs|css|html|svg|json|txt|wasm|ico|webmanifest|geojson)$/;

/** Writes `.br` and `.gz` next to every text file of at least 1 KB below a folder. */
export async function precompress(folder) {
  const inside = filesBelow(['.'], folder).filter((path) => compressible.test(path));
  await Promise.all(
    inside.map(async (path) => {
      const content = await readFile(`${folder}/${path}`);
      if (content.length < 1024) return;
      const quality = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      };
      await writeFile(`${folder}/${path}.br`, await brotli(content, quality));
      await writeFile(`${folder}/${path}.gz`, await gz(content, { level: 9 }));
    }),
  );
}

/** Builds the browser client when its sources changed. */
export function buildWeb() {
  return buildWhenStale({
    name: 'web',
    sources: webSources,
    result: `${webResult}/index.html`,
    build: async () => {
      console.log('Building the browser client …');
      const { build } = await import('vite');
      await build({ root: `${root}/apps/web`, mode: 'production', logLevel: 'warn' });
      await precompress(`${root}/${webResult}`);
    },
  });
}
