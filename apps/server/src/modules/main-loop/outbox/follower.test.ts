import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { namesOf, openOutbox, type Outbox } from '../../../../test/outbox.ts';
import { systemCaller } from '../../../access/caller.ts';
import { inTenant } from '../../../access/in-tenant.ts';
import type { Follow } from '../../../engine/module.ts';
import type { Follower } from './follower.ts';

let outbox: Outbox;
let write: Outbox['write'];
let follower: Outbox['follower'];
let faults: unknown[];
let tenantId: number;
let left: Outbox['left'];
let database: Outbox['database'];
let clone: Outbox['clone'];

beforeAll(async () => {
  outbox = await openOutbox();
  ({ write, follower, faults, tenantId, left, database, clone } = outbox);
});
afterAll(() => outbox.close());
beforeEach(() => outbox.clear());

test('statistics do not hold up what is prompt', async () => {
  await write({ count: { topic: 'slow', lane: 1 }, alarm: {} });
  let alarmFollowed: () => void = () => undefined;
  const alarm = new Promise<void>((done) => {
    alarmFollowed = done;
  });
  const follows = follower({
    slow: () => alarm,
    prompt: async () => {
      alarmFollowed();
    },
  });
  follows.wake(tenantId);
  await follows.settled();
  expect(await left()).toEqual([]);
  expect(faults).toEqual([]);
});

test('calls for help wait for no other alarm', async () => {
  await write({ alarms: { topic: 'slow', urgent: true }, call: { lane: 2 } });
  let callFollowed: () => void = () => undefined;
  const call = new Promise<void>((done) => {
    callFollowed = done;
  });
  const follows = follower({
    slow: () => call,
    prompt: async () => {
      callFollowed();
    },
  });
  follows.wake(tenantId);
  await follows.settled();
  expect(await left()).toEqual([]);
  expect(faults).toEqual([]);
});

test('a commit wakes the lanes of its events that are due', async () => {
  const woken: (readonly number[])[] = [];
  const surroundings = {
    ...outbox.surroundings,
    outboxFilled: (_tenant: number, lanes: ReadonlySet<number>) => woken.push([...lanes]),
  };
  const caller = systemCaller(tenantId, 'Asia/Shanghai');
  const later = new Date(surroundings.now().getTime() + 60_000);
  await inTenant(surroundings, { caller }, async (ctx) => {
    ctx.emit('prompt', {}, later);
    ctx.emit('prompt', {}, { lastFrom: later });
  });
  expect(woken).toEqual([]);
  await inTenant(surroundings, { caller }, async (ctx) => {
    ctx.emit('prompt', {});
    ctx.emit('prompt', {}, 'last');
    ctx.emit('prompt', {}, 'first');
  });
  expect(woken).toEqual([[0, 1, 2]]);
});

test('two followers of one tenant do each event once, in order', async () => {
  await write(Object.fromEntries(Array.from({ length: 40 }, (_each, at) => [`n${at}`, { weight: 3000 }])));
  const taken: string[] = [];
  const both = [0, 1].map(() =>
    follower({
      prompt: async (_ctx, payloads) => {
        taken.push(...namesOf(payloads));
      },
    }),
  );
  for (const each of both) each.wake(tenantId);
  await Promise.all(both.map((each) => each.settled()));
  expect(taken).toEqual(Array.from({ length: 40 }, (_each, at) => `n${at}`));
});

test('an event that fails waits by itself, the others go on', async () => {
  await write({ good: {}, bad: {}, better: {} });
  const done: string[] = [];
  const follows = follower({
    prompt: async (_ctx, payloads) => {
      if (namesOf(payloads).includes('bad')) throw new Error('refused');
      done.push(...namesOf(payloads));
    },
  });
  follows.wake(tenantId);
  await follows.settled();
  expect(done).toEqual(['good', 'better']);
  expect(
    await database.withTenant(tenantId, (tx) =>
      tx.query("select payload ->> 'name' as name, attempts from outbox where tenant_id = $1", [tenantId]),
    ),
  ).toEqual([{ name: 'bad', attempts: 1 }]);
});

test('a follower that stands still in the middle of its work gives way to another one, and what it does later is not kept', async () => {
  await write({ alarm: {} });
  let resume: () => void = () => undefined;
  const standing = new Promise<void>((done) => {
    resume = done;
  });
  let began: () => void = () => undefined;
  const isStanding = new Promise<void>((done) => {
    began = done;
  });
  const taken: string[] = [];
  const follows = (work: Follow): Follower => follower({ prompt: work }, { idleMs: 300 });
  const still = follows(async (ctx) => {
    began();
    await standing;
    await ctx.tx.execute("update tenant set name = 'written too late' where id = $1", [tenantId]);
  });
  still.wake(tenantId);
  await isStanding;
  const other = follows(async (_ctx, payloads) => {
    taken.push(...namesOf(payloads));
  });
  other.wake(tenantId);
  await other.settled();
  expect(taken).toEqual(['alarm']);
  resume();
  await still.stop();
  expect(faults.length).toBeGreaterThan(0);
  expect(await database.platform((tx) => tx.one('select name from tenant where id = $1', [tenantId]))).toEqual({
    name: '甲',
  });
});

test('a follower that stands still while rows come in gives way too', async () => {
  const stuck = new Client({ connectionString: clone.urls.app });
  const ended = new Promise<void>((done) => {
    stuck.on('error', () => done()).on('end', () => done());
  });
  await stuck.connect();
  await stuck.query('begin');
  await stuck.query("select pg_advisory_xact_lock(hashtextextended('outbox 0', $1))", [tenantId]);
  const stream = (
    stuck as unknown as { readonly connection: { readonly stream: { pause: () => void; resume: () => void } } }
  ).connection.stream;
  const answer = stuck
    .query("select repeat('x', 1000) from generate_series(1, 100000)")
    .catch((error: unknown) => error);
  stream.pause();
  await write({ one: {} });
  const done: string[] = [];
  const prompt: Follow = async (_ctx, payloads) => {
    done.push(...namesOf(payloads));
  };
  const follows = follower({ prompt }, { idleMs: 500 });
  follows.wake(tenantId);
  await follows.settled();
  expect([done, faults, await left()]).toEqual([['one'], [], []]);
  stream.resume();
  await ended;
  expect(await answer).toBeInstanceOf(Error);
});
