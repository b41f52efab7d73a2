import {
  columnName,
  columnsOfField,
  fieldOf,
  joinsOf,
  kindOf,
  naturalKeyOf,
  resourceAt,
  sealed,
  targetOf,
  type AnyField,
  type AnyResource,
  type Model,
} from '@kangmai/resource';
import { listReader, rowWriter, type ListReader, type RowWriter } from '@kangmai/resource/wire';
import type { Sealer } from '../../access/ctx.ts';
import { shownSql } from '../sql/shown.ts';

/** A value read through a reference, beside a row. */
export interface JoinedColumn {
  /** The way and the field, the name under which the value is loaded. */
  readonly path: string;
  readonly through: string;
  readonly target: AnyResource;
  readonly name: string;
  readonly field: AnyField | undefined;
}

/** What reading a row needs of the tenant's sealer. */
export type Opener = Pick<Sealer, 'open'>;

/** The join that a reference is read through: its way, the alias of its target, its clause. */
export interface PlannedJoin {
  readonly way: string;
  readonly alias: string;
  readonly sql: string;
}

/** Everything about a resource's table that statements need, worked out once. */
export interface Plan {
  readonly resource: AnyResource;
  readonly model: Model;
  readonly table: string;
  readonly joined: readonly JoinedColumn[];
  readonly readQuery: ListReader;
  readonly writer: RowWriter;
  /**
   * A condition that every listed row must meet, besides tenant and sight; `b` is the row, the tenant the first value.
   */
  readonly shownIf?: string;
  /** The references that something is read through, the first of two before the second. */
  readonly joins: readonly PlannedJoin[];
  /** Select list of the row itself, with the alias `b`, and of the joined values; the caller's day as SQL, for ages. Only some fields when they are named. */
  readonly select: (day: string, only?: ReadonlySet<string>) => string;
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

function joinedColumns(resource: AnyResource, model: Model): readonly JoinedColumn[] {
  const found = new Map<string, JoinedColumn>();
  const add = (through: string, target: AnyResource, name: string): void => {
    const path = `${through}.${name}`;
    found.set(path, { path, through, target, name, field: target.fields[name] });
  };
  for (const join of joinsOf(resource, model)) add(join.through, join.target, join.field);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'ref') continue;
    const target = model.byName(targetOf(field));
    add(name, target, naturalKeyOf(field) ?? target.display);
  }
  return [...found.values()];
}

type Read = (raw: RawRow, sealer: Opener) => unknown;

function fieldReader(name: string, field: AnyField, prefix: string): Read | undefined {
  if (kindOf(field).storage(field).form === 'none') return (raw) => raw[`${prefix}${columnName(name, field)}`] ?? null;
  const first = columnsOfField(name, field)[0];
  if (!first) return undefined;
  const key = `${prefix}${first.name}`;
  const { fromStore } = kindOf(field);
  if (sealed(field)) return (raw, sealer) => (raw[key] ? sealer.open(raw[key] as Buffer) : null);
  return (raw) => fromStore(raw[key] ?? null, field);
}

const stampColumns = (resource: AnyResource): readonly string[] =>
  isReading(resource)
    ? [
        'b.id',
        '1 as row_version',
        'b.received_at as created_at',
        'b.operator_id as created_by',
        'null::timestamptz as updated_at',
        'null::bigint as updated_by',
      ]
    : ['b.id', 'b.row_version', 'b.created_at', 'b.created_by', 'b.updated_at', 'b.updated_by'];

/** One alias for every reference that something is read through, the first of two before the second. */
function aliasesOf(joined: readonly JoinedColumn[]): ReadonlyMap<string, string> {
  const ways = joined.flatMap(({ through }) =>
    through.includes('.') ? [through.slice(0, through.indexOf('.')), through] : [through],
  );
  return new Map([...new Set(ways)].map((way, at) => [way, `j${at}`]));
}

/** The joins of statements whose row alias is `b` and whose first value is the tenant. */
function joinsOn(resource: AnyResource, model: Model, aliases: ReadonlyMap<string, string>): readonly PlannedJoin[] {
  return [...aliases].map(([way, alias]) => {
    const before = way.slice(0, Math.max(0, way.lastIndexOf('.')));
    const last = way.slice(before === '' ? 0 : before.length + 1);
    const from = before === '' ? resource : resourceAt(resource, model, before);
    const { table } = resourceAt(resource, model, way);
    const sql = ` left join "${table}" ${alias} on ${alias}.tenant_id = $1 and ${alias}.id = ${aliases.get(before) ?? 'b'}."${columnName(last, fieldOf(from, last))}"`;
    return { way, alias, sql };
  });
}

/** The joins of a plan; only those on the given ways when they are named. */
export const joinClauses = ({ joins }: Pick<Plan, 'joins'>, only?: readonly string[]): string =>
  joins
    .filter(({ way }) => !only || only.some((wanted) => wanted === way || wanted.startsWith(`${way}.`)))
    .map(({ sql }) => sql)
    .join('');

interface SelectedColumn {
  /** The field, or the way and the field of a joined value. */
  readonly name: string;
  readonly sql: (day: string) => string;
}

function ownColumns(resource: AnyResource): readonly SelectedColumn[] {
  return Object.entries(resource.fields).map(([name, field]): SelectedColumn => {
    const [column] = columnsOfField(name, field);
    const sql = (day: string): string =>
      column
        ? `b."${column.name}"`
        : `${shownSql(name, field, { resource, alias: 'b', day })} as "${columnName(name, field)}"`;
    return { name, sql };
  });
}

const joinedColumn = ({ path, target, name, field }: JoinedColumn, alias: string): SelectedColumn => ({
  name: path,
  sql: (day) => `${field ? shownSql(name, field, { resource: target, alias, day }) : `${alias}.id`} as "${path}"`,
});

/** The select list by the day. The one of the last day is kept: it is the same for almost every call. */
function selectOf(stamps: readonly string[], columns: readonly SelectedColumn[]): Plan['select'] {
  const listed = (day: string, only?: ReadonlySet<string>): string =>
    [...stamps, ...columns.filter(({ name }) => !only || only.has(name)).map(({ sql }) => sql(day))].join(', ');
  let last = { day: '', sql: '' };
  return (day, only) => {
    if (only) return listed(day, only);
    if (last.day !== day) last = { day, sql: listed(day) };
    return last.sql;
  };
}

/** Works out the plan of a resource. */
export function makePlan(resource: AnyResource, model: Model): Plan {
  const fields = Object.entries(resource.fields);
  const readers = fields.flatMap(([name, field]): [string, Read][] => {
    const read = fieldReader(name, field, '');
    return read ? [[name, read]] : [];
  });
  const joined = joinedColumns(resource, model);
  const joinReaders = joined.map(({ path, field }): [string, Read] => {
    if (!field) return [path, (raw) => raw[path] ?? null];
    const { fromStore } = kindOf(field);
    return [
      path,
      sealed(field)
        ? (raw, sealer) => (raw[path] ? sealer.open(raw[path] as Buffer) : null)
        : (raw) => fromStore(raw[path] ?? null, field),
    ];
  });
  const aliases = aliasesOf(joined);
  return {
    resource,
    model,
    joined,
    joins: joinsOn(resource, model, aliases),
    table: `"${resource.table}"`,
    readQuery: listReader(resource, model),
    writer: rowWriter(resource, model),
    select: selectOf(stampColumns(resource), [
      ...ownColumns(resource),
      ...joined.map((column) => joinedColumn(column, aliases.get(column.through) ?? '')),
    ]),
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

/** The plans of all resources, made on first use; conditions of rows that are not shown by table. */
export function planner(model: Model, shownIf: Readonly<Record<string, string>> = {}): (resource: AnyResource) => Plan {
  const plans = new Map<string, Plan>();
  return (resource) => {
    const known = plans.get(resource.name);
    if (known) return known;
    const condition = shownIf[resource.table];
    const plan: Plan = { ...makePlan(resource, model), ...(condition !== undefined && { shownIf: condition }) };
    plans.set(resource.name, plan);
    return plan;
  };
}
