import { AppError, invalid, tooLarge } from '../platform/errors.ts';

const deepest = 20;
const mostKeys = 20_000;

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

function requireDepth(depth: number): void {
  if (depth > deepest) throw new AppError('invalid', 'body.too-deep', { params: { max: deepest } });
}

function inspect(value: unknown, depth: number): void {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'string' && !value.isWellFormed()) throw new AppError('invalid', 'body.bad-characters');
    return;
  }
  requireDepth(depth);
  const members = value as Record<string, unknown>;
  for (const key in members) {
    if (dangerous.has(key)) Reflect.deleteProperty(members, key);
    else inspect(members[key], depth + 1);
  }
}

/**
 * Parses a decoded and counted JSON body; an empty one gives an empty object, dangerous keys are dropped, depth is
 * limited.
 */
export function parseBody(text: string): { readonly [key: string]: unknown } {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError('invalid', 'body.not-json');
  }
  inspect(parsed, 1);
  if (parsed === null || typeof parsed !== 'object') return { value: parsed };
  return Array.isArray(parsed) ? { items: parsed } : (parsed as { readonly [key: string]: unknown });
}

/** Classes of bytes: blank, anything else, or one of these marks. */
const marks = ['"', '\\', ',', '[{', ']}'];
const byteKinds = Uint8Array.from({ length: 256 }, (_each, byte) =>
  byte <= 0x20 ? 0 : 2 + marks.findIndex((same) => same.includes(String.fromCharCode(byte))),
);
const kindCount = 2 + marks.length;

/**
 * States of a count: between values, after an opening, in a text, after a backslash in it; results of a step: a member,
 * a level more, a level less.
 */
const [between, first, text, escaped, more, down, up] = [0, 1, 2, 3, 4, 8, 16];
/**
 * For each state a step per class of bytes. A member is recognised by the comma before it, the first one by its first
 * byte.
 */
const steps = Uint8Array.from([
  between,
  between,
  text,
  between,
  between + more,
  first + down,
  between + up,
  first,
  between + more,
  text + more,
  between + more,
  between + more,
  first + more + down,
  between + up,
  text,
  text,
  between,
  escaped,
  text,
  text,
  text,
  text,
  text,
  text,
  text,
  text,
  text,
  text,
]);

/**
 * Counts members and levels of a body while its bytes arrive, before parsing: millions of tiny values would need a
 * hundred times their bytes.
 */
export class BodyCount {
  private readonly most: number;
  private members = 0;
  private depth = 0;
  private place: number = between;

  constructor(most: number = mostKeys) {
    this.most = most;
  }

  /** @throws AppError `tooLarge` for too many members, `invalid` for too many levels */
  add(bytes: Uint8Array): void {
    let { members, depth, place } = this;
    let lowest = depth;
    for (const byte of bytes) {
      const step = steps[place * kindCount + (byteKinds[byte] ?? 0)] ?? between;
      members += (step >> 2) & 1;
      depth += ((step >> 3) & 1) - (step >> 4);
      lowest = depth > lowest ? depth : lowest;
      place = step & 3;
    }
    this.members = members;
    this.depth = depth;
    this.place = place;
    requireDepth(lowest);
    if (members > this.most) throw tooLarge('body.too-many-keys', { max: this.most });
  }
}

/** Shorter bodies cannot exceed the limit: each member takes two bytes. */
const bytesPerMember = 2;

/** Decodes the bytes of a body; refuses invalid UTF-8 and too many values. */
export function decodeBody(bytes: Uint8Array, limits: { readonly mostKeys: number } = { mostKeys }): string {
  if (bytes.length > limits.mostKeys * bytesPerMember) new BodyCount(limits.mostKeys).add(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('body', 'body.bad-characters');
  }
}

const unkeepable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** Refuses characters that text and JSON columns cannot store, in names and values: NUL and lone surrogates. */
export function requireKeepable(value: unknown): void {
  if (typeof value === 'string' && unkeepable(value)) throw new AppError('invalid', 'body.bad-characters');
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (unkeepable(key)) throw new AppError('invalid', 'body.bad-characters');
    requireKeepable(inner);
  }
}
