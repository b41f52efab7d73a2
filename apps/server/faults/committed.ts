import { Client } from 'pg';

/** Looks from beside at what was committed, past every rule. */
export class Commits {
  private readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async of(adminUrl: string): Promise<Commits> {
    const client = new Client({ connectionString: adminUrl });
    await client.connect();
    return new Commits(client);
  }

  private async rows<R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, [...values])).rows;
  }

  /** The number of a transaction that ends now; whatever begins to write later has a greater one. */
  async newest(): Promise<string> {
    const [row] = await this.rows<{ id: string }>('select pg_current_xact_id()::text as id');
    return row?.id ?? '0';
  }

  /** Transactions that wrote something and were committed since. */
  async since(newest: string): Promise<readonly string[]> {
    const rows = await this.rows<{ id: string }>(
      `select n.id::text as id from (select pg_current_xact_id()::text::bigint as now) c, lateral generate_series($1::bigint + 1, c.now - 1) as n(id) where pg_xact_status(n.id::text::xid8) = 'committed'`, [newest]);
    return rows.map(({ id }) => id);
  }

  /** The tables in which transactions left rows; what they only removed is told without a name. */
  async tablesOf(transactions: readonly string[]): Promise<readonly string[]> {
    const tables = await this.rows<{ name: string }>(`select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
    const found = await this.rows<{ name: string }>(tables.map(({ name }) => `select distinct '${name}' as name from ${name} where xmin::text = any($1)`).join(' union all '), [transactions]);
    const [made] = await this.rows<{ count: string }>('select count(*) as count from pg_class where xmin::text = any($1)', [transactions]);
    const definitions = Number(made?.count ?? 0) > 0 ? ['definitions'] : [];
    return found.length + definitions.length > 0 ? [...found.map(({ name }) => name), ...definitions] : ['rows removed'];
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
