import type { SampledApp } from './app.ts';

/** Events of a tenant that wait for the follower, including those that wait for a retry. */
const waitingSql =
  'select count(*)::integer as waiting from outbox where tenant_id = $1 and failed_at is null and (available_at <= now() or attempts > 0)';

type Followed = Pick<SampledApp, 'server'>;

/** Waits until the follower has processed a tenant's events, however slow the machine. */
export async function followed({ server }: Followed, tenantId: number): Promise<void> {
  for (;;) {
    server.follower.wake(tenantId);
    await server.follower.settled();
    const row = await server.services.database.withTenant(tenantId, (tx) =>
      tx.one<{ readonly waiting: number }>(waitingSql, [tenantId]),
    );
    if (row?.waiting === 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** Stops everything driven by the clock: courier, alarms, moves of tenants. */
export async function holdClocks({ server }: Followed): Promise<void> {
  await Promise.all(server.modules.flatMap(({ clocks }) => (clocks ?? []).map((clock) => clock.stop())));
}

/**
 * Stops everything that changes a tenant's rows without a call: courier, clocks and follower. Compared rows then change
 * by calls only, and events that fall due stay in the outbox.
 */
export async function holdStill(app: Followed, tenantId: number): Promise<void> {
  await holdClocks(app);
  await followed(app, tenantId);
  await app.server.follower.stop();
}
