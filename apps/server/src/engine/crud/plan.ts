import {
  columnName,
  columnsOfField,
  conditionsOf,
  kindOf,
  ownerOf,
  readThrough,
  sealed,
  shownIfOf,
  type AnyField,
  type AnyResource,
  type Model,
} from '@kangmai/resource';
import { listReader, rowWriter, type Condition, type ListReader, type RowWriter } from '@kangmai/resource/wire';
import type { Sealer } from '../../access/ctx.ts';
import { selectionOf, type Selection } from '../sql/select.ts';
import type { RowHooks } from '../traits/hooks.ts';

/** What reading a row needs of the tenant's sealer. */
export type Opener = Pick<Sealer, 'open'>;

/**
 * A condition that every listed row must meet, besides tenant and sight; the tenant is value 1, the person a column or
 * the placeholder of the only person of the list.
 */
export type ShownIf = (person: string) => string;

export type Draft = Record<string, unknown>;

/** Everything about a resource's table that statements need, worked out once. */
export interface Plan extends Selection {
  readonly resource: AnyResource;
  /** The resource as the caller's service shows it: itself, or a door. */
  readonly face: AnyResource;
  /** What the rows that a door shows have in common. */
  readonly only: readonly Condition[];
  readonly model: Model;
  readonly table: string;
  readonly readQuery: ListReader;
  readonly writer: RowWriter;
  readonly shownIf?: ShownIf;
  readonly hooks?: readonly RowHooks[];
  /** Fields that name rows of others; values of a new row that a save leaves out. */
  readonly refs: readonly NamedField[];
  readonly defaults: { readonly [field: string]: unknown };
  readonly read: (raw: RawRow, sealer: Opener) => PlainRow;
}

export type RawRow = { readonly [column: string]: unknown };
/** A row with its values by field, as code of modules reads it. */
export interface PlainRow {
  readonly id: number;
  readonly rowVersion: number;
  readonly createdAt: Date;
  readonly createdBy: number | null;
  readonly updatedAt: Date | null;
  readonly updatedBy: number | null;
  readonly [field: string]: unknown;
}

export const isReading = (resource: AnyResource): boolean => resource.storage === 'readings';

type NamedField = readonly [name: string, field: AnyField];
type Read = (raw: RawRow, sealer: Opener) => unknown;

function readerAt(key: string, field: AnyField | undefined): Read {
  if (!field) return (raw) => raw[key] ?? null;
  if (sealed(field)) return (raw, sealer) => (raw[key] ? sealer.open(raw[key] as Buffer) : null);
  const { fromStore } = kindOf(field);
  return (raw) => fromStore(raw[key] ?? null, field);
}

function fieldReader(name: string, field: AnyField): Read | undefined {
  if (kindOf(field).storage(field).form === 'none') return readerAt(columnName(name, field), undefined);
  const first = columnsOfField(name, field)[0];
  return first && readerAt(first.name, field);
}

/** Works out the plan of a resource, or of a door. */
export function makePlan(face: AnyResource, model: Model): Plan {
  const resource = ownerOf(face);
  const fields = Object.entries(resource.fields);
  const readers = fields.flatMap(([name, field]): [string, Read][] => {
    const read = fieldReader(name, field);
    return read ? [[name, read]] : [];
  });
  const selection = selectionOf(readThrough(face), model);
  const joinReaders = selection.joined.map(({ path, field }): [string, Read] => [path, readerAt(path, field)]);
  return {
    resource,
    face,
    only: conditionsOf(shownIfOf(face)),
    model,
    ...selection,
    table: `"${resource.table}"`,
    readQuery: listReader(face, model),
    writer: rowWriter(face, model),
    refs: fields.filter(([, { kind }]) => kind === 'ref' || kind === 'refs'),
    defaults: Object.fromEntries(
      fields.flatMap(([name, { options }]) => (options.default === undefined ? [] : [[name, options.default]])),
    ),
    read(raw, sealer) {
      const row: Record<string, unknown> = {
        id: raw['id'],
        rowVersion: raw['row_version'],
        createdAt: raw['created_at'],
        createdBy: raw['created_by'],
        updatedAt: raw['updated_at'],
        updatedBy: raw['updated_by'],
      };
      for (const [name, read] of readers) row[name] = read(raw, sealer);
      for (const [path, read] of joinReaders) if (path in raw) row[path] = read(raw, sealer);
      return row as PlainRow;
    },
  };
}

/** The plans of all resources, made on first use; conditions of shown rows by table, and what abilities add. */
export function planner(
  model: Model,
  shownIf: Readonly<Record<string, ShownIf>> = {},
  hooks: readonly RowHooks[] = [],
): (resource: AnyResource) => Plan {
  const plans = new WeakMap<AnyResource, Plan>();
  return (resource) => {
    const known = plans.get(resource);
    if (known) return known;
    const condition = shownIf[resource.table];
    const plan: Plan = {
      ...makePlan(resource, model),
      hooks,
      ...(condition !== undefined && { shownIf: condition }),
    };
    plans.set(resource, plan);
    return plan;
  };
}
