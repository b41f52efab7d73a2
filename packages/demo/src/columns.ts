import { dayNumberOf } from './day.ts';
import { readingsOfDay } from './readings.ts';
import type { Span, Wearer } from './readings.ts';
import type { DemoKind, DemoReading } from './samplers.ts';

/** Readings of one kind as columns of equal length, for bulk loading. */
export interface ReadingColumns {
  readonly kind: DemoKind;
  readonly count: number;
  /** Index of the wearer in the given list. */
  readonly wearer: Int32Array;
  /** Milliseconds since 1970. */
  readonly measuredAt: Float64Array;
  readonly values: Readonly<Record<string, Float64Array>>;
}

/** What to generate: every wearer's readings in a span, in batches of at most `size` rows per kind. */
export interface ColumnsOf {
  readonly wearers: readonly Wearer[];
  readonly span: Span;
  readonly size?: number;
}

class Batch {
  readonly #kind: DemoKind;
  readonly #size: number;
  readonly #keys: readonly string[];
  #columns: readonly Float64Array[] = [];
  #wearer = new Int32Array(0);
  #measuredAt = new Float64Array(0);
  #count = 0;

  constructor(first: DemoReading, size: number) {
    this.#kind = first.kind;
    this.#size = size;
    this.#keys = Object.keys(first.values);
    this.#clear();
  }

  #clear(): void {
    this.#columns = this.#keys.map(() => new Float64Array(this.#size));
    this.#wearer = new Int32Array(this.#size);
    this.#measuredAt = new Float64Array(this.#size);
    this.#count = 0;
  }

  /** Adds a row and returns whether the batch is full. */
  add(wearer: number, reading: DemoReading): boolean {
    const row = this.#count;
    this.#wearer[row] = wearer;
    this.#measuredAt[row] = reading.measuredAt;
    for (let index = 0; index < this.#keys.length; index += 1) {
      const column = this.#columns[index];
      if (column) column[row] = reading.values[this.#keys[index] ?? ''] ?? Number.NaN;
    }
    this.#count += 1;
    return this.#count === this.#size;
  }

  /** Returns the collected rows and starts again; undefined when empty. */
  take(): ReadingColumns | undefined {
    const count = this.#count;
    if (count === 0) return undefined;
    const taken = {
      kind: this.#kind,
      count,
      wearer: this.#wearer.subarray(0, count),
      measuredAt: this.#measuredAt.subarray(0, count),
      values: Object.fromEntries(
        this.#keys.map((key, index) => [key, (this.#columns[index] ?? new Float64Array(0)).subarray(0, count)]),
      ),
    };
    this.#clear();
    return taken;
  }
}

function* dayByDay(wearers: readonly Wearer[], span: Span): Generator<readonly [place: number, reading: DemoReading]> {
  const last = dayNumberOf(span.to - 1);
  for (let day = dayNumberOf(span.from); day <= last; day += 1) {
    for (const [place, wearer] of wearers.entries()) {
      for (const reading of readingsOfDay(wearer, day)) {
        if (reading.measuredAt >= span.from && reading.measuredAt < span.to) yield [place, reading];
      }
    }
  }
}

/**
 * All readings of the wearers day by day, in batches of columns; within a batch each wearer's rows are in order of
 * time.
 */
export function* readingColumns({ wearers, span, size = 50_000 }: ColumnsOf): Generator<ReadingColumns> {
  const batches = new Map<DemoKind, Batch>();
  for (const [place, reading] of dayByDay(wearers, span)) {
    const batch = batches.get(reading.kind) ?? new Batch(reading, size);
    batches.set(reading.kind, batch);
    const full = batch.add(place, reading) ? batch.take() : undefined;
    if (full) yield full;
  }
  for (const batch of batches.values()) {
    const rest = batch.take();
    if (rest) yield rest;
  }
}
