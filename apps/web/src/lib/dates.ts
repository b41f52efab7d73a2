import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

import { elapsedOf } from './elapsed.ts';
import { L } from './i18n/texts.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

export type Instant = string | number | Date | null | undefined;

let zone = 'Asia/Shanghai';

/** The zone in which times are shown: the user's, from the session's configuration (IANA name). */
export function setZone(name: string): void {
  zone = name;
}

export const currentZone = (): string => zone;

function readInstant(value: Instant): Dayjs | null {
  if (value === null || value === undefined || value === '') return null;
  const read = dayjs(value);
  return read.isValid() ? read : null;
}

/** An instant of the wire in the user's zone, to count days from; null for an absent or unreadable one. To show one, `formatAt` costs a seventh of it or less. */
export const inZone = (value: Instant): Dayjs | null => readInstant(value)?.tz(zone) ?? null;

/** By zone: what tells how far it is ahead. Making one takes milliseconds. */
const offsets = new Map<string, Intl.DateTimeFormat>();

/** Minutes by which the user's zone is ahead of UTC at an instant. */
function offsetAt(at: Dayjs): number {
  const teller = offsets.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  offsets.set(zone, teller);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(teller.format(at.valueOf())) ?? [];
  return sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** An instant in the user's zone by a pattern of dayjs; null for an absent or unreadable one. */
export function formatAt(value: Instant, pattern: string): string | null {
  const at = readInstant(value);
  return at && at.utcOffset(offsetAt(at)).format(pattern);
}

const shown = (value: Instant, pattern: string): string => formatAt(value, pattern) ?? L('word.empty');

/** `2026-05-01 13:05`, as in tables. */
export const formatMinute = (value: Instant): string => shown(value, 'YYYY-MM-DD HH:mm');

/** `2026-05-01 13:05:09`, as in tooltips and details. */
export const formatSecond = (value: Instant): string => shown(value, 'YYYY-MM-DD HH:mm:ss');

/** Noon of a pure date in the user's zone, for axes of time. */
export const noonOf = (day: string): number => dayjs.tz(`${day}T12:00:00`, zone).valueOf();

/** `2026-05-01`, the day of an instant. */
export const formatDate = (value: Instant): string => shown(value, 'YYYY-MM-DD');

/** `13:05`. */
export const formatClock = (value: Instant): string => shown(value, 'HH:mm');

/** `HH:mm` on the day of `now`, else `YYYY-MM-DD HH:mm`. */
export const formatMoment = (value: Instant, now: number): string =>
  formatDate(value) === formatDate(new Date(now)) ? formatClock(value) : formatMinute(value);

/** Day of a pure date (birthday, due day): taken as written, never moved by a zone. */
export const formatDay = (value: string | null | undefined): string => value?.slice(0, 10) || L('word.empty');

/** Time since `value`: `35分钟`, `3小时`, `2天`; 未使用 when there is none. */
export function formatElapsed(value: Instant, now: number = Date.now()): string {
  const at = readInstant(value);
  if (!at) return L('time.unused');
  const { unit, count } = elapsedOf(now - at.valueOf());
  return L(`time.${unit}`, { n: count });
}

/** `刚刚` below a minute, else `3分钟前`; `—` when there is no time. */
export function formatAgo(value: Instant, now: number = Date.now()): string {
  const at = readInstant(value);
  if (!at) return L('word.empty');
  return now - at.valueOf() < 60_000 ? L('time.justNow') : L('time.ago', { span: formatElapsed(value, now) });
}

/** The offset of a zone (IANA name) at this moment, as `+08:00`. */
export const offsetOf = (name: string): string => dayjs().tz(name).format('Z');

const wallClock = 'YYYY-MM-DDTHH:mm:ss';

/** The wall clock of the user's zone for a picker, which knows no zones. */
export const toWallClock = (value: Instant): Dayjs | null => {
  const at = formatAt(value, wallClock);
  return at === null ? null : dayjs(at);
};

/** The instant that a picker's wall clock means in the user's zone. */
export const fromWallClock = (picked: Dayjs | null): Date | null =>
  picked ? dayjs.tz(picked.format(wallClock), currentZone()).toDate() : null;
