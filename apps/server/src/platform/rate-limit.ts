import { elapsedMs } from './clock.ts';
import { rateLimited } from './errors.ts';

export interface RateLimitOptions {
  /** Points a key may spend at once. */
  burst: number;
  /** Points restored each second. */
  perSecond: number;
  /** Keys kept; above it the fullest buckets are dropped first (default 50,000). */
  mostKeys?: number;
  elapsed?: () => number;
}

interface Bucket {
  points: number;
  at: number;
}

/** Token buckets in the memory of this process, one per key (tenant, user, address). */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();
  private readonly options: Required<RateLimitOptions>;

  constructor(options: RateLimitOptions) {
    this.options = { mostKeys: 50_000, elapsed: elapsedMs, ...options };
  }

  /** Spends points. @returns 0 when there were enough, else the seconds until there are */
  spend(key: string, points = 1): number {
    const { burst, perSecond, elapsed, mostKeys } = this.options;
    const now = elapsed();
    const bucket = this.refilled(key, now);
    if (bucket.points < points) return Math.max(1, Math.ceil((Math.min(points, burst) - bucket.points) / perSecond));
    bucket.points -= points;
    this.buckets.set(key, bucket);
    if (this.buckets.size > mostKeys) this.forgetFull(now);
    return 0;
  }

  /** @throws AppError `rateLimited` when the key has not enough points left */
  require(key: string, points = 1): void {
    const seconds = this.spend(key, points);
    if (seconds > 0) throw rateLimited(seconds);
  }

  /** Returns the points of something that was harmless. */
  giveBack(key: string, points: number): void {
    const { burst, elapsed } = this.options;
    const bucket = this.refilled(key, elapsed());
    this.buckets.set(key, { ...bucket, points: Math.min(burst, bucket.points + points) });
  }

  /** Forgets a key, as after a right password. */
  clear(key: string): void {
    this.buckets.delete(key);
  }

  get size(): number {
    return this.buckets.size;
  }

  private refilled(key: string, now: number): Bucket {
    const { burst, perSecond } = this.options;
    const bucket = this.buckets.get(key);
    if (!bucket) return { points: burst, at: now };
    return { points: Math.min(burst, bucket.points + ((now - bucket.at) / 1000) * perSecond), at: now };
  }

  private forgetFull(now: number): void {
    const { burst, mostKeys } = this.options;
    for (const key of this.buckets.keys()) if (this.refilled(key, now).points >= burst) this.buckets.delete(key);
    // Still too many: drops the oldest entries, which favours those callers and stops nobody.
    for (const key of this.buckets.keys()) {
      if (this.buckets.size <= mostKeys * 0.9) break;
      this.buckets.delete(key);
    }
  }
}
