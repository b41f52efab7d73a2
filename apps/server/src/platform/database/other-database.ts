import { prepareTenantDatabase, type AdoptParts } from './adopt.ts';
import { monthsBetween, ensurePartitions } from './partitions.ts';
import { openPools, type Pools, type PoolsOptions } from './pools.ts';
import { aboveTenants, inTransaction } from './transaction.ts';

const againMs = 5_000;

export interface OtherParts {
  readonly id: number;
  readonly url: string;
  readonly adopt: AdoptParts;
  readonly options: Omit<PoolsOptions, 'urls' | 'prefix'>;
  readonly report: (error: unknown) => void;
}

/** A database of tenants besides the platform's own: prepared when first needed, and again after a failure. */
export class OtherDatabase {
  readonly id: number;
  readonly url: string;
  private readonly parts: OtherParts;
  private opened: Pools | undefined;
  private opening: Promise<Pools> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;
  private closed = false;
  /** Months that could not be created while the database was unreachable. */
  private readonly owed = new Map<string, { readonly table: string; readonly month: Date }>();

  constructor(parts: OtherParts) {
    this.id = parts.id;
    this.url = parts.url;
    this.parts = parts;
  }

  /** Its pools once it is ready. */
  get pools(): Pools | undefined {
    return this.opened;
  }

  /** Prepares it: roles, tables of this release, pools. Throws while it cannot be reached. */
  ready(): Promise<Pools> {
    if (this.opened) return Promise.resolve(this.opened);
    this.opening ??= this.open().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  /** The same in the background, at most every few seconds. */
  warm(): void {
    if (this.opened || this.opening || performance.now() - this.failedAt < againMs) return;
    this.ready().catch(this.parts.report);
  }

  /** Creates months of a table; those that fail are created when the database is reachable. */
  async ensureMonths(table: string, from: Date, to: Date): Promise<void> {
    for (const month of monthsBetween(from, to)) this.owed.set(`${table} ${month.toISOString()}`, { table, month });
    await this.payMonths();
  }

  /** Retries the months in `owed`. */
  async payMonths(): Promise<void> {
    try {
      for (const [key, { table, month }] of this.owed) {
        await ensurePartitions(this.url, table, { from: month, to: month, stream: this.parts.adopt.stream });
        this.owed.delete(key);
      }
    } catch (error) {
      this.parts.report(error);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.opening?.catch(() => undefined);
    await this.opened?.close();
  }

  private async open(): Promise<Pools> {
    const { id, url, adopt, options } = this.parts;
    try {
      const urls = await prepareTenantDatabase(url, adopt);
      const pools = openPools({ ...options, urls, prefix: `${id} `, stream: adopt.stream });
      await inTransaction(pools.platform, aboveTenants, adopt.fill);
      if (this.closed) await pools.close();
      else this.opened = pools;
      return pools;
    } catch (error) {
      this.failedAt = performance.now();
      throw error;
    }
  }
}
