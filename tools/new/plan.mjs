import { readdirSync } from 'node:fs';
import { root } from '../root.mjs';
import { definitionSource, displayOf } from './definition.mjs';
import { addExport, addImport, addItem, addRoute, groupOf } from './edits.mjs';
import { camel, literal } from './names.mjs';
import { moduleSource, sampleSource, serverTestSource, textLines } from './server.mjs';
import { has, places, read, Tree } from './tree.mjs';
import { browserTestSource } from './web.mjs';

/** The file of routes with a group, and its entries. */
export function findGroup(path) {
  for (const name of readdirSync(`${root}/${places.routes}`)) {
    const group = groupOf(read(`${places.routes}/${name}`), path);
    if (group) return { ...group, path, file: `${places.routes}/${name}` };
  }
  throw new Error(`no group of the menu has the address ${path}; the groups stand in ${places.routes}`);
}

/** The reference that decides who sees the rows: to a client, or to what refers to one. */
export function scopeOf(fields, resources) {
  const references = fields.filter(({ kind }) => kind === 'ref');
  const ofClients = (name) =>
    Object.values(resources.find((resource) => resource.name === name)?.fields ?? {}).some(
      ({ options }) => options.target === 'client',
    );
  return (references.find(({ target }) => target === 'client') ?? references.find(({ target }) => ofClients(target)))
    ?.name;
}

/**
 * Refuses references to missing or later resources of the model; one may lead to the new resource itself. Returns the
 * field that names a row of each target.
 */
export function displaysOf(fields, { name: own, area, areas }) {
  const known = [
    ...Object.entries(areas).flatMap(([folder, resources]) => resources.map((resource) => ({ folder, ...resource }))),
    { folder: area, name: own, display: displayOf(fields) },
  ];
  const order = areaOrder();
  const displays = fields
    .filter(({ isReference }) => isReference)
    .map(({ name, target }) => {
      const found = known.find((resource) => resource.name === target);
      if (!found)
        throw new Error(
          `${name} refers to ${target}, which is no resource; there are ${known.map((each) => each.name).join(', ')}`,
        );
      if (order.includes(camel(area)) && order.indexOf(camel(found.folder)) > order.indexOf(camel(area)))
        throw new Error(
          `${name} refers to ${target} of the area ${found.folder}, which stands behind ${area}; choose an area behind it`,
        );
      return [target, found.display];
    });
  return Object.fromEntries(displays);
}

/** The areas in the order of the model. */
const areaOrder = () => [...read(`${places.model}/index.ts`).matchAll(/^ {2}\.\.\.(\w+),$/gm)].map(([, name]) => name);

function planModel(tree, parts) {
  const { names, area } = parts;
  const folder = `${places.model}/${area}`;
  const index = `${folder}/index.ts`;
  const list = camel(area);
  tree.add(`${folder}/${names.file}.ts`, definitionSource(parts));
  const line = `import { ${names.name} } from './${names.file}.ts';`;
  const all = `export * from './${names.file}.ts';`;
  if (has(index)) {
    tree.change(
      index,
      (text) => {
        const listed = addItem(addImport(text, line), `export const ${list} = [`, names.name);
        return listed && addExport(listed, all);
      },
      `Add ${names.name} to its list and its exports.`,
    );
    return;
  }
  tree.add(
    index,
    `${line}\n\n/** The area's resources; what a row points to stands before it. */\nexport const ${list} = [${names.name}] as const;\n\n${all}\n`,
  );
  tree.change(
    `${places.model}/index.ts`,
    (text) => {
      const listed = addItem(
        addImport(text, `import { ${list} } from './${area}/index.ts';`),
        'defineModel([',
        `...${list},`,
      );
      return listed && addExport(listed, `export * from './${area}/index.ts';`);
    },
    `Add the area ${area}.`,
  );
}

const moduleFile = (area) =>
  [`${places.modules}/${area}/${area}.ts`, `${places.modules}/${area}/index.ts`].find((path) => has(path));

/** Adds the texts of an area. Returns the name of the list when its module does not contain it yet. */
function planTexts(tree, area, lines) {
  const path = `${places.modules}/${area}/texts.ts`;
  const added = lines.join('\n');
  if (has(path)) {
    tree.change(path, (text) => addItem(text, 'Wording>> = {', added), `Add the texts: ${added}`);
    return undefined;
  }
  const list = `${camel(area)}Texts`;
  tree.add(
    path,
    `import type { Wording } from '../../platform/texts/index.ts';\n\n/** Reasons of the area ${area}. */\nexport const ${list}: Readonly<Record<string, Wording>> = {\n${added}\n};\n`,
  );
  return list;
}

function newModuleSource(area, { code, file, texts }) {
  return [
    "import type { ServerModule } from '../../engine/public.ts';",
    `import { ${code} } from './${file}.ts';`,
    ...(texts ? [`import { ${texts} } from './texts.ts';`] : []),
    '',
    `export const ${camel(area)}Module: ServerModule = {`,
    `  name: ${literal(area)},`,
    ...(texts ? [`  texts: [${texts}],`] : []),
    `  implementations: [${code}],`,
    '};',
    '',
  ].join('\n');
}

/** Lists a resource's code, and new texts, in the module of an existing area. */
function extendModule(text, { code, file, texts }) {
  const listed = addItem(addImport(text, `import { ${code} } from './${file}.ts';`), 'implementations: [', code);
  if (!texts || !listed) return listed;
  const imported = addImport(listed, `import { ${texts} } from './texts.ts';`);
  return (
    addItem(imported, 'texts: [', texts) ??
    imported.replace('implementations: [', `texts: [${texts}], implementations: [`)
  );
}

function planModule(tree, parts) {
  const { names, area, fields } = parts;
  const folder = `${places.modules}/${area}`;
  tree.add(`${folder}/${names.file}.test.ts`, serverTestSource(parts));
  const source = moduleSource(parts);
  if (source === '') return;
  tree.add(`${folder}/${names.file}.ts`, source);
  const lines = textLines(names, fields);
  const code = `${names.name}Code`;
  const own = { code, file: names.file, texts: lines.length > 0 ? planTexts(tree, area, lines) : undefined };
  const file = moduleFile(area);
  if (file) {
    tree.change(
      file,
      (text) => extendModule(text, own),
      `Add ${code} of ${folder}/${names.file}.ts to its implementations.`,
    );
    return;
  }
  tree.add(`${folder}/${area}.ts`, newModuleSource(area, own));
  const module = `${camel(area)}Module`;
  tree.change(
    `${places.modules}/index.ts`,
    (text) =>
      addItem(
        addImport(text, `import { ${module} } from './${area}/${area}.ts';`),
        'const modules: readonly ServerModule[] = [',
        `${module},`,
      ),
    `Add ${module} of ${folder}/${area}.ts to the list of modules.`,
  );
}

/**
 * All files of a new resource except its migration, which is drafted from the definition, and the catalogue.
 * @param parts names, titles, area, group of the menu, permission, fields and action of the resource
 */
export function planResource(parts) {
  const { names, group, title, en, permission, fields } = parts;
  const tree = new Tree();
  planModel(tree, parts);
  const route = `['${names.pluralName}', ${literal(title)}, ${literal(en)}, { permission: ${literal(permission)}, resource: ${literal(names.name)} }],`;
  tree.change(group.file, (text) => addRoute(text, group.path, route), `Add the page below ${group.path}: ${route}`);
  planModule(tree, parts);
  const sample = sampleSource(names, fields);
  if (sample !== '')
    tree.change(
      places.samples,
      (text) => addItem(text, 'export const completions: Readonly<Record<string, Completion>> = {', sample),
      `Add: ${sample}`,
    );
  tree.add(`${places.browser}/${names.file}.e2e.ts`, browserTestSource(parts));
  return tree;
}
