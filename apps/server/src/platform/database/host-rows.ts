import { columnList, copySql } from './copied-rows.ts';
import { aboveTenants, inTransaction, type Transactions, type Tx } from './transaction.ts';

const atOnce = 5000;
/** Shortest time between two looks, ms. */
const pauseMs = 5_000;

/** Tables with rows of the host that tenants read: those with the policy by which the rows are copied. */
const tablesSql = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_policy p join pg_class c on c.oid = p.polrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where p.polname = 'rows_of_host_copied' group by c.relname order by c.relname`;
const markSql = (name: string): string =>
  `select concat_ws(' ', count(*), max(id), sum(row_version)) as mark from "${name}" where tenant_id = 0`;
const rowsSql = ({ name, columns }: HostTable): string =>
  `select coalesce(json_agg(r), '[]')::text as rows, max(r.id) as last, count(*) as count from
  (select ${columnList(columns)} from "${name}" where tenant_id = 0 and id > $1 order by id limit ${atOnce}) r`;
// A deleted row makes room for a new one with the same unique value.
const writeSql = ({ name, columns }: HostTable): string =>
  copySql({ table: name, columns, key: ['tenant_id', 'id'], order: 'is_deleted desc' });

interface HostTable {
  readonly name: string;
  readonly columns: readonly string[];
}

interface Marked extends HostTable {
  /** Changes with each change of the rows. */
  readonly mark: string;
}

interface Part {
  readonly rows: string;
  readonly last: number | null;
  readonly count: number;
}

async function markedTables(tx: Tx): Promise<readonly Marked[]> {
  const tables: Marked[] = [];
  for (const table of await tx.query<HostTable>(tablesSql))
    tables.push({ ...table, mark: (await tx.one<{ mark: string }>(markSql(table.name)))?.mark ?? '' });
  return tables;
}

/** Copies the rows of the host that tenants read into a tenant's database, when one has changed. */
export class HostRows {
  private readonly home: Transactions;
  private readonly report: (error: unknown) => void;
  private readonly written = new WeakMap<Transactions, Map<string, string>>();
  private known: { readonly at: number; readonly tables: readonly Marked[] } = { at: -pauseMs, tables: [] };

  constructor(home: Transactions, report: (error: unknown) => void) {
    this.home = home;
    this.report = report;
  }

  /** Writes what the database lacks; failures are reported and retried at the next call. */
  async write(target: Transactions): Promise<void> {
    const written = this.written.get(target) ?? new Map<string, string>();
    this.written.set(target, written);
    try {
      for (const table of await this.tables()) {
        if (written.get(table.name) === table.mark) continue;
        await this.copy(target, table);
        written.set(table.name, table.mark);
      }
    } catch (error) {
      this.report(error);
    }
  }

  private async tables(): Promise<readonly Marked[]> {
    const at = performance.now();
    if (at - this.known.at >= pauseMs)
      this.known = { at, tables: await inTransaction(this.home, aboveTenants, markedTables) };
    return this.known.tables;
  }

  private async copy(target: Transactions, table: HostTable): Promise<void> {
    for (let above = 0; ;) {
      const part = await inTransaction(this.home, aboveTenants, (tx) => tx.one<Part>(rowsSql(table), [above]));
      if (!part?.last) return;
      await inTransaction(target, aboveTenants, (tx) => tx.execute(writeSql(table), [part.rows]));
      if (part.count < atOnce) return;
      above = part.last;
    }
  }
}
