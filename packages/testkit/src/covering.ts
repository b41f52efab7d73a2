import { model } from '@kangmai/model';
import { joinsOf, kindOf, targetOf, type AnyField, type AnyResource } from '@kangmai/resource';
import type { Entry } from '@kangmai/server/http/registry';
import { resourceOf } from './isolation-input.ts';
import { isNarrowed } from './swept.ts';

/** The fewest items, chosen greedily, that together have every feature; in their order. */
export function covering<T>(items: readonly T[], featuresOf: (item: T) => readonly string[]): readonly T[] {
  const left = new Map(items.map((item) => [item, new Set(featuresOf(item))]));
  const chosen = new Set<T>();
  for (;;) {
    const [best] = [...left].toSorted(([, one], [, other]) => other.size - one.size);
    if (!best || best[1].size === 0) return items.filter((item) => chosen.has(item));
    const [item, covered] = [best[0], [...best[1]]];
    chosen.add(item);
    left.delete(item);
    for (const features of left.values()) for (const feature of covered) features.delete(feature);
  }
}

/** Options of a field that no statement of a read depends on: words, then rules of saving. */
const withoutStatement = new Set(
  'label en wire group groupEn hint hintEn example unit index required default readonly fixed unique min max rows pattern'.split(
    ' ',
  ),
);

/** Options that name something of the resource: that they are there matters, not what they name. */
const naming = new Set(['target', 'dict', 'choices', 'namedIn']);

/**
 * What reads of a field depend on: kind, column, and every option that is not known to be without effect. An option
 * that is added to a kind is a new feature.
 * @example fieldFeature(client.fields.phone) // 'phone bytea column filter=exact sensitive=sealed'
 */
export function fieldFeature(field: AnyField): string {
  const { type, form } = kindOf(field).storage(field);
  const options = Object.entries(field.options as object)
    .filter(([name, value]) => !withoutStatement.has(name) && value !== undefined)
    .map(([name, value]) => (naming.has(name) ? name : `${name}=${JSON.stringify(value)}`));
  return [field.kind, type, form, ...options.toSorted()].join(' ');
}

function sightFeature({ scopeRule }: AnyResource): string {
  return `sight ${Object.keys(scopeRule ?? {})
    .toSorted()
    .join('+')}`;
}

const shownTarget = (field: AnyField): string => {
  const target = model.byName(targetOf(field));
  const display = target.fields[target.display];
  return `shows ${display ? fieldFeature(display) : target.display} of ${target.storage}`;
};

function fieldFeatures(resource: AnyResource): readonly string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const feature = fieldFeature(field);
    return [
      feature,
      ...(field.kind === 'ref' ? [`${feature} ${shownTarget(field)}`] : []),
      ...(resource.list.columns.includes(name) ? [`column ${feature}`] : []),
      ...(resource.list.search.includes(name) ? [`search ${feature}`] : []),
    ];
  });
}

/** What the statements of a resource's reads depend on. Rows of a view come from code of its module. */
export function resourceFeatures(resource: AnyResource): readonly string[] {
  const { storage, scope, name, wire, list, excel } = resource;
  return [
    storage === 'view' ? `view ${name}` : storage,
    `scope ${scope}`,
    sightFeature(resource),
    ...Object.keys(wire.calls).map((call) => `call ${call}`),
    ...(wire.wrap ? ['wrap'] : []),
    ...(wire.rowsKey === undefined ? [] : ['rowsKey']),
    ...(wire.joinFilters?.length ? ['joinFilters'] : []),
    ...(excel?.import ? ['import'] : []),
    ...(Object.keys(list.marks).length > 0 ? ['marks'] : []),
    ...joinsOf(resource, model).map(
      ({ through, target, field }) =>
        `join ${through.split('.').length} ${target.fields[field] ? fieldFeature(target.fields[field]) : field}`,
    ),
    ...fieldFeatures(resource),
  ];
}

/** The resources that a sweep over kinds of fields needs; all when it goes over one resource alone. */
export const coveringResources = (resources: readonly AnyResource[]): readonly AnyResource[] =>
  isNarrowed ? resources : covering(resources, resourceFeatures);

/** Calls that the engine makes for every resource that has spreadsheets, bulk steps or masked values. */
const engineCalls = /\/(Reveal|GetImportTemplate|ImportFromExcel|GetImports|ExportAsTask|\w+ForMany)$/;

/**
 * Which code of the engine answers a call; undefined where code of a module takes part: calls and actions written by
 * hand, and saves and deletions, which have hooks.
 */
export function engineCode({ conventional, action, call, resource, path }: Entry): string | undefined {
  if (conventional !== undefined) return ['save', 'remove'].includes(conventional) ? undefined : conventional;
  if (action !== undefined) return undefined;
  if (call === undefined) return resource ? 'lookup' : undefined;
  const [, name = ''] = engineCalls.exec(path) ?? [];
  // The text of the function tells a call of the engine from one of the same name in a module.
  return name === '' ? undefined : `${name.replace(/^\w+(?=ForMany$)/, '')} ${call.run.toString()}`;
}

/**
 * Every call in which code of a module takes part, and so many of the engine's calls that each is made on every kind of
 * field; all when a sweep goes over one resource alone.
 */
export function coveringEntries(entries: readonly Entry[]): ReadonlySet<Entry> {
  if (isNarrowed) return new Set(entries);
  const features = new Map(
    [...model.resources, ...model.doors].map((resource) => [resource, resourceFeatures(resource)]),
  );
  const made = entries.filter((entry) => engineCode(entry) !== undefined);
  const featuresOf = (entry: Entry): readonly string[] => {
    const resource = resourceOf(entry);
    return ((resource && features.get(resource)) ?? ['none']).map((feature) => `${engineCode(entry)}: ${feature}`);
  };
  return new Set([...entries.filter((entry) => engineCode(entry) === undefined), ...covering(made, featuresOf)]);
}
