import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Datum } from '@kangmai/domain';
import type { Sealer } from '../../../access/ctx.ts';
import { AppError, rateLimited } from '../../../platform/errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { RateLimit } from '../../../platform/rate-limit.ts';
import type { Deliverer } from './delivery.ts';
import { imeisOf } from './source-imeis.ts';

export interface Proof {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: Buffer;
  readonly ip: string;
}

interface SourceRow {
  readonly id: number;
  readonly code: string;
  readonly protocol: string;
  readonly authentication: 'hmac' | 'bearer';
  readonly apiKey: Buffer | null;
  readonly previousApiKey: Buffer | null;
  readonly previousUntil: Date | null;
  readonly ipAllow: string | null;
  readonly imeiList: unknown;
  readonly imeiPrefix: string | null;
  readonly zone: string;
  readonly datum: Datum;
  readonly ratePerMinute: number;
}

/** A source with its keys in clear, kept in memory for seconds. */
export interface Source extends Omit<SourceRow, 'apiKey' | 'previousApiKey'> {
  readonly tenantId: number;
  readonly keys: readonly string[];
}

const sourceSql = `select id, source_code as code, protocol, authentication, api_key_sealed as "apiKey", previous_api_key_sealed as "previousApiKey", previous_api_key_until as "previousUntil",
    ip_allow as "ipAllow", imei_list as "imeiList", imei_prefix as "imeiPrefix", time_zone as zone, datum, rate_per_minute as "ratePerMinute"
  from ingest_source where tenant_id = $1 and id = $2 and is_valid and not is_deleted`;

export interface SourceParts {
  readonly database: Database;
  readonly sealerOf: (tenantId: number) => Sealer | Promise<Sealer>;
  readonly now: () => Date;
  readonly limit: RateLimit;
}

const freshMs = 2000;
/** Shortest time between two reloads of a source after refused proofs: wrong keys must not load the database. */
const recheckMs = 1000;
const skewSeconds = 300;
const nonceMs = 600_000;
const mostNonces = 200_000;
const unknownSource = (): AppError => new AppError('unauthenticated', 'ingest.unknown-source');

const one = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value?.[0] ?? '');

function isEqual(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

const bearerOf = ({ headers }: Proof): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(one(headers['authorization']))?.[1];

/** The source that a request names: by its header, else by the start of its token. */
const codeOf = (proof: Proof): string => one(proof.headers['x-source']) || (bearerOf(proof)?.split('.')[0] ?? '');

function acceptedBy({ imeiList, imeiPrefix }: Source): Deliverer['acceptsImei'] {
  const list = new Set(imeisOf(imeiList));
  return (imei) => list.has(imei) || (imeiPrefix !== null && imeiPrefix !== '' && imei.startsWith(imeiPrefix));
}

interface CachedSource {
  /** When it was read; ms of this process, as below. */
  readonly at: number;
  readonly source: Promise<Source | undefined>;
  readonly recheckedAt: number;
}

/** Sources that may deliver readings: looked up by code, authenticated by signature or static token. */
export class Sources {
  private readonly parts: SourceParts;
  private readonly kept = new Map<string, CachedSource>();
  private readonly nonces = new Map<string, number>();

  constructor(parts: SourceParts) {
    this.parts = parts;
  }

  /** The deliverer of a request. Throws the same refusal for an unknown source, a wrong key and a used nonce. */
  async admit(proof: Proof): Promise<Deliverer & { readonly ratePerMinute: number }> {
    const code = codeOf(proof);
    const source = code === '' || code.length > 32 ? undefined : await this.provedSource(code, proof);
    if (!source) throw unknownSource();
    return {
      sourceId: source.id,
      sourceCode: source.code,
      tenantId: source.tenantId,
      zone: source.zone,
      datum: source.datum,
      ratePerMinute: source.ratePerMinute,
      anyAge: source.protocol === 'import',
      acceptsImei: acceptedBy(source),
    };
  }

  /** Counts items against the source's rate; throws when it is exceeded. */
  spend(
    deliverer: { readonly sourceId: number; readonly tenantId: number; readonly ratePerMinute: number },
    items: number,
  ): void {
    const wait = this.parts.limit.spend(
      `${deliverer.tenantId}:${deliverer.sourceId}`,
      items * (60_000 / deliverer.ratePerMinute),
    );
    if (wait > 0) throw rateLimited(Math.ceil(wait));
  }

  /** The source that a proof matches: as cached, else reloaded, because its key may have changed. */
  private async provedSource(code: string, proof: Proof): Promise<Source | undefined> {
    const known = await this.find(code);
    if (!known || this.proves(known, proof)) return known;
    const stored = await this.recheck(code);
    return stored && stored !== known && this.proves(stored, proof) ? stored : undefined;
  }

  private proves(source: Source, proof: Proof): boolean {
    if (!this.isAllowedAddress(source, proof.ip)) return false;
    return source.authentication === 'bearer'
      ? this.provesToken(source, bearerOf(proof))
      : this.provesSignature(source, proof);
  }

  private provesToken(source: Source, bearer: string | undefined): boolean {
    const token = bearer?.slice(source.code.length + 1) ?? '';
    return source.keys.some((key) => isEqual(token, key));
  }

  private provesSignature(source: Source, { headers, body }: Proof): boolean {
    const timestamp = one(headers['x-timestamp']);
    const nonce = one(headers['x-nonce']);
    const seconds = timestamp.length > 10 ? Number(timestamp) / 1000 : Number(timestamp);
    if (
      !Number.isFinite(seconds) ||
      Math.abs(this.parts.now().getTime() / 1000 - seconds) > skewSeconds ||
      nonce === '' ||
      nonce.length > 64
    )
      return false;
    const text = `${timestamp}.${nonce}.${createHash('sha256').update(body).digest('hex')}`;
    const signed = source.keys.some((key) =>
      isEqual(one(headers['x-signature']).toLowerCase(), createHmac('sha256', key).update(text).digest('hex')),
    );
    return signed && this.isFresh(`${source.code}|${nonce}`);
  }

  private isFresh(nonce: string): boolean {
    const now = performance.now();
    if ((this.nonces.get(nonce) ?? Number.NEGATIVE_INFINITY) > now - nonceMs) return false;
    if (this.nonces.size >= mostNonces)
      for (const [old, at] of this.nonces)
        if (at < now - nonceMs || this.nonces.size >= mostNonces) this.nonces.delete(old);
    this.nonces.set(nonce, now);
    return true;
  }

  private isAllowedAddress(source: Source, ip: string): boolean {
    const allowed = (source.ipAllow ?? '').split(/[\s,;]+/).filter((address) => address !== '');
    if (allowed.length === 0) return source.authentication === 'hmac';
    return allowed.includes(ip.replace(/^::ffff:/, ''));
  }

  private find(code: string): Promise<Source | undefined> {
    const known = this.kept.get(code);
    return known && performance.now() - known.at < freshMs
      ? known.source
      : this.read(code, known?.recheckedAt ?? Number.NEGATIVE_INFINITY);
  }

  /** Reloads the source from the database, at most once a second. */
  private recheck(code: string): Promise<Source | undefined> {
    const known = this.kept.get(code);
    return known && performance.now() - known.recheckedAt < recheckMs
      ? known.source
      : this.read(code, performance.now());
  }

  private read(code: string, recheckedAt: number): Promise<Source | undefined> {
    const source = this.load(code);
    this.kept.set(code, { at: performance.now(), source, recheckedAt });
    if (this.kept.size > 10_000) this.kept.delete(this.kept.keys().next().value ?? '');
    source.catch(() => this.kept.delete(code));
    return source;
  }

  private async load(code: string): Promise<Source | undefined> {
    const listed = await this.parts.database.directory((tx) =>
      tx.one<{ tenantId: number; id: number }>(
        'select tenant_id as "tenantId", source_id as id from dir_ingest_source where code = $1',
        [code],
      ),
    );
    if (!listed) return undefined;
    const sealer = await this.parts.sealerOf(listed.tenantId);
    const row = await this.parts.database.withTenant(
      listed.tenantId,
      (tx) => tx.one<SourceRow>(sourceSql, [listed.tenantId, listed.id]),
      { lane: 'alarm' },
    );
    if (!row) return undefined;
    const { apiKey, previousApiKey, ...rest } = row;
    const former =
      previousApiKey && row.previousUntil && row.previousUntil > this.parts.now() ? [sealer.open(previousApiKey)] : [];
    return { ...rest, tenantId: listed.tenantId, keys: [...(apiKey ? [sealer.open(apiKey)] : []), ...former] };
  }
}
