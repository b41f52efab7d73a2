import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { figure, quantile, type Figure } from './figure.ts';
import { delivery, heartSource, single, sourcesByLane } from './ingest.ts';
import { Wire } from './wire.ts';
import { signIn, whenSettled, type World } from './world.ts';

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
        const answer = await wires[place]?.request('POST', '/api/ingest/v1/batches', delivery(source, Array.from({ length: perBatch }, next)));
        stored += (JSON.parse(answer?.text ?? '{}') as { accepted?: number }).accepted ?? 0;
      });
      sent.push(lanes[place]);
    }
    await Promise.all(sent);
    for (const wire of wires) wire.close();
  };
  const running = run();
  return { stop: async () => { goesOn = false; await running; return stored; } };
}

/** From the delivery of a critical reading to the news of its case on a connected screen, with a thousand readings a second beside it. */
export async function alarmFigures(world: World): Promise<readonly Figure[]> {
  const { server, source, cuffs } = world;
  const { encryptedAccessToken } = await signIn(world, 'admin');
  const socket = io(`${server.url}/`, { query: { ['enc_auth_token']: encryptedAccessToken }, transports: ['websocket'] });
  await new Promise<void>((done, fail) => { socket.once('connect', () => done()); socket.once('connect_error', fail); });
  const heard = new Map<number, number>();
  socket.on('newabnormal', ({ userid }: { userid: number }) => { if (!heard.has(userid)) heard.set(userid, performance.now()); });
  const load = background(world);
  const began = performance.now();
  await pause(2000);
  const wire = await Wire.open(server.url);
  const sent = new Map<number, number>();
  for (const [turn, { imei, clientId }] of cuffs.slice(0, probes).entries()) {
    await pause(Math.max(0, began + 2000 + turn * probeEveryMs - performance.now()));
    sent.set(clientId, performance.now());
    const answer = await wire.request('POST', '/api/ingest/v1/readings', single(source, { imei, dataType: 'bp', measuredAt: Date.now(), values: { high: 188, low: 112, heart: 90 } }));
    if (answer.status !== 201) throw new Error(`a probe was not stored: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  const until = performance.now() + waitMs;
  const missing = (): readonly number[] => [...sent.keys()].filter((clientId) => !heard.has(clientId));
  while (missing().length > 0 && performance.now() < until) await pause(20);
  const seconds = (performance.now() - began) / 1000;
  const stored = await load.stop();
  socket.close();
  wire.close();
  await whenSettled(world);
  const times = [...sent].map(([clientId, at]) => (heard.get(clientId) ?? Number.POSITIVE_INFINITY) - at);
  const p99 = quantile(times, 0.99);
  const conditions = `${sent.size} critical readings, from the delivery's first byte to the event on a socket.io client, ${Math.round(stored / seconds)} readings/s behind it in batches of ${perBatch}; ${missing().length} without news`;
  return [
    figure({ name: 'reading to alarm p99', value: p99, unit: 'ms', must: '< 1000', aim: '< 300', ok: p99 < 1000 && stored / seconds > 900, conditions }),
    figure({ name: 'reading to alarm p50', value: quantile(times, 0.5), unit: 'ms', must: '-', aim: '-', ok: true, conditions }),
  ];
}
