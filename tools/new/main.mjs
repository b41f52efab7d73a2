import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readAreas } from '../catalogue.mjs';
import { installMissing } from '../install.mjs';
import { root, run, runNode } from '../root.mjs';
import { readFields } from './fields.mjs';
import { draftOf } from './migration.mjs';
import { capital, namesOf } from './names.mjs';
import { displaysOf, findGroup, planResource, scopeOf } from './plan.mjs';
import { ask } from './questions.mjs';
import { nextMigration, places } from './tree.mjs';

const usage = `npm run new -- NAME --title 中文 --en English --area FOLDER --group /ADDRESS
  --field "name, kind, 中文, English, options" (once for each field)
  [--action "name, state, 中文, English"] [--permission Pages.…]
What is left out is asked for. docs/add-a-resource.md explains the words.`;

function readWords(args) {
  const string = { type: 'string' };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      title: string,
      en: string,
      area: string,
      group: string,
      permission: string,
      action: { ...string, multiple: true },
      help: { type: 'boolean' },
      field: { ...string, multiple: true },
    },
  });
  const [name] = positionals;
  const { field: fields = [], action: actions = [], help: isAsked = false, ...rest } = values;
  if (isAsked) throw new Error(usage);
  if (actions.length > 1)
    throw new Error(
      'one --action is written; add further moves to `moves` of the definition (docs/add-a-resource.md, section 4)',
    );
  return {
    ...(name !== undefined && { name }),
    ...rest,
    ...(actions[0] !== undefined && { action: actions[0] }),
    fields,
  };
}

const isComplete = ({ name, title, en, area, group, fields }) =>
  [name, title, en, area, group].every(Boolean) && fields.length > 0;

/** The action given, or one that moves a row to the second of its states; none without states. */
function actionOf(words, fields) {
  const states = fields.find(({ isStates }) => isStates);
  if (!states) {
    if (words) throw new Error('an action brings a row to a state: add a field of the kind states');
    return undefined;
  }
  if (!words) {
    const { name, label, en } = states.entries[1];
    return { name: `mark${capital(name)}`, to: name, label: `标为${label}`, en: `Mark as ${en.toLowerCase()}` };
  }
  const [name, to, label, en] = words.split(',').map((word) => word.trim());
  if (!en) throw new Error('an action is written as "name, state, 中文, English"');
  if (!states.entries.some((entry) => entry.name === to)) throw new Error(`${to} is no state of ${states.name}`);
  return { name, to, label, en };
}

async function readParts(words) {
  const names = namesOf(words.name);
  const fields = readFields(words.fields);
  const group = findGroup(words.group);
  const areas = await readAreas();
  const resources = Object.values(areas).flat();
  if (resources.some(({ name }) => name === names.name)) throw new Error(`there is a resource ${names.name} already`);
  if (!words.permission && !group.permission)
    throw new Error(`the group ${group.path} has no permission: say one with --permission`);
  return {
    ...words,
    names,
    fields,
    group,
    permission: words.permission ?? `${group.permission}.${names.plural}`,
    displays: displaysOf(fields, { name: names.name, area: words.area, areas }),
    scope: scopeOf(fields, resources),
    action: actionOf(words.action, fields),
  };
}

/** Asks at the terminal. Pasted lines answer one question after another. */
async function askForRest(words) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answers = lines[Symbol.asyncIterator]();
  const question = async (text) => {
    lines.setPrompt(`${text}: `);
    lines.prompt();
    const { value, done } = await answers.next();
    if (done) throw new Error('the input ended before all was asked');
    return value;
  };
  try {
    return await ask(words, question, console.log);
  } finally {
    lines.close();
  }
}

async function must(work, what) {
  const { code, output } = await work;
  if (code !== 0) throw new Error(`${what} failed:\n${output}`);
}

/** Writes the resource. Returns the new or changed files. */
async function write(parts) {
  const written = planResource(parts).write();
  const format = (paths) => must(run(`${root}/node_modules/.bin/oxfmt`, paths), 'the formatter');
  await format(written);
  await must(runNode(`${root}/tools/catalogue.mjs`, []), 'npm run catalogue');
  const migration = `${places.migrations}/${nextMigration()}_${parts.names.file.replaceAll('-', '_')}.sql`;
  writeFileSync(
    `${root}/${migration}`,
    `-- ${capital(parts.names.pluralWords)}.\n${await draftOf(parts.names.name)}\n`,
  );
  return [
    ...written,
    migration,
    'packages/model/src/catalogue.generated.ts',
    'packages/model/src/definitions.generated.ts',
  ];
}

try {
  await installMissing();
  const words = readWords(process.argv.slice(2));
  if (!isComplete(words) && !process.stdin.isTTY) throw new Error(usage);
  const parts = await readParts(isComplete(words) ? words : await askForRest(words));
  const files = await write(parts);
  console.log(`Written:\n${files.map((file) => `  ${file}`).join('\n')}`);
  console.log(`Read the migration, then:
  npm run check
  npm test ${places.modules}/${parts.area}/${parts.names.file}.test.ts
  npm test ${places.browser}/${parts.names.file}.e2e.ts`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
