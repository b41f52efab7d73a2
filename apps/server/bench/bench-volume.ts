import { client, heartRateReading } from '@kangmai/model';
import { loadRollups } from '@kangmai/ops/demo/load-rollups';
import { packMonths, profileOf, type MonthSize } from '../src/platform/database/packing.ts';
import { monthOf, addMonths, dropMonth } from '../src/platform/database/partitions.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { heartTarget, loadHearts } from './rows.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const months = 36;
const perDay = 144;
const rounds = 120;
/** A shorter answer holds no rows. */
const least = 900;
const zone = 'Asia/Shanghai';

/** So many rows in all; fewer to try the bench itself. */
const wanted = Number(process.env['BENCH_ROWS'] ?? 50_000_000);
const small = 1_000_000;

const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
const iso = (at: number): string => new Date(at).toISOString();

interface Asked {
  readonly name: string;
  readonly path: (clientId: number, now: number) => string;
}

const query = (values: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const hearts = heartRateReading.wire.service;
const clients = client.wire.service;

const asked: readonly Asked[] = [
  {
    name: 'GetAll of everybody',
    path: () => `${hearts}/GetAll?${query({ Sorting: 'measure_time desc', MaxResultCount: 10 })}`,
  },
  {
    name: 'GetAll of a person',
    path: (id) =>
      `${hearts}/GetAll?${query({ userIdFilter: id, Sorting: 'measure_time desc', MaxResultCount: 10, SkipCount: 20 })}`,
  },
  {
    name: 'GetAll of a week by value',
    path: (_id, now) =>
      `${hearts}/GetAll?${query({ ['Minmeasure_timeFilter']: iso(now - 8 * dayMs), ['Maxmeasure_timeFilter']: iso(now - dayMs), MinheartFilter: 115, Sorting: 'heart desc', MaxResultCount: 10 })}`,
  },
  {
    name: 'GetList of a week',
    path: (id, now) =>
      `${hearts}/GetList?${query({ userId: id, beginTime: iso(now - 8 * dayMs), endTime: iso(now - dayMs) })}`,
  },
  {
    name: 'GetStatistics of a fortnight',
    path: (id, now) =>
      `${hearts}/GetStatistics?${query({ userId: id, beginTime: iso(now - 15 * dayMs), endTime: iso(now - dayMs) })}`,
  },
  { name: 'client detail', path: (id) => `${clients}/GetC_clientForView?${query({ id })}` },
  {
    name: 'abnormal readings',
    path: () => `${hearts}/GetAll?${query({ isAbnormalFilter: 1, Sorting: 'measure_time desc', MaxResultCount: 10 })}`,
  },
  { name: 'cases', path: () => `AbnormalData/GetAll?${query({ MaxResultCount: 10 })}` },
];

/** The 95th percentile of each call, one after the other by one user, in ms. */
async function times(world: World, people: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const { accessToken } = await signIn(world, 'admin');
  const wire = await Wire.open(world.server.url);
  const now = Date.now();
  const found = new Map<string, number>();
  for (const { name, path } of asked) {
    const taken: number[] = [];
    for (let turn = -10; turn < rounds; turn += 1) {
      const began = performance.now();
      const answer = await wire.request(
        'GET',
        `/api/services/app/${path(people[(turn + 10) % people.length] ?? 0, now)}`,
        { headers: { authorization: `Bearer ${accessToken}` } },
      );
      if (answer.status !== 200 || answer.text.length < least)
        throw new Error(`${name} failed: ${answer.status} ${answer.text.slice(0, 300)}`);
      if (turn >= 0) taken.push(performance.now() - began);
      // Within what one user may spend.
      await new Promise((done) => setTimeout(done, 25));
    }
    found.set(name, quantile(taken, 0.95));
  }
  wire.close();
  return found;
}

async function buildRollups({ owner, database, tenantId }: World): Promise<number> {
  await owner.query('truncate reading_hour, reading_day, reading_total, reading_latest');
  const began = performance.now();
  await database.withTenant(tenantId, async (tx) => {
    await tx.query("select set_config('statement_timeout', '0', true)");
    await loadRollups(tx, { kinds: ['heart'], zone });
  });
  await owner.query('analyze');
  return performance.now() - began;
}

/** Days whose rollup differs from a count of the readings themselves. */
async function wrongDays({ owner, tenantId }: World, people: readonly number[]): Promise<number> {
  const { rows } = await owner.query<{ wrong: string }>(
    `select count(*) as wrong from (select client_id, (measured_at at time zone $3)::date as day, count(*) as n, sum(heart) as total, min(heart) as least, max(heart) as most from heart_rate_reading where tenant_id = $1 and client_id = any($2::bigint[]) group by 1, 2) r
     full join (select client_id, day, count as n, sum as total, min as least, max as most from reading_day where tenant_id = $1 and client_id = any($2::bigint[]) and kind = 'heart' and metric = 'heart') d using (client_id, day)
     where (r.n, r.total::float8, r.least::float8, r.most::float8) is distinct from (d.n, d.total, d.least, d.most)`,
    [tenantId, people, zone],
  );
  return Number(rows[0]?.wrong);
}

interface Dropping {
  readonly ms: number;
  /** The longest that a list waited meanwhile. */
  readonly longestMs: number;
}

/** Drops the oldest month while somebody reads on. */
async function dropOldest(world: World, month: Date): Promise<Dropping> {
  let goesOn = true;
  let longestMs = 0;
  const reading = (async () => {
    while (goesOn) {
      const began = performance.now();
      await world.database.withTenant(world.tenantId, (tx) =>
        tx.query(
          'select id from heart_rate_reading where tenant_id = $1 and client_id = $2 order by measured_at desc limit 10',
          [world.tenantId, world.watches[0]?.clientId],
        ),
      );
      longestMs = Math.max(longestMs, performance.now() - began);
    }
  })();
  const began = performance.now();
  const dropped = await dropMonth(world.owner, heartTarget.table, month);
  const ms = performance.now() - began;
  goesOn = false;
  await reading;
  if (!dropped) throw new Error('the oldest month was not there');
  return { ms, longestMs };
}

async function sizeOf({ owner }: World): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'heart_rate_reading'::regclass",
  );
  return Number(rows[0]?.bytes);
}

const shares = (sizes: readonly MonthSize[]): string => {
  const { bytes, parts } = profileOf(sizes);
  return `${bytes.toFixed(0)} (${[...parts]
    .filter(([, share]) => share >= 0.5)
    .map(([name, share]) => `${name.replace(`${heartTarget.table}_`, '')} ${share.toFixed(0)}`)
    .join(', ')})`;
};

interface Packed {
  readonly seconds: number;
  /** What a reading of the months at rest took before and takes after, part by part. */
  readonly words: string;
}

/** Packs the months at rest, as the manual says to do. */
async function pack({ owner }: World): Promise<Packed> {
  const began = performance.now();
  const packed = (await packMonths(owner, { tables: [heartTarget.table], now: new Date() })) ?? [];
  const filled = packed.filter(({ after }) => after.rows > 0);
  return {
    seconds: (performance.now() - began) / 1000,
    words: `${filled.length} months packed, bytes per reading of these ${shares(filled.map(({ before }) => before))} before, ${shares(filled.map(({ after }) => after))} after`,
  };
}

type Times = Awaited<ReturnType<typeof times>>;

const callFigures = (first: Times, last: Times, conditions: string): Figure[] =>
  asked.map(({ name }) => {
    const [small95 = Number.NaN, large95 = Number.NaN] = [first.get(name), last.get(name)];
    const limits = { must: 'ratio <= 2', aim: 'ratio <= 1.3', ok: large95 <= 2 * small95 };
    return figure({ name: `${name}, p95`, value: large95, unit: 'ms', yardstick: small95, ...limits, conditions });
  });

/** Calls at one and at fifty million readings, correct statistics, bytes of a reading on disk, removal of a month. */
export async function volumeFigures(world: World): Promise<readonly Figure[]> {
  const watches = world.watches.slice(0, Math.round(wanted / (months * 30.4 * perDay)) || 1);
  const people = watches.map(({ clientId }) => clientId);
  const to = Date.now() - dayMs;
  const middle = to - (small / (watches.length * perDay)) * dayMs;
  const from = addMonths(monthOf(new Date(to)), -months).getTime();
  let count = await loadHearts(world, { watches, perDay, span: { from: middle, to } });
  await buildRollups(world);
  const first = await times(world, people);
  note(`${count} readings: measured`);
  for (let at = from; at < middle; at += 30 * dayMs) {
    count += await loadHearts(world, { watches, perDay, span: { from: at, to: Math.min(middle, at + 30 * dayMs) } });
    note(`${count} readings`);
  }
  await world.owner.query('vacuum analyze heart_rate_reading');
  const rollupMs = await buildRollups(world);
  const last = await times(world, people);
  const wrong = await wrongDays(world, people.slice(0, 20));
  const packed = await pack(world);
  const bytes = (await sizeOf(world)) / count;
  const dropped = await dropOldest(world, monthOf(new Date(from + hourMs)));
  const conditions = `${count} heart rates of ${watches.length} people over ${months} months; yardstick: the same call at ${small}`;
  return [
    ...callFigures(first, last, conditions),
    figure({
      name: 'statistics that differ from a recount',
      value: wrong,
      unit: 'days',
      must: '0',
      aim: '0',
      ok: wrong === 0,
      conditions: `20 people, every day of ${months} months; all rollups rebuilt in ${Math.round(rollupMs / 1000)} s`,
    }),
    figure({
      name: 'bytes per reading',
      value: bytes,
      unit: 'bytes',
      must: '<= 160',
      aim: '<= 110',
      ok: bytes <= 160,
      conditions: `table and its indexes, ${count} rows; ${packed.words}, in ${packed.seconds.toFixed(0)} s`,
    }),
    figure({
      name: 'a month dropped',
      value: dropped.ms,
      unit: 'ms',
      must: '< 1000',
      aim: '< 1000',
      ok: dropped.ms < 1000,
      conditions: `${Math.round(count / months)} rows; a list read meanwhile waited ${Math.round(dropped.longestMs)} ms at most`,
    }),
  ];
}
