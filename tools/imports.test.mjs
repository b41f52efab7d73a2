import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root, runNode } from './root.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Checks the imports of a tree of these files. */
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

const server = 'apps/server/src';
const web = 'apps/web/src';
const loop = `${server}/modules/main-loop`;

/** One import for each rule between the folders of the tree. */
const forbidden = [
  ['access-below-engine', `${server}/access/a.ts`, `${server}/engine/crud/b.ts`],
  ['engine-below-http', `${server}/engine/crud/a.ts`, `${server}/http/b.ts`],
  ['engine-knows-no-product', `${server}/engine/crud/a.ts`, 'packages/model/src/clients/client.ts'],
  ['core-of-the-engine', `${server}/engine/crud/a.ts`, `${server}/engine/tasks/b.ts`],
  ['crud-below-export', `${server}/engine/crud/a.ts`, `${server}/engine/export/b.ts`],
  ['engine-parts-apart', `${server}/engine/tasks/a.ts`, `${server}/engine/sheets/b.ts`],
  ['engine-parts-apart', `${server}/engine/sheets/a.ts`, `${server}/engine/tasks/tasks.ts`],
  ['tasks-below-works', `${server}/engine/tasks/a.ts`, `${server}/engine/works/b.ts`],
  ['works-below-list-tasks', `${server}/engine/works/a.ts`, `${server}/engine/list-tasks/b.ts`],
  ['sheets-below-import-desk', `${server}/engine/sheets/a.ts`, `${server}/engine/import-desk/b.ts`],
  ['sheets-below-import-desk', `${server}/engine/sheets/a.ts`, `${server}/engine/import-door/b.ts`],
  ['import-desk-below-import-steps', `${server}/engine/import-desk/a.ts`, `${server}/engine/import-steps/b.ts`],
  ['import-steps-below-import-door', `${server}/engine/import-steps/a.ts`, `${server}/engine/import-door/b.ts`],
  ['works-know-no-imports', `${server}/engine/works/a.ts`, `${server}/engine/import-desk/b.ts`],
  ['imports-know-no-works', `${server}/engine/import-desk/a.ts`, `${server}/engine/works/b.ts`],
  ['imports-know-no-works', `${server}/engine/import-desk/a.ts`, `${server}/engine/tasks/b.ts`],
  ['abilities-below-works-and-imports', `${server}/engine/views/a.ts`, `${server}/engine/import-desk/b.ts`],
  ['loose-files-through-faces', `${server}/modules/queues.ts`, `${server}/modules/visits/b.ts`],
  ['areas-below-their-list', `${server}/modules/visits/a.ts`, `${server}/modules/queues.ts`],
  ['areas-below-their-list', `${server}/modules/record-change.ts`, `${server}/modules/index.ts`],
  ['occupancy-by-its-ability', `${server}/engine/crud/a.ts`, `${server}/engine/occupancy/b.ts`],
  ['occupancy-by-its-ability', `${server}/engine/crud/a.ts`, `${server}/engine/slots/b.ts`],
  ['slots-below-occupancy', `${server}/engine/slots/a.ts`, `${server}/engine/occupancy/b.ts`],
  ['occupancy-below-traits', `${server}/engine/occupancy/a.ts`, `${server}/engine/traits/moves/b.ts`],
  ['engine-through-its-face', `${server}/modules/visits/a.ts`, `${server}/engine/crud/b.ts`],
  ['face-for-modules-alone', `${server}/http/a.ts`, `${server}/engine/public.ts`],
  ['http-below-modules', `${server}/http/a.ts`, `${server}/modules/visits/public.ts`],
  ['modules-apart', `${server}/modules/visits/a.ts`, `${loop}/cases/b.ts`],
  ['modules-stay-off-the-edge', `${server}/modules/visits/a.ts`, `${server}/http/b.ts`],
  ['storing-below-alarms', `${loop}/intake/a.ts`, `${loop}/cases/b.ts`],
  ['outbox-knows-no-topic', `${loop}/outbox/a.ts`, `${loop}/readings/b.ts`],
  ['start-is-on-top', `${server}/compose.ts`, `${server}/start/b.ts`],
  ['demo-and-ops-are-leaves', `${server}/start/a.ts`, 'apps/ops/src/b.ts'],
  ['demo-and-ops-are-leaves', 'packages/model/src/a.ts', 'packages/demo/src/b.ts'],
  ['demo-is-a-plan', 'packages/demo/src/a.ts', `${server}/platform/clock.ts`],
  ['ops-through-faces', 'apps/ops/src/a.ts', `${loop}/cases/b.ts`],
  ['web-flows-down', `${web}/resource-screens/a.tsx`, `${web}/features/visits/b.tsx`],
  ['features-apart', `${web}/features/visits/a.tsx`, `${web}/features/clients/b.tsx`],
  ['features-below-app', `${web}/features/visits/a.tsx`, `${web}/app/b.tsx`],
  ['lib-draws-nothing', `${web}/lib/a.ts`, `${web}/ui/b.tsx`],
  ['lib-draws-nothing', `${web}/resource-client/a.ts`, `${web}/resource-screens/b.tsx`],
  ['lib-knows-no-resource', `${web}/lib/a.ts`, `${web}/resource-client/b.ts`],
  ['ui-knows-no-resource', `${web}/ui/a.tsx`, `${web}/resource-client/b.ts`],
  ['field-kinds-below-screens', `${web}/resource-screens/field-kinds/a.tsx`, `${web}/resource-screens/tool-bar.tsx`],
];

test('each rule between folders finds an import that breaks it, and lets the allowed ones pass', async () => {
  const allowed = [
    [`${server}/modules/visits/c.ts`, `${server}/engine/public.ts`],
    [`${server}/modules/visits/c.ts`, `${loop}/public.ts`],
    [`${server}/engine/sheets/c.ts`, `${server}/engine/tasks/runner.ts`],
    [`${server}/engine/import-desk/c.ts`, `${server}/engine/sheets/b.ts`],
    [`${server}/engine/import-desk/c.ts`, `${server}/engine/tasks/savepoint.ts`],
    [`${server}/engine/list-tasks/c.ts`, `${server}/engine/works/b.ts`],
    [`${server}/modules/downlink.ts`, `${loop}/public.ts`],
    [`${server}/modules/index.ts`, `${server}/modules/visits/b.ts`],
    [`${server}/main.ts`, `${server}/start/b.ts`],
    ['apps/ops/src/c.ts', `${loop}/public.ts`],
    [`${web}/resource-client/c.ts`, `${web}/lib/api/b.ts`],
    [`${web}/resource-screens/c.tsx`, `${web}/resource-client/b.ts`],
    ['apps/ops/src/c.ts', 'packages/demo/src/b.ts'],
  ];
  const pairs = [...forbidden.map(([, from, to]) => [from, to]), ...allowed];
  const sources = new Map(pairs.flat().map((path) => [path, []]));
  for (const [from, to] of pairs) sources.get(from).push(`import './${relative(dirname(from), to)}';\n`);
  const { output } = await cruise(
    Object.fromEntries([...sources].map(([path, lines]) => [path, `${lines.join('')}export const made = true;\n`])),
  );
  for (const [rule, from, to] of forbidden) expect(output).toContain(`${rule}: ${from} → ${to}`);
  for (const [from, to] of allowed) expect(output).not.toContain(`${from} → ${to}`);
});

test('a tree of which nothing is read does not pass', async () => {
  const { code, output } = await cruise({ 'packages/readme.txt': 'nothing to read' });
  expect(output).toContain('no module was read');
  expect(code).toBe(1);
});
