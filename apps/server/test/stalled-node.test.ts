import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaseMs } from '../src/platform/database/places.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Stands still as a process does whose machine has no time for it. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('what was on its way in a node that stood still is done when it goes on, not refused', async () => {
  const { database } = app.server.services;
  let tries = 0;
  const answer = await database.withTenant(app.tenants.Alpha, async (tx) => {
    tries += 1;
    if (tries === 1) standStill(leaseMs + 300);
    return tx.one<{ name: string }>('select tenancy_name as name from tenant where id = $1', [tx.tenantId]);
  });
  expect(answer).toEqual({ name: 'Alpha' });
  expect(tries).toBe(2);
});
