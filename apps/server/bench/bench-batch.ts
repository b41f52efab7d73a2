import { copyRows } from './copy.ts';
import { cpuMeter } from './cpu.ts';
import { figure, pressure, type Figure } from './figure.ts';
import { delivery, heartSource, sourcesByLane } from './ingest.ts';
import { heartLine, heartTarget } from './rows.ts';
import { Wire } from './wire.ts';
import { whenSettled, type World } from './world.ts';

const size = 500;
const lanes = 8;
/** More than a connection can send while it is measured. */
const deliveries = 140;
const minuteMs = 60_000;
/** The rows of the yardstick are older than those of the list: no key is taken twice. */
const dayMs = 24 * 60 * minuteMs;
const mostBehindMs = 10_000;

async function copyRate({ owner, tenantId, watches }: World, daysAgo: number): Promise<number> {
  const next = heartSource(watches, { from: Date.now() - daysAgo * dayMs, stepMs: 11_000 });
  const rows = 100_000;
  const lines = function* (): Generator<string> {
    for (let made = 0; made < rows; made += 1000)
      yield Array.from({ length: 1000 }, next)
        .map(({ watch, measuredAt, values }) =>
          heartLine({ tenantId, ...watch, at: measuredAt, heart: values['heart'] ?? 70, state: 1 }),
        )
        .join('');
  };
  const chunks = [...lines()];
  const began = performance.now();
  await copyRows(owner, heartTarget, chunks);
  return rows / ((performance.now() - began) / 1000);
}

interface Deliveries {
  readonly rate: number;
  readonly yardstick: number;
  readonly settledMs: number;
  readonly cost: string;
}

/** Deliveries between two COPY before and two after them: the speed of the machine moves. */
async function rates(world: World): Promise<Deliveries> {
  const { server, source, watches } = world;
  // Newer than all before, as live readings are.
  const sources = sourcesByLane(watches, lanes, { from: Date.now() - 50 * minuteMs, stepMs: 4000 });
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(server.url)));
  let stored = 0;
  // Made beforehand, like the rows of the yardstick: what the sender costs is not the server's.
  const ready = sources.map((next) =>
    Array.from({ length: deliveries }, () => delivery(source, Array.from({ length: size }, next))),
  );
  const work = async (lane: number): Promise<void> => {
    const sent = ready[lane]?.shift();
    if (!sent) throw new Error('more deliveries were taken than had been made');
    const answer = await wires[lane]?.request('POST', '/api/ingest/v1/batches', sent);
    if (answer?.text.includes(`"accepted":${size}`) !== true)
      throw new Error(`a delivery was not stored: ${answer?.status} ${answer?.text.slice(0, 300)}`);
    stored += size;
  };
  await pressure({ lanes, seconds: 2, work });
  await whenSettled(world);
  const copies = [await copyRate(world, 11), await copyRate(world, 12)];
  stored = 0;
  const meter = cpuMeter(world);
  meter.start();
  const { seconds } = await pressure({ lanes, seconds: 12, work });
  meter.stop();
  for (const wire of wires) wire.close();
  const settledMs = await whenSettled(world);
  copies.push(await copyRate(world, 13), await copyRate(world, 14));
  return {
    rate: stored / seconds,
    yardstick: copies.reduce((sum, each) => sum + each, 0) / copies.length,
    settledMs,
    cost: `CPU per reading: ${meter.words(stored)}`,
  };
}

/** Batches of 500 readings over HTTP, stored, judged and followed, against a COPY of as many rows into the table. */
export async function batchFigures(world: World): Promise<readonly Figure[]> {
  const { rate, yardstick, settledMs, cost } = await rates(world);
  return [
    figure({
      name: 'follower behind a flood',
      value: settledMs,
      unit: 'ms',
      must: `< ${mostBehindMs}`,
      aim: '< 2000',
      ok: settledMs < mostBehindMs,
      conditions: `until everything that follows ${Math.round(rate)} readings/s over 12 s was done`,
    }),
    figure({
      name: 'batch ingest',
      value: rate,
      unit: 'readings/s',
      yardstick,
      must: 'ratio >= 0.35',
      aim: 'ratio >= 0.6',
      ok: rate / yardstick >= 0.35,
      conditions: `batches of ${size} heart rates of 1,000 watches over ${lanes} signed connections, follower running (${Math.round(settledMs)} ms behind at the end); ${cost}; yardstick: COPY of 100,000 rows by the owner, the mean of two before and two after`,
    }),
  ];
}
