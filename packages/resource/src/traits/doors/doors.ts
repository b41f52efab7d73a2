import type { Action } from '../../action.ts';
import type { AnyResource, Resource } from '../../define-resource.ts';
import { choicesOf, type StoredChoiceOptions } from '../../fields/choices.ts';
import type { AnyField, Fields } from '../../fields/field.ts';
import { listFaces, listParts } from '../list-parts.ts';
import { actionsOfMoves, stateAction } from '../moves/moves.ts';
import type { Door, ShownRows } from './door.ts';

/** A door that another area than the owner's opens. */
export interface DoorElsewhere<O extends string = string> extends Door {
  readonly owner: O;
}

type Named<All extends readonly AnyResource[], O> = Extract<All[number], { readonly name: O }>;
type DoorOf<R, D> =
  R extends Resource<string, infer F, infer A>
    ? D extends { readonly shownIf: infer S }
      ? [Exclude<keyof S, keyof F>] extends [never]
        ? Door<F, keyof A & string>
        : { readonly 'shows rows by a field that its owner does not have': Exclude<keyof S, keyof F> }
      : Door<F, keyof A & string>
    : never;

/** Doors of other areas whose names are those of their owners; a wrong one becomes an error with its name. */
export type CheckedDoors<All extends readonly AnyResource[], D extends readonly DoorElsewhere[]> = {
  readonly [I in keyof D]: D[I] extends DoorElsewhere<infer O>
    ? O extends All[number]['name']
      ? DoorOf<Named<All, O>, D[I]>
      : { readonly 'opens to an unknown resource': O }
    : never;
};

/** A resource as one of its doors shows it: its name, with the door's fields, spellings, calls and permissions. */
export interface Face extends AnyResource {
  readonly owner: AnyResource;
  readonly shownIf: ShownRows<Fields>;
}

/**
 * Opens a door to a resource of another area, by its name; listed beside the resources in `defineModel`.
 * @example defineDoor('visit', { service: 'HomeNursing', entity: 'HomeNursingOrder', calls: { paged: 'GetPagedAll' } })
 */
export const defineDoor = <const O extends string, const D extends Door>(
  owner: O,
  door: D,
): D & { readonly owner: O } => ({
  ...door,
  owner,
});

const isFace = (resource: AnyResource): resource is Face => 'owner' in resource;

/** The resource whose rows and code a door uses; any other resource is its own. */
export const ownerOf = (resource: AnyResource): AnyResource => (isFace(resource) ? resource.owner : resource);

/** What the rows that a door shows have in common; nothing for a resource itself. */
export const shownIfOf = (resource: AnyResource): ShownRows<Fields> => (isFace(resource) ? resource.shownIf : {});

const isOneOf = (shown: unknown): shown is { readonly in: readonly unknown[] } =>
  typeof shown === 'object' && shown !== null && 'in' in shown;
const isEqual = (shown: unknown): boolean =>
  shown === null || typeof shown !== 'object' || shown instanceof Date || Array.isArray(shown);

/** The values that every row made through a door has. */
export const givenBy = (resource: AnyResource): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(shownIfOf(resource)).filter(([, shown]) => isEqual(shown)));

/** A choice of which a save through the door takes only some. */
function someOf(field: AnyField, taken: readonly unknown[]): AnyField {
  const all = choicesOf(field);
  const isTaken = (name: string | undefined): boolean => name !== undefined && taken.includes(name);
  const read = (value: unknown): string | undefined => {
    const name = all.read(value);
    return isTaken(name) ? name : undefined;
  };
  const { default: usual, ...options } = field.options;
  const some: StoredChoiceOptions = {
    ...options,
    ...(isTaken(usual as string) ? { default: usual } : { required: true }),
    choices: { ...all, names: all.names.filter(isTaken), read },
  };
  return { ...field, options: some };
}

/** A field as a door shows it. What decides whether a row is shown is given by the door, or chosen among its own. */
function fieldAt(
  door: Door,
  field: AnyField,
  { name, wire }: { readonly name: string; readonly wire: string | undefined },
): AnyField {
  const renamed = wire === undefined ? field : { ...field, options: { ...field.options, wire } };
  const shown = (door.shownIf as { readonly [field: string]: unknown } | undefined)?.[name];
  if (shown === undefined || door.calls.save === undefined) return renamed;
  if (isOneOf(shown)) return someOf(renamed, shown.in);
  return { ...renamed, options: { ...renamed.options, readonly: true } };
}

/** The door's fields with their spellings. */
function namesAt(door: Door, { fields }: AnyResource): readonly (readonly [name: string, wire: string | undefined])[] {
  if (Array.isArray(door.fields))
    return door.fields.map((each: string | readonly [string, string]) =>
      typeof each === 'string' ? [each, undefined] : each,
    );
  const spelled = (door.fields ?? {}) as { readonly [name: string]: string | undefined };
  return [...new Set([...Object.keys(fields), ...Object.keys(spelled)])].map((name) => [name, spelled[name]]);
}

function fieldsAt(door: Door, owner: AnyResource): Fields {
  return Object.fromEntries(
    namesAt(door, owner).map(([name, wire]) => {
      const field = Object.hasOwn(owner.fields, name) ? owner.fields[name] : undefined;
      if (!field) throw new Error(`${door.service}: ${owner.name} has no field ${name}`);
      return [name, fieldAt(door, field, { name, wire })];
    }),
  );
}

/** The actions that a door has calls for; what they take of the row is spelled as the door spells it. */
function actionsAt({ calls }: Door, owner: AnyResource, fields: Fields): AnyResource['actions'] {
  const spelled = ([name, field]: readonly [string, AnyField]): readonly [string, AnyField] => {
    const wire = fields[name]?.options.wire;
    return [name, wire === undefined ? field : { ...field, options: { ...field.options, wire } }];
  };
  const byState =
    calls.state === undefined ? {} : actionsOfMoves({ ...owner, wire: { calls: { state: calls.state } } });
  const found = Object.entries({ ...byState, ...owner.actions }).flatMap(([name, action]): [string, Action][] => {
    const call = calls[name === stateAction ? 'state' : name];
    if (call === undefined || !call.includes(' ')) return [];
    return [[name, { ...action, wire: call, input: Object.fromEntries(Object.entries(action.input).map(spelled)) }]];
  });
  return Object.fromEntries(found);
}

const figuresAt = (door: Door, owner: AnyResource): AnyResource['figures'] => (door.figures ? owner.figures : {});

const isConventional = (call: string | undefined): boolean => call !== undefined && !call.includes(' ');

/** The resource as a door shows it. */
function faceOf(owner: AnyResource, door: Door): Face {
  const { service, entity, wrap, calls, permission = owner.permission, title = owner.title, en = owner.en } = door;
  const fields = fieldsAt(door, owner);
  const isShown = (name: string): boolean => name in fields;
  const joins =
    (door.joins as AnyResource['wire']['joins'] | undefined) ??
    Object.fromEntries(Object.entries(owner.wire.joins).filter(([, path]) => isShown(path.split('.', 1)[0] ?? '')));
  return {
    ...owner,
    owner,
    shownIf: door.shownIf ?? {},
    title,
    en,
    permission,
    fields,
    wire: {
      ...owner.wire,
      service,
      entity,
      wrap: wrap ?? owner.wire.wrap ?? false,
      joins,
      joinFilters: (owner.wire.joinFilters ?? []).filter((name) => name in joins),
      calls: Object.fromEntries(Object.entries(calls).filter(([, call]) => isConventional(call))),
    },
    list: {
      ...owner.list,
      columns: owner.list.columns.filter(isShown),
      search: owner.list.search.filter(isShown),
      marks: {},
      tabs: undefined,
      ...listFaces({ list: {} }),
    },
    ...listParts({ list: {}, figures: figuresAt(door, owner) }),
    writes: owner.writes.filter((write) => calls[write === 'Delete' ? 'remove' : 'save'] !== undefined),
    ...(owner.excel && { excel: { import: false, export: isConventional(calls.excel) } }),
    unique: [],
    tree: undefined,
    card: [],
    detail: undefined,
    doors: [],
    members: undefined,
    actions: actionsAt(door, owner, fields),
  };
}

/** Rows that a save through a door makes must be rows that it shows and that the table takes. */
function faceProblem(face: Face): string | undefined {
  const { owner, fields, wire, shownIf } = face;
  if (Object.keys(wire.calls).length + Object.keys(face.actions).length === 0) return 'it has no call';
  const unknown = Object.keys(shownIf).find((name) => !Object.hasOwn(owner.fields, name));
  if (unknown !== undefined) return `${owner.name} has no field ${unknown}`;
  if (wire.calls.save === undefined) return undefined;
  const given = givenBy(face);
  const open = Object.entries(shownIf).find(
    ([name, shown]) => !isEqual(shown) && !(isOneOf(shown) && fields[name]?.kind === 'choice'),
  );
  if (open) return `a save could make rows that it does not show, by ${open[0]}`;
  const missing = Object.entries(owner.fields).find(
    ([name, { options }]) =>
      options.required && !options.readonly && options.default === undefined && !(name in fields) && !(name in given),
  );
  return missing && `a save cannot give ${missing[0]}, which is required`;
}

/** The doors to the resources of a model, as these are seen through them. Throws for a door that does not fit. */
export function facesOf(resources: readonly AnyResource[], elsewhere: readonly DoorElsewhere[]): readonly Face[] {
  const names = new Set(resources.map(({ name }) => name));
  const lost = elsewhere.find(({ owner }) => !names.has(owner));
  if (lost) throw new Error(`${lost.service}: no resource is called ${lost.owner}`);
  return resources.flatMap((owner) =>
    [...owner.doors, ...elsewhere.filter((door) => door.owner === owner.name)].map((door) => {
      const face = faceOf(owner, door);
      const problem = faceProblem(face);
      if (problem !== undefined) throw new Error(`${door.service}: ${problem}`);
      return face;
    }),
  );
}

/** The owner of a door with the joined names that the door adds: what its rows are read with. */
export function readThrough(resource: AnyResource): AnyResource {
  if (!isFace(resource)) return resource;
  const { owner, wire } = resource;
  const added = Object.entries(wire.joins).map(([name, path]) => [`${wire.service}.${name}`, path] as const);
  return { ...owner, wire: { ...owner.wire, joins: { ...owner.wire.joins, ...Object.fromEntries(added) } } };
}
