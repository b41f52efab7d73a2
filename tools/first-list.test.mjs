import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, relative, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { build } from 'vite';
import { bundleSize } from './bundle-size.mjs';
import { definitionFile, generatedFiles, readAreas } from './catalogue.mjs';
import { root } from './root.mjs';

const count = 300;
const pages = 40;
const firstList = [
  'index.html',
  'src/app/frame/mount-frame.tsx',
  'src/app/home/home-page.tsx',
  'src/features/clients/client-list.screen.tsx',
];

/** The phone pages of clients load no component library. */
const phonePages = ['index.html', 'src/app/phone/mount-phone.tsx', 'src/app/phone/activity/mount-activity.tsx'];

const folders = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const words = [
  ['套餐', 'Package'],
  ['问卷', 'Questionnaire'],
  ['预约', 'Appointment'],
  ['排班', 'Roster'],
  ['随访', 'FollowUp'],
  ['药品', 'Drug'],
  ['体检', 'Examination'],
  ['报告', 'Report'],
  ['订单', 'Order'],
  ['积分', 'Points'],
  ['围栏', 'Fence'],
  ['网关', 'Gateway'],
  ['医生', 'Doctor'],
  ['家庭', 'Family'],
  ['社区', 'Community'],
  ['干预', 'Intervention'],
  ['膳食', 'Diet'],
  ['运动', 'Exercise'],
  ['疾病', 'Disease'],
  ['评估', 'Assessment'],
  ['库存', 'Stock'],
  ['商品', 'Goods'],
  ['工单', 'Ticket'],
  ['通话', 'Call'],
  ['讲座', 'Lecture'],
  ['证书', 'Certificate'],
  ['标签', 'Tag'],
  ['模板', 'Template'],
  ['合同', 'Contract'],
  ['回访', 'Return'],
];

/** A resource as the catalogue sees it: names and titles vary like those of real resources. */
function madeUp(_, at) {
  const picked = [at % 30, (at * 7 + Math.trunc(at / 30) + 3) % 30, (at * 11 + 17) % 30].map((index) => words[index]);
  const entity = `${picked.map(([, word]) => word).join('')}${at}`;
  const name = entity.charAt(0).toLowerCase() + entity.slice(1);
  const display = ['name', 'title', 'code', 'startsAt'][at % 4];
  return {
    name,
    display,
    title: picked.map(([word]) => word).join(''),
    en: picked.map(([, word]) => word).join(' '),
    wire: { service: `${entity}s`, entity, calls: { list: 'GetAll', edit: `Get${entity}ForEdit` } },
  };
}

/** The source of a made-up definition of usual size. */
function sourceOf({ name, display, title, en, wire }, at) {
  const fields = words
    .slice(at % 10, (at % 10) + 18)
    .map(
      ([label, word]) =>
        `    ${word.toLowerCase()}: text({ label: '${label}${title}', en: '${word} of ${en}', max: 64, filter: 'like' }),`,
    );
  return `import { defineResource, text } from '@kangmai/resource';
export const ${name} = defineResource({
  name: '${name}', title: '${title}', en: '${en}', scope: 'tenant', permission: 'Pages.${wire.service}', wire: ${JSON.stringify(wire)},
  fields: {
    ${display}: text({ label: '名称', en: 'Name', required: true, max: 64 }),
${fields.join('\n')}
  },
  list: { columns: ['${display}'], sort: '${display}' }, display: '${display}',
});
`;
}

/**
 * Sources of the model with more definitions in every area: in the areas' lists, in the catalogue, and each as a module
 * of its own.
 */
async function withMore(more) {
  const areas = Object.entries(await readAreas()).map(([area, own], at, { length }) => ({
    area,
    own,
    added: more.filter((_, index) => index % length === at),
  }));
  const sources = new Map(
    Object.entries(generatedFiles(Object.fromEntries(areas.map(({ area, own, added }) => [area, [...own, ...added]])))),
  );
  for (const { area, added } of areas) {
    const folder = `packages/model/src/${area}`;
    const imports = added.map(({ name }) => `import { ${name} } from './${definitionFile(name)}';\n`);
    const list = readFileSync(`${root}/${folder}/index.ts`, 'utf8').replace(
      /export const \w+ = \[/,
      (open) => `${open} ${added.map(({ name }) => name).join(', ')}, `,
    );
    sources.set(`${folder}/index.ts`, imports.join('') + list);
    added.forEach((resource, at) => sources.set(`${folder}/${definitionFile(resource.name)}`, sourceOf(resource, at)));
  }
  return sources;
}

const controls = ['Table', 'Form', 'DatePicker', 'Select', 'Tree', 'Tabs', 'Upload', 'Steps', 'Radio', 'Cascader'];

/** Sources of the client with more pages of their own, each with controls that other pages use too. */
function withPages(more) {
  const screens = 'apps/web/src/app/screens.tsx';
  const numbers = Array.from({ length: more }, (_, at) => at);
  const lines = numbers.map(
    (at) => `made${at}: screen(async () => (await import('../features/made/page${at}.tsx')).Page),`,
  );
  const sources = new Map([
    [screens, readFileSync(`${root}/${screens}`, 'utf8').replace(/\n\};\s*$/, (end) => `\n${lines.join('\n')}${end}`)],
  ]);
  for (const at of numbers) {
    const used = [0, 3, 7].map((step) => controls[(at + step) % controls.length]);
    sources.set(
      `apps/web/src/features/made/page${at}.tsx`,
      `import { ${used.join(', ')} } from 'antd';
export const Page = () => <>{'page ${at}'}${used.map((name) => `<${name} />`).join('')}</>;
`,
    );
  }
  return sources;
}

/** Kilobytes of the first list and the phone pages, built with other sources; these stand by path below the root. */
async function sizesOf(sources) {
  const outDir = mkdtempSync(`${tmpdir()}/first-list-`);
  folders.push(outDir);
  const plugin = {
    name: 'more-definitions',
    enforce: 'pre',
    resolveId: (source, from) => {
      const file = from && source.startsWith('.') ? resolve(dirname(from), source) : source;
      return sources.has(relative(root, file)) ? file : null;
    },
    load: (id) => sources.get(relative(root, id)) ?? null,
  };
  await build({
    root: `${root}/apps/web`,
    mode: 'production',
    logLevel: 'error',
    plugins: [plugin],
    build: { outDir, emptyOutDir: true, reportCompressedSize: false, copyPublicDir: false },
  });
  const [list, phone] = [firstList, phonePages].map((entries) => bundleSize(entries, outDir).kilobytes);
  return { list, phone };
}

test(`${count} more definitions leave the first list within 520 KB and the phone pages within 130 KB, and add at most 0.05 KB each`, async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const [usual, many] = await Promise.all([
    sizesOf(new Map()),
    sizesOf(await withMore(Array.from({ length: count }, madeUp))),
  ]);
  expect(many.list).toBeLessThanOrEqual(520);
  expect(many.phone).toBeLessThanOrEqual(130);
  expect((many.list - usual.list) / count).toBeLessThanOrEqual(0.05);
}, 120_000);

test(`${pages} more pages of their own add at most 0.1 KB each to the first list`, async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const [usual, many] = await Promise.all([sizesOf(new Map()), sizesOf(withPages(pages))]);
  expect(many.list).toBeGreaterThan(usual.list);
  expect((many.list - usual.list) / pages).toBeLessThanOrEqual(0.1);
}, 120_000);
