import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cache, root } from './root.mjs';

/** Limits of a cold check of 200 definitions on two cores. */
export const limits = { seconds: 15, megabytes: 1500 };

const kindsOfFields = [
  (n) => `title: text({ label: 'a', required: true, max: 50, filter: 'like', wire: 'F${n}_NAME' })`,
  () => "score: integer({ label: 'b', min: 0, max: 500, filter: 'range', unit: 'mmHg' })",
  () => "amount: decimal({ label: 'c', digits: [10, 2], filter: 'atLeast' })",
  () => "active: bool({ label: 'd', default: true, filter: 'exact' })",
  () => "dueOn: date({ label: 'e', filter: 'range' })",
  () => "seenAt: dateTime({ label: 'f', required: true, filter: 'range', wire: 'TO_TIME' })",
  (n) => `state: choice(states${n}, { label: 'g', default: 'open', filter: 'exact' })`,
  (n) => `tags: choices(tags${n}, { label: 'h', filter: 'in' })`,
  () => "gender: dict('gender', { label: 'i', required: true, filter: 'exact' })",
  () => "payments: dicts('payment_type', { label: 'j' })",
  (n, count) =>
    `parent: ref('resource${(n + 1) % count}', { label: 'k', required: true, filter: 'exact', wire: 'USERID' })`,
  (n, count) => `others: refs('resource${(n * 7) % count}', { label: 'l', filter: 'in' })`,
  () => "phone: phone({ label: 'm', sensitive: 'sealed', filter: 'exact' })",
  () => "card: idCard({ label: 'n', sensitive: 'sealed', unique: true })",
  () => "extra: json({ label: 'o' })",
  () => "photo: file({ label: 'p', accept: 'image' })",
  () => "code: secret({ label: 'q', max: 16 })",
  () => "age: age({ label: 'r', of: 'dueOn', filter: 'range' })",
];
// Used by the lists, joins and uses below, so every definition has them; the other places rotate through the rest.
const always = new Set([0, 4, 5, 6, 7, 10]);
const rest = kindsOfFields.filter((_, at) => !always.has(at));

/** One definition with 15 fields, joins, states, two actions, and code that uses its types. */
function definition(n, { count, broken }) {
  const fields = [...always]
    .map((at) => kindsOfFields[at])
    .concat(Array.from({ length: 9 }, (_, at) => rest[(n + at) % rest.length]));
  const own = fields.map((field) => `    ${field(n, count)},\n`).join('');
  const wrong = broken && n === 0 ? "    wrong: ref('nowhere', { label: 'z' }),\n" : '';
  return `import { action, age, bool, choice, choices, date, dateTime, decimal, defineChoices, defineResource, defineStates, dict, dicts, file, id, idCard, integer, json, move, phone, ref, refs, secret, text } from '@kangmai/resource';
import type { ActionInput, CreateInput, Draft, FilterOf, Row, UpdateInput } from '@kangmai/resource';

export const states${n} = defineStates({
  open: { label: '1', wire: 0 },
  taken: { label: '2', wire: 1 },
  closed: { label: '3', wire: 2 },
});
export const tags${n} = defineChoices({ red: { label: '1', wire: 'R' }, green: { label: '2' }, blue${n}: { label: '3' } });
export const unused${n} = [age, bool, decimal, dict, dicts, file, idCard, integer, json, phone, refs, secret];

export const resource${n} = defineResource({
  name: 'resource${n}', title: 't', en: 't', scope: 'tenant', permission: 'Pages.Area${n % 20}.Resource${n}',
  wire: { service: 'Service${n}', entity: 'Entity${n}', wrap: true, calls: { list: 'GetAll', save: 'CreateOrEdit' }, joins: { parentTitle: 'parent.title', parentDue: 'parent.dueOn' }, joinFilters: ['parentTitle'] },
  fields: {
${own}${wrong}  },
  list: { columns: ['title', 'seenAt', 'state', 'parent'], sort: ['-seenAt', 'title'], search: ['title'] },
  display: 'title',
  scopeRule: { own: ['parent'] },
  unique: [['title', 'parent']],
  actions: {
    assign: action({ label: 'y', wire: 'POST Assign', permission: ['Edit', 'Pages.Assign'], input: { id: id(), to: ref('resource${(n + 2) % count}', { label: 'x', required: true }), on: date({ label: 'x' }) } }),
  },
  moves: {
    on: 'state',
    take: move({ label: 'x', en: 'x', from: ['open'], to: 'taken', permission: 'Edit' }),
    close: move({ label: 'x', en: 'x', from: ['open', 'taken'], to: 'closed', permission: 'Edit', input: { why: text({ label: 'x', required: true }) } }),
  },
});

type R = typeof resource${n};
export const created${n}: CreateInput<R> = { title: 'x', seenAt: new Date(0), parent: 1, ${fields.includes(kindsOfFields[8]) ? "gender: '1'" : ''} };
export const updated${n}: UpdateInput<R> = { state: 'closed', tags: ['red', 'blue${n}'] };
export const filter${n}: FilterOf<R> = { state: { in: ['open', 'taken'] }, seenAt: { from: new Date(0) }, title: 'x', id: 5 };
export const shown${n} = (row: Row<R>): string => row.title.toUpperCase() + row.state + row.seenAt.toISOString() + (row.dueOn ?? '') + row.parent.toFixed(0) + row.rowVersion;
export const why${n} = (input: ActionInput<R['actions']['close']>): string => input.why;
export const complete${n} = (draft: Draft<R>): void => { draft.dueOn = null; };
export const act${n} = (input: ActionInput<R['actions']['assign']>): string => \`\${input.id + input.to} \${input.on ?? ''}\`;
`;
}

function writeDefinitions(folder, options) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const all = Array.from({ length: options.count }, (_, n) => n);
  for (const n of all) writeFileSync(`${folder}/resource-${n}.ts`, definition(n, options));
  const imports = all.map((n) => `import { resource${n} } from './resource-${n}.ts';\n`).join('');
  writeFileSync(
    `${folder}/index.ts`,
    `import { defineModel } from '@kangmai/resource';\n${imports}\nexport const model = defineModel([${all.map((n) => `resource${n}`).join(', ')}]);\n`,
  );
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ extends: `${root}/tsconfig.base.json`, include: ['*.ts'], compilerOptions: { types: [] } }),
  );
}

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Peak memory of a process and its children so far, in kilobytes; 0 where the system does not report it. */
function peakOf(pid) {
  const own = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean);
  return children.map(peakOf).reduce((sum, kilobytes) => sum + kilobytes, own);
}

/** Type-checks a folder from scratch and returns exit code, output, seconds and peak memory. */
function measureCompiler(folder) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [`${root}/node_modules/typescript/bin/tsc`, '-p', folder, '--noEmit', '--pretty', 'false'],
      { cwd: root },
    );
    let [output, peak] = ['', 0];
    const watch = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid));
    }, 10);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, output, seconds: (performance.now() - began) / 1000, megabytes: Math.round(peak / 1024) });
    });
  });
}

/**
 * Writes `count` generated definitions of 15 fields with uses of their types and measures a cold type check of all of
 * them in one model. `broken` adds a reference to a missing resource, to prove that the check works.
 */
export async function proveTypes({ count = 200, broken = false } = {}) {
  const folder = `${cache}/type-proof/${process.pid}-${count}${broken ? '-broken' : ''}`;
  writeDefinitions(folder, { count, broken });
  try {
    return await measureCompiler(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { code, output, seconds, megabytes } = await proveTypes();
  if (output) console.log(output.slice(0, 4000));
  console.log(`200 definitions: ${seconds.toFixed(1)} s of ${limits.seconds}, ${megabytes} MB of ${limits.megabytes}`);
  process.exitCode = code !== 0 || seconds > limits.seconds || megabytes > limits.megabytes ? 1 : 0;
}
