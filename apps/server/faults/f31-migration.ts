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

/** Counts commands that change tables, also rolled back ones, and ends the connection at the n-th. */
const countingSql = `create schema fault_kill;
  create sequence fault_kill.commands;
  create table fault_kill.aim (at bigint not null);
  insert into fault_kill.aim values (0);
  create function fault_kill.count() returns event_trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if nextval('fault_kill.commands') = (select at from fault_kill.aim) then perform pg_terminate_backend(pg_backend_pid()); end if;
  end $$;
  create event trigger fault_kill on ddl_command_start execute function fault_kill.count()`;

const startCountSql = "select setval('fault_kill.commands', 1, false)";
const leftSql =
  "select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)::integer as tables, to_regclass('kangmai.migration') is not null as begun";

/** A database in which a migration can be ended at any of its commands. */
class Killing {
  private readonly url: string;

  private constructor(url: string) {
    this.url = url;
  }

  static async of(world: World, name: string): Promise<Killing> {
    const url = await world.makeDatabase(name);
    await asked(url, countingSql);
    return new Killing(url);
  }

  /** How many commands a whole migration has. */
  async commands(): Promise<number> {
    await this.whole();
    const [row] = await asked<{ n: number }>(this.url, 'select last_value::integer as n from fault_kill.commands');
    return row?.n ?? 0;
  }

  /** Ends the migration at its n-th command. Answers what is wrong with what it left: it must have left nothing. */
  async at(n: number): Promise<readonly string[]> {
    await asked(this.url, startCountSql);
    await asked(this.url, 'update fault_kill.aim set at = $1', [n]);
    const wasBroken = await migrate(this.url, productMigrations()).then(
      () => false,
      () => true,
    );
    await asked(this.url, 'update fault_kill.aim set at = 0');
    if (!wasBroken) return [`it ran through although its command ${n} was killed`];
    const [left] = await asked<{ tables: number; begun: boolean }>(this.url, leftSql);
    const known = left?.begun ? await asked(this.url, 'select name from kangmai.migration') : [];
    return left?.tables === 0 && known.length === 0
      ? []
      : [`killed at command ${n} it left ${left?.tables} tables and ${known.length} migrations`];
  }

  /** Runs the migration to its end. */
  async whole(): Promise<Shape | undefined> {
    await asked(this.url, startCountSql);
    await migrate(this.url, productMigrations());
    return (await asked<Shape>(this.url, shapeSql))[0];
  }
}

const expansion: Migration = {
  name: '9999_fault_expand',
  sql: 'alter table client add column fault_expand text; create table fault_expand (id bigint primary key, note text); create index fault_expand_note on fault_expand (note)',
};

/**
 * A newer node migrates under load while older ones run. The added objects are removed afterwards, since the database
 * is reused.
 */
async function oldAndNew(world: World, report: Report, seed: number): Promise<void> {
  const older = await world.start();
  try {
    const scene = await Scene.of(world, 'F31', { urls: () => [older.url], connections: 4, seed });
    scene.load.start();
    await scene.load.more(20);
    await migrate(await world.adminUrl(), [...productMigrations(), expansion]);
    await scene.load.more(20);
    report.check(
      'an older node works on, on a database that a newer one has migrated',
      1,
      (await isReady(older.url)) ? [] : ['the older node is not ready'],
    );
    await scene.end(report);
  } finally {
    await world.sql('alter table client drop column if exists fault_expand');
    await world.sql('drop table if exists fault_expand');
    await world.sql('delete from kangmai.migration where name = $1', [expansion.name]);
    await older.end();
  }
}

/** After this many kills the migration runs to its end, and its shape is compared. */
const endsBetween = 20;

/** Ends migrations at commands spread over all of them. */
async function killAll(
  world: World,
  report: Report,
  { rounds, random, seed }: { readonly rounds: number; readonly random: Random; readonly seed: number },
): Promise<void> {
  const url = await world.makeDatabase('migrated_whole');
  await ensureRoles({
    adminUrl: url,
    secret: loadMasterKey({ secretKey: undefined, dataDir: world.dataDir }).derive('database roles'),
    ours: true,
  });
  await migrate(url, productMigrations());
  const [wanted] = await asked<Shape>(url, shapeSql);
  const commands = await (await Killing.of(world, 'migrated_counted')).commands();
  const aims = Array.from({ length: rounds }, (_, round) =>
    Math.min(commands, 1 + Math.floor((commands * (round + random.next())) / rounds)),
  );
  const [left, wrong]: [string[], string[]] = [[], []];
  for (let from = 0; from < rounds; from += endsBetween) {
    const killing = await Killing.of(world, `migrated_${from}`);
    for (const n of aims.slice(from, from + endsBetween)) left.push(...(await killing.at(n)));
    const shape = await killing.whole();
    if (shape?.shape !== wanted?.shape)
      wrong.push(`another shape after ${from + endsBetween} kills (${shape?.parts} parts instead of ${wanted?.parts})`);
  }
  report.inject(
    `${rounds} migrations of a fresh database killed at commands spread over all ${commands} of them, and run again to the end ${Math.ceil(rounds / endsBetween)} times; seed ${seed}`,
  );
  report.check('a killed migration leaves nothing', rounds, left);
  report.check(
    `the shape is that of a migration that ran through (${wanted?.parts} parts)`,
    Math.ceil(rounds / endsBetween),
    wrong,
  );
}

/** A migration is killed at any command, and run again; nodes of two versions work together. */
export const migrationCrash: FaultRun = {
  name: 'F31',
  title: 'a crash in the middle of a migration; old and new nodes together',
  async run(world, { isLong, seed }) {
    const report = new Report(`F31 ${migrationCrash.title}`);
    const cluster = await world.keepDatabase();
    try {
      await killAll(world, report, { rounds: isLong ? 200 : 2, random: new Random(seed), seed });
    } finally {
      // Two hundred migrations leave more to write than a stop waits for.
      await asked(await world.adminUrl(), 'checkpoint');
      await cluster.stop();
    }
    await oldAndNew(world, report, seed);
    return report;
  },
};
