import { setTimeout as pause } from 'node:timers/promises';
import { bloodPressureReading } from '@kangmai/model';
import Excel from 'exceljs';
import { pagesUntil } from './beside.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { watchMemory } from './memory.ts';
import { signIn, type World } from './world.ts';

const wanted = 100_000;
const others = 200;

interface Signed {
  readonly world: World;
  readonly headers: Readonly<Record<string, string>>;
}

interface Sheet {
  readonly rows: number;
  readonly columns: number;
  readonly seconds: number;
}

/** Blood pressures of everybody, as many as are to be exported. */
async function addPressures({ owner, database, tenantId, cuffs }: World): Promise<void> {
  await database.ensurePartitions(bloodPressureReading.table, new Date(), new Date());
  await owner.query(
    `insert into blood_pressure_reading (tenant_id, device_id, client_id, measured_at, received_at, high, low, heart, arm, posture, pulse_pressure, origin, flag, level, result, remark)
     select $1, d.device, d.client, now() - make_interval(secs => n), now() - make_interval(secs => n - 2), 110 + n % 40, 70 + n % 20, 60 + n % 30, 1, 1, 40 + n % 20, 0, 0, 0, '正常', '早餐前，静坐五分钟'
     from generate_series(1, $2::integer) n join lateral (select ($3::bigint[])[1 + n % $5] as device, ($4::bigint[])[1 + n % $5] as client) d on true`,
    [tenantId, wanted, cuffs.map(({ deviceId }) => deviceId), cuffs.map(({ clientId }) => clientId), cuffs.length],
  );
  await owner.query('analyze blood_pressure_reading');
}

const columns = [
  'client',
  'device',
  'measuredAt',
  'high',
  'low',
  'heart',
  'arm',
  'posture',
  'pulsePressure',
  'origin',
  'flag',
  'level',
  'result',
  'remark',
  'receivedAt',
  'timeQuality',
  'quality',
  'slot',
  'source',
  'operator',
];

async function exported({ world, headers }: Signed): Promise<Sheet> {
  const { service, calls } = bloodPressureReading.wire;
  const query = new URLSearchParams([
    ['Sorting', 'measure_time desc'],
    ['columns', columns.join(',')],
  ]).toString();
  const began = performance.now();
  const answer = await fetch(`${world.server.url}/api/services/app/${service}/${calls.excel}?${query}`, { headers });
  const { result, error } = (await answer.json()) as {
    result: { fileToken: string } | null;
    error: { message: string } | null;
  };
  if (!result) throw new Error(`the export failed: ${answer.status} ${error?.message}`);
  const file = await fetch(
    `${world.server.url}/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`,
    { headers },
  );
  const bytes = Buffer.from(await file.arrayBuffer());
  const seconds = (performance.now() - began) / 1000;
  const book = new Excel.Workbook();
  await book.xlsx.load(bytes as never);
  const [sheet] = book.worksheets;
  return { rows: (sheet?.rowCount ?? 1) - 1, columns: sheet?.columnCount ?? 0, seconds };
}

/** A spreadsheet of 100,000 readings in twenty columns, from call to last byte, and the delay of other users. */
export async function excelFigures(world: World): Promise<readonly Figure[]> {
  await addPressures(world);
  const { accessToken } = await signIn(world, 'admin');
  const signed: Signed = { world, headers: { authorization: `Bearer ${accessToken}` } };
  const alone = quantile(await pagesUntil(signed, pause(others * 25)), 0.99);
  const memory = watchMemory(world.server.pid);
  const exporting = exported(signed).finally(() => {
    used = memory();
  });
  let used = { first: Number.NaN, most: Number.NaN };
  const beside = quantile(
    await pagesUntil(
      signed,
      exporting.then(() => undefined),
    ),
    0.99,
  );
  const { rows, columns: found, seconds } = await exporting;
  if (rows !== wanted || found !== columns.length) throw new Error(`the sheet has ${rows} rows of ${found} columns`);
  const conditions = `${rows} blood pressures in ${found} columns, from the call to the last byte`;
  return [
    figure({
      name: 'Excel export',
      value: seconds,
      unit: 's',
      must: '<= 30',
      aim: '<= 10',
      ok: seconds <= 30,
      conditions,
    }),
    figure({
      name: 'memory of an export',
      value: used.most - used.first,
      unit: 'MB more',
      must: '<= 96',
      aim: '<= 64',
      ok: used.most - used.first <= 96,
      conditions: `${conditions}; ${Math.round(used.first)} MB before`,
    }),
    figure({
      name: 'others beside an export, p99',
      value: beside,
      unit: 'ms',
      yardstick: alone,
      must: '<= 50 more',
      aim: '<= 50 more',
      ok: beside - alone <= 50,
      conditions: `a page of clients every 15 ms; yardstick: without the export; ${conditions}`,
    }),
  ];
}
