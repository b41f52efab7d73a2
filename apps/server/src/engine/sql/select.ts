import {
  columnName,
  columnsOfField,
  fieldOf,
  joinsOf,
  naturalKeyOf,
  resourceAt,
  targetOf,
  type AnyField,
  type AnyResource,
  type Model,
} from '@kangmai/resource';
import { ofTenant } from '../../access/data-scope.ts';
import { shownSql } from './shown.ts';

/** A value read through a reference, beside a row. */
export interface JoinedColumn {
  /** The way and the field, the name under which the value is loaded. */
  readonly path: string;
  readonly through: string;
  readonly target: AnyResource;
  readonly name: string;
  readonly field: AnyField | undefined;
}

/** The join that a reference is read through: its way, the alias of its target, its clause. */
export interface PlannedJoin {
  readonly way: string;
  readonly alias: string;
  readonly sql: string;
}

/** What statements select of a resource's table and of the tables behind its references. */
export interface Selection {
  readonly joined: readonly JoinedColumn[];
  /** The references that something is read through, the first of two before the second. */
  readonly joins: readonly PlannedJoin[];
  /**
   * Select list of the row, with the alias `b`, and of the joined values; the caller's day as SQL, for ages. Only some
   * fields when they are named.
   */
  readonly select: (day: string, only?: ReadonlySet<string>) => string;
}

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

const stampColumns = (resource: AnyResource): readonly string[] =>
  resource.storage === 'readings'
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
    const target = resourceAt(resource, model, way);
    const sql = ` left join "${target.table}" ${alias} on ${ofTenant(target, alias)} and ${alias}.id = ${aliases.get(before) ?? 'b'}."${columnName(last, fieldOf(from, last))}"`;
    return { way, alias, sql };
  });
}

/** The clauses of the joins; only those on the given ways when they are named. */
export const joinClauses = ({ joins }: Pick<Selection, 'joins'>, only?: readonly string[]): string =>
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
function selectOf(stamps: readonly string[], columns: readonly SelectedColumn[]): Selection['select'] {
  const listed = (day: string, only?: ReadonlySet<string>): string =>
    [...stamps, ...columns.filter(({ name }) => !only || only.has(name)).map(({ sql }) => sql(day))].join(', ');
  let last = { day: '', sql: '' };
  return (day, only) => {
    if (only) return listed(day, only);
    if (last.day !== day) last = { day, sql: listed(day) };
    return last.sql;
  };
}

/** Works out what is selected of a resource. */
export function selectionOf(resource: AnyResource, model: Model): Selection {
  const joined = joinedColumns(resource, model);
  const aliases = aliasesOf(joined);
  return {
    joined,
    joins: joinsOn(resource, model, aliases),
    select: selectOf(stampColumns(resource), [
      ...ownColumns(resource),
      ...joined.map((column) => joinedColumn(column, aliases.get(column.through) ?? '')),
    ]),
  };
}
