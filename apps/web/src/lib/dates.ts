import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

import { elapsedOf } from './elapsed.ts';
import { L } from './i18n/texts.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

export type Instant = string | number | Date | null | undefined;

let zone = 'Asia/Shanghai';

/** Sets the display zone (IANA name) from the user's configuration. */
export function setZone(name: string): void {
  zone = name;
}

export const currentZone = (): string => zone;

function readInstant(value: Instant): Dayjs | null {
  if (value === null || value === undefined || value === '') return null;
  const read = dayjs(value);
  return read.isValid() ? read : null;
}

/** An instant in the user's zone for arithmetic; null when unreadable. For display `formatAt` is seven times faster. */
export const inZone = (value: Instant): Dayjs | null => readInstant(value)?.tz(zone) ?? null;

/** Formatters by zone; creating one takes milliseconds. */
const tellers = new Map<string, Intl.DateTimeFormat>();

function readOffset(ms: number): number {
  const teller = tellers.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  tellers.set(zone, teller);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(teller.format(ms)) ?? [];
  return sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** Offsets by zone and quarter of an hour, within which no zone changes its clocks. */
const offsets = new Map<string, number>();
const mostOffsets = 2000;
const quarterMs = 900_000;

/** UTC offset of the user's zone at an instant, in minutes. */
function offsetAt(ms: number): number {
  const key = `${zone} ${Math.floor(ms / quarterMs)}`;
  const offset = offsets.get(key) ?? readOffset(ms);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Formats an instant in the user's zone with a dayjs pattern; null when absent or unreadable. */
export function formatAt(value: Instant, pattern: string): string | null {
  const at = readInstant(value);
  return at && at.utcOffset(offsetAt(at.valueOf())).format(pattern);
}

const formatOrDash = (value: Instant, pattern: string): string => formatAt(value, pattern) ?? L('word.empty');

/** `2026-05-01 13:05`, for tables. */
export const formatMinute = (value: Instant): string => formatOrDash(value, 'YYYY-MM-DD HH:mm');

/** `2026-05-01 13:05:09`, for tooltips and details. */
export const formatSecond = (value: Instant): string => formatOrDash(value, 'YYYY-MM-DD HH:mm:ss');

/** Noon of a date in the user's zone, for time axes. */
export const noonOf = (day: string): number => dayjs.tz(`${day}T12:00:00`, zone).valueOf();

export const formatDate = (value: Instant): string => formatOrDash(value, 'YYYY-MM-DD');

export const formatClock = (value: Instant): string => formatOrDash(value, 'HH:mm');

/** `HH:mm` on the day of `now`, else `YYYY-MM-DD HH:mm`. */
export const formatMoment = (value: Instant, now: number): string =>
  formatDate(value) === formatDate(new Date(now)) ? formatClock(value) : formatMinute(value);

/** A date without time, such as a birthday; never converted between zones. */
export const formatDay = (value: string | null | undefined): string => value?.slice(0, 10) || L('word.empty');

/** A length of time in words: `76分钟` below two hours, else `3小时5分钟`, from two days on `2天`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 120) return L('time.minutes', { n: minutes });
  if (minutes >= 2880) return L('time.days', { n: Math.floor(minutes / 1440) });
  const hours = L('time.hours', { n: Math.floor(minutes / 60) });
  const rest = minutes % 60;
  return rest === 0 ? hours : L('time.and', { hours, minutes: L('time.minutes', { n: rest }) });
}

/** Time since `value`: `35分钟`, `3小时`, `2天`; 未使用 without a value. */
export function formatElapsed(value: Instant, now: number = Date.now()): string {
  const at = readInstant(value);
  if (!at) return L('time.unused');
  const { unit, count } = elapsedOf(now - at.valueOf());
  return L(`time.${unit}`, { n: count });
}

/** `刚刚` below a minute, else `3分钟前`; `—` without a value. */
export function formatAgo(value: Instant, now: number = Date.now()): string {
  const at = readInstant(value);
  if (!at) return L('word.empty');
  return now - at.valueOf() < 60_000 ? L('time.justNow') : L('time.ago', { span: formatElapsed(value, now) });
}

/** Current offset of a zone (IANA name) as `+08:00`. */
export const offsetOf = (name: string): string => dayjs().tz(name).format('Z');

const wallClock = 'YYYY-MM-DDTHH:mm:ss';

/** Local time in the user's zone for a picker, which knows no zones. */
export const toWallClock = (value: Instant): Dayjs | null => {
  const at = formatAt(value, wallClock);
  return at === null ? null : dayjs(at);
};

/** Instant of a picker's local time in the user's zone. */
export const fromWallClock = (picked: Dayjs | null): Date | null =>
  picked ? dayjs.tz(picked.format(wallClock), currentZone()).toDate() : null;
