import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { unavailable } from './errors.ts';

/** Argon2id with the least cost OWASP's Password Storage Cheat Sheet allows: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const longestPassword = 1_024;

/**
 * Hashes and checks passwords, a few at a time: one costs about 25 ms of a core, and many sign-ins at once must leave
 * cores for other work.
 */
export class Passwords {
  private readonly mostAtOnce: number;
  private readonly mostWaiting: number;
  private readonly waiting: (() => void)[] = [];
  private readonly urgent: (() => void)[] = [];
  private decoy: Promise<string> | undefined;
  private busy = 0;

  constructor(options: { mostAtOnce?: number; mostWaiting?: number } = {}) {
    this.mostAtOnce = options.mostAtOnce ?? Math.max(1, availableParallelism() - 1);
    this.mostWaiting = options.mostWaiting ?? 1_000;
  }

  /** The stored form (PHC string). */
  hash(password: string): Promise<string> {
    if (password.length > longestPassword) throw new RangeError('password too long');
    return this.inTurn(() => hash(password, cost));
  }

  /** False for a wrong password and, after the same work, without a hash (unknown name). Urgent ones run first. */
  async verify(stored: string | null | undefined, password: string, isUrgent = false): Promise<boolean> {
    this.decoy ??= hash('nobody', cost);
    const known = stored ? stored : await this.decoy;
    const tried = password.slice(0, longestPassword);
    const right = await this.inTurn(() => verify(known, tried), isUrgent);
    return right && Boolean(stored) && tried === password;
  }

  /** Whether a stored hash was made with less than today's cost; replace it at the next right password. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost } = parseOptions(stored);
    return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
  }

  private async inTurn<T>(work: () => Promise<T>, isUrgent = false): Promise<T> {
    if (this.busy >= this.mostAtOnce) {
      const queue = isUrgent ? this.urgent : this.waiting;
      if (queue.length >= this.mostWaiting) throw unavailable('server.busy');
      await new Promise<void>((go) => queue.push(go));
    } else {
      this.busy += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.urgent.shift() ?? this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}
