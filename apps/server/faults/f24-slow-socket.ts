import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRun } from './fault.ts';
import { FlakyWire } from './flaky-wire.ts';
import { differences, Listener } from './listener.ts';
import { Report } from './report.ts';
import { msUntil } from './scene.ts';
import type { World } from './world.ts';
import { timeLimit } from './time-limit.ts';

const mostGrowthMb = 150;
const bulk = 4000;

/** Publishes an event to the tenant's screens, as another node would. */
const tell = (world: World, { from, count }: { readonly from: number; readonly count: number }): Promise<unknown> =>
  world.sql(
    `insert into live_event (tenant_id, node, event, rooms, payload) select 1, 'ffffffff-ffff-4fff-8fff-ffffffffffff', 'newsos', array['t:1:sos:all'], jsonb_build_object('id', n, 'fill', repeat('x', ${bulk})) from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n`,
    [from, count],
  );

/**
 * A screen stops reading during many events: its queue is bounded, it is disconnected and resumes later from its last
 * event.
 */
export const slowSocket: FaultRun = {
  name: 'F24',
  title: 'a live connection that nobody reads',
  async run(world, { isLong }) {
    const report = new Report(`F24 ${slowSocket.title}`);
    const server = await world.start();
    const wire = await FlakyWire.open(server.url);
    const beat = (): Promise<unknown> =>
      world.sql(
        `insert into server_node (id) values ('ffffffff-ffff-4fff-8fff-ffffffffffff') on conflict (id) do update set seen_at = now()`,
      );
    await beat();
    const beating = setInterval(() => void beat().catch(() => undefined), 1000);
    const slow = await Listener.of(server.url, { event: 'newsos', over: wire.url });
    const quick = await Listener.of(server.url, { event: 'newsos' });
    await msUntil(async () => {
      await tell(world, { from: 0, count: 1 });
      return slow.heard.length > 0 && quick.heard.length > 0;
    }, timeLimit(10_000));
    for (const screen of [slow, quick]) screen.heard.length = 0;
    await pause(500);
    for (const screen of [slow, quick]) screen.heard.length = 0;
    const memory = server.memoryMb();
    wire.stall();
    const count = isLong ? 8000 : 5000;
    const piece = 500;
    for (let at = 0; at < count; at += piece) {
      await tell(world, { from: 1 + at, count: piece });
      await msUntil(async () => quick.heard.length >= at + piece, timeLimit(10_000));
    }
    const expected = Array.from({ length: count }, (_each, at) => at + 1);
    const grown = server.memoryMb() - memory;
    await pause(2500);
    wire.flow();
    const back = await msUntil(async () => new Set(slow.heard).size >= count, timeLimit(20_000));
    report.inject(`${count} events of ${bulk / 1000} KB while one of two screens does not read`);
    report.check('the other screen hears all of them once', count, differences('it', quick.heard, expected));
    report.must(
      'the slow one was cut off and went on from where it was',
      slow.recovered > 0 && slow.fresh <= 1,
      `went on ${slow.recovered} times, began anew ${slow.fresh - 1} times`,
    );
    report.atMost('everything has reached it', back, { limit: timeLimit(20_000), unit: 'ms' });
    report.check('everything once', count, differences('it', slow.heard, expected));
    report.atMost('memory grows', grown, { limit: mostGrowthMb, unit: 'MB' });
    clearInterval(beating);
    for (const screen of [slow, quick]) screen.close();
    await wire.close();
    await world.sql(`delete from server_node where id = 'ffffffff-ffff-4fff-8fff-ffffffffffff'`);
    await server.end();
    return report;
  },
};
