import { gzipSync } from 'node:zlib';

/** A body that no call may take, with the answers that are right. */
export interface BadBody {
  readonly name: string;
  readonly body: Buffer;
  readonly headers?: Record<string, string>;
  readonly statuses: readonly number[];
}

const text = (body: string): Buffer => Buffer.from(body, 'utf8');
const valid = '{"imei":"869900000000001","dataType":"heart","measuredAt":"2026-01-01T00:00:00Z","values":{"heart":70}}';
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const malformed = [
  '{',
  '}',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,}',
  '[1,',
  '[1}',
  '"abc',
  'nul',
  'tru',
  '{a:1}',
  "{'a':1}",
  '{"a":01}',
  '{"a":.5}',
  '{"a":1e}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":"\\x"}',
  '{"a":"\\u12"}',
  '{"a":"\t"}',
  '{"a":"line\nbreak"}',
  '\uFEFF{',
  '/* */{}',
  '{}{}',
  '{} x',
  '<a/>',
  'a=1&b=2',
  '-',
  '--1',
  '{"a":1]',
];
const badBytes: readonly (readonly [string, readonly number[]])[] = [
  ['a lone continuation byte', [0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['a cut sequence', [0xe4, 0xb8]],
  ['0xFF', [0xff]],
  ['0xFE', [0xfe]],
  ['a five-byte form', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ['GBK', [0xd6, 0xd0, 0xb9, 0xfa]],
];
const withBytes = (bytes: readonly number[]): Buffer =>
  Buffer.concat([text('{"name":"'), Buffer.from(bytes), text('"}')]);

/** Bodies that are wrong for every call that takes JSON. */
export const badJson: readonly BadBody[] = [
  ...malformed.map((body): BadBody => ({
    name: `malformed ${JSON.stringify(body)}`,
    body: text(body),
    statuses: [400],
  })),
  ...badBytes.map(([name, bytes]): BadBody => ({ name, body: withBytes(bytes), statuses: [400] })),
  { name: 'UTF-16', body: Buffer.from(valid, 'utf16le'), statuses: [400] },
  { name: 'a lone surrogate', body: text('{"name":"\\ud800"}'), statuses: [400] },
  { name: 'a reversed pair', body: text('{"name":"\\udc00\\ud800"}'), statuses: [400] },
  { name: 'a lone surrogate far inside', body: text('{"a":[{"b":["x","\\udfff"]}]}'), statuses: [400] },
  { name: 'bytes of zero', body: Buffer.alloc(64), statuses: [400] },
  { name: 'a zero between', body: text('{"a":\u00001}'), statuses: [400] },
  { name: 'too deep', body: text(deep(40)), statuses: [400] },
  { name: 'very deep', body: text(deep(50_000)), statuses: [400] },
  { name: 'deep lists', body: text(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), statuses: [400, 413] },
  { name: 'too large', body: text(`{"a":"${'x'.repeat(1_100_000)}"}`), statuses: [413] },
  {
    name: 'too many members',
    body: text(JSON.stringify(Object.fromEntries(Array.from({ length: 110_000 }, (_each, at) => [`k${at}`, 1])))),
    statuses: [413],
  },
];

const packed = gzipSync(text(`{"items":[${valid}]}`));
const gzip = { 'content-encoding': 'gzip' };

/** Bodies that are wrong for the readings' door: packing, and items over the limits. */
export const badDeliveries: readonly BadBody[] = [
  { name: 'gzip that is none', body: text(valid), headers: gzip, statuses: [400] },
  { name: 'gzip cut off', body: packed.subarray(0, packed.length - 12), headers: gzip, statuses: [400] },
  { name: 'gzip of nothing', body: Buffer.alloc(0), headers: gzip, statuses: [400] },
  {
    name: 'gzip with a flipped bit',
    body: Buffer.from(packed.map((byte, at) => (at === 20 ? byte ^ 0x40 : byte))),
    headers: gzip,
    statuses: [400],
  },
  { name: 'gzip of bad JSON', body: gzipSync(text('{"items":[')), headers: gzip, statuses: [400] },
  { name: 'a gzip bomb', body: gzipSync(Buffer.alloc(60_000_000, 0x20)), headers: gzip, statuses: [413] },
  { name: 'gzip said, deflate meant', body: packed.subarray(10), headers: gzip, statuses: [400] },
  { name: 'a packing nobody knows', body: text(valid), headers: { 'content-encoding': 'lzma' }, statuses: [415] },
  { name: 'a packing we do not take', body: text(valid), headers: { 'content-encoding': 'br' }, statuses: [415] },
  { name: 'no items', body: text('{"items":[]}'), statuses: [400] },
  { name: 'items that are no list', body: text('{"items":{"0":1}}'), statuses: [400] },
  {
    name: 'more than a thousand items',
    body: text(JSON.stringify({ items: Array.from({ length: 1001 }, () => ({})) })),
    statuses: [400],
  },
  { name: 'an empty body', body: Buffer.alloc(0), statuses: [400] },
];
