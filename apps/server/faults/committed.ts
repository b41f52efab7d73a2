import { Client } from 'pg';

/** Records deletes per table in their own transaction, because deleted rows leave no trace. */
const notesSql = `create schema fault_notes;
  create table fault_notes.removed (name text not null);
  create function fault_notes.note() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if exists (select from gone) then insert into fault_notes.removed (name) values (tg_table_name); end if;
    return null;
  end $$;
  do $$
  declare target regclass;
  begin
    for target in select oid from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace loop
      execute format('create trigger fault_removed after delete on %s referencing old table as gone for each statement execute function fault_notes.note()', target);
    end loop;
  end $$`;

/** Reads what was committed over a connection of its own, without row-level security. */
export class Commits {
  private readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async of(adminUrl: string): Promise<Commits> {
    const client = new Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(notesSql);
    return new Commits(client);
  }

  private async rows<R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.client.query<R>(text, [...values])).rows;
  }

  /** The id of a transaction that ends now; later writers have greater ids. */
  async newest(): Promise<string> {
    const [row] = await this.rows<{ id: string }>('select pg_current_xact_id()::text as id');
    return row?.id ?? '0';
  }

  /** Transactions with an id that committed since. */
  async since(newest: string): Promise<readonly string[]> {
    const rows = await this.rows<{ id: string }>(
      `select n.id::text as id from (select pg_current_xact_id()::text::bigint as now) c, lateral generate_series($1::bigint + 1, c.now - 1) as n(id) where pg_xact_status(n.id::text::xid8) = 'committed'`,
      [newest],
    );
    return rows.map(({ id }) => id);
  }

  /** The tables in which transactions left or removed rows. Transactions that only locked rows are left out. */
  async tablesOf(transactions: readonly string[]): Promise<readonly string[]> {
    const tables = await this.rows<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    );
    const found = await this.rows<{ name: string }>(
      [
        ...tables.map(({ name }) => `select distinct '${name}' as name from ${name} where xmin::text = any($1)`),
        'select distinct name from fault_notes.removed where xmin::text = any($1)',
      ].join(' union '),
      [transactions],
    );
    const [made] = await this.rows<{ count: string }>(
      'select count(*) as count from pg_class where xmin::text = any($1)',
      [transactions],
    );
    return [...found.map(({ name }) => name), ...(Number(made?.count ?? 0) > 0 ? ['definitions'] : [])];
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
