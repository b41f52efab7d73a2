import {
  columnsOfField,
  snake,
  type AnyField,
  type AnyResource,
  type Fields,
  type FieldsOf,
  type FieldValue,
  type Json,
  type RowStamp,
  type Settable,
} from '@kangmai/resource';
import { TableNode, type OperationNode } from 'kysely';

interface SqlTypes {
  readonly bigint: number;
  readonly integer: number;
  readonly smallint: number;
  readonly text: string;
  readonly boolean: boolean;
  readonly timestamptz: Date;
  readonly date: string;
  readonly uuid: string;
  readonly jsonb: Json;
}

/** A column's SQL type; with a question mark it may be null. */
export type ColumnType = keyof SqlTypes | `${keyof SqlTypes}?`;

type Columns = { readonly [name: string]: ColumnType };
type Value<T extends ColumnType> = T extends `${infer N extends keyof SqlTypes}?`
  ? SqlTypes[N] | null
  : T extends keyof SqlTypes
    ? SqlTypes[T]
    : never;

/** A table that no definition describes. */
export interface Table<C extends Columns = Columns> {
  readonly table: string;
  readonly columns: C;
}

/** What queries start with: a resource with a table of its own, or a described table. */
export type Source = AnyResource | Table;

interface Stamp extends RowStamp {
  readonly isDeleted: boolean;
  readonly deletedAt: Date | null;
  readonly deletedBy: number | null;
}

type Stored<F extends Fields> = { readonly [K in Settable<F>]: FieldValue<F[K]> };

/** The columns of a source by their names in the definition, with values as its repository returns them. */
export type RowOf<S> =
  S extends Table<infer C> ? { readonly [K in keyof C & string]: Value<C[K]> } : Stamp & Stored<FieldsOf<S>>;

/** A column as the compiler knows it. Values of a field are converted by the field's kind. */
export interface Column {
  readonly name: string;
  readonly type?: string;
  readonly field?: AnyField;
}

export type ColumnMap = ReadonlyMap<string, Column>;

const stamp: Readonly<Record<keyof Stamp, string>> = {
  id: 'bigint',
  rowVersion: 'integer',
  createdAt: 'timestamptz',
  createdBy: 'bigint',
  updatedAt: 'timestamptz',
  updatedBy: 'bigint',
  isDeleted: 'boolean',
  deletedAt: 'timestamptz',
  deletedBy: 'bigint',
};

const plainColumns = (types: Readonly<Record<string, string>>): [string, Column][] =>
  Object.entries(types).map(([name, type]) => [name, { name: snake(name), type: type.replace('?', '') }]);

const fieldColumns = ({ fields }: AnyResource): [string, Column][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Column][] => {
    const [column] = columnsOfField(name, field);
    return column ? [[name, { name: column.name, type: column.type, field }]] : [];
  });

const isResource = (source: Source): source is AnyResource => 'fields' in source;

/** The resource of a source; undefined for a described table. */
export const resourceOf = (source: Source): AnyResource | undefined => (isResource(source) ? source : undefined);

interface Known {
  readonly columns: ColumnMap;
  readonly node: TableNode;
}

const known = new WeakMap<Source, Known>();
const columnsByNode = new WeakMap<OperationNode, ColumnMap>();

function learn(source: Source): Known {
  if (isResource(source) && source.storage !== 'rows')
    throw new Error(`${source.name} is no table of rows: readings and views are read by their own lists`);
  const columns: ColumnMap = new Map(
    isResource(source) ? [...plainColumns(stamp), ...fieldColumns(source)] : plainColumns(source.columns),
  );
  const node = TableNode.create(source.table);
  columnsByNode.set(node, columns);
  return { columns, node };
}

/** The columns of a source and the node of its table in a query. Throws for readings and views. */
export function knownSource(source: Source): Known {
  const found = known.get(source) ?? learn(source);
  known.set(source, found);
  return found;
}

/** The columns of a table's node; undefined for a node without source. */
export const columnsOfNode = (node: OperationNode): ColumnMap | undefined => columnsByNode.get(node);

const described: Table[] = [];

/**
 * Describes a table without a definition, its columns in camel case. The test of statements compares it with the
 * database.
 * @example const attempts = table('login_attempt', { tenantId: 'bigint', id: 'bigint', clientIp: 'text?' });
 */
export function table<const C extends Columns>(name: string, columns: C): Table<C> {
  const made: Table<C> = { table: name, columns };
  described.push(made);
  return made;
}

/** Every table described so far. */
export const describedTables = (): readonly Table[] => described;
