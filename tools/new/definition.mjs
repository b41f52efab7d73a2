import { literal } from './names.mjs';
import { fieldSource, setSources } from './fields.mjs';

const unlisted = new Set(['json', 'file', 'secret', 'refs', 'dicts', 'choices']);
const mostColumns = 9;

const isTime = ({ kind }) => kind === 'date' || kind === 'dateTime';

/** The field that names a row: a required text that users write, else a unique one, else a time, else the first. */
export const displayOf = (fields) =>
  (
    fields.find(
      ({ kind, isRequired, isReadonly, isMasked }) => kind === 'text' && isRequired && !isReadonly && !isMasked,
    ) ??
    fields.find(({ isUnique }) => isUnique) ??
    fields.find(isTime) ??
    fields[0]
  ).name;

const searchOf = (fields) =>
  fields
    .filter(
      ({ kind, target, filter, isMasked }) =>
        (kind === 'text' && filter === 'like' && !isMasked) || (kind === 'ref' && target === 'client'),
    )
    .map(({ name }) => literal(name));

function sortOf(fields) {
  const time = fields.find(isTime);
  return time ? `-${time.name}` : '-createdAt';
}

/** A move to a state from every earlier one. */
function moveSource(fields, { name, label, en, to }) {
  const { entries } = fields.find(({ isStates }) => isStates);
  const earlier = entries.slice(
    0,
    entries.findIndex((entry) => entry.name === to),
  );
  return `${name}: move({ label: ${literal(label)}, en: ${literal(en)}, from: [${earlier.map((entry) => literal(entry.name)).join(', ')}], to: ${literal(to)}, permission: 'Edit' }),`;
}

const importsOf = (fields, action) =>
  [
    'defineResource',
    ...fields.map(({ kind }) => kind),
    ...fields.filter(({ entries }) => entries).map(({ isStates }) => (isStates ? 'defineStates' : 'defineChoices')),
    ...(action ? ['move'] : []),
  ]
    .filter((name, at, all) => all.indexOf(name) === at)
    .toSorted((one, other) => one.localeCompare(other));

/**
 * The source of a definition. `displays` gives the field that names a row of each target; `isOfClients` whether rows
 * belong to persons.
 */
export function definitionSource({ names, title, en, permission, fields, action, displays, scope }) {
  const joins = fields
    .filter(({ kind }) => kind === 'ref')
    .flatMap(({ name, target }) => [
      `${name}Name: ${literal(`${name}.${displays[target]}`)}`,
      ...(name === scope && target === 'client' ? [`sex: '${name}.gender'`, `age: '${name}.age'`] : []),
    ]);
  const columns = fields.filter(({ kind }) => !unlisted.has(kind)).slice(0, mostColumns);
  const search = searchOf(fields);
  const lines = [
    `name: ${literal(names.name)},`,
    `title: ${literal(title)},`,
    `en: ${literal(en)},`,
    `scope: 'tenant',`,
    `permission: ${literal(permission)},`,
    `wire: { service: ${literal(names.entity)}, entity: ${literal(names.entity)}, wrap: true,`,
    ...(joins.length > 0 ? [`joins: { ${joins.join(', ')} },`] : []),
    `calls: { list: 'GetAll', edit: 'Get${names.entity}ForEdit', save: 'CreateOrEdit', remove: 'Delete', excel: 'Get${names.plural}ToExcel' } },`,
    `fields: {\n${fields.map((field) => fieldSource(names, field)).join('\n')}\n},`,
    `list: { columns: [${columns.map(({ name }) => literal(name)).join(', ')}], sort: ${literal(sortOf(fields))}${search.length > 0 ? `, search: [${search.join(', ')}]` : ''} },`,
    `display: ${literal(displayOf(fields))},`,
    ...(scope ? [`scopeRule: { through: ${literal(scope)} },`] : []),
    'excel: { import: true, export: true },',
    ...(action
      ? [`moves: {\non: ${literal(fields.find(({ isStates }) => isStates).name)},\n${moveSource(fields, action)}\n},`]
      : []),
  ];
  const sets = setSources(names, fields);
  return `import { ${importsOf(fields, action).join(', ')} } from '@kangmai/resource';\n\n${sets}${sets && '\n'}export const ${names.name} = defineResource({\n${lines.join('\n')}\n});\n`;
}
