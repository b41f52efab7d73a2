import { randomBytes } from 'node:crypto';
import { compareCases, rowsOf, settled } from './compare.ts';
import { deliverAtLast } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import type { Message } from './messages.ts';
import { Random } from './random.ts';
import { recountProblems } from './recount.ts';
import { Report } from './report.ts';
import type { SourceKey, World } from './world.ts';

const minute = 60_000;
/** This close to a change of wearer the wearer of a reading is unknown. */
const uncertainMs = 2 * minute;

interface Wear {
  readonly clientId: number;
  readonly from: number;
  readonly to: number;
}

/** A device with all its wearers after each change; later changes of the run are added. */
interface Worn {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly imei: string;
  readonly history: (readonly Wear[])[];
  /** The newest state that is certainly committed; later ones may not be yet. */
  committed: number;
}

interface Sent {
  readonly worn: Worn;
  readonly at: number;
  readonly item: Message['item'];
  /** The states of the device that may have applied during the delivery. */
  states: readonly (readonly Wear[])[];
  answer: string;
}

/** The wearer of a reading: a person, nobody (null), or unknown. */
function wearerOf(wears: readonly Wear[], at: number): number | null | 'uncertain' {
  const sure = wears.find(({ from, to }) => from <= at && at < to)?.clientId;
  const near = wears
    .filter(({ from, to }) => Math.abs(from - at) <= uncertainMs || Math.abs(to - at) <= uncertainMs)
    .map(({ clientId }) => clientId);
  return new Set([...near, ...(sure === undefined ? [] : [sure])]).size > 1 ? 'uncertain' : (sure ?? null);
}

/** A device that three people wore in turn since yesterday, with a gap, and whose last wearer left some hours ago. */
async function wornDevice(world: World, tenantId: number, random: Random): Promise<Worn> {
  const { deviceId, imei } = await world.device(tenantId);
  const wears: Wear[] = [];
  let from = Date.now() - 30 * 60 * minute;
  for (let at = 0; at < 3; at += 1) {
    const to = from + random.whole(5, 8) * 60 * minute;
    const clientId = await world.person(tenantId);
    wears.push({ clientId, from, to });
    await world.bind({ tenantId, deviceId, clientId, from: new Date(from), to: new Date(to) });
    from = to + (at === 0 ? 0 : random.whole(1, 60) * minute);
  }
  return { tenantId, deviceId, imei, history: [wears], committed: 0 };
}

const wearsOf = (worn: Worn): readonly Wear[] => worn.history.at(-1) ?? [];

function measured(worn: Worn, random: Random, used: Set<string>): Sent {
  const near = random.pick(wearsOf(worn));
  const at = Math.round(
    random.chance(0.5)
      ? random.pick([near.from, Math.min(near.to, Date.now())]) + random.whole(-300, 300) * 1000
      : Date.now() - random.whole(1, 200) * minute,
  );
  const whole = Math.min(Math.floor(at / 1000) * 1000, Date.now() - 1000) + random.whole(0, 999);
  const key = `${worn.deviceId}|${whole}`;
  if (used.has(key)) return measured(worn, random, used);
  used.add(key);
  return {
    worn,
    at: whole,
    states: [],
    answer: '',
    item: {
      imei: worn.imei,
      dataType: 'heart',
      values: { heart: random.whole(62, 88), remark: randomBytes(9).toString('base64url') },
      measuredAt: new Date(whole).toISOString(),
    },
  };
}

const tokenOf = ({ item }: Sent): string => (item['values'] as { readonly remark: string }).remark;

/** Binds a free device to a person from some time ago, or unbinds it, as staff do. */
async function rebind(world: World, worn: Worn, random: Random): Promise<void> {
  const { tenantId, deviceId } = worn;
  const wears = wearsOf(worn);
  const last = wears.at(-1);
  if (!last) return;
  if (last.to === Number.POSITIVE_INFINITY) {
    const at = Date.now();
    worn.history.push([...wears.slice(0, -1), { ...last, to: at }]);
    await world.unbind({ tenantId, deviceId, at: new Date(at) });
  } else {
    const from = Math.max(last.to, Date.now() - random.whole(10, 180) * minute);
    const clientId = await world.person(tenantId);
    worn.history.push([...wears, { clientId, from, to: Number.POSITIVE_INFINITY }]);
    await world.bind({ tenantId, deviceId, clientId, from: new Date(from), to: null });
  }
  worn.committed = worn.history.length - 1;
}

interface Scene {
  readonly world: World;
  readonly urls: readonly string[];
  readonly source: SourceKey;
  readonly random: Random;
}

async function deliverAll({ urls, source, random }: Scene, sent: readonly Sent[]): Promise<void> {
  const waiting = random.pieces(random.shuffled(sent), 4);
  const connection = async (): Promise<void> => {
    for (let batch = waiting.pop(); batch; batch = waiting.pop()) {
      const since = batch.map(({ worn }) => worn.committed);
      const answers = await deliverAtLast(
        random.pick(urls),
        source,
        batch.map((each) => ({
          token: tokenOf(each),
          wearer: { ...each.worn, clientId: 0 },
          kind: 'heart',
          figure: 0,
          measuredAt: each.at,
          item: each.item,
        })),
      );
      for (const [at, each] of batch.entries()) {
        each.states = each.worn.history.slice(since[at]);
        each.answer = `${answers[at]?.status ?? ''} ${answers[at]?.reason ?? ''}`.trim();
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, connection));
}

/**
 * Persons that a reading may belong to by the states during its delivery. A period recorded later assigns stored
 * readings without wearer by a correction.
 */
function allowedOwners(
  { worn, states, at }: Sent,
  rows: readonly { readonly clientId: number | null; readonly isReplaced: boolean }[],
): ReadonlySet<number | null | 'uncertain'> {
  const known = new Set(states.map((wears) => wearerOf(wears, at)));
  const isClaimed = rows.some(({ isReplaced, clientId }) => isReplaced && clientId === null);
  return isClaimed && known.has(null)
    ? new Set(worn.history.map((wears) => wearerOf(wears, at)).filter((owner) => owner !== null))
    : known;
}

/** Every reading belongs to the wearer at its measuring time, by some state during its delivery. */
async function check(
  world: World,
  report: Report,
  input: { readonly sent: readonly Sent[]; readonly tenantIds: readonly number[] },
): Promise<void> {
  const rows = await rowsOf(world, input.tenantIds);
  const broken: string[] = [];
  const count = { persons: 0, nobody: 0, aside: 0, changing: 0 };
  for (const each of input.sent) {
    const all = rows.get(tokenOf(each)) ?? [];
    const found = all.filter(({ isReplaced }) => !isReplaced);
    const [row] = found;
    const allowed = allowedOwners(each, all);
    const owner = row ? row.clientId : 'uncertain';
    if (allowed.size > 1) count.changing += 1;
    if (owner === 'uncertain') count.aside += 1;
    else if (owner === null) count.nobody += 1;
    else count.persons += 1;
    if (found.length > 1 || !allowed.has(owner))
      broken.push(
        `device ${each.worn.deviceId} at ${new Date(each.at).toISOString()} (${each.answer}) has ${found.length} rows under ${owner}, and should be ${[...allowed].join(' or ')}`,
      );
  }
  report.check(
    `each reading under its wearer (${count.persons} persons', ${count.nobody} nobody's, ${count.aside} aside; ${count.changing} met a change)`,
    input.sent.length,
    broken,
  );
}

/** Every server caches every device; then each gets a new wearer since some minutes ago. */
async function handOver({ world, urls, source, random }: Scene, devices: readonly Worn[]): Promise<void> {
  const heartbeat = (worn: Worn): Message => ({
    token: '',
    wearer: { ...worn, clientId: 0 },
    kind: 'aside',
    figure: 0,
    measuredAt: undefined,
    item: { imei: worn.imei, dataType: 'heartbeat', values: {} },
  });
  for (const worn of devices) {
    if (wearsOf(worn).at(-1)?.to === Number.POSITIVE_INFINITY) await rebind(world, worn, random);
  }
  for (const url of urls) await deliverAtLast(url, source, devices.map(heartbeat));
  for (const worn of devices) await rebind(world, worn, random);
}

/** Calls for help right after a change of wearer go to the new one, on every server. */
async function calls({ world, urls, source }: Scene, report: Report, devices: readonly Worn[]): Promise<void> {
  const wrong: string[] = [];
  for (const [at, worn] of devices.entries()) {
    const token = randomBytes(9).toString('base64url');
    const item = {
      imei: worn.imei,
      dataType: 'event',
      values: { event: 'sos' },
      messageId: token,
      measuredAt: new Date().toISOString(),
    };
    await deliverAtLast(urls[at % urls.length] ?? '', source, [
      { token, wearer: { ...worn, clientId: 0 }, kind: 'sos', figure: 0, measuredAt: undefined, item },
    ]);
    const wanted = wearsOf(worn).find(({ to }) => to === Number.POSITIVE_INFINITY)?.clientId ?? null;
    const kept = await world.sql<{ clientId: number | null }>(
      'select client_id as "clientId" from sos_record where tenant_id = $1 and device_id = $2',
      [worn.tenantId, worn.deviceId],
    );
    if (kept.length !== 1 || kept[0]?.clientId !== wanted)
      wrong.push(
        `device ${worn.deviceId} is worn by ${wanted}, the call stands under ${kept.map(({ clientId }) => clientId).join(', ')}`,
      );
  }
  report.check('calls for help after a change of wearer stand under the new one', devices.length, wrong);
}

/** Devices change hands between measurement and arrival, and during deliveries. */
export const rebinding: FaultRun = {
  name: 'F18',
  title: 'a device changes hands between measurement and arrival',
  async run(world, { isLong, seed }) {
    const report = new Report(`F18 ${rebinding.title}`);
    const random = new Random(seed);
    const servers = [await world.start(), await world.start()];
    const scene: Scene = { world, urls: servers.map(({ url }) => url), source: await world.source(), random };
    const tenantIds = [await world.tenant('F18a'), await world.tenant('F18b')];
    const devices: Worn[] = [];
    for (let at = 0; at < 8; at += 1) devices.push(await wornDevice(world, tenantIds[at % 2] as number, random));
    const used = new Set<string>();
    const sent: Sent[] = [];
    let changes = 0;
    for (let round = 0; round < (isLong ? 25 : 2); round += 1) {
      const fresh = Array.from({ length: isLong ? 150 : 80 }, () => measured(random.pick(devices), random, used));
      sent.push(...fresh);
      const delivering = deliverAll(scene, fresh);
      let isDone = false;
      const done = delivering.finally(() => {
        isDone = true;
      });
      for (; !isDone; changes += 1) await rebind(world, random.pick(devices), random);
      await done;
    }
    await handOver(scene, devices);
    changes += devices.length;
    await calls(scene, report, devices);
    report.inject(
      `${changes} changes of wearer of ${devices.length} devices during ${sent.length} readings to ${servers.length} servers; seed ${seed}`,
    );
    report.check('the outbox is worked off', 1, await settled(world));
    await check(world, report, { sent, tenantIds });
    await compareCases(world, report, tenantIds);
    const { checked, broken } = await recountProblems(world, tenantIds);
    report.check('newest values, hours, days and totals equal a recount', checked, broken);
    for (const server of servers.toReversed()) await server.end();
    return report;
  },
};
