import { figure, pressure, quantile, type Figure } from './figure.ts';
import { single, sourcesByLane } from './ingest.ts';
import { startServer } from './server-process.ts';
import { Wire } from './wire.ts';
import { whenSettled, type World } from './world.ts';

const lanes = 64;
/** Measured for so long, after a quarter of it to warm up; shorter to try the bench itself. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 12);
const minuteMs = 60_000;

interface Rate {
  readonly perSecond: number;
  readonly p99: number;
}

/** One reading a request on 64 connections, spread over the given nodes. */
async function rateOver(world: World, urls: readonly string[], turn: number): Promise<Rate> {
  const sources = sourcesByLane(world.watches, lanes, {
    from: Date.now() - (turn + 1) * 200 * minuteMs,
    stepMs: 7_000,
  });
  const wires = await Promise.all(
    Array.from({ length: lanes }, (_each, lane) => Wire.open(urls[lane % urls.length] ?? world.server.url)),
  );
  const work = async (lane: number): Promise<void> => {
    const next = sources[lane];
    if (!next) throw new Error('no source of this lane');
    const answer = await wires[lane]?.request('POST', '/api/ingest/v1/readings', single(world.source, next()));
    if (answer?.status !== 201)
      throw new Error(`a reading was not stored: ${answer?.status} ${answer?.text.slice(0, 300)}`);
  };
  await pressure({ lanes, seconds: seconds / 4, work });
  const { times, seconds: taken } = await pressure({ lanes, seconds, work });
  for (const wire of wires) wire.close();
  await whenSettled(world);
  return { perSecond: times.length / taken, p99: quantile(times, 0.99) };
}

/** Two nodes on one database beside one: what the second adds, the machine being the same. */
export async function nodeFigures(world: World): Promise<readonly Figure[]> {
  const one = await rateOver(world, [world.server.url], 0);
  const second = await startServer(world.env);
  try {
    const two = await rateOver(world, [world.server.url, second.url], 1);
    const conditions = `${lanes} signed connections, one heart rate a request, followers running; both nodes, the client and the database share the machine; yardstick: one node in the same run`;
    return [
      figure({
        name: 'single ingest at two nodes',
        value: two.perSecond,
        unit: 'readings/s',
        yardstick: one.perSecond,
        must: '>= 0.9 of one node',
        aim: 'more than one node',
        ok: two.perSecond >= 0.9 * one.perSecond,
        conditions,
      }),
      figure({
        name: 'single ingest at two nodes p99',
        value: two.p99,
        unit: 'ms',
        yardstick: one.p99,
        must: '< 200',
        aim: '< 200',
        ok: two.p99 < 200,
        conditions,
      }),
    ];
  } finally {
    await second.stop();
  }
}
