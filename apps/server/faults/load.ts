import { setTimeout as pause } from 'node:timers/promises';
import { entriesOf, post, type ItemAnswer } from './deliver.ts';
import type { Journal } from './journal.ts';
import type { Fleet, Message } from './messages.ts';
import type { Random } from './random.ts';
import type { SourceKey } from './world.ts';

export interface LoadParts {
  readonly fleet: Fleet;
  readonly random: Random;
  readonly source: SourceKey;
  readonly journal: Journal;
  /** The running servers; a delivery that failed at one is sent to another. */
  readonly urls: () => readonly string[];
  readonly connections?: number;
  readonly largest?: number;
}

/** An answer that acknowledged nothing; status 0 when there was none. */
interface Refusal {
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly text: string;
}

const giveUpMs = 90_000;
const answerMs = 60_000;
/** Rest of a connection between two deliveries in ms; in tests it leaves the machine to what runs beside them. */
const restMs = process.env['VITEST'] === undefined ? 0 : 50;

/** Deliveries until stopped. Each is repeated until it is acknowledged, then journalled. */
export class Load {
  readonly sent = new Map<string, Message>();
  readonly refusals: Refusal[] = [];
  /** Time to the answer of every delivery that was acknowledged at its first try, ms. */
  readonly times: number[] = [];
  readonly lost: string[] = [];
  acknowledged = 0;
  private readonly parts: LoadParts;
  private isOver = false;
  private working: Promise<unknown> = Promise.resolve();

  constructor(parts: LoadParts) {
    this.parts = parts;
  }

  start(): this {
    this.working = Promise.all(Array.from({ length: this.parts.connections ?? 6 }, () => this.connection()));
    return this;
  }

  /** Stops new deliveries; started ones are repeated until acknowledged. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.working;
  }

  /** Waits until so many more deliveries were acknowledged. */
  async more(count: number, limitMs = 30_000): Promise<boolean> {
    const wanted = this.acknowledged + count;
    const until = performance.now() + limitMs;
    while (this.acknowledged < wanted && performance.now() < until) await pause(10);
    return this.acknowledged >= wanted;
  }

  /** Refusals without a retry time, or with a status that blames the caller. */
  get wrongRefusals(): readonly string[] {
    return this.refusals
      .filter(({ status, hasRetryAfter }) => status !== 0 && !(status === 503 && hasRetryAfter))
      .map(({ status, text }) => `${status} ${text.slice(0, 160)}`);
  }

  private async connection(): Promise<void> {
    const { fleet, random, largest = 25 } = this.parts;
    while (!this.isOver) {
      await this.untilAcknowledged(fleet.batch(random.whole(1, largest)));
      await pause(restMs);
    }
  }

  private async untilAcknowledged(batch: readonly Message[]): Promise<void> {
    for (const message of batch) this.sent.set(message.token, message);
    const { journal, urls } = this.parts;
    const until = performance.now() + giveUpMs;
    for (let tries = 0; performance.now() < until; tries += 1) {
      const servers = urls();
      const url = servers[(this.acknowledged + tries) % Math.max(1, servers.length)];
      const began = performance.now();
      const answers = url === undefined ? undefined : await this.once(url, batch);
      if (answers) {
        if (tries === 0) this.times.push(performance.now() - began);
        journal.write(entriesOf(batch, answers));
        this.acknowledged += 1;
        return;
      }
      await pause(20);
    }
    this.lost.push(...batch.map(({ token }) => token));
  }

  private async once(url: string, batch: readonly Message[]): Promise<readonly ItemAnswer[] | undefined> {
    const [first] = batch;
    const isSingle = batch.length === 1 && first !== undefined;
    const body = Buffer.from(JSON.stringify(isSingle ? first.item : { items: batch.map(({ item }) => item) }));
    try {
      const response = await post(url, this.parts.source, {
        path: isSingle ? 'readings' : 'batches',
        body,
        limitMs: answerMs,
      });
      const text = await response.text();
      if (response.status < 300) {
        const answer = JSON.parse(text) as ItemAnswer & { readonly results?: readonly ItemAnswer[] };
        return isSingle ? [answer] : (answer.results ?? []);
      }
      this.refusals.push({ status: response.status, hasRetryAfter: response.headers.has('retry-after'), text });
    } catch (error) {
      this.refusals.push({
        status: 0,
        hasRetryAfter: false,
        text: error instanceof Error ? error.message : String(error),
      });
    }
    return undefined;
  }
}

/** The value below which the given share of a list lies. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
