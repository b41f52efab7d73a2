/** Shows progress on a terminal: one changing line, or, into a file, a line every few seconds. */
export class Progress {
  private readonly say: (line: string) => void;
  private readonly what: string;
  private readonly total: number;
  private done = 0;
  private lastAt = 0;

  constructor(what: string, total: number, say: (line: string) => void) {
    this.what = what;
    this.total = total;
    this.say = say;
  }

  add(amount = 1, detail = ''): void {
    this.done += amount;
    const isEnd = this.done >= this.total;
    const everyMs = process.stdout.isTTY ? 100 : 5_000;
    if (!isEnd && performance.now() - this.lastAt < everyMs) return;
    this.lastAt = performance.now();
    const line = `${this.what}: ${this.done.toLocaleString('en')} of ${this.total.toLocaleString('en')}${detail === '' ? '' : ` (${detail})`}`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}${isEnd ? '\n' : ''}`);
    else this.say(line);
  }
}

/** Does the work for all items, so many at a time; the first failure ends it. */
export async function manyAtATime<T>(
  count: number,
  items: Iterable<T>,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async (number: number): Promise<void> => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      await work(next.value, number).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: count }, (_, number) => worker(number)));
  const broken = ended.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
}
