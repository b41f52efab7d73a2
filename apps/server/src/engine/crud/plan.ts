import {
  columnName,
  columnsOfField,
  fieldOf,
  joinsOf,
  kindOf,
  naturalKeyOf,
  optionsOf,
  resourceAt,
  sealed,
  targetOf,
  type AgeOptions,
  type AnyField,
  type AnyResource,
  type Model,
} from '@kangmai/resource';
import { rowWriter, type RowWriter } from '@kangmai/resource/wire';
import type { Sealer } from '../../access/ctx.ts';

/** A value read through a reference, beside a row. */
export interface JoinedColumn {
  /** The way and the field, the name under which the value is loaded. */
  readonly path: string;
  readonly through: string;
  readonly target: AnyResource;
  readonly name: string;
  readonly field: AnyField | undefined;
}

/** Everything about a resource's table that statements need, worked out once. */
export interface Plan {
  readonly resource: AnyResource;
  readonly model: Model;
  readonly table: string;
  readonly joined: readonly JoinedColumn[];
  readonly writer: RowWriter;
  /**
   * A condition that every listed row must meet, besides tenant and sight; `b` is the row, the tenant the first value.
   */
  readonly shownIf?: string;
  /**
   *  Select list of the row itself, with the alias `b`; the caller's day as SQL, for ages. Only some fields when they
   *  are named.
   */
  readonly select: (day: string, only?: ReadonlySet<string>) => string;
  readonly read: (raw: RawRow, sealer: Sealer) => PlainRow;
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

type Read = (raw: RawRow, sealer: Sealer) => unknown;

function fieldReader(name: string, field: AnyField, prefix: string): Read | undefined {
  if (kindOf(field).storage(field).form === 'none') return (raw) => raw[`${prefix}${columnName(name, field)}`] ?? null;
  const first = columnsOfField(name, field)[0];
  if (!first) return undefined;
  const key = `${prefix}${first.name}`;
  const { fromStore } = kindOf(field);
  if (sealed(field)) return (raw, sealer) => (raw[key] ? sealer.open(raw[key] as Buffer) : null);
  return (raw) => fromStore(raw[key] ?? null, field);
}

/** Whole years on a day as SQL; none for the birthday that stands for «not known». */
export const yearsSql = (day: string, birthday: string, unknown?: string): string =>
  `date_part('year', age(${day}, ${unknown === undefined ? birthday : `nullif(${birthday}, date '${unknown}')`}))::integer`;

/** The SQL that reads a field from a table alias; an age is computed from its birthday on the caller's day. */
function expression(
  name: string,
  field: AnyField,
  from: { readonly resource: AnyResource; readonly alias: string; readonly day: string },
): string {
  if (field.kind === 'age') {
    const { of: birthday, unknown } = optionsOf<AgeOptions>(field);
    return yearsSql(from.day, `${from.alias}."${columnName(birthday, fieldOf(from.resource, birthday))}"`, unknown);
  }
  return `${from.alias}."${columnsOfField(name, field)[0]?.name ?? ''}"`;
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

/** The select list of the joined values; the alias of a reference's target is `j` and its place. */
export function joinSelect(plan: Pick<Plan, 'joined'>, day: string, only?: ReadonlySet<string>): string {
  const aliases = joinAliases(plan);
  return plan.joined
    .filter(({ path }) => !only || only.has(path))
    .map(({ path, through, target, name, field }) => {
      const alias = aliases.get(through) ?? '';
      const shown = field ? expression(name, field, { resource: target, alias, day }) : `${alias}.id`;
      return `, ${shown} as "${path}"`;
    })
    .join('');
}

/** One alias for every reference that something is read through, the first of two before the second. */
export function joinAliases(plan: Pick<Plan, 'joined'>): ReadonlyMap<string, string> {
  const ways = plan.joined.flatMap(({ through }) =>
    through.includes('.') ? [through.slice(0, through.indexOf('.')), through] : [through],
  );
  return new Map([...new Set(ways)].map((way, at) => [way, `j${at}`]));
}

/**
 *  The joins of a statement whose row alias is `b` and whose first value is the tenant; only those on the given ways
 *  when they are named.
 */
export function joinClauses(plan: Pick<Plan, 'joined' | 'resource' | 'model'>, only?: readonly string[]): string {
  const aliases = joinAliases(plan);
  return [...aliases]
    .map(([way, alias]) => {
      if (only && !only.some((wanted) => wanted === way || wanted.startsWith(`${way}.`))) return '';
      const before = way.slice(0, Math.max(0, way.lastIndexOf('.')));
      const last = way.slice(before === '' ? 0 : before.length + 1);
      const from = before === '' ? plan.resource : resourceAt(plan.resource, plan.model, before);
      const { table } = resourceAt(plan.resource, plan.model, way);
      return ` left join "${table}" ${alias} on ${alias}.tenant_id = $1 and ${alias}.id = ${aliases.get(before) ?? 'b'}."${columnName(last, fieldOf(from, last))}"`;
    })
    .join('');
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
  const own = (day: string, only?: ReadonlySet<string>): string[] =>
    fields
      .filter(([name]) => !only || only.has(name))
      .flatMap(([name, field]) =>
        field.kind === 'age'
          ? [`${expression(name, field, { resource, alias: 'b', day })} as "${columnName(name, field)}"`]
          : columnsOfField(name, field)
              .slice(0, 1)
              .map(({ name: column }) => `b."${column}"`),
      );
  return {
    resource,
    model,
    joined,
    table: `"${resource.table}"`,
    writer: rowWriter(resource, model),
    select: (day, only) => [...stampColumns(resource), ...own(day, only)].join(', '),
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
