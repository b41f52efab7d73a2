import { setTimeout as pause } from 'node:timers/promises';
import { recountBurst } from './burst-recount.ts';
import { openDesk, type Task } from './desk-tasks.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { delivery, type Item } from './ingest.ts';
import { critical, hear, openScreen, press, sendProbes, type Heard, type Screen } from './probes.ts';
import { Wire } from './wire.ts';
import { signIn, whenSettled, type World } from './world.ts';

/** Cuffs that the world of this bench has. */
export const burstCuffs = Number(process.env['BENCH_PEOPLE'] ?? 10_000);
/** A thousand a second. */
const inMs = burstCuffs;
const lanes = 8;
const perDelivery = 20;
const pressEveryMs = 100;
const isPressing = process.env['BENCH_PRESSES'] !== '0';
/** A browser beside the server takes half of a small machine, so the figures of the server may be taken without it. */
const hasDesk = process.env['BENCH_DESK'] !== '0';
const claimEveryMs = 100;
const longestMs = 300_000;

async function call(wire: Wire, token: string, [name, body]: readonly [string, object]): Promise<void> {
  const { status, text } = await wire.request('POST', `/api/services/app/${name}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`${name} was refused: ${status} ${text.slice(0, 300)}`);
}

/** The policy sends an SMS of level 3 at once to one manager and eight doctors, so every case queues messages. */
async function tellBySms(world: World): Promise<void> {
  const { owner, tenantId } = world;
  await owner.query(
    "update app_user set phone_number = '139' || lpad(id::text, 8, '0') where tenant_id = $1 and phone_number is null",
    [tenantId],
  );
  const { accessToken } = await signIn(world, 'admin');
  const wire = await Wire.open(world.server.url);
  await call(wire, accessToken, [
    'AlarmPolicys/CreateOrEdit',
    {
      policyName: 'Burst',
      level: 3,
      sourceKind: 'reading',
      steps: [{ afterMinutes: 0, to: ['manager', 'doctor'], channels: ['inapp', 'sms'] }],
      repeatMinutes: 60,
    },
  ]);
  wire.close();
}

interface Sent {
  /** From the first byte to the last answer. */
  readonly ms: number;
  /** Deliveries that were refused as overload and sent again, as a gateway does. */
  readonly again: number;
}

/** Delivers until it is acknowledged; how often it was refused. */
async function deliver(wire: Wire, source: World['source'], items: readonly Item[]): Promise<number> {
  for (let again = 0; ; again += 1) {
    const { status, text } = await wire.request('POST', '/api/ingest/v1/batches', delivery(source, items));
    if ((JSON.parse(text) as { accepted?: number }).accepted === items.length) return again;
    if (status !== 503) throw new Error(`a delivery was not stored: ${status} ${text.slice(0, 300)}`);
    await pause(1000);
  }
}

/** One reading of level 3 of each cuff, a thousand a second. */
async function sendBurst({ server, source, cuffs }: World): Promise<Sent> {
  const wires = await Promise.all(Array.from({ length: lanes }, () => Wire.open(server.url)));
  const deliveries = Math.ceil(cuffs.length / perDelivery);
  let again = 0;
  const began = performance.now();
  const run = async (lane: number, wire: Wire): Promise<void> => {
    for (let nth = lane; nth < deliveries; nth += lanes) {
      await pause(Math.max(0, began + (nth * inMs) / deliveries - performance.now()));
      const items = cuffs
        .slice(nth * perDelivery, (nth + 1) * perDelivery)
        .map(({ imei }) => ({ imei, measuredAt: Date.now(), ...critical }));
      again += await deliver(wire, source, items);
    }
    wire.close();
  };
  await Promise.all(wires.map((wire, lane) => run(lane, wire)));
  return { ms: performance.now() - began, again };
}

/** Takes cases at an even pace as a screen hears of them, until told to stop; each call's milliseconds. */
async function takeCases(world: World, screen: Screen, isOver: () => boolean): Promise<readonly number[]> {
  const { accessToken } = await signIn(world, 'admin');
  const wire = await Wire.open(world.server.url);
  const times: number[] = [];
  for (let taken = 0; !isOver(); await pause(claimEveryMs)) {
    const id = screen.caseIds[taken];
    if (id === undefined) continue;
    taken += 1;
    const began = performance.now();
    await call(wire, accessToken, ['AbnormalData/Claim', { id }]);
    times.push(performance.now() - began);
  }
  wire.close();
  return times;
}

async function untilOpen({ owner, tenantId, cuffs }: World): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < longestMs) {
    const { rows } = await owner.query<{ open: number }>(
      "select count(*)::int as open from abnormal_case where tenant_id = $1 and type = 'bpHigh' and level = 3",
      [tenantId],
    );
    if ((rows[0]?.open ?? 0) >= cuffs.length) break;
    await pause(100);
  }
  return performance.now() - began;
}

const told = (name: string, [times, ok]: readonly [readonly number[], boolean], conditions: string): Figure =>
  figure({
    name,
    value: quantile(times, 0.99),
    unit: 'ms',
    must: '<= 1000',
    aim: '<= 300',
    ok: ok && quantile(times, 0.99) <= 1000,
    conditions: hasDesk ? `${conditions}; the browser of the desk on the same cores` : conditions,
  });

interface Lived {
  readonly sent: Sent;
  readonly openMs: number;
  readonly settledMs: number;
  readonly calls: Heard;
  readonly claims: readonly number[];
  readonly tasks: readonly Task[];
}

async function live(world: World): Promise<Lived> {
  const screen = await openScreen(world);
  const desk = hasDesk ? await openDesk(world.server.url) : null;
  let isOver = false;
  const calling = sendProbes(world, {
    worn: isPressing ? world.watches : [],
    everyMs: pressEveryMs,
    told: press,
    until: () => isOver,
  });
  const claiming = takeCases(world, screen, () => isOver);
  try {
    const sent = await sendBurst(world);
    const openMs = await untilOpen(world);
    const settledMs = await whenSettled(world);
    isOver = true;
    const calls = await hear(screen.calls, await calling);
    return {
      sent,
      openMs,
      settledMs: openMs + settledMs,
      calls,
      claims: await claiming,
      tasks: (await desk?.longTasks()) ?? [],
    };
  } finally {
    isOver = true;
    await Promise.allSettled([calling, claiming]);
    screen.close();
    await desk?.close();
    await whenSettled(world);
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The desk has a machine of its own: what its page waits for a core here is named beside and not held against it. */
function taskFigure(tasks: readonly Task[]): Figure {
  const cpu = tasks.map(({ cpuMs }) => cpuMs);
  const wall = tasks.map(({ wallMs }) => wallMs);
  const longest = Math.max(0, ...cpu);
  return figure({
    name: 'burst: longest task of the desk',
    value: longest,
    unit: 'ms of the processor',
    must: '<= 200',
    aim: '<= 100',
    ok: longest <= 200,
    conditions: `the desk in a browser on the same machine, from the first reading until nothing was left to follow; ${tasks.length} tasks over 50 ms by the clock, which took the processor ${seconds(sum(cpu))} s and with waiting for a core ${seconds(sum(wall))} s, the longest ${Math.max(0, ...wall).toFixed(0)} ms`,
  });
}

/** Ten thousand alarms within ten seconds, with calls for help and claims beside them (F39). */
export async function burstFigures(world: World): Promise<readonly Figure[]> {
  await tellBySms(world);
  const { sent, openMs, settledMs, calls, claims, tasks } = await live(world);
  const count = world.cuffs.length;
  const { broken, messages } = await recountBurst(world, calls.times.length);
  const conditions = `${count} readings of level 3 of ${count} persons in deliveries of ${perDelivery} over ${lanes} connections, all answered after ${seconds(sent.ms)} s, ${sent.again} refused as overload and sent again`;
  return [
    ...(hasDesk ? [taskFigure(tasks)] : []),
    figure({
      name: 'burst: all cases open',
      value: openMs / 1000,
      unit: 's after the last answer',
      must: '<= 60',
      aim: '<= 10',
      ok: openMs <= 60_000,
      conditions: `${conditions}; nothing left to follow after ${seconds(settledMs)} s`,
    }),
    figure({
      name: 'burst: rows that differ from the episodes',
      value: broken.length,
      unit: 'differences',
      must: '0',
      aim: '0',
      ok: broken.length === 0,
      conditions: broken.length > 0 ? broken.join('; ') : messages,
    }),
    ...(isPressing
      ? [
          told(
            'burst: call for help to its news p99',
            [calls.times, calls.missing === 0],
            `${calls.times.length} presses, one each ${pressEveryMs} ms until nothing was left to follow; ${calls.missing} without news`,
          ),
        ]
      : []),
    told('burst: claim p99', [claims, claims.length > 0], `${claims.length} cases taken one after another meanwhile`),
  ];
}
