import { expect, test } from 'vitest';
import { escortedVisits, type EscortedVisit, outsideEscorts } from './plan-escorts.ts';

const now = new Date('2026-11-25T03:00:00Z');
const states = ['booked', 'done', 'cancelled'] as const;
const visits = Array.from({ length: 200 }, (_, nth): EscortedVisit => {
  const begins = new Date(now.getTime() + (nth - 100) * 5 * 3_600_000);
  return { id: nth, client: nth % 30, state: begins > now ? 'booked' : (states[1 + (nth % 2)] ?? 'done'), begins };
});

test('escorts are in all states; visits that are escorted are of different clients on different days', () => {
  expect(new Set(outsideEscorts.map(({ state }) => state))).toEqual(
    new Set(['waiting', 'assigned', 'inService', 'done', 'cancelled']),
  );
  const made = escortedVisits(visits, now);
  expect(made.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'assigned', 'done', 'cancelled']);
  expect(new Set(made.map(({ visit }) => visit.client)).size).toBe(5);
  expect(new Set(made.map(({ visit }) => visit.begins.toISOString().slice(0, 10))).size).toBe(5);
  expect(
    outsideEscorts.filter(({ workday, state }) => workday > 0 && (state === 'done' || state === 'inService')),
  ).toEqual([]);
});
