import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cache, root } from './root.mjs';
import { bundleOptions } from './server-bundle.mjs';

const model = 'packages/model/src';

const catalogueCommand = 'npm run catalogue';

const listName = (area) => area.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Folders of the model whose `index.ts` exports a list of resources under the folder's name. */
function areasOfModel() {
  const indexOf = (folder) => `${root}/${model}/${folder}/index.ts`;
  return readdirSync(`${root}/${model}`).filter(
    (folder) =>
      existsSync(indexOf(folder)) &&
      readFileSync(indexOf(folder), 'utf8').includes(`export const ${listName(folder)} = [`),
  );
}

/**
 * All definitions by area, as the areas export them.
 * @returns {Promise<Record<string, readonly object[]>>} resources by folder
 */
export async function readAreas() {
  const { build } = await import('rolldown');
  const folders = areasOfModel();
  const folder = `${cache}/catalogue`;
  mkdirSync(folder, { recursive: true });
  const entry = `${folder}/areas.ts`;
  writeFileSync(
    entry,
    folders.map((area) => `export { ${listName(area)} } from '${root}/${model}/${area}/index.ts';\n`).join(''),
  );
  const {
    output: [chunk],
  } = await build({ ...bundleOptions(entry, `${folder}/areas.mjs`), write: false });
  const lists = await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`);
  return Object.fromEntries(folders.map((area) => [area, lists[listName(area)]]));
}

/** Conventional calls that read rows; pages write the rows of other resources through their definitions alone. */
const readingCalls = new Set(['list', 'paged', 'edit', 'view', 'get']);

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const callsText = (calls) => {
  const words = Object.entries(calls)
    .filter(([call]) => readingCalls.has(call))
    .map(([call, name]) => `${call}: ${quoted(name)}`);
  return words.length > 0 ? `{ ${words.join(', ')} }` : '{}';
};

const entryText = ({ name, title, en, display, detail, wire: { service, entity, calls } }) => `  ${name}: {
    title: ${quoted(title)}, en: ${quoted(en)}, display: ${quoted(display)},${detail ? ' hasDetail: true,' : ''}
    wire: { service: ${quoted(service)}, entity: ${quoted(entity)}, calls: ${callsText(calls)} },
  },
`;

/** The file of a definition in its area's folder, by the resource's name. */
export const definitionFile = (name) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

const loaderText = (area, { name }) =>
  `  ${name}: async () => (await import('./${area}/${definitionFile(name)}')).${name},\n`;

const head = `// Made from the definitions by \`${catalogueCommand}\`; not edited by hand.\n`;

/**
 * The generated sources: what every page knows of a resource, and how each definition is loaded.
 * @param {Record<string, readonly object[]>} areas resources by folder
 * @returns {Record<string, string>} text by path
 */
export function generatedFiles(areas) {
  const all = Object.entries(areas);
  const entries = all.flatMap(([, resources]) => resources.map(entryText));
  const loaders = all.flatMap(([area, resources]) => resources.map((resource) => loaderText(area, resource)));
  return {
    [`${model}/catalogue.generated.ts`]: `${head}\nexport const entries = {\n${entries.join('')}} as const;\n`,
    [`${model}/definitions.generated.ts`]: `${head}\nexport const definitions = {\n${loaders.join('')}} as const;\n`,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isCheck = process.argv[2] === '--check';
  const areas = await readAreas();
  for (const [path, text] of Object.entries(generatedFiles(areas))) {
    const file = `${root}/${path}`;
    if (!isCheck) {
      writeFileSync(file, text);
    } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
      console.error(`${path} differs from the definitions: run \`${catalogueCommand}\` and commit the file`);
      process.exitCode = 1;
    }
  }
}
