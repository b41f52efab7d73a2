import { aboveTenants, inTransaction, type Transactions } from './transaction.ts';

/** Columns of the host's rows that tenants read; copied to the databases of tenants. */
const columns = [
  'tenant_id',
  'id',
  'catalogue',
  'code',
  'name',
  'short_name',
  'initials',
  'parent_id',
  'parent_code',
  'source',
  'extra',
  'is_system',
  'is_active',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'is_deleted',
  'deleted_at',
  'deleted_by',
  'row_version',
] as const;
const names = columns.join(', ');
const atOnce = 5000;
/** Shortest time between two looks, ms. */
const pauseMs = 5_000;

const markSql = `select concat_ws(' ', count(*), max(id), sum(row_version)) as mark from common_dictionary where tenant_id = 0`;
const rowsSql = `select coalesce(json_agg(r), '[]')::text as rows, max(r.id) as last, count(*) as count from
  (select ${names} from common_dictionary where tenant_id = 0 and id > $1 order by id limit ${atOnce}) r`;
// A deleted code makes room for a new row of the same code.
const writeSql = `insert into common_dictionary (${names}) select ${names} from json_populate_recordset(null::common_dictionary, $1::json) order by is_deleted desc
  on conflict (tenant_id, id) do update set ${columns
    .slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;

interface Part {
  readonly rows: string;
  readonly last: number | null;
  readonly count: number;
}

/** Copies the rows of the host that tenants read into a tenant's database, when one has changed. */
export class HostRows {
  private readonly home: Transactions;
  private readonly report: (error: unknown) => void;
  private readonly written = new WeakMap<Transactions, string>();
  private known = { at: -pauseMs, mark: '' };

  constructor(home: Transactions, report: (error: unknown) => void) {
    this.home = home;
    this.report = report;
  }

  /** Writes what the database lacks; failures are reported and retried at the next call. */
  async write(target: Transactions): Promise<void> {
    try {
      const mark = await this.mark();
      if (this.written.get(target) === mark) return;
      await this.copy(target);
      this.written.set(target, mark);
    } catch (error) {
      this.report(error);
    }
  }

  private async mark(): Promise<string> {
    const at = performance.now();
    if (at - this.known.at < pauseMs) return this.known.mark;
    const row = await inTransaction(this.home, aboveTenants, (tx) => tx.one<{ mark: string }>(markSql));
    this.known = { at, mark: row?.mark ?? '' };
    return this.known.mark;
  }

  private async copy(target: Transactions): Promise<void> {
    for (let above = 0; ;) {
      const part = await inTransaction(this.home, aboveTenants, (tx) => tx.one<Part>(rowsSql, [above]));
      if (!part?.last) return;
      await inTransaction(target, aboveTenants, (tx) => tx.execute(writeSql, [part.rows]));
      if (part.count < atOnce) return;
      above = part.last;
    }
  }
}
