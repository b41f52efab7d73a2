import type { Client } from 'pg';

export interface TenantTable {
  readonly name: string;
  /** Every column that is written; generated columns are excluded. */
  readonly columns: readonly string[];
  /** The columns of the primary key after tenant_id; none where a tenant has one row. */
  readonly key: readonly string[];
  readonly sequence: string | null;
  readonly isPartitioned: boolean;
}

interface TableRow extends TenantTable {
  readonly parents: readonly string[];
}

/** Without what stays with the platform (keys) and what exists for seconds only (events for screens). */
const tablesSql = `select c.relname as name, c.relkind = 'p' as "isPartitioned",
  (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select coalesce(array_agg(a.attname::text order by k.n), '{}') from pg_index i cross join unnest(i.indkey) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id') as key,
  (select pg_get_serial_sequence(quote_ident(c.relname), a.attname) from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' limit 1) as sequence,
  (select coalesce(array_agg(distinct f.relname::text), '{}') from pg_constraint r join pg_class f on f.oid = r.confrelid where r.conrelid = c.oid and r.contype = 'f' and r.confrelid <> c.oid) as parents
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'moved_tenant')
  and c.relname not in ('tenant', 'dir_tenant', 'dir_ingest_source', 'tenant_key', 'live_event', 'tenant_change') order by 1`;

/** All tables with rows of tenants, referenced tables first. */
export async function tenantTables(client: Client): Promise<readonly TenantTable[]> {
  const { rows } = await client.query<TableRow>(tablesSql);
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: TenantTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const { parents: _parents, ...table } of free) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

const monthsSql = `select p.relname as parent, substring(c.relname from '_(\\d{6})$') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where p.relnamespace = 'public'::regnamespace and c.relname ~ '_\\d{6}$'`;

export async function copyMonths(source: Client, target: Client): Promise<void> {
  const [wanted, present] = await Promise.all(
    [source, target].map(async (client) => (await client.query<{ parent: string; month: string }>(monthsSql)).rows),
  );
  const known = new Set(present?.map(({ parent, month }) => `${parent} ${month}`));
  for (const { parent, month } of wanted ?? []) {
    if (!known.has(`${parent} ${month}`))
      await target.query('select kangmai.ensure_month($1::regclass, $2::timestamptz)', [
        parent,
        `${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00Z`,
      ]);
  }
}

/** Sources of the platform answer commands by number alone, so numbers are unique across databases. */
const commandRange = 2 ** 40;
const commandSequence = 'public.device_command_id_seq';

/** Starts the command numbers of a database at its range; 0 is the platform's own database. */
export async function numberCommands(client: Client, databaseId: number): Promise<void> {
  await client.query(
    `select setval('${commandSequence}', greatest(last_value, $1::bigint)) from ${commandSequence} where last_value < $1::bigint`,
    [databaseId * commandRange],
  );
}

/** Whether a sequence may be raised to the value of another database: command numbers stay in their own range. */
export const isRaisedIn = (
  databaseId: number,
  { name, last }: { readonly name: string; readonly last: string },
): boolean => name !== commandSequence || Math.floor(Number(last) / commandRange) === databaseId;

export async function raiseSequences(
  source: Client,
  target: Client,
  parts: { readonly tables: readonly TenantTable[]; readonly databaseId: number },
): Promise<void> {
  const sequences = parts.tables.flatMap(({ sequence }) => sequence ?? []);
  const { rows } = await source.query<{ name: string; last: string }>(
    sequences.map((name) => `select '${name}' as name, last_value::text as last from ${name}`).join(' union all '),
  );
  const raised = rows.filter((row) => isRaisedIn(parts.databaseId, row));
  if (raised.length === 0) return;
  await target.query(
    raised
      .map(({ name, last }) => `select setval('${name}', greatest(last_value, ${last})) from ${name}`)
      .join(' union all '),
  );
}
