import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate, type Migration } from '../src/platform/database/migrate.ts';
import { ensureRoles } from '../src/platform/database/roles.ts';
import { loadMasterKey } from '../src/platform/keys.ts';
import type { FaultRun } from './fault.ts';
import { productMigrations } from './inside.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';
import { isReady, Scene } from './scene.ts';
import type { World } from './world.ts';

/** Everything that a migration can make, in words. */
const shapeSql = `select md5(string_agg(line, e'\\n' order by line)) as shape, count(*)::integer as parts from (
  select format('column %s.%s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relnamespace in ('public'::regnamespace, 'kangmai'::regnamespace) and c.relkind in ('r', 'p')
  union all select format('constraint %s %s', k.conrelid::regclass, pg_get_constraintdef(k.oid)) from pg_constraint k where k.connamespace = 'public'::regnamespace
  union all select format('index %s', pg_get_indexdef(i.indexrelid)) from pg_index i join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'public'::regnamespace
  union all select format('policy %s %s %s', p.polrelid::regclass, p.polname, pg_get_expr(p.polqual, p.polrelid)) from pg_policy p
  union all select format('function %s %s', f.oid::regprocedure, md5(f.prosrc)) from pg_proc f where f.pronamespace in ('public'::regnamespace, 'kangmai'::regnamespace)
  union all select format('table %s %s %s', c.oid::regclass, c.relrowsecurity, c.relacl) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  union all select format('migration %s', name) from kangmai.migration) lines`;

interface Shape {
  readonly shape: string;
  readonly parts: number;
}

async function asked<R extends object>(url: string, text: string, values: readonly unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Migrates a fresh database while its connection is killed after a time; then again, to the end. */
async function brokenOff(world: World, name: string, afterMs: number): Promise<{ readonly shape: Shape | undefined; readonly wasBroken: boolean }> {
  const url = await world.makeDatabase(name);
  const killing = pause(afterMs).then(() => asked<{ done: boolean }>(url, 'select pg_terminate_backend(pid) as done from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name]));
  const wasBroken = await migrate(url, productMigrations()).then(() => false, () => true);
  await killing;
  await migrate(url, productMigrations());
  return { shape: (await asked<Shape>(url, shapeSql))[0], wasBroken };
}

const expansion: Migration = { name: '9999_fault_expand', sql: 'alter table client add column fault_expand text; create table fault_expand (id bigint primary key, note text); create index fault_expand_note on fault_expand (note)' };

/** A newer node migrates under load; the older ones go on. */
async function oldAndNew(world: World, report: Report, seed: number): Promise<void> {
  const older = await world.start();
  const scene = await Scene.of(world, 'F31', { urls: () => [older.url], connections: 4, seed });
  scene.load.start();
  await scene.load.more(20);
  await migrate(await world.adminUrl(), [...productMigrations(), expansion]);
  await scene.load.more(20);
  report.check('an older node works on, on a database that a newer one has migrated', 1, (await isReady(older.url)) ? [] : ['the older node is not ready']);
  await scene.end(report);
  await world.sql('alter table client drop column fault_expand');
  await world.sql('drop table fault_expand');
  await world.sql('delete from kangmai.migration where name = $1', [expansion.name]);
  await older.end();
}

/** A migration is killed at any moment, and run again; nodes of two versions work together. */
export const migrationCrash: FaultRun = {
  name: 'F31', title: 'a crash in the middle of a migration; old and new nodes together',
  async run(world, { isLong, seed }) {
    const report = new Report(`F31 ${migrationCrash.title}`);
    const random = new Random(seed);
    const cluster = await world.keepDatabase();
    const url = await world.makeDatabase('migrated_whole');
    await ensureRoles({ adminUrl: url, secret: loadMasterKey({ secretKey: undefined, dataDir: world.dataDir }).derive('database roles'), ours: true });
    const began = performance.now();
    await migrate(url, productMigrations());
    const wholeMs = performance.now() - began;
    const [wanted] = await asked<Shape>(url, shapeSql);
    const rounds = isLong ? 200 : 3;
    const wrong: string[] = [];
    let broken = 0;
    for (let round = 0; round < rounds; round += 1) {
      const afterMs = Math.round((wholeMs * (round + random.next())) / rounds);
      const { shape, wasBroken } = await brokenOff(world, `migrated_${round}`, afterMs);
      broken += wasBroken ? 1 : 0;
      if (shape?.shape !== wanted?.shape) wrong.push(`killed after ${afterMs} of ${wholeMs.toFixed(0)} ms: another shape (${shape?.parts} parts instead of ${wanted?.parts})`);
    }
    await cluster.stop();
    report.inject(`${rounds} migrations of a fresh database killed over ${wholeMs.toFixed(0)} ms, ${broken} of them before their end, and run again; seed ${seed}`);
    report.check('some were killed before their end', broken, []);
    report.check(`the shape is that of a migration that ran through (${wanted?.parts} parts)`, rounds, wrong);
    await oldAndNew(world, report, seed);
    return report;
  },
};
