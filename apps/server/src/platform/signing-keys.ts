import { randomBytes } from 'node:crypto';
import type { Database, Tx } from './database/database.ts';
import { type MasterKey, spreadMs, unwrapWith, wrapWith } from './keys.ts';
import type { SigningRing } from './tokens.ts';

const freshMs = 20_000;
/** An unknown key version causes a reload, but not for every forged token. */
const againMs = 1_000;
const keyBytes = 32;
/** Tokens are valid for a day; plus an hour for clocks and for tokens signed until the next key was active. */
const acceptedHours = 25;

interface KeyRow {
  readonly version: number;
  readonly wrapped: Buffer | null;
  readonly isActive: boolean;
  readonly isAccepted: boolean;
}

interface CachedKeys {
  readonly at: number;
  readonly newest: number;
  readonly keys: ReadonlyMap<number, Uint8Array | 'derived'>;
}

export const signingLabel = (version: number): string => `signing ${version}`;

/**
 * The keys that sign tokens, stored wrapped by the master key. Before the first rotation only the key derived from it
 * exists.
 */
export class SigningKeys implements SigningRing {
  private readonly database: Pick<Database, 'platform'>;
  private readonly master: MasterKey;
  private known: CachedKeys | undefined;
  private loading: Promise<CachedKeys> | undefined;

  constructor(database: Pick<Database, 'platform'>, master: MasterKey) {
    this.database = database;
    this.master = master;
  }

  async newest(): Promise<{ readonly version: number; readonly key: Uint8Array | undefined }> {
    const { newest, keys } = await this.fresh(freshMs);
    const key = keys.get(newest);
    return { version: newest, key: key === 'derived' ? undefined : key };
  }

  async find(version: number): Promise<Uint8Array | 'derived' | undefined> {
    const key = (await this.fresh(freshMs)).keys.get(version);
    return key ?? (version === 0 ? undefined : (await this.fresh(againMs)).keys.get(version));
  }

  /**
   * Creates a new key; it signs after `afterMs`, when every node accepts it. Tokens of former keys are accepted until
   * they expire, or no longer at all.
   */
  async rotate({
    afterMs = spreadMs,
    endsFormer = false,
  }: { readonly afterMs?: number; readonly endsFormer?: boolean } = {}): Promise<number> {
    const version = await this.database.platform((tx) =>
      this.add(tx, { afterMs, acceptedHours: endsFormer ? 0 : acceptedHours }),
    );
    this.known = undefined;
    return version;
  }

  private async add(
    tx: Tx,
    { afterMs, acceptedHours: hours }: { readonly afterMs: number; readonly acceptedHours: number },
  ): Promise<number> {
    await tx.execute("select pg_advisory_xact_lock(hashtext('kangmai signing keys'))");
    await tx.execute("insert into signing_key (version, active_at) values (0, '-infinity') on conflict do nothing");
    await tx.execute(
      "update signing_key set accepted_until = now() + $1 * interval '1 millisecond' + $2 * interval '1 hour' where accepted_until is null or $2 = 0",
      [afterMs, hours],
    );
    const newest = await tx.one<{ version: number }>('select max(version) + 1 as version from signing_key');
    const version = newest?.version ?? 1;
    const wrapped = wrapWith(this.master, signingLabel(version), randomBytes(keyBytes));
    await tx.execute(
      "insert into signing_key (version, wrapped, active_at) values ($1, $2, now() + $3 * interval '1 millisecond')",
      [version, wrapped, afterMs],
    );
    await tx.execute("delete from signing_key where accepted_until < now() - interval '1 day' and version > 0");
    return version;
  }

  private async fresh(mostMs: number): Promise<CachedKeys> {
    const { known } = this;
    if (known && performance.now() - known.at < mostMs) return known;
    this.loading ??= this.load().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  private async load(): Promise<CachedKeys> {
    const rows = await this.database.platform((tx) =>
      tx.query<KeyRow>(
        'select version, wrapped, active_at <= now() as "isActive", accepted_until is null or accepted_until > now() as "isAccepted" from signing_key order by version',
      ),
    );
    const keys = new Map<number, Uint8Array | 'derived'>(rows.length === 0 ? [[0, 'derived']] : []);
    for (const { version, wrapped, isAccepted } of rows)
      if (isAccepted)
        keys.set(version, wrapped === null ? 'derived' : unwrapWith(this.master, signingLabel(version), wrapped));
    this.known = { at: performance.now(), newest: rows.findLast(({ isActive }) => isActive)?.version ?? 0, keys };
    return this.known;
  }
}
