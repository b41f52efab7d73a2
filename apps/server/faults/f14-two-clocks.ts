import { clock } from './clock.ts';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, Scene } from './scene.ts';
import { fakeClock } from './tools.ts';

const apartMs = 280_000;

/** Two nodes whose clocks are almost five minutes apart; the database has the time of one of them. */
export const twoClocks: FaultRun = {
  name: 'F14',
  title: 'two nodes with clocks five minutes apart',
  async run(world, { isLong, seed }) {
    const report = new Report(`F14 ${twoClocks.title}`);
    const library = fakeClock();
    if (library === undefined) return report.skip('libfaketime is not installed (apt-get install faketime)');
    const database = await world.keepDatabase();
    const right = await world.start();
    const ahead = await world.start({
      LD_PRELOAD: library,
      FAKETIME: `+${apartMs / 1000}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    clock.offsetMs = apartMs / 2;
    try {
      const scene = await Scene.of(world, 'F14', { urls: () => [right.url, ahead.url], connections: 4, seed });
      scene.load.start();
      await scene.load.more(isLong ? 5000 : 80);
      const twice = await world.sql<{ name: string; n: number }>(
        `select name, count(*) as n from pgboss.job where singleton_key is not null and created_on > now() - interval '50 seconds' group by name, singleton_key, singleton_on having count(*) > 1`,
      );
      report.inject(`two nodes ${apartMs / 1000} s apart, ${scene.load.sent.size} messages; seed ${seed}`);
      report.check('both are ready', 2, [
        ...((await isReady(right.url)) ? [] : ['the right one is not']),
        ...((await isReady(ahead.url)) ? [] : ['the one ahead is not']),
      ]);
      report.check(
        'work of one alone is queued once',
        2,
        twice.map(({ name, n }) => `${name} ${n} times`),
      );
      await scene.end(report);
    } finally {
      clock.offsetMs = 0;
      await ahead.end();
      await right.end();
      await database.stop();
    }
    return report;
  },
};
