import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { root } from './root.mjs';
import { filesBelow } from './staleness.mjs';

const folder = resolve(process.argv[2] ?? root);
const { forbidden, options } = createRequire(import.meta.url)(`${root}/.dependency-cruiser.cjs`);

const sources = ['packages', 'apps'].filter((name) => existsSync(`${folder}/${name}`));
process.chdir(folder);
const { output } = await cruise(sources, { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } });

const seen = new Set(output.modules.map((module) => module.source));
const unseen = filesBelow(sources, folder).filter((path) => /\.tsx?$/.test(path) && !seen.has(path));
const problems = output.summary.violations
  .filter(({ rule }) => rule.severity === 'error')
  .map(
    ({ rule, from, to, cycle }) => `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
  );
// Without a working TypeScript reader no file is checked and no violation found.
if (unseen.length > 0)
  problems.push(
    `not read: ${unseen.slice(0, 5).join(', ')}${unseen.length > 5 ? ` and ${unseen.length - 5} more` : ''}`,
  );
if (seen.size === 0) problems.push('no module was read');

for (const problem of problems) console.error(problem);
console.log(`${seen.size} modules, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
