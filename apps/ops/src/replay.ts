import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { imeiWarning } from '@kangmai/domain';
import { demoSourceKey, demoSources } from './demo/load-sources.ts';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import { readRecording, type RecordedReading } from './replay-file.ts';
import { sendReadings, type ItemResult, type ReplayTarget } from './replay-send.ts';

const usage = `usage: npm run replay -- FILE --imei IMEI [options]
  --imei IMEI    device of the readings; the demo has 869081990000101 for this
  --speed N      N days of readings a second, so that curves grow as one looks; without it as fast as the server takes them
  --as-is        keep the times of the file; without it all are moved so that the last reading is now
  --base URL     server (default $PUBLIC_URL, else http://127.0.0.1:$PORT, port 5000)
  --source CODE  ingest source (default ${demoSources.replay})
  --key KEY      its key (default: that of the demo's source, from SECRET_KEY or DATA_DIR)
  --zone ZONE    zone of times without one (default Asia/Shanghai)`;

class UsageProblem extends Error {}

const dayMs = 86_400_000;
const batchSize = 500;
const tickMs = 100;

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'imei': { type: 'string' },
      'speed': { type: 'string' },
      'as-is': { type: 'boolean', default: false },
      'base': { type: 'string' },
      'source': { type: 'string', default: demoSources.replay },
      'key': { type: 'string' },
      'zone': { type: 'string', default: 'Asia/Shanghai' },
      'help': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  const speed = values.speed === undefined ? undefined : Number(values.speed);
  if (values.help || file === undefined || values.imei === undefined) throw new UsageProblem(usage);
  if (speed !== undefined && !(speed > 0))
    throw new UsageProblem('--speed wants a number above 0: days of readings a second');
  return { ...values, file, speed, imei: values.imei };
}

type Options = ReturnType<typeof readOptions>;

function targetOf({ base, source, key, imei }: Options, env: NodeJS.ProcessEnv): ReplayTarget {
  const known =
    key ??
    demoSourceKey(
      loadMasterKey({ secretKey: env['SECRET_KEY'] || undefined, dataDir: resolve(env['DATA_DIR'] ?? 'data') }),
      source,
    );
  return {
    base: (base ?? env['PUBLIC_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? '5000'}`).replace(/\/$/, ''),
    source,
    key: known,
    imei,
  };
}

function read({ file, zone }: Options): { readonly readings: readonly RecordedReading[]; readonly leftOut: number } {
  try {
    return readRecording(readFileSync(file, 'utf8'), zone);
  } catch (error) {
    throw new UsageProblem(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** Shifts all times by the same amount, so that the last is now. */
function shiftedToNow(readings: readonly RecordedReading[], now: number): readonly RecordedReading[] {
  const shift = now - (readings.at(-1)?.measuredAt ?? now);
  return readings.map((reading) => ({ ...reading, measuredAt: reading.measuredAt + shift }));
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
const waitUntil = (at: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.max(0, at - performance.now())));

/**
 * Parts of the readings in the order of measurement: whole batches, or, at a given speed, those of each tenth of a
 * second.
 */
function* portions(
  readings: readonly RecordedReading[],
  speed: number | undefined,
): Generator<{ readonly part: readonly RecordedReading[]; readonly afterMs: number }> {
  const first = readings[0]?.measuredAt ?? 0;
  const tickOf = (reading: RecordedReading): number =>
    speed === undefined ? 0 : Math.floor((reading.measuredAt - first) / (speed * dayMs * (tickMs / 1000)));
  let from = 0;
  while (from < readings.length) {
    const start = readings[from];
    if (!start) return;
    let to = from + 1;
    for (let next = readings[to]; next && to - from < batchSize && tickOf(next) === tickOf(start); next = readings[to])
      to += 1;
    yield { part: readings.slice(from, to), afterMs: tickOf(start) * tickMs };
    from = to;
  }
}

const advice: Readonly<Record<string, string>> = {
  'unknown_imei': 'no tenant has this device: register it first (the demo has 869081990000101 for replays)',
  'foreign_source': 'the source may not deliver for this device: add its imei or prefix to the source',
  'too_old': 'older than 30 days, which only a source of the protocol "import" may bring',
  'conflict': 'another value is stored for the same device and time',
};

function report(readings: readonly RecordedReading[], results: readonly ItemResult[]): void {
  const counts = new Map<string, number>();
  for (const { status, reason } of results) {
    const key = reason === undefined ? status : `${status} (${reason})`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const abnormal = results.filter(({ abnormalLevel }) => (abnormalLevel ?? 0) > 0).length;
  say(
    `${readings.length} readings from ${dayText(readings[0]?.measuredAt ?? 0)} to ${dayText(readings.at(-1)?.measuredAt ?? 0)}: ${[...counts].map(([key, count]) => `${count} ${key}`).join(', ')}; ${abnormal} out of order`,
  );
  for (const reason of new Set(results.flatMap(({ reason }) => reason ?? [])))
    if (advice[reason]) say(`${reason}: ${advice[reason]}`);
}

async function run(): Promise<void> {
  const options = readOptions();
  const warning = imeiWarning(options.imei);
  if (warning) say(`note: ${options.imei} is no regular imei (${warning})`);
  const target = targetOf(options, process.env);
  const { readings: recorded, leftOut } = read(options);
  if (leftOut > 0) say(`${leftOut} rows without a time or figures are left out`);
  const readings = options['as-is'] ? recorded : shiftedToNow(recorded, Date.now());
  const results: ItemResult[] = [];
  const began = performance.now();
  for (const { part, afterMs } of portions(readings, options.speed)) {
    await waitUntil(began + afterMs);
    results.push(...(await sendReadings(target, part)));
    if (process.stdout.isTTY)
      process.stdout.write(`\r${results.length} of ${readings.length}, ${dayText(part.at(-1)?.measuredAt ?? 0)} `);
  }
  if (process.stdout.isTTY) process.stdout.write('\n');
  report(readings, results);
  if (results.every(({ status }) => status !== 'stored' && status !== 'duplicate')) process.exitCode = 1;
}

run().catch((error: unknown) => {
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  const text =
    cause === 'ECONNREFUSED'
      ? 'no server answers there: start it first, or name it with --base'
      : error instanceof Error
        ? error.message
        : 'the replay failed';
  process.stderr.write(`${text}\n`);
  process.exitCode = error instanceof UsageProblem ? 2 : 1;
});
