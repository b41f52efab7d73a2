import { fieldOf, type AnyResource } from './define-resource.ts';
import { optionsOf, type AnyField, type FieldOptions } from './fields/field.ts';
import { kindOf } from './fields/kinds.ts';
import type { AgeOptions } from './fields/person.ts';
import { naturalKeyOf, targetOf } from './fields/ref.ts';
import { type CheckedDoors, type DoorElsewhere, type Face, facesOf } from './traits/doors/doors.ts';
import { checkAbilities } from './traits/check-abilities.ts';
import { shownFieldOf } from './traits/counts/counts.ts';
import type { CheckedModel } from './types.ts';

/** All resources of a product, by name and by service. */
export interface Model {
  readonly resources: readonly AnyResource[];
  /** Resources as they are seen through their doors. */
  readonly doors: readonly Face[];
  readonly byName: (name: string) => AnyResource;
  readonly find: (name: string) => AnyResource | undefined;
}

/**
 * The list of all resources. A reference to a resource outside the list does not compile; a wrong natural key, join or
 * scope path is refused at start with resource and field named.
 * @example export const model = defineModel([client, device, deviceBinding]);
 */
export function defineModel<
  const All extends readonly AnyResource[],
  const D extends readonly DoorElsewhere[] = readonly [],
>(resources: All & CheckedModel<All>, doors: D & CheckedDoors<All, D> = [] as never): Model {
  const list: readonly AnyResource[] = resources;
  const names = new Map(list.map((resource) => [resource.name, resource]));
  const byName = (name: string): AnyResource => {
    const found = names.get(name);
    if (!found) throw new Error(`no resource is called ${name}`);
    return found;
  };
  const model = { resources: list, doors: facesOf(list, doors), byName, find: (name: string) => names.get(name) };
  if (names.size !== list.length) throw new Error('two resources have the same name');
  for (const resource of [...list, ...model.doors]) checkResource(resource, model);
  return model;
}

/** A joined name, split: the references on its path (`device.type`), the resource at its end and the field there. */
export interface Join {
  readonly wireName: string;
  readonly through: string;
  readonly target: AnyResource;
  readonly field: string;
}

/**
 * The resource at the end of a path of references. Throws for an invalid path.
 * @example resourceAt(bloodPressureReading, model, 'device.type') // the type of the device
 */
export function resourceAt(resource: AnyResource, model: Model, way: string): AnyResource {
  return way.split('.').reduce((at, name) => {
    const field = fieldOf(at, name);
    if (field.kind !== 'ref') throw new Error(`${at.name}.${name} is no reference, so nothing is read through it`);
    return model.byName(targetOf(field));
  }, resource);
}

const mostReferences = 2;

/** The joined names of a resource. Throws for an invalid or too long path. */
export function joinsOf(resource: AnyResource, model: Model): readonly Join[] {
  return Object.entries(resource.wire.joins).map(([wireName, path]) => {
    const through = path.slice(0, path.lastIndexOf('.'));
    const field = path.slice(through.length + 1);
    if (through.split('.').length > mostReferences)
      throw new Error(`${resource.name}: ${path} leads through more than ${mostReferences} references`);
    const target = resourceAt(resource, model, through);
    if (field !== 'id') fieldOf(target, field);
    return { wireName, through, target, field };
  });
}

/** What has no column cannot be unique; only an age can be filtered by what it is computed from. */
function checkComputed({ kind, options }: AnyField, refuse: (problem: string) => never): void {
  if (options.unique) refuse('what is not stored cannot be unique');
  if (options.filter && kind !== 'age') refuse('a list cannot be filtered by what is not stored');
}

function checkField(resource: AnyResource, name: string, model: Model): void {
  const field = fieldOf(resource, name);
  const refuse = (problem: string): never => {
    throw new Error(`${resource.name}.${name}: ${problem}`);
  };
  const key = naturalKeyOf(field);
  if (field.kind === 'ref' && key !== undefined && fieldOf(model.byName(targetOf(field)), key).options.unique !== true)
    refuse(`${key} is not unique in ${targetOf(field)}`);
  if (field.kind === 'age' && fieldOf(resource, optionsOf<AgeOptions>(field).of).kind !== 'date')
    refuse('an age needs a birthday');
  if (kindOf(field).storage(field).form === 'none') checkComputed(field, refuse);
}

function checkWireNames(resource: AnyResource): void {
  const taken = new Set<string>();
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = (field.options.wire ?? name).toLowerCase();
    if (taken.has(wire)) throw new Error(`${resource.name}.${name}: its wire name is taken`);
    taken.add(wire);
  }
}

const mayFilter = ({ sensitive, filter }: FieldOptions): boolean =>
  sensitive === undefined || filter === undefined || (sensitive === 'sealed' && filter === 'exact');

/** A filter, an order or free text over a masked field would reveal its value step by step. */
function checkMasked(resource: AnyResource, model: Model): void {
  const maskOf = (name: string): FieldOptions['sensitive'] => resource.fields[name]?.options.sensitive;
  const filtered = new Set(resource.wire.joinFilters ?? []);
  const maskedJoins = joinsOf(resource, model).filter(
    ({ target, field }) => target.fields[field]?.options.sensitive !== undefined,
  );
  const wrong = [
    ...Object.keys(resource.fields).filter((name) => !mayFilter(fieldOf(resource, name).options)),
    ...resource.list.sort.filter((word) => maskOf(word.replace(/^-/, '')) !== undefined),
    ...resource.list.search.filter((name) => maskOf(name) === 'masked'),
    ...maskedJoins.map(({ wireName }) => wireName).filter((name) => filtered.has(name)),
  ];
  for (const name of wrong)
    throw new Error(`${resource.name}.${name}: a list cannot be narrowed or sorted by what is masked`);
}

function checkResource(resource: AnyResource, model: Model): void {
  const refuse = (problem: string): never => {
    throw new Error(`${resource.name}: ${problem}`);
  };
  checkWireNames(resource);
  for (const name of Object.keys(resource.fields)) checkField(resource, name, model);
  const joins = new Set(joinsOf(resource, model).map(({ wireName }) => wireName));
  for (const name of resource.wire.joinFilters ?? [])
    if (!joins.has(name)) refuse(`${name} is no joined name, so no list can be filtered by it`);
  checkMasked(resource, model);
  const { columns, search, marks } = resource.list;
  for (const name of [...search, ...Object.entries(marks).flat(2), ...resource.unique.flat()])
    fieldOf(resource, name ?? '');
  for (const name of columns) shownFieldOf(resource, name);
  checkAbilities(resource, model);
}
