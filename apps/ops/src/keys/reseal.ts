import type { Database, Tx } from '@kangmai/server/platform/database/database';
import type { FieldCrypto } from '@kangmai/server/platform/field-crypto';
import type { TenantKeys } from '@kangmai/server/platform/keys';

/** A table with sealed columns. */
interface SealedTable {
  readonly table: string;
  /** The primary key without the tenant. */
  readonly key: readonly string[];
  readonly sealed: readonly { readonly column: string; readonly index: string | null }[];
}

const pageSize = 500;

/**
 * Former values of imported rows are the only sealed column without that name. Codes shown on devices exist for ten
 * minutes and are skipped.
 */
const tablesSql = `select c.relname as "table",
    array(select k.attname::text from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary and k.attname <> 'tenant_id' order by k.attnum) as key,
    jsonb_agg(jsonb_build_object('column', a.attname, 'index', x.attname) order by a.attnum) as sealed
  from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.atttypid = 'bytea'::regtype
    left join pg_attribute x on x.attrelid = c.oid and not x.attisdropped and x.attname = regexp_replace(a.attname::text, '_sealed$', '_index')
      and x.attname <> a.attname and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = x.attname)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'dir\\_%'
    and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id') and (a.attname like '%\\_sealed' or (c.relname = 'import_row' and a.attname = 'former'))
  group by c.oid, c.relname order by 1`;

const sealedTables = (tx: Tx): Promise<SealedTable[]> => tx.query<SealedTable>(tablesSql);

const versionOf = (sealed: Buffer): number => sealed.readUInt16BE(1);
const quoted = (name: string): string => `"${name}"`;

type Row = Readonly<Record<string, unknown>>;

export interface Resealed {
  readonly values: number;
  /** Rows that conflict with another row of the same value; they stay under their key. */
  readonly conflicts: readonly string[];
}

interface Work {
  readonly database: Database;
  readonly keys: TenantKeys;
  readonly tenantId: number;
  /** Called after each page. */
  readonly onPage?: (table: string, values: number) => void;
}

/** The page of rows after a key, locked until the transaction ends. */
function pageAfter(
  tx: Tx,
  { table, key, sealed }: SealedTable,
  { tenantId, last }: { readonly tenantId: number; readonly last: Row | undefined },
): Promise<Row[]> {
  const keys = key.map(quoted).join(', ');
  const columns = [...key, ...sealed.map(({ column }) => column)].map(quoted).join(', ');
  const after = last ? `and (${keys}) > (${key.map((_, at) => `$${at + 2}`).join(', ')})` : '';
  return tx.query<Row>(
    `select ${columns} from ${quoted(table)} where tenant_id = $1 ${after} order by ${keys} limit ${pageSize} for update`,
    [tenantId, ...(last ? key.map((name) => last[name]) : [])],
  );
}

async function resealRow(
  tx: Tx,
  { table, key, sealed }: SealedTable,
  { tenantId, row, crypto }: { readonly tenantId: number; readonly row: Row; readonly crypto: FieldCrypto },
): Promise<number> {
  const values: unknown[] = [tenantId, ...key.map((name) => row[name])];
  const sets: string[] = [];
  for (const { column, index } of sealed) {
    const value = row[column];
    if (!Buffer.isBuffer(value) || versionOf(value) === crypto.version) continue;
    const text = crypto.open(value);
    sets.push(`${quoted(column)} = $${values.push(crypto.seal(text))}`);
    if (index !== null)
      sets.push(
        `${quoted(index)} = case when ${quoted(index)} is not null then $${values.push(crypto.index(text))}::bytea end`,
      );
  }
  if (sets.length === 0) return 0;
  await tx.execute(
    `update ${quoted(table)} set ${sets.join(', ')} where tenant_id = $1 and ${key.map((name, at) => `${quoted(name)} = $${at + 2}`).join(' and ')}`,
    values,
  );
  return sealed.filter(({ column }) => Buffer.isBuffer(row[column]) && versionOf(row[column]) !== crypto.version)
    .length;
}

const isConflict = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/** Page after page, each in its own transaction: resumes after an interruption. */
async function resealTable(work: Work, table: SealedTable): Promise<Resealed> {
  const { database, keys, tenantId } = work;
  const conflicts: string[] = [];
  let values = 0;
  let last: Row | undefined;
  let alone = false;
  for (;;) {
    const crypto = await keys.of(tenantId);
    const from = last;
    const done = await database
      .withTenant(tenantId, async (tx) => {
        const rows = alone
          ? (await pageAfter(tx, table, { tenantId, last: from })).slice(0, 1)
          : await pageAfter(tx, table, { tenantId, last: from });
        const counts = await Promise.all(rows.map((row) => resealRow(tx, table, { tenantId, row, crypto })));
        return { rows, count: counts.reduce((sum, count) => sum + count, 0) };
      })
      .catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        if (!alone) return undefined;
        const [row] = await database.withTenant(tenantId, (tx) => pageAfter(tx, table, { tenantId, last: from }));
        if (row) conflicts.push(`${table.table} ${table.key.map((name) => String(row[name])).join('/')}`);
        return { rows: row ? [row] : [], count: 0 };
      });
    if (!done) {
      alone = true;
      continue;
    }
    values += done.count;
    last = done.rows.at(-1);
    work.onPage?.(table.table, values);
    if (!last) return { values, conflicts };
  }
}

/** Seals every value of a tenant with its newest key, while the server runs. */
export async function resealTenant(work: Work): Promise<Resealed> {
  const tables = await work.database.withTenant(work.tenantId, sealedTables);
  const conflicts: string[] = [];
  let values = 0;
  for (const table of tables) {
    const done = await resealTable(work, table);
    values += done.values;
    conflicts.push(...done.conflicts);
  }
  return { values, conflicts };
}

/** Number of a tenant's values sealed with a key older than the given one. */
export async function countOlder(database: Database, tenantId: number, version: number): Promise<number> {
  return database.withTenant(tenantId, async (tx) => {
    let count = 0;
    for (const { table, sealed } of await sealedTables(tx)) {
      const older = sealed
        .map(
          ({ column }) =>
            `count(*) filter (where get_byte(${quoted(column)}, 1) * 256 + get_byte(${quoted(column)}, 2) < $2)`,
        )
        .join(' + ');
      count +=
        (
          await tx.one<{ count: number }>(`select ${older} as count from ${quoted(table)} where tenant_id = $1`, [
            tenantId,
            version,
          ])
        )?.count ?? 0;
    }
    return count;
  });
}
