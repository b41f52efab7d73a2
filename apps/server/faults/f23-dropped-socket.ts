import { setTimeout as pause } from 'node:timers/promises';
import { post } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { FlakyWire } from './flaky-wire.ts';
import { differences, Listener } from './listener.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import { msUntil } from './scene.ts';
import { timeLimit } from './time-limit.ts';

/** Live connections break at any byte during calls for help: each call is received once. */
export const droppedSocket: FaultRun = {
  name: 'F23',
  title: 'live connections break at any byte',
  async run(world, { isLong, seed }) {
    const report = new Report(`F23 ${droppedSocket.title}`);
    const random = new Random(seed);
    const server = await world.start();
    const wire = await FlakyWire.open(server.url);
    const source = await world.source();
    const calls = isLong ? 600 : 25;
    const wearers = await world.wearers(1, calls);
    const screens = await Promise.all(
      Array.from({ length: isLong ? 100 : 5 }, () => Listener.of(server.url, { event: 'newsos', over: wire.url })),
    );
    const steady = await Listener.of(server.url, { event: 'newsos' });
    const ids: number[] = [];
    for (const [at, wearer] of wearers.entries()) {
      if (random.chance(0.5)) wire.cutAfter(random.whole(0, 2000 * screens.length));
      else if (random.chance(0.4)) wire.cutAll();
      const body = Buffer.from(
        JSON.stringify({
          imei: wearer.imei,
          dataType: 'event',
          values: { event: 'sos' },
          messageId: `f23-${seed}-${at}`,
          measuredAt: new Date().toISOString(),
        }),
      );
      const answer = (await (await post(server.url, source, { path: 'readings', body })).json()) as {
        readonly id: number;
      };
      ids.push(answer.id);
      await pause(random.whole(0, 60));
    }
    await msUntil(
      async () => screens.every(({ heard }) => new Set(heard).size >= ids.length) && steady.heard.length >= ids.length,
      timeLimit(10_000),
    );
    const gaps = screens.flatMap(({ gaps: times }) => times);
    const recovered = screens.reduce((sum, screen) => sum + screen.recovered, 0);
    report.inject(
      `${wire.cuts} connections of ${screens.length} screens broken during ${calls} calls for help; ${recovered} went on from where they were; seed ${seed}`,
    );
    report.check('a screen that never broke hears every call once', ids.length, differences('it', steady.heard, ids));
    report.check(
      'after every break nothing is missed and nothing comes twice',
      screens.length * ids.length,
      screens.flatMap(({ heard }, at) => differences(`screen ${at}`, heard, ids)),
    );
    report.check('connections were broken and went on', recovered, []);
    const spread = Math.max(...gaps) - Math.min(...gaps);
    report.check(
      `they come back at different times (spread over ${spread.toFixed(0)} ms)`,
      gaps.length,
      spread < 20 ? ['all at once'] : [],
    );
    for (const screen of [...screens, steady]) screen.close();
    await wire.close();
    await server.end();
    return report;
  },
};
