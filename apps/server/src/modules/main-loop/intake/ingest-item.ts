import { isMeasurementKind, parseInstant, type MeasurementKind } from '@kangmai/domain';
import { valueKeysOf } from '../readings/side-values.ts';

export interface IngestItem {
  readonly messageId: string | undefined;
  readonly imei: string;
  readonly childImei: string | undefined;
  readonly userSlot: number;
  readonly dataType: MeasurementKind | 'heartbeat' | 'event';
  readonly measuredAt: string | number | undefined;
  readonly deviceNow: string | number | undefined;
  readonly seq: number | undefined;
  readonly values: { readonly [name: string]: unknown };
  readonly contact: 'good' | 'poor' | 'off' | undefined;
  readonly battery: number | undefined;
  readonly charging: boolean | undefined;
  readonly signal: number | undefined;
  readonly location: { readonly [name: string]: unknown } | undefined;
  readonly raw: string | undefined;
}

export type ItemStatus = 'stored' | 'duplicate' | 'ignored' | 'quarantined' | 'rejected';

export interface ItemAnswer {
  readonly status: ItemStatus;
  readonly id?: number;
  readonly abnormalLevel?: number;
  readonly reason?: string;
  readonly details?: string;
  /** Keys of `values` that were not read. */
  readonly unknownValues?: readonly string[];
  readonly commandsWait?: true;
}

const known = new Set([
  'messageId',
  'imei',
  'childImei',
  'userSlot',
  'dataType',
  'measuredAt',
  'deviceNow',
  'seq',
  'values',
  'contact',
  'battery',
  'charging',
  'signal',
  'location',
  'raw',
]);
const contacts = new Set(['good', 'poor', 'off']);
const rawLimit = 4096;

export class BadItem extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`${field} is missing, unknown or of the wrong form`);
    this.field = field;
  }
}

type Body = { readonly [key: string]: unknown };

function textOf(body: Body, name: string, max: number): string | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > max || value.includes('\u0000')) throw new BadItem(name);
  return value.trim();
}

function wholeOf(body: Body, name: string, range: readonly [min: number, max: number]): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < range[0] || number > range[1])
    throw new BadItem(name);
  return number;
}

/** PostgreSQL cannot store NUL, and one bad item must not fail the others. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  return (
    value !== null &&
    typeof value === 'object' &&
    Object.entries(value).some(([name, inner]) => hasNul(name) || hasNul(inner))
  );
}

function momentOf(body: Body, name: string): string | number | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === '') return undefined;
  if ((typeof value !== 'string' || value.length > 40 || hasNul(value)) && typeof value !== 'number')
    throw new BadItem(name);
  return value;
}

function objectOf(body: Body, name: string): Body | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length > 40 || hasNul(value))
    throw new BadItem(name);
  return value as Body;
}

function kindOf(body: Body): IngestItem['dataType'] {
  const kind = textOf(body, 'dataType', 20) ?? '';
  if (kind === 'heartbeat' || kind === 'event' || isMeasurementKind(kind)) return kind;
  throw new BadItem('dataType');
}

function contactOf(body: Body): IngestItem['contact'] {
  const contact = textOf(body, 'contact', 10);
  if (contact === undefined) return undefined;
  if (!contacts.has(contact)) throw new BadItem('contact');
  return contact as IngestItem['contact'];
}

function flagOf(body: Body, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw new BadItem(name);
  return value;
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new BadItem(name);
  return value;
}

function bodyOf(value: unknown): Body {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new BadItem('item');
  const stranger = Object.keys(value).find((key) => !known.has(key));
  if (stranger !== undefined) throw new BadItem(stranger.slice(0, 40));
  return value as Body;
}

/** Parses one item strictly. Throws `BadItem` naming the first field that is missing, unknown or malformed. */
export function readItem(value: unknown): IngestItem {
  const body = bodyOf(value);
  const imei = required(textOf(body, 'imei', 32), 'imei');
  const values = required(objectOf(body, 'values'), 'values');
  const charging = flagOf(body, 'charging');
  return {
    imei,
    values,
    charging,
    dataType: kindOf(body),
    contact: contactOf(body),
    messageId: textOf(body, 'messageId', 64),
    childImei: textOf(body, 'childImei', 32),
    raw: textOf(body, 'raw', rawLimit),
    userSlot: wholeOf(body, 'userSlot', [1, 8]) ?? 1,
    seq: wholeOf(body, 'seq', [0, 2_147_483_647]),
    battery: wholeOf(body, 'battery', [0, 100]),
    signal: wholeOf(body, 'signal', [0, 100]),
    measuredAt: momentOf(body, 'measuredAt'),
    deviceNow: momentOf(body, 'deviceNow'),
    location: objectOf(body, 'location'),
  };
}

const noKeys: ReadonlySet<string> = new Set();
const eventKeys: ReadonlySet<string> = new Set(['event']);
const keysOf = (kind: IngestItem['dataType']): ReadonlySet<string> =>
  kind === 'event' ? eventKeys : kind === 'heartbeat' ? noKeys : valueKeysOf(kind);
const keyLength = 40;

/** The answer of an item with the keys of its values that nothing reads: a misspelt figure is stored nowhere. */
export function withUnknownValues(answer: ItemAnswer, { dataType, values }: IngestItem): ItemAnswer {
  const known = keysOf(dataType);
  let unknown: string[] | undefined;
  for (const key in values) if (!known.has(key)) (unknown ??= []).push(key.slice(0, keyLength));
  return unknown ? { ...answer, unknownValues: unknown } : answer;
}

/** What is known of the time of a reading: when it was measured, and how far that can be trusted. */
export interface ItemTime {
  readonly measuredAt: Date;
  readonly deviceTime: Date | undefined;
  readonly quality: 'asSent' | 'corrected' | 'receiveTime' | 'late';
}

const minute = 60_000;
/** Readings this far ahead of the database's clock are quarantined. */
const aheadMs = 5 * minute;
const hourMs = 60 * minute;
const dayMs = 86_400_000;
/** No stored reading was measured before. */
export const firstYear = Date.UTC(2015, 0, 1);

export interface TimeInput {
  readonly receivedAt: Date;
  readonly zone: string;
  /** Stable clock error of the device in ms to add to its times; undefined when unknown or small. */
  readonly skewMs: number | undefined;
  readonly acceptDays: number;
  readonly lateHours: number;
  readonly anyAge: boolean;
}

/** Decides when a reading was measured, or why it has no reliable time. */
export function timeOf(
  item: Pick<IngestItem, 'measuredAt'>,
  input: TimeInput,
): ItemTime | { readonly problem: 'bad_time' | 'too_old' } {
  const { receivedAt } = input;
  if (item.measuredAt === undefined) return { measuredAt: receivedAt, deviceTime: undefined, quality: 'receiveTime' };
  const raw = parseInstant(item.measuredAt, input.zone);
  if (raw === undefined) return { problem: 'bad_time' };
  const at = raw + (input.skewMs ?? 0);
  if (at < firstYear || at > receivedAt.getTime() + aheadMs) return { problem: 'bad_time' };
  const age = receivedAt.getTime() - at;
  if (age > input.acceptDays * dayMs && !input.anyAge) return { problem: 'too_old' };
  const measuredAt = new Date(at);
  if (input.skewMs !== undefined) return { measuredAt, deviceTime: new Date(raw), quality: 'corrected' };
  return { measuredAt, deviceTime: undefined, quality: age > input.lateHours * hourMs ? 'late' : 'asSent' };
}
