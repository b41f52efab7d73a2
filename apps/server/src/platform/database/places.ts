import { randomUUID } from 'node:crypto';
import { unavailable } from '../errors.ts';
import type { SecretTexts } from '../secret-text.ts';
import type { AdoptParts } from './adopt.ts';
import { OtherDatabase } from './other-database.ts';
import { LeaseOver, SeveralPlaces } from './place-errors.ts';
import { beatSql, listSql, thawSql, type Marks, type Place, type PlaceList } from './place-state.ts';
import { openPools, type Pools, type PoolsOptions } from './pools.ts';
import { Signal } from './signal.ts';
import { HostRows } from './host-rows.ts';
import { TenantCopies } from './tenant-copies.ts';
import { aboveTenants, inTransaction, type Transactions, type Tx } from './transaction.ts';

export interface PlacesParts {
  readonly home: Omit<PoolsOptions, 'node' | 'prefix' | 'mayBegin'>;
  readonly secrets: SecretTexts;
  readonly adopt: AdoptParts;
  readonly report: (error: unknown) => void;
}

/**
 * How long a node may use the places it last read. The mover of a tenant counts a node as gone only some time after
 * that.
 */
export const leaseMs = 5_000;
const longestWaitMs = 3_000;
const pauses = { still: 500, moving: 200, frozen: 40 } as const;

/**
 * Knows the database of each tenant and counts the running work in each. Reads the places twice a second; work of a
 * frozen tenant waits for the end of the freeze, and none begins with outdated places, so that a suspended node writes
 * nothing to a database that a tenant has left.
 */
export class Places {
  readonly node: string = randomUUID();
  readonly home: Pools;
  private readonly parts: PlacesParts;
  private readonly beats: Transactions;
  private places = new Map<number, Place>();
  private readonly others = new Map<number, OtherDatabase>();
  private readonly inside = new Map<number, number>();
  private readonly readAnew = new Signal();
  private readonly copies: TenantCopies;
  private readonly hostRows: HostRows;
  private version = -1;
  private acked = 0;
  private freshUntil = Number.NEGATIVE_INFINITY;
  private thawAt = Number.POSITIVE_INFINITY;
  private polling: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(parts: PlacesParts) {
    this.parts = parts;
    const mayBegin = (): void => {
      if (!this.isFresh()) throw new LeaseOver();
    };
    this.home = openPools({ ...parts.home, node: this.shortNode, mayBegin });
    this.beats = openPools({ ...parts.home, prefix: 'places ', node: this.shortNode, mostWaiting: 100 }).platform;
    this.copies = new TenantCopies(this.beats, parts.report);
    this.hostRows = new HostRows(this.beats, parts.report);
  }

  /** Where work of these tenants runs; every call must be followed by `leave`. Throws `unavailable` after a timeout. */
  enter(tenantIds: readonly number[]): Pools | Promise<Pools> {
    return (this.isFresh() ? this.tryEnter(tenantIds) : undefined) ?? this.enterLater(tenantIds);
  }

  leave(tenantIds: readonly number[]): void {
    for (const id of tenantIds) {
      const left = (this.inside.get(id) ?? 1) - 1;
      if (left > 0) this.inside.set(id, left);
      else this.inside.delete(id);
    }
    if (this.acked < this.version && this.isDrained()) void this.refresh().catch(this.parts.report);
  }

  /** The databases of tenants, the platform's own first. Those not ready are omitted and prepared in the background. */
  async open(): Promise<readonly { readonly place: string; readonly pools: Pools }[]> {
    if (this.version < 0) await this.refresh();
    const used = new Set([...this.places.values()].map(({ databaseId }) => databaseId));
    const others = [...this.others.values()]
      .filter(({ id }) => used.has(id))
      .flatMap((other) => {
        other.warm();
        return other.pools ? [{ place: String(other.id), pools: other.pools }] : [];
      });
    return [{ place: '0', pools: this.home }, ...others];
  }

  placeOf(tenantId: number): string {
    return String(this.places.get(tenantId)?.databaseId ?? 0);
  }

  /** Creates months in every open database besides the platform's own. */
  async ensureMonths(table: string, from: Date, to: Date): Promise<void> {
    await Promise.all([...this.others.values()].map((other) => other.ensureMonths(table, from, to)));
  }

  figures(): ReturnType<Pools['all'][number]['figures']>[] {
    return [this.home, ...[...this.others.values()].flatMap(({ pools }) => pools ?? [])].flatMap(({ all }) =>
      all.map((pool) => pool.figures()),
    );
  }

  /** Waits until a tenant is reachable in its database. */
  async reach(tenantId: number): Promise<void> {
    await this.refresh();
    await this.opened([tenantId]);
    await this.refresh();
  }

  /** Reads the places now. */
  async refresh(): Promise<void> {
    await this.polling?.catch(() => undefined);
    this.polling ??= this.poll().finally(() => {
      this.polling = undefined;
    });
    await this.polling;
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.polling?.catch(() => undefined);
    await this.ask(this.beats, (tx) => tx.execute('delete from place_node where id = $1', [this.node])).catch(
      () => undefined,
    );
    await Promise.all([
      this.home.close(),
      this.beats.pool.close(),
      ...[...this.others.values()].map((other) => other.close()),
    ]);
  }

  private get shortNode(): string {
    return this.node.slice(0, 8);
  }

  private isFresh(): boolean {
    return performance.now() < this.freshUntil;
  }

  private tryEnter(tenantIds: readonly number[]): Pools | undefined {
    let found: Pools | undefined;
    for (const id of tenantIds) {
      const place = this.places.get(id);
      const pools = place ? this.poolsOf(place) : this.home;
      if (!pools) return undefined;
      if (found && pools !== found) throw new SeveralPlaces('these tenants live in several places');
      found = pools;
    }
    for (const id of tenantIds) this.inside.set(id, (this.inside.get(id) ?? 0) + 1);
    return found ?? this.home;
  }

  private poolsOf({ databaseId, phase }: Place): Pools | undefined {
    if (phase === 'frozen') return undefined;
    return databaseId === null ? this.home : this.others.get(databaseId)?.pools;
  }

  private async enterLater(tenantIds: readonly number[]): Promise<Pools> {
    const until = performance.now() + longestWaitMs;
    for (;;) {
      if (!this.isFresh()) await this.refresh();
      const pools = this.tryEnter(tenantIds);
      if (pools) return pools;
      if (performance.now() >= until || this.closed) throw unavailable('tenant.moving', { retryAfterSeconds: 2 });
      await this.opened(tenantIds);
      await this.changed(until);
    }
  }

  /** Waits until the databases of tenants are ready; throws when they cannot be reached. */
  private async opened(tenantIds: readonly number[]): Promise<void> {
    for (const id of tenantIds) {
      const databaseId = this.places.get(id)?.databaseId ?? null;
      const other = databaseId === null ? undefined : this.others.get(databaseId);
      if (other)
        await other.ready().catch((error: unknown) => {
          throw unavailable('database.unreachable', { cause: error });
        });
    }
  }

  /** Waits until the places were reloaded, or for the given time. */
  private async changed(until: number): Promise<void> {
    if (!this.tryable()) await this.readAnew.wait(until);
  }

  private tryable(): boolean {
    return ![...this.places.values()].some(({ phase }) => phase === 'frozen');
  }

  private ask<T>(source: Transactions, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(source, aboveTenants, work);
  }

  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    try {
      if (performance.now() >= this.thawAt) await this.ask(this.beats, (tx) => tx.execute(thawSql));
      const marks = await this.beat();
      if (this.isDrained() && this.acked < this.version) {
        this.acked = this.version;
        await this.beat();
      }
      await this.mirror(marks);
    } finally {
      this.schedule();
    }
  }

  /** Reports that this node is alive, and reads changes. */
  private async beat(): Promise<Marks> {
    const began = performance.now();
    const row = await this.ask(this.beats, (tx) =>
      tx.one<{ version: number; marks: Marks | null }>(beatSql, [this.node, this.acked]),
    );
    if (row && row.version !== this.version) {
      const list = await this.ask(this.beats, (tx) => tx.one<PlaceList>(listSql));
      if (list) this.apply(list);
    }
    this.freshUntil = began + leaseMs;
    return row?.marks ?? {};
  }

  private apply({ version, places, databases }: PlaceList): void {
    this.version = version;
    this.places = new Map(places.map((place) => [place.tenantId, place]));
    const frozen = places.flatMap(({ phase, frozenMs }) => (phase === 'frozen' ? [frozenMs ?? 0] : []));
    this.thawAt = performance.now() + Math.min(Number.POSITIVE_INFINITY, ...frozen);
    const needed = new Set(places.flatMap(({ databaseId, nextId }) => [databaseId, nextId]));
    for (const { id, url } of databases)
      if (needed.has(id)) this.have(id, this.parts.secrets.open(Buffer.from(url, 'base64')));
    for (const [id, other] of this.others) if (!needed.has(id)) this.drop(id, other);
    this.readAnew.give();
  }

  private have(id: number, url: string): void {
    const known = this.others.get(id);
    if (known?.url === url) return;
    if (known) this.drop(id, known);
    const {
      home: { urls: _own, ...options },
      adopt,
      report,
    } = this.parts;
    const mayBegin = (): void => {
      if (!this.isFresh()) throw new LeaseOver();
    };
    const other = new OtherDatabase({
      id,
      url,
      adopt,
      report,
      options: { ...options, node: this.shortNode, mayBegin },
    });
    this.others.set(id, other);
    other.warm();
  }

  private drop(id: number, other: OtherDatabase): void {
    this.others.delete(id);
    this.copies.forget();
    other.close().catch(this.parts.report);
  }

  private isDrained(): boolean {
    for (const { tenantId, phase } of this.places.values())
      if (phase === 'frozen' && this.inside.has(tenantId)) return false;
    return true;
  }

  /** Writes changed rows of tenants into their databases. */
  private async mirror(marks: Marks): Promise<void> {
    for (const other of this.others.values()) {
      other.warm();
      const { pools } = other;
      if (!pools) continue;
      await other.payMonths();
      const own = Object.entries(marks).filter(([id]) => this.places.get(Number(id))?.databaseId === other.id);
      await this.copies.write(pools.platform, Object.fromEntries(own));
      await this.hostRows.write(pools.platform);
    }
  }

  private schedule(): void {
    if (this.closed) return;
    const phases = new Set([...this.places.values()].map(({ phase }) => phase));
    const pause = phases.has('frozen') ? pauses.frozen : phases.has('moving') ? pauses.moving : pauses.still;
    this.timer = setTimeout(() => void this.refresh().catch(this.parts.report), pause).unref();
  }
}
