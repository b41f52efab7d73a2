import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { figure, quantile, type Figure } from './figure.ts';
import { delivery, heartSource, single, sourcesByLane } from './ingest.ts';
import { Wire } from './wire.ts';
import { floodLanes, startFlood } from './flood.ts';
import { signIn, whenSettled, type World, type Worn } from './world.ts';

const perBatch = 100;
const batchesPerSecond = 10;
const probes = 200;
const probeEveryMs = 120;
const waitMs = 15_000;
const connections = 4;
const minuteMs = 60_000;

/** Readings at an even rate until told to stop; how many were stored. */
function background({ server, source, watches }: World): { readonly stop: () => Promise<number> } {
  const sources = sourcesByLane(watches, connections, { from: Date.now() - 4 * minuteMs, stepMs: 3000 });
  let stored = 0;
  let goesOn = true;
  const run = async (): Promise<void> => {
    const wires = await Promise.all(Array.from({ length: connections }, () => Wire.open(server.url)));
    const began = performance.now();
    const sent: Promise<void>[] = [];
    const lanes = wires.map(() => Promise.resolve());
    for (let count = 0; goesOn; count += 1) {
      await pause(Math.max(0, began + (count * 1000) / batchesPerSecond - performance.now()));
      const place = count % wires.length;
      const next = sources[place] ?? heartSource(watches, { from: 0, stepMs: 1 });
      lanes[place] = (lanes[place] ?? Promise.resolve()).then(async () => {
        const answer = await wires[place]?.request(
          'POST',
          '/api/ingest/v1/batches',
          delivery(source, Array.from({ length: perBatch }, next)),
        );
        stored += (JSON.parse(answer?.text ?? '{}') as { accepted?: number }).accepted ?? 0;
      });
      sent.push(lanes[place]);
    }
    await Promise.all(sent);
    for (const wire of wires) wire.close();
  };
  const running = run();
  return {
    stop: async () => {
      goesOn = false;
      await running;
      return stored;
    },
  };
}

/** A connected screen that hears of cases. */
interface Screen {
  /** When the first news of a person came, by performance.now(). */
  readonly heard: ReadonlyMap<number, number>;
  readonly close: () => void;
}

async function openScreen(world: World): Promise<Screen> {
  const { encryptedAccessToken } = await signIn(world, 'admin');
  const socket = io(`${world.server.url}/`, {
    query: { ['enc_auth_token']: encryptedAccessToken },
    transports: ['websocket'],
  });
  await new Promise<void>((done, fail) => {
    socket.once('connect', () => done());
    socket.once('connect_error', fail);
  });
  const heard = new Map<number, number>();
  // Devices that say nothing for a while have alarms of their own, of lower levels.
  socket.on('newabnormal', ({ userid, ['abnormaL_LEVEL']: level }: { userid: number; ['abnormaL_LEVEL']: number }) => {
    if (level >= 3 && !heard.has(userid)) heard.set(userid, performance.now());
  });
  return { heard, close: () => socket.close() };
}

interface Probes {
  readonly cuffs: readonly Worn[];
  readonly everyMs: number;
}

/** Sends one critical reading of each cuff at an even pace; when each was sent. */
async function sendProbes({ server, source }: World, { cuffs, everyMs }: Probes): Promise<ReadonlyMap<number, number>> {
  const wire = await Wire.open(server.url);
  const sent = new Map<number, number>();
  const began = performance.now();
  for (const [turn, { imei, clientId }] of cuffs.entries()) {
    await pause(Math.max(0, began + turn * everyMs - performance.now()));
    sent.set(clientId, performance.now());
    const answer = await wire.request(
      'POST',
      '/api/ingest/v1/readings',
      single(source, { imei, dataType: 'bp', measuredAt: Date.now(), values: { high: 188, low: 112, heart: 90 } }),
    );
    if (answer.status !== 201) throw new Error(`a probe was not stored: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  wire.close();
  return sent;
}

interface Heard {
  readonly times: readonly number[];
  readonly missing: number;
}

/** Milliseconds from each probe to its news; infinite for those without. */
async function hear({ heard }: Screen, sent: ReadonlyMap<number, number>): Promise<Heard> {
  const until = performance.now() + waitMs;
  const missing = (): number => [...sent.keys()].filter((clientId) => !heard.has(clientId)).length;
  while (missing() > 0 && performance.now() < until) await pause(20);
  return {
    missing: missing(),
    times: [...sent].map(([clientId, at]) => (heard.get(clientId) ?? Number.POSITIVE_INFINITY) - at),
  };
}

/** From the delivery of a critical reading to the news of its case on a connected screen, with a thousand readings a second beside it. */
export async function alarmFigures(world: World): Promise<readonly Figure[]> {
  const screen = await openScreen(world);
  const load = background(world);
  const began = performance.now();
  await pause(2000);
  const { times, missing } = await hear(
    screen,
    await sendProbes(world, { cuffs: world.cuffs.slice(0, probes), everyMs: probeEveryMs }),
  );
  const seconds = (performance.now() - began) / 1000;
  const stored = await load.stop();
  screen.close();
  await whenSettled(world);
  const p99 = quantile(times, 0.99);
  const conditions = `${times.length} critical readings, from the delivery's first byte to the event on a socket.io client, ${Math.round(stored / seconds)} readings/s behind it in batches of ${perBatch}; ${missing} without news`;
  return [
    figure({
      name: 'reading to alarm p99',
      value: p99,
      unit: 'ms',
      must: '< 1000',
      aim: '< 300',
      ok: p99 < 1000 && stored / seconds > 900,
      conditions,
    }),
    figure({
      name: 'reading to alarm p50',
      value: quantile(times, 0.5),
      unit: 'ms',
      must: '-',
      aim: '-',
      ok: true,
      conditions,
    }),
  ];
}

const floodProbes = 100;
const floodProbeEveryMs = 40;

/** The same in the middle of a flood of batches as fast as they are taken, and right behind it, while what it left is still followed. */
export async function floodFigures(world: World): Promise<readonly Figure[]> {
  const screen = await openScreen(world);
  const cuffs = world.cuffs.slice(probes, probes + 2 * floodProbes);
  const flood = startFlood(world);
  await pause(4000);
  const during = await hear(
    screen,
    await sendProbes(world, { cuffs: cuffs.slice(0, floodProbes), everyMs: floodProbeEveryMs }),
  );
  const { stored, seconds } = await flood.stop();
  const behind = await hear(
    screen,
    await sendProbes(world, { cuffs: cuffs.slice(floodProbes), everyMs: floodProbeEveryMs / 4 }),
  );
  screen.close();
  await whenSettled(world);
  const told = (name: string, { times, missing }: Heard): readonly Figure[] => {
    const conditions = `${times.length} critical readings, ${name} ${stored} readings in batches of 500 over ${floodLanes} connections (${Math.round(stored / seconds)}/s); ${missing} without news`;
    const p99 = quantile(times, 0.99);
    return [
      figure({
        name: `alarm ${name} a flood p99`,
        value: p99,
        unit: 'ms',
        must: '< 500',
        aim: '< 300',
        ok: p99 < 500,
        conditions,
      }),
      figure({
        name: `alarm ${name} a flood p50`,
        value: quantile(times, 0.5),
        unit: 'ms',
        must: '-',
        aim: '-',
        ok: true,
        conditions,
      }),
    ];
  };
  return [...told('within', during), ...told('behind', behind)];
}
