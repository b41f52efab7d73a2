function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** Mixes whole numbers into one 32-bit seed; order matters. */
export function mixSeed(seed: number, ...parts: readonly number[]): number {
  let mixed = seed | 0;
  for (const part of parts) {
    mixed = Math.imul(mixed ^ Math.imul(part | 0, 0x9e3779b1), 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

/**
 *  Repeatable random numbers: xoshiro128**, its state filled by splitmix32. The same seed gives the same numbers on
 *  every machine.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;
  #spare = Number.NaN;

  constructor(seed: number) {
    this.reseed(seed);
  }

  /** Restarts from a seed, without a new object. */
  reseed(seed: number): void {
    let state = seed | 0;
    const fill = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = state ^ (state >>> 16);
      mixed = Math.imul(mixed, 0x21f0aaad);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.#a = fill();
    this.#b = fill();
    this.#c = fill();
    this.#d = fill();
    this.#spare = Number.NaN;
  }

  /** A number in [0, 1) with 32 random bits. */
  next(): number {
    const result = Math.imul(rotate(Math.imul(this.#b, 5), 7), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = rotate(this.#d, 11);
    return (result >>> 0) / 4294967296;
  }

  /** A number in [min, max). */
  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  /** A whole number from min to max, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Normally distributed (polar method). */
  normal(mean: number, deviation: number): number {
    if (!Number.isNaN(this.#spare)) {
      const spare = this.#spare;
      this.#spare = Number.NaN;
      return mean + deviation * spare;
    }
    for (;;) {
      const x = this.next() * 2 - 1;
      const y = this.next() * 2 - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) {
        const scale = Math.sqrt((-2 * Math.log(square)) / square);
        this.#spare = y * scale;
        return mean + deviation * x * scale;
      }
    }
  }

  /** One of the values; the list may not be empty. */
  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new RangeError('nothing to pick from');
    return value;
  }

  /** One of the characters of a text without surrogate pairs; the text may not be empty. */
  character(text: string): string {
    const found = text[Math.floor(this.next() * text.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  /** One of the values by weight; weights need not add up to 1. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((total, [, weight]) => total + weight, 0);
    for (const [value, weight] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    const last = choices.at(-1);
    if (!last) throw new RangeError('nothing to choose from');
    return last[0];
  }
}

/**
 * Whole numbers below `count`, each once, in a seemingly random order; the n-th is computed without the ones before.
 */
export function scattered(count: number, seed: number): (n: number) => number {
  const random = new Random(seed);
  let step = random.int(Math.floor(count * 0.3), Math.floor(count * 0.6)) | 1;
  while (commonDivisor(step, count) !== 1) step += 2;
  const offset = random.int(0, count - 1);
  return (n) => Number((BigInt(offset) + BigInt(n % count) * BigInt(step)) % BigInt(count));
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
