import { gzipSync } from 'node:zlib';

/** A request over a limit, and its permitted answers. */
export interface TooMuch {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path and query; bodies go to the given call. */
  readonly path?: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only the readings' door unpacks. */
  readonly onlyDoor?: true;
  readonly statuses: readonly number[];
}

const megabyte = 1_048_576;
const filled = (start: string, piece: string, end: string): Buffer =>
  Buffer.from(start + piece.repeat(Math.floor((megabyte - start.length - end.length - 100) / piece.length)) + end);
const packed = (body: Buffer): Pick<TooMuch, 'body' | 'headers' | 'onlyDoor'> => ({
  body: gzipSync(body, { level: 9 }),
  headers: { 'content-encoding': 'gzip' },
  onlyDoor: true,
});
const keys = (count: number): Buffer =>
  Buffer.from(`{${Array.from({ length: count }, (_each, at) => `"k${at}":0`).join(',')}}`);

const bodies = (): readonly TooMuch[] => [
  {
    name: 'a body announced with 20 MB',
    method: 'POST',
    body: Buffer.alloc(megabyte / 8, 32),
    headers: { 'content-length': String(20 * megabyte) },
    statuses: [413],
  },
  { name: 'a body nested half a million times', method: 'POST', body: filled('', '[', ''), statuses: [400, 413] },
  {
    name: 'a closed body nested 100,000 times',
    method: 'POST',
    body: Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)),
    statuses: [400, 413],
  },
  { name: 'a body of 90,000 members', method: 'POST', body: keys(90_000), statuses: [400, 413] },
  {
    name: 'a body of a third of a million empty objects',
    method: 'POST',
    body: filled('[{}', ',{}', ']'),
    statuses: [400, 413],
  },
  { name: 'a body of half a million numbers', method: 'POST', body: filled('[0', ',0', ']'), statuses: [400, 413] },
  { name: 'a packed third of a million of members', method: 'POST', ...packed(keys(300_000)), statuses: [400, 413] },
  {
    name: 'packed empty objects, 8 MB',
    method: 'POST',
    ...packed(Buffer.from(`[{}${',{}'.repeat(2_790_000)}]`)),
    statuses: [400, 413],
  },
  {
    name: 'a bomb: 100 KB that unpack to 100 MB',
    method: 'POST',
    ...packed(Buffer.alloc(100 * megabyte, 32)),
    statuses: [400, 413],
  },
];

const headersAndPaths = (): readonly TooMuch[] => [
  {
    name: 'a header of 1 MB',
    method: 'GET',
    path: '/health/live',
    headers: { 'x-much': 'a'.repeat(megabyte) },
    statuses: [431],
  },
  {
    name: '10,000 headers',
    method: 'GET',
    path: '/health/live',
    headers: Object.fromEntries(Array.from({ length: 10_000 }, (_each, at) => [`x-${at}`, '1'])),
    statuses: [431],
  },
  {
    name: '10,000 query parameters',
    method: 'GET',
    path: `/api/services/app/C_client/GetPagedAll?${Array.from({ length: 10_000 }, (_each, at) => `p${at}=1`).join('&')}`,
    statuses: [400, 414, 431],
  },
  {
    name: '3,000 query parameters',
    method: 'GET',
    path: `/api/services/app/C_client/GetPagedAll?${Array.from({ length: 3000 }, (_each, at) => `a${at.toString(36)}`).join('&')}`,
    statuses: [200, 400, 401, 414, 431],
  },
];

/** Requests over any limit. */
export const tooMuch = (): readonly TooMuch[] => [...bodies(), ...headersAndPaths()];
