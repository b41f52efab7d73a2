import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root, runNode } from './root.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Checks the imports of a tree made of these files. */
function cruise(files) {
  const folder = mkdtempSync(`${tmpdir()}/imports-`);
  folders.push(folder);
  cpSync(`${root}/tsconfig.base.json`, `${folder}/tsconfig.base.json`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
  return runNode(`${root}/tools/imports.mjs`, [folder]);
}

const model = { 'packages/model/src/index.ts': 'export const model = [];\n' };
const pool = { 'apps/server/src/platform/clock.ts': 'export const now = (): Date => new Date();\n' };

test('a tree that keeps the rules passes', async () => {
  const { code, output } = await cruise({
    ...pool,
    'apps/server/src/http/route.ts': "import { now } from '../platform/clock.ts';\nexport const at = now();\n",
  });
  expect(output).toContain('2 modules, 0 problems');
  expect(code).toBe(0);
});

test.each([
  [
    'server-and-web-apart',
    'apps/web/src/app/page.ts',
    "import { now } from '../../../server/src/platform/clock.ts';\nexport const at = now();\n",
  ],
  [
    'kit-is-pure',
    'packages/resource/src/kind.ts',
    "import { now } from '../../../apps/server/src/platform/clock.ts';\nexport const at = now();\n",
  ],
  [
    'no-node-in-shared-code',
    'packages/domain/src/age.ts',
    "import { now } from '../../../apps/server/src/platform/clock.ts';\nimport { hostname } from 'node:os';\nexport const at = [now, hostname];\n",
  ],
  [
    'server-and-web-apart',
    'apps/web/src/lib/type.ts',
    "import type { now } from '../../../server/src/platform/clock.ts';\nexport type Now = typeof now;\n",
  ],
  [
    'browser-takes-single-definitions',
    'apps/web/src/lib/name.ts',
    "import { model } from '../../../../packages/model/src/index.ts';\nexport const names = model;\n",
  ],
  [
    'browser-takes-single-definitions',
    'packages/model/src/catalogue.ts',
    "import { model } from './index.ts';\nexport const names = model;\n",
  ],
])('%s is found in %s', async (rule, path, text) => {
  const { code, output } = await cruise({ ...pool, ...model, [path]: text });
  expect(output).toContain(`${rule}: ${path}`);
  expect(code).toBe(1);
});

test('a tree of which nothing is read does not pass', async () => {
  const { code, output } = await cruise({ 'packages/readme.txt': 'nothing to read' });
  expect(output).toContain('no module was read');
  expect(code).toBe(1);
});
