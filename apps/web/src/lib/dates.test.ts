import { afterEach, expect, test } from 'vitest';

import { formatAt, inZone, setZone } from './dates.ts';

afterEach(() => setZone('Asia/Shanghai'));

const pattern = 'YYYY-MM-DD HH:mm:ss Z';

const instants = [
  '2026-03-08T06:59:59Z',
  '2026-03-08T07:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-11-01T05:30:00Z',
  '2026-11-01T06:30:00Z',
  '2026-06-30T16:00:00Z',
  '1990-06-01T00:00:00Z',
  0,
  Date.UTC(2026, 11, 31, 23, 59, 59),
];

test.each([
  'Asia/Shanghai',
  'UTC',
  'America/New_York',
  'Europe/London',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
])('an instant is shown as the clocks of %s tell it', (name) => {
  setZone(name);
  for (const at of instants) expect(formatAt(at, pattern), String(at)).toBe(inZone(at)?.format(pattern));
});

test('summer time of Shanghai in 1990 counts', () => {
  expect(formatAt('1990-06-01T00:00:00Z', pattern)).toBe('1990-06-01 09:00:00 +09:00');
});

test('what is absent or unreadable is not shown', () => {
  for (const value of [null, undefined, '', 'soon']) expect(formatAt(value, pattern)).toBeNull();
});
