import { AppError, invalid, tooLarge } from '../platform/errors.ts';

const deepest = 20;
const mostKeys = 20_000;

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

function inspect(value: unknown, depth: number, count: { keys: number; readonly most: number }): void {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'string' && !value.isWellFormed()) throw new AppError('invalid', 'body.bad-characters');
    return;
  }
  if (depth > deepest) throw new AppError('invalid', 'body.too-deep', { params: { max: deepest } });
  for (const [key, inner] of Object.entries(value)) {
    if (dangerous.has(key)) {
      Reflect.deleteProperty(value, key);
      continue;
    }
    count.keys += 1;
    if (count.keys > count.most) throw tooLarge('body.too-many-keys', { max: count.most });
    inspect(inner, depth + 1, count);
  }
}

/** Reads a JSON body; an empty one is an empty object, dangerous keys are left out, depth and size are bounded. */
export function parseBody(text: string, limits: { readonly mostKeys: number } = { mostKeys }): { readonly [key: string]: unknown } {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError('invalid', 'body.not-json');
  }
  inspect(parsed, 1, { keys: 0, most: limits.mostKeys });
  if (parsed === null || typeof parsed !== 'object') return { value: parsed };
  return Array.isArray(parsed) ? { items: parsed } : (parsed as { readonly [key: string]: unknown });
}

const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];
const marksPerKey = 4;

/** Counts what separates and opens values in a body, before anything is made of it: millions of tiny values would cost a hundred times their bytes. */
export class ValueCount {
  private readonly most: number;
  private marks = 0;

  constructor(most: number = mostKeys) {
    this.most = most;
  }

  /** @throws AppError `tooLarge` once there are more than anybody sends. */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) if (byte === comma || byte === bracket || byte === brace) this.marks += 1;
    if (this.marks > this.most * marksPerKey) throw tooLarge('body.too-many-keys', { max: this.most });
  }
}

/** Reads the bytes of a body as text; what is no UTF-8 or holds far too many values is refused. */
export function decodeBody(bytes: Uint8Array, limits: { readonly mostKeys: number } = { mostKeys }): string {
  new ValueCount(limits.mostKeys).add(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('body', 'body.bad-characters');
  }
}

const unkeepable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** Refuses what no text column and no JSON column takes, in names and values alike: zero characters and halves of surrogate pairs. */
export function requireKeepable(value: unknown): void {
  if (typeof value === 'string' && unkeepable(value)) throw new AppError('invalid', 'body.bad-characters');
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (unkeepable(key)) throw new AppError('invalid', 'body.bad-characters');
    requireKeepable(inner);
  }
}
