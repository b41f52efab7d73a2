import { setTimeout as pause } from 'node:timers/promises';
import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { loadRollups } from '@kangmai/ops/demo/load-rollups';
import { occupancyPlace, places, readingPlaces } from '../src/modules/merge/merge-map.ts';
import { pagesUntil } from './beside.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { signIn, type World } from './world.ts';

const merges = 3;
const readings = 50_000;
/** Rows a table beside the readings of the heart; a family has a person once. */
const rowsATable = 20;
const alone = 200;
const betweenMs = 25;
const longestMs = 60_000;
const minutesApart = 10;

const others = readingPlaces.filter(({ table }) => table !== 'heart_rate_reading');
const hearts = readings - others.length * rowsATable;

/** The values of the columns that a row needs, one row `n` after the other; states in which nothing is open. */
const fixed: Readonly<Record<string, string>> = {
  'bed_stay.ended_at': "now() - n * interval '1 day' + interval '1 hour'",
  'sos_record.state': '3',
  'device_binding.state': '0',
  'device_binding.unbound_at': 'now()',
  'device_command.state': '1',
};
const byType: Readonly<Record<string, string>> = {
  smallint: '1',
  integer: 'n',
  bigint: 'own',
  text: "'b' || own",
  date: 'current_date - n',
  jsonb: "'{}'",
  bytea: 'k.phone_sealed',
  boolean: 'false',
};

function valueOf(table: string, { name, type }: { readonly name: string; readonly type: string }): string {
  const known = fixed[`${table}.${name}`];
  if (known !== undefined) return known;
  if (name === 'ends_at') return "now() - n * interval '1 day' + interval '1 hour'";
  if (type.startsWith('timestamp')) return "now() - n * interval '1 day'";
  return byType[type] ?? '50';
}

const columnsSql = `select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef and a.attidentity = '' as needed
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;

/** Rows of one person in a table, without asking whether what they name exists. */
async function addRows(
  { owner, tenantId }: World,
  { table, column, clientId, count }: { table: string; column: string; clientId: number; count: number },
): Promise<void> {
  const { rows } = await owner.query<{ name: string; type: string; needed: boolean }>(columnsSql, [table]);
  const filled = rows.filter(
    ({ name, needed }) => name !== 'tenant_id' && name !== column && (needed || `${table}.${name}` in fixed),
  );
  await owner.query(
    `insert into "${table}" (tenant_id, ${[column, ...filled.map(({ name }) => name)].join(', ')})
     select $1, $2${filled.map((each) => `, ${valueOf(table, each)}`).join('')}
     from generate_series(1, $3::integer) n, lateral (select 1000000000 + $2::bigint * 1000 + n as own) o, (select phone_sealed from client where tenant_id = $1 limit 1) k`,
    [tenantId, clientId, count],
  );
}

const heartSql = `insert into heart_rate_reading (tenant_id, device_id, client_id, measured_at, received_at, heart, body_state, origin, flag, level, time_quality, quality, slot)
  select $1, $2, $3, at, at, 60 + n % 40, 0, 0, 0, 0, 0, 0, 1 from generate_series(1, $4::integer) n, lateral (select now() - n * make_interval(mins => ${minutesApart}) as at) t`;

async function fillFile(world: World, { clientId, deviceId }: { clientId: number; deviceId: number }): Promise<void> {
  const { owner, tenantId } = world;
  for (const { table, column } of places) {
    if (table === 'client')
      await owner.query(
        'update client set introducer_id = $2 where tenant_id = $1 and id in (select id from client where tenant_id = $1 and introducer_id is null order by id desc limit $3)',
        [tenantId, clientId, rowsATable],
      );
    else await addRows(world, { table, column, clientId, count: table === 'family_member' ? 1 : rowsATable });
  }
  for (const { table } of others) await addRows(world, { table, column: 'client_id', clientId, count: rowsATable });
  await owner.query(
    `insert into occupancy (tenant_id, kind, subject_id, begins_at, ends_at, source, source_id)
     select $1, 'client', $2, now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour', 'bench', n from generate_series(1, $3::integer) n`,
    [tenantId, clientId, rowsATable],
  );
  // Two devices of one type at once would have to be settled first.
  await owner.query(
    'update device_binding set state = 0, unbound_at = coalesce(unbound_at, now()) where tenant_id = $1 and client_id = $2',
    [tenantId, clientId],
  );
  await owner.query(heartSql, [tenantId, deviceId, clientId, hearts]);
}

/** Files with fifty thousand readings and rows in all tables that name a person, beside others that take them in. */
async function fillFiles(world: World): Promise<readonly (readonly [keepId: number, otherId: number])[]> {
  const { owner, database, tenantId, watches, cuffs } = world;
  const from = new Date(Date.now() - (readings * minutesApart + 60) * 60_000);
  for (const { table } of readingPlaces) await database.ensurePartitions(table, from, new Date());
  await owner.query("set session_replication_role = 'replica'");
  for (const other of cuffs.slice(0, merges)) await fillFile(world, other);
  await owner.query("set session_replication_role = 'origin'");
  await database.withTenant(tenantId, (tx) =>
    loadRollups(tx, { kinds: Object.keys(readingOfKind) as ReadingKind[], zone: 'Asia/Shanghai' }),
  );
  await owner.query('analyze');
  return watches.slice(0, merges).map(({ clientId }, at) => [clientId, cuffs[at]?.clientId ?? 0] as const);
}

type Headers = Readonly<Record<string, string>>;

/** Events that wait, with the error of their last try. */
async function waitingOf({ owner }: World): Promise<readonly object[]> {
  const { rows } = await owner.query<object>('select to_jsonb(o) as event from outbox o limit 5');
  return rows;
}

/** Seconds from the call of a merge until its last reading has moved. */
async function merged(world: World, headers: Headers, [keepId, otherId]: readonly [number, number]): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${world.server.url}/api/services/app/C_client/Merge`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ keepId, otherId, fields: [] }),
  });
  if (answer.status !== 200) throw new Error(`the merge was refused: ${answer.status} ${await answer.text()}`);
  for (;;) {
    const { rows } = await world.owner.query<{ state: string; moved: string }>(
      'select state, moved from client_merge where tenant_id = $1 and other_id = $2',
      [world.tenantId, otherId],
    );
    if (rows[0]?.state !== 'merged' && performance.now() - began > longestMs)
      throw new Error(`the merge did not end: ${JSON.stringify(await waitingOf(world))}`);
    if (rows[0]?.state !== 'merged') await pause(20);
    else if (Number(rows[0].moved) < readings) throw new Error(`${rows[0].moved} rows were moved`);
    else return (performance.now() - began) / 1000;
  }
}

/** Tables in which the file had rows that now name the other one. */
async function tablesOf({ owner, tenantId }: World, otherId: number): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(distinct split_part(place, '.', 1))::integer as count from client_merge_row r join client_merge m on m.tenant_id = r.tenant_id and m.id = r.merge_id
     where r.tenant_id = $1 and m.other_id = $2`,
    [tenantId, otherId],
  );
  return rows[0]?.count ?? 0;
}

/** Files of fifty thousand readings go into others: how long it takes, and what others feel of it. */
export async function mergeFigures(world: World): Promise<readonly Figure[]> {
  const pairs = await fillFiles(world);
  const { accessToken } = await signIn(world, 'admin');
  const headers = { authorization: `Bearer ${accessToken}` };
  const usual = quantile(await pagesUntil({ world, headers }, pause(alone * betweenMs)), 0.99);
  const [seconds, waits]: [number[], number[]] = [[], []];
  for (const pair of pairs) {
    const merging = merged(world, headers, pair);
    waits.push(...(await pagesUntil({ world, headers }, merging)));
    seconds.push(await merging);
  }
  const [longest, beside] = [Math.max(...seconds), quantile(waits, 0.99)];
  const tables = await tablesOf(world, pairs[0]?.[1] ?? 0);
  const conditions = `the longest of ${merges} merges of ${readings} readings and ${rowsATable} rows in each of the others of ${tables} tables (${places.length} columns, ${occupancyPlace}, ${readingPlaces.length} kinds of readings), from the call to the state merged`;
  return [
    figure({
      name: 'merge of two files',
      value: longest,
      unit: 's',
      must: '<= 10',
      aim: '<= 5',
      ok: longest <= 10,
      conditions,
    }),
    figure({
      name: 'others beside a merge, p99',
      value: beside,
      unit: 'ms',
      yardstick: usual,
      must: '<= 50 more',
      aim: '<= 25 more',
      ok: beside - usual <= 50,
      conditions: `a page of clients every 15 ms; yardstick: without the merge; ${waits.length} pages; ${conditions}`,
    }),
  ];
}
