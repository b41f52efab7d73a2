import {
  columnName,
  fieldOf,
  isFilled,
  isPlain,
  mostFiles,
  movesOf,
  sealed,
  sealedColumns,
  snake,
  type AnyField,
  type AnyResource,
} from '@kangmai/resource';
import { inStates } from '../sql/in-states.ts';
import { uniqueIndexName, uniqueRules } from '../crud/write.ts';

/** An index that a definition requires, as the statement that creates it. */
export interface ExpectedIndex {
  readonly name: string;
  readonly definition: string;
}

/**
 * Fields that every sign of life of a device rewrites. An index on them would make each of these updates write all
 * indexes.
 */
const restlessFields: Readonly<Record<string, ReadonlySet<string>>> = {
  device: new Set(['lastSeenAt', 'online']),
  deviceAttribute: new Set(['reportedAt']),
};

const index = (table: string, name: string, keys: string): ExpectedIndex => ({
  name: name.slice(0, 63),
  definition: `create index ${name.slice(0, 63)} on ${table} (${keys})`,
});
const unique = (table: string, name: string, rest: string): ExpectedIndex => ({
  name: name.slice(0, 63),
  definition: `create unique index ${name.slice(0, 63)} on ${table} ${rest}`,
});

/** What a unique rule compares of a field: the blind index of a sealed one, a code in any letter case. */
function keyColumn(resource: AnyResource, name: string): string {
  const field = fieldOf(resource, name);
  const own = columnName(name, field);
  if (sealed(field)) return sealedColumns(own).index;
  return isPlain(field) ? `lower(${own})` : own;
}

/** Rows at the top of a tree are siblings too. */
const hasTop = ({ tree }: AnyResource, fields: readonly string[]): boolean =>
  tree !== undefined && fields.includes(tree.parent);

const uniqueIndexes = (resource: AnyResource): readonly ExpectedIndex[] =>
  uniqueRules(resource).map((fields) =>
    unique(
      resource.table,
      uniqueIndexName(resource, fields),
      `(${['tenant_id', ...fields.map((name) => keyColumn(resource, name))].join(', ')})${hasTop(resource, fields) ? ' nulls not distinct' : ''} where not is_deleted`,
    ),
  );

interface SortColumn {
  readonly column: string;
  readonly sql: string;
}

/** The columns of the default order with their direction; none when one of them may not be indexed. */
function sortColumns(resource: AnyResource): readonly SortColumn[] {
  const columns = resource.list.sort.map((word): SortColumn | undefined => {
    const name = word.replace(/^-/, '');
    const descending = word.startsWith('-');
    if (restlessFields[resource.name]?.has(name)) return undefined;
    if (name === 'createdAt') return { column: 'created_at', sql: descending ? 'created_at desc' : 'created_at' };
    const field = fieldOf(resource, name);
    const column = columnName(name, field);
    return { column, sql: descending ? `${column} desc${isFilled(field) ? '' : ' nulls last'}` : column };
  });
  return columns.includes(undefined) ? [] : columns.filter((column) => column !== undefined);
}

function sortIndex(resource: AnyResource): readonly ExpectedIndex[] {
  const columns = sortColumns(resource);
  const first = resource.list.sort[0]?.replace(/^-/, '') ?? '';
  if (columns.length === 0 || resource.fields[first]?.options.unique) return [];
  const ending = resource.list.sort[0]?.startsWith('-') ? 'id desc' : 'id';
  return [
    index(
      resource.table,
      `${resource.table}_in_order`,
      ['tenant_id', ...columns.map(({ sql }) => sql), ending].join(', '),
    ),
  ];
}

const wantsIndex = (field: AnyField): boolean => {
  const { filter, index: marked, unique: isUnique } = field.options;
  // The index of a code's unique rule holds small letters.
  if (isUnique && !isPlain(field)) return false;
  if (marked) return true;
  if (filter === undefined) return false;
  return (
    field.kind === 'ref' ||
    ((field.kind === 'text' || field.kind === 'phone' || field.kind === 'idCard') && filter === 'exact')
  );
};

/** Who may read a file depends on the rows that hold it. */
const fileIndex = (table: string, column: string): ExpectedIndex => {
  const whole = index(table, `${table}_by_${column}`, `tenant_id, ${column}`);
  return { ...whole, definition: `${whole.definition} where ${column} is not null` };
};

function fieldIndexes(resource: AnyResource, name: string, field: AnyField): readonly ExpectedIndex[] {
  const { table } = resource;
  const own = columnName(name, field);
  if (field.kind === 'file') return mostFiles(field) === undefined ? [fileIndex(table, own)] : [];
  if (sealed(field)) {
    const { index: blind, tail } = sealedColumns(own);
    const isSought = resource.list.search.includes(name);
    return [...(wantsIndex(field) ? [blind] : []), ...(isSought ? [tail] : [])].map((column) =>
      index(table, `${table}_by_${column}`, `tenant_id, ${column}`),
    );
  }
  const isTab = name === resource.list.tabs;
  if (!wantsIndex(field) && !isTab) return [];
  const then =
    field.kind === 'ref' || isTab
      ? sortColumns(resource)
          .slice(0, 1)
          .filter(({ column }) => column !== own)
          .map(({ sql }) => sql)
      : [];
  return [index(table, `${table}_by_${own}`, ['tenant_id', own, ...then].join(', '))];
}

/** What the clock of a move looks through: the rows of all tenants that wait, by their time. */
export const clockIndexes = (resource: AnyResource): readonly ExpectedIndex[] =>
  movesOf(resource).flatMap(([name, { clock, from }]) => {
    if (!clock) return [];
    const time = columnName(clock.field, fieldOf(resource, clock.field));
    const whole = index(resource.table, `${resource.table}_${snake(name)}_due`, `${time}, tenant_id`);
    return [{ ...whole, definition: `${whole.definition} where ${inStates(resource, from)} and not is_deleted` }];
  });

/** Lets the clock of moves see which tenants have waiting rows: state and times alone. */
export function openToClock(resource: AnyResource): readonly string[] {
  const times = movesOf(resource).flatMap(([, { clock }]) => (clock ? [clock.field] : []));
  if (times.length === 0) return [];
  const columns = [resource.moves?.on ?? '', ...new Set(times)].map((name) =>
    columnName(name, fieldOf(resource, name)),
  );
  const rights = `select (tenant_id, is_deleted, ${columns.join(', ')})`;
  return [`select kangmai.open_across_tenants('${resource.table}', 'kangmai_platform', '${rights}');`];
}

/** What identifies a reading within one source, unless it takes another one's place. */
export const readingKey =
  '(tenant_id, device_id, slot, measured_at, source_id, child_imei, (case when device_id is null then client_id else null::bigint end))';

/**
 * Readings are written all day, so each index counts: their key, the person, what is abnormal, what was entered by
 * hand.
 */
function readingIndexes({ table, fields }: AnyResource): readonly ExpectedIndex[] {
  const found = [
    unique(table, `${table}_key`, `${readingKey} nulls not distinct where supersedes is null`),
    unique(table, `${table}_supersedes_key`, '(tenant_id, measured_at, supersedes) where supersedes is not null'),
    // It holds what a count of a person's readings looks at, so that counting reads no rows.
    {
      name: `${table}_by_client_id`,
      definition: `create index ${table}_by_client_id on ${table} (tenant_id, client_id, measured_at desc) include (id, quality)`,
    },
  ];
  const partial = (name: string, keys: string, condition: string): ExpectedIndex => ({
    name: `${table}_${name}`,
    definition: `create index ${table}_${name} on ${table} ${keys} where ${condition}`,
  });
  // It contains what a count of abnormal readings needs, so that counting reads no rows.
  if (fields['level'])
    found.push(
      partial('abnormal', '(tenant_id, measured_at desc) include (id, flag, level, quality)', 'level > 0 or flag = 1'),
    );
  // No statistic counts readings of poor or no contact: the total of a person's list adds them.
  found.push(partial('poor', '(tenant_id, client_id, measured_at desc) include (id)', 'quality = any (array[2, 5])'));
  if (fields['origin']) found.push(partial('by_hand', '(tenant_id, id)', 'origin = any (array[1, 5])'));
  return found;
}

/** What stands below a row of a tree is a span of codes, compared byte by byte. */
function treeIndexes(resource: AnyResource): readonly ExpectedIndex[] {
  const { table, tree } = resource;
  if (!tree) return [];
  const column = (name: string): string => columnName(name, fieldOf(resource, name));
  return [
    unique(table, `${table}_place`, `(tenant_id, ${column(tree.code)} text_pattern_ops) where not is_deleted`),
    ...(wantsIndex(fieldOf(resource, tree.parent))
      ? []
      : [
          index(table, `${table}_by_${column(tree.parent)}`, `tenant_id, ${column(tree.parent)}, ${column(tree.code)}`),
        ]),
  ];
}

/** The indexes of a resource's table besides its primary key. */
export function expectedIndexes(resource: AnyResource): readonly ExpectedIndex[] {
  if (resource.storage === 'view') return [];
  if (resource.storage === 'readings') return readingIndexes(resource);
  return [
    ...uniqueIndexes(resource),
    ...sortIndex(resource),
    ...Object.entries(resource.fields).flatMap(([name, field]) => fieldIndexes(resource, name, field)),
    ...clockIndexes(resource),
    ...treeIndexes(resource),
  ];
}
