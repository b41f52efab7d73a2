import { setTimeout as pause } from 'node:timers/promises';
import { figure, quantile, type Figure } from './figure.ts';
import { delivery, heartSource, sourcesByLane } from './ingest.ts';
import { critical, hear, openScreen, press, sendProbes, type Heard } from './probes.ts';
import { Wire } from './wire.ts';
import { floodLanes, startFlood } from './flood.ts';
import { whenSettled, type World } from './world.ts';

const perBatch = 100;
const batchesPerSecond = 10;
const probes = 200;
const probeEveryMs = 120;
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

/** The figures of one kind of probe, with as many readings a second beside it as the server was sent. */
function probeFigures(name: string, { heard, rate, yardstick }: Measured): readonly Figure[] {
  const { times, missing } = heard;
  const p99 = quantile(times, 0.99);
  const conditions = `${times.length} sent, from the delivery's first byte to the event on a socket.io client, ${Math.round(rate)} readings/s beside it in batches of ${perBatch}; ${missing} without news${yardstick ? '; yardstick: without other readings' : ''}`;
  return [
    figure({
      name: `${name} p99`,
      value: p99,
      unit: 'ms',
      ...(yardstick && { yardstick: quantile(yardstick.times, 0.99) }),
      must: '< 1000',
      aim: '< 300',
      ok: p99 < 1000 && rate > 900,
      conditions,
    }),
    figure({
      name: `${name} p50`,
      value: quantile(times, 0.5),
      unit: 'ms',
      ...(yardstick && { yardstick: quantile(yardstick.times, 0.5) }),
      must: '-',
      aim: '-',
      ok: true,
      conditions,
    }),
  ];
}

interface Measured {
  readonly heard: Heard;
  readonly rate: number;
  readonly yardstick?: Heard;
}

/**
 * From the delivery of a critical reading, and of a press of the button, to the news on a connected screen. Readings
 * first: unanswered calls for help are escalated meanwhile, which is work beside them.
 */
export async function alarmFigures(world: World): Promise<readonly Figure[]> {
  const screen = await openScreen(world);
  const everyMs = probeEveryMs;
  const [alone, beside] = [world.watches.slice(0, probes), world.watches.slice(probes, 2 * probes)];
  const load = background(world);
  const began = performance.now();
  await pause(2000);
  const worn = world.cuffs.slice(0, probes);
  const cases = await hear(screen.cases, await sendProbes(world, { worn, everyMs, told: critical }));
  const calls = await hear(screen.calls, await sendProbes(world, { worn: beside, everyMs, told: press }));
  const seconds = (performance.now() - began) / 1000;
  const rate = (await load.stop()) / seconds;
  const yardstick = await hear(screen.calls, await sendProbes(world, { worn: alone, everyMs, told: press }));
  screen.close();
  await whenSettled(world);
  return [
    ...probeFigures('reading to alarm', { heard: cases, rate }),
    ...probeFigures('call for help to its news', { heard: calls, rate, yardstick }),
  ];
}

const floodProbes = 100;
const floodProbeEveryMs = 40;

/** The same during a flood of batches at full speed, and right after it while followers still process them. */
export async function floodFigures(world: World): Promise<readonly Figure[]> {
  const screen = await openScreen(world);
  const cuffs = world.cuffs.slice(probes, probes + 2 * floodProbes);
  const flood = startFlood(world);
  await pause(4000);
  const during = await hear(
    screen.cases,
    await sendProbes(world, { worn: cuffs.slice(0, floodProbes), everyMs: floodProbeEveryMs, told: critical }),
  );
  const { stored, seconds } = await flood.stop();
  const behind = await hear(
    screen.cases,
    await sendProbes(world, { worn: cuffs.slice(floodProbes), everyMs: floodProbeEveryMs / 4, told: critical }),
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
