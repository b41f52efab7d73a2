import { expect, test } from 'vitest';
import { AppError, conflict, forbidden, invalid, notFound, rateLimited } from './errors.ts';
import { createEventBus } from './event-bus.ts';
import { createMetrics } from './metrics.ts';
import { RateLimit } from './rate-limit.ts';

test('errors carry kind, reason and what their texts need', () => {
  expect(invalid('age', 'field.out-of-range', { min: 0, max: 150 })).toMatchObject({
    kind: 'invalid',
    reason: 'validation.failed',
    fields: [{ field: 'age', reason: 'field.out-of-range', params: { min: 0, max: 150 } }],
  });
  expect(notFound()).toMatchObject({ kind: 'notFound', params: { what: 'row' } });
  expect(forbidden('Pages.Users')).toMatchObject({
    kind: 'forbidden',
    reason: 'permission.missing',
    params: { permission: 'Pages.Users' },
  });
  expect(conflict('row.changed')).toMatchObject({ kind: 'conflict', code: 409 });
  expect(rateLimited(7)).toMatchObject({ retryAfterSeconds: 7 });
  expect(new AppError('unavailable', 'x', { cause: new Error('why') }).cause).toBeInstanceOf(Error);
});

test('a bucket empties, fills again with time and never above its brim', () => {
  let ms = 0;
  const limit = new RateLimit({ burst: 3, perSecond: 1, elapsed: () => ms });
  expect([limit.spend('a'), limit.spend('a'), limit.spend('a'), limit.spend('a')]).toEqual([0, 0, 0, 1]);
  expect(limit.spend('b', 3)).toBe(0);
  expect(limit.spend('b', 2)).toBe(2);
  ms = 2_000;
  expect(limit.spend('b', 2)).toBe(0);
  ms = 1_000_000;
  expect(limit.spend('a', 4)).toBe(1);
  expect(() => {
    for (let n = 0; n < 4; n += 1) limit.require('a');
  }).toThrow(AppError);
  limit.clear('a');
  expect(limit.spend('a', 3)).toBe(0);
  limit.giveBack('a', 2);
  expect([limit.spend('a', 2), limit.spend('a')]).toEqual([0, 1]);
  limit.giveBack('a', 100);
  expect([limit.spend('a', 3), limit.spend('a')]).toEqual([0, 1]);
});

test('the memory of a rate limit is bounded', () => {
  let ms = 0;
  const limit = new RateLimit({ burst: 1, perSecond: 0.001, mostKeys: 100, elapsed: () => ms });
  for (let n = 0; n < 1_000; n += 1) {
    ms += 1;
    limit.spend(`address ${n}`);
  }
  expect(limit.size).toBeLessThanOrEqual(100);
});

test('listeners hear until they leave; one that fails does not stop the others', () => {
  const reported: unknown[] = [];
  const bus = createEventBus<{ saved: { id: number } }>((error) => reported.push(error));
  const heard: number[] = [];
  bus.on('saved', () => {
    throw new Error('listener');
  });
  const leave = bus.on('saved', ({ id }) => heard.push(id));
  bus.emit('saved', { id: 1 });
  leave();
  bus.emit('saved', { id: 2 });
  expect(heard).toEqual([1]);
  expect(reported).toHaveLength(2);
});

test('the metrics show calls by route and the pools of the database', async () => {
  const metrics = createMetrics({
    figures: () => [{ name: 'app', total: 4, idle: 1, waiting: 2 }],
    everywhere: () => Promise.reject(new Error('no database')),
  });
  metrics.observeCall({ path: '/api/x/:id', method: 'GET', status: 200, seconds: 0.02 });
  const text = await metrics.text();
  expect(text).toContain('http_call_seconds_count{path="/api/x/:id",method="GET",status="200"} 1');
  expect(text).toContain('database_connections{pool="app",state="waiting"} 2');
  expect(text).toContain('process_cpu_user_seconds_total');
});
