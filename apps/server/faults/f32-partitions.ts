import { setTimeout as pause } from 'node:timers/promises';
import { model } from '@kangmai/model';
import { addMonths, ensurePartitions } from '../src/platform/database/partitions.ts';
import type { FaultRun } from './fault.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import { Scene } from './scene.ts';
import type { World } from './world.ts';

const workers = 4;
const first = new Date(Date.UTC(2040, 0, 1));

/** Kills random connections that create a partition until stopped; returns the number killed. */
function killMakers(world: World, random: Random): () => Promise<number> {
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (!isOver) {
      await pause(random.whole(5, 60));
      kills += (
        await world.sql<{ done: boolean }>(
          `select pg_terminate_backend(pid) as done from pg_stat_activity where query like '%ensure_month%' and state = 'active' and pid <> pg_backend_pid() order by random() limit 1`,
        )
      ).length;
    }
  })();
  return async () => {
    isOver = true;
    await killing;
    return kills;
  };
}

async function checkMonths(
  world: World,
  report: Report,
  { tables, months }: { readonly tables: readonly string[]; readonly months: number },
): Promise<void> {
  const made = await world.sql<{ n: number }>(
    `select count(*) as n from pg_class c where c.relispartition and c.relname = any($1::text[])`,
    [
      tables.flatMap((table) =>
        Array.from(
          { length: months },
          (_each, at) => `${table}_${addMonths(first, at).toISOString().slice(0, 7).replace('-', '')}`,
        ),
      ),
    ],
  );
  const loose = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and not relispartition and relname ~ '_20[0-9]{4}$'`,
  );
  const open = await world.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent and p.relname = any($1::text[]) where has_table_privilege('kangmai_app', c.oid, 'select')`,
    [tables],
  );
  report.check(
    'every month is there, attached to its table',
    tables.length * months,
    made[0]?.n === tables.length * months ? [] : [`${made[0]?.n} of ${tables.length * months}`],
  );
  report.check(
    'none is left half made',
    tables.length * months,
    loose.map(({ name }) => name),
  );
  report.check(
    'none can be read past its table',
    tables.length * months,
    open.map(({ name }) => name),
  );
}

/** Several connections create partitions at once and are killed, while devices deliver. */
export const partitionCrash: FaultRun = {
  name: 'F32',
  title: 'a crash while months are made',
  async run(world, { isLong, seed }) {
    const report = new Report(`F32 ${partitionCrash.title}`);
    const random = new Random(seed);
    const server = await world.start();
    const scene = await Scene.of(world, 'F32', { urls: () => [server.url], connections: 3, seed });
    scene.load.start();
    const tables = model.resources.filter(({ storage }) => storage === 'readings').map(({ table }) => table);
    const months = isLong ? 60 : 3;
    const last = addMonths(first, months - 1);
    const url = await world.adminUrl();
    const stopKilling = killMakers(world, random);
    let broken = 0;
    await Promise.all(
      Array.from({ length: workers }, async () => {
        for (const table of random.shuffled(tables))
          await ensurePartitions(url, table, { from: first, to: last }).catch(() => {
            broken += 1;
          });
      }),
    );
    const kills = await stopKilling();
    for (const table of tables) await ensurePartitions(url, table, { from: first, to: last });
    report.inject(
      `${tables.length} tables by ${workers} at once for ${months} months, ${kills} connections killed, ${broken} attempts broken off, under ${scene.load.sent.size} messages; seed ${seed}`,
    );
    report.check('connections were killed', kills, []);
    await checkMonths(world, report, { tables, months });
    await scene.end(report);
    const full = await Promise.all(
      tables.map(async (table) =>
        ((await world.sql<{ n: number }>(`select count(*) as n from (select 1 from ${table}_default limit 1) r`))[0]
          ?.n ?? 0) > 0
          ? [table]
          : [],
      ),
    );
    report.check('no reading lies in a default partition', tables.length, full.flat());
    await server.end();
    return report;
  },
};
