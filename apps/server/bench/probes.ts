import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { single, type Item } from './ingest.ts';
import { Wire } from './wire.ts';
import { signIn, type World, type Worn } from './world.ts';

const waitMs = 15_000;

/** When the first news of each person came, by performance.now(). */
type HeardAt = ReadonlyMap<number, number>;

/** A connected screen that hears of cases and calls for help. */
export interface Screen {
  readonly cases: HeardAt;
  readonly calls: HeardAt;
  /** Ids of cases in the order of their news. */
  readonly caseIds: readonly number[];
  readonly close: () => void;
}

interface CaseNews {
  readonly id: number;
  readonly userid: number;
  readonly 'abnormaL_LEVEL': number;
}

export async function openScreen(world: World): Promise<Screen> {
  const { encryptedAccessToken } = await signIn(world, 'admin');
  const socket = io(`${world.server.url}/`, {
    query: { ['enc_auth_token']: encryptedAccessToken },
    transports: ['websocket'],
  });
  await new Promise<void>((done, fail) => {
    socket.once('connect', () => done());
    socket.once('connect_error', fail);
  });
  const cases = new Map<number, number>();
  const calls = new Map<number, number>();
  const caseIds: number[] = [];
  // Devices that say nothing for a while have alarms of their own, of lower levels.
  socket.on('newabnormal', ({ id, userid, ['abnormaL_LEVEL']: level }: CaseNews) => {
    if (level < 3 || cases.has(userid)) return;
    cases.set(userid, performance.now());
    if (level === 3) caseIds.push(id);
  });
  socket.on('newsos', ({ userId }: { userId: number }) => {
    if (!calls.has(userId)) calls.set(userId, performance.now());
  });
  return { cases, calls, caseIds, close: () => socket.close() };
}

type Told = Pick<Item, 'dataType' | 'values'>;

export const critical: Told = { dataType: 'bp', values: { high: 188, low: 112, heart: 90 } };
/** A press of the button; events carry a word in place of figures. */
export const press = { dataType: 'event', values: { event: 'sos' } } as unknown as Told;

interface Probes {
  readonly worn: readonly Worn[];
  readonly everyMs: number;
  readonly told: Told;
  /** Ends the probes before the last one. */
  readonly until?: () => boolean;
}

/** Sends one reading or press of each device at an even pace; when each was sent. */
export async function sendProbes(
  { server, source }: World,
  { worn, everyMs, told, until = () => false }: Probes,
): Promise<HeardAt> {
  const wire = await Wire.open(server.url);
  const sent = new Map<number, number>();
  const began = performance.now();
  for (const [turn, { imei, clientId }] of worn.entries()) {
    await pause(Math.max(0, began + turn * everyMs - performance.now()));
    if (until()) break;
    sent.set(clientId, performance.now());
    const answer = await wire.request(
      'POST',
      '/api/ingest/v1/readings',
      single(source, { imei, measuredAt: Date.now(), ...told }),
    );
    if (answer.status !== 201) throw new Error(`a probe was not stored: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  wire.close();
  return sent;
}

export interface Heard {
  readonly times: readonly number[];
  readonly missing: number;
}

/** Milliseconds from each probe to its news; infinite for those without. */
export async function hear(heard: HeardAt, sent: HeardAt): Promise<Heard> {
  const until = performance.now() + waitMs;
  const missing = (): number => [...sent.keys()].filter((clientId) => !heard.has(clientId)).length;
  while (missing() > 0 && performance.now() < until) await pause(20);
  return {
    missing: missing(),
    times: [...sent].map(([clientId, at]) => (heard.get(clientId) ?? Number.POSITIVE_INFINITY) - at),
  };
}
