import { fork } from 'node:child_process';
import { figure, pressure, quantile, type Figure } from './figure.ts';
import { heartSource, single, sourcesByLane } from './ingest.ts';
import { freePort } from './server-process.ts';
import { Wire } from './wire.ts';
import { whenSettled, type World } from './world.ts';

const lanes = 64;
const minuteMs = 60_000;
/** The rows of the yardstick are older than those of the list: no key is taken twice. */
const dayMs = 24 * 60 * minuteMs;

async function bareRate({ urls, tenantId, watches }: World): Promise<number> {
  const port = await freePort();
  const child = fork(process.argv[1] ?? '', ['bare-route'], {
    env: { ...process.env, BARE_PORT: String(port), BARE_URL: urls.migrator },
  });
  await new Promise((done, fail) => child.once('message', done).once('exit', fail));
  const next = heartSource(watches, { from: Date.now() - 12 * dayMs, stepMs: 17_000 });
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(`http://127.0.0.1:${port}`)));
  const work = async (lane: number): Promise<void> => {
    const { watch, measuredAt, values } = next();
    const body = JSON.stringify({
      tenantId,
      deviceId: watch.deviceId,
      clientId: watch.clientId,
      at: measuredAt,
      heart: values['heart'],
    });
    const answer = await wires[lane]?.request('POST', '/', { headers: { 'content-type': 'application/json' }, body });
    if (answer?.status !== 200) throw new Error(`the bare route failed: ${answer?.text}`);
  };
  await pressure({ lanes, seconds: 2, work });
  const { times, seconds } = await pressure({ lanes, seconds: 8, work });
  for (const wire of wires) wire.close();
  child.kill('SIGTERM');
  return times.length / seconds;
}

/** One reading a request on 64 connections, everything on, against the barest route that inserts a row. */
export async function singleFigures(world: World): Promise<readonly Figure[]> {
  const { server, source, watches } = world;
  // Ends before the readings of the bench of batches begin: none of those is out of order.
  const sources = sourcesByLane(watches, lanes, { from: Date.now() - 115 * minuteMs, stepMs: 20_000 });
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(server.url)));
  const work = async (lane: number): Promise<void> => {
    const next = sources[lane] ?? heartSource(watches, { from: 0, stepMs: 1 });
    const answer = await wires[lane]?.request('POST', '/api/ingest/v1/readings', single(source, next()));
    if (answer?.status !== 201)
      throw new Error(`a reading was not stored: ${answer?.status} ${answer?.text.slice(0, 300)}`);
  };
  await pressure({ lanes, seconds: 3, work });
  const { times, seconds } = await pressure({ lanes, seconds: 12, work });
  for (const wire of wires) wire.close();
  const settledMs = await whenSettled(world);
  const yardstick = await bareRate(world);
  const rate = times.length / seconds;
  const p99 = quantile(times, 0.99);
  const conditions = `${lanes} signed connections, one heart rate a request, follower running (${Math.round(settledMs)} ms behind at the end); client, server and database share the machine`;
  return [
    figure({
      name: 'single ingest',
      value: rate,
      unit: 'readings/s',
      yardstick,
      must: '>= 1200',
      aim: '>= 2500',
      ok: rate >= 1200,
      conditions: `${conditions}; yardstick: bare Fastify route with one insert by the owner`,
    }),
    figure({
      name: 'single ingest p99',
      value: p99,
      unit: 'ms',
      must: '< 200',
      aim: '< 200',
      ok: p99 < 200,
      conditions,
    }),
  ];
}
