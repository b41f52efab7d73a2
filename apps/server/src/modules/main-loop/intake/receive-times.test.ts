import { expect, test } from 'vitest';
import { readItem } from './ingest-item.ts';
import { ReceiveTimes } from './receive-times.ts';

const now = new Date('2026-05-01T00:00:00Z');
const item = (more: object = {}) =>
  readItem({ imei: '869900000000001', dataType: 'heart', values: { heart: 70 }, ...more });

test('messages without a time that come in the same moment get times of their own, a device, user and kind at a time', () => {
  const times = new ReceiveTimes();
  const all = [item(), item(), item({ userSlot: 2 }), item({ imei: '869900000000002' }), item()].map(
    (each) => times.next(each, now).getTime() - now.getTime(),
  );
  expect(all).toEqual([0, 1, 0, 0, 2]);
});

test('a message that tells its time was received now', () => {
  const times = new ReceiveTimes();
  expect(
    [item({ measuredAt: now.toISOString() }), item({ measuredAt: now.toISOString() })].map((each) =>
      times.next(each, now),
    ),
  ).toEqual([now, now]);
});

test('the clock is followed once it is ahead again', () => {
  const times = new ReceiveTimes();
  times.next(item(), now);
  expect(times.next(item(), new Date(now.getTime() + 50)).getTime()).toBe(now.getTime() + 50);
});
