import { localDay, parseInstant } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { knownRegions } from '../../../engine/codes/known-regions.ts';
import type { Surroundings } from '../../../access/in-tenant.ts';
import { planner } from '../../../engine/crud/plan.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open.ts';
import { loadMasterKey, TenantKeys } from '../../../platform/keys.ts';
import { LiveBus } from '../../../platform/live-bus.ts';
import { UrgentWork } from '../../../platform/urgent-work.ts';
import type { Follow } from '../../../engine/module.ts';
import { Follower } from './follower.ts';

const tenantId = 1;
let clone: TestDatabase;
let database: Database;
let surroundings: Surroundings;
const faults: unknown[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
  await database.platform((tx) => tx.execute("insert into tenant (id, tenancy_name, name) values (1, 'Alpha', '甲')"));
  const keys = new TenantKeys(database, loadMasterKey({ secretKey: 'x'.repeat(40), dataDir: '/nonexistent' }));
  surroundings = {
    database,
    model,
    bus: new LiveBus(),
    now: () => new Date(),
    sealerOf: (id) => keys.of(id),
    dayOf: (instant, where) => localDay(instant.getTime(), where),
    regions: knownRegions,
    outboxFilled: () => undefined,
    urgentWork: new UrgentWork(),
    toInstant: (text, where) => {
      const ms = parseInstant(text, where);
      return ms === undefined ? undefined : new Date(ms);
    },
  };
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

beforeEach(async () => {
  faults.length = 0;
  await database.withTenant(tenantId, (tx) => tx.execute('delete from outbox where tenant_id = $1', [tenantId]));
});

interface Event {
  readonly topic?: string;
  readonly lane?: number;
  readonly weight?: number;
  readonly urgent?: boolean;
}

const write = (events: Readonly<Record<string, Event>>): Promise<void> =>
  database.withTenant(tenantId, async (tx) => {
    for (const [name, { topic = 'prompt', lane = 0, weight = 1, urgent = false }] of Object.entries(events)) {
      await tx.execute(
        'insert into outbox (tenant_id, topic, lane, weight, urgent, payload) values ($1, $2, $3, $4, $5, $6)',
        [tenantId, topic, lane, weight, urgent, JSON.stringify({ name })],
      );
    }
  });

const follower = (follow: Readonly<Record<string, Follow>>, work: Readonly<Record<string, number>> = {}): Follower =>
  new Follower({
    surroundings,
    work,
    planOf: planner(model),
    follow: new Map(Object.entries(follow)),
    report: (error) => faults.push(error),
  });
const namesOf = (payloads: readonly unknown[]): readonly string[] =>
  payloads.map((payload) => (payload as { readonly name: string }).name);
const left = (): Promise<readonly { topic: string }[]> =>
  database.withTenant(tenantId, (tx) => tx.query('select topic from outbox where tenant_id = $1', [tenantId]));

test('what is urgent is followed first, with little of its kind beside it', async () => {
  await write({ one: { weight: 600 }, two: { weight: 600 }, three: { weight: 600 }, urgent: { urgent: true } });
  const taken: (readonly string[])[] = [];
  const follows = follower({
    prompt: async (_ctx, payloads) => {
      taken.push(namesOf(payloads));
    },
  });
  follows.wake(tenantId);
  await follows.settled();
  expect(taken).toEqual([
    ['one', 'urgent'],
    ['two', 'three'],
  ]);
  expect(faults).toEqual([]);
});

test('while urgent events keep coming, every other turn takes some of other kinds', async () => {
  const rung = { topic: 'rung', weight: 600 };
  await write({ one: rung, two: rung, first: { urgent: true } });
  const taken: (readonly string[])[] = [];
  const note = async (_ctx: unknown, payloads: readonly unknown[]): Promise<void> => {
    taken.push(namesOf(payloads));
  };
  const follows = follower({
    rung: note,
    prompt: async (ctx, payloads) => {
      await note(ctx, payloads);
      if (taken.length <= 3)
        await ctx.tx.execute("insert into outbox (tenant_id, topic, urgent, payload) values ($1, 'prompt', true, $2)", [
          tenantId,
          JSON.stringify({ name: `next ${taken.length}` }),
        ]);
    },
  });
  follows.wake(tenantId);
  await follows.settled();
  expect(faults).toEqual([]);
  expect(taken).toEqual([['first'], ['one'], ['next 1'], ['next 3'], ['two']]);
});

test('events that are much work are few in a transaction', async () => {
  const many = Array.from({ length: 50 }, (_each, at) => [`n${at}`, { topic: 'rung' }] as const);
  await write({ ...Object.fromEntries(many), alarm: { urgent: true } });
  const taken: number[] = [];
  const follows = follower(
    {
      rung: async (_ctx, payloads) => {
        taken.push(payloads.length);
      },
      prompt: async () => {
        taken.push(0);
      },
    },
    { rung: 400 },
  );
  follows.wake(tenantId);
  await follows.settled();
  expect(faults).toEqual([]);
  expect(taken).toEqual([0, 20, 20, 10]);
});

test('all urgent events are followed together, and large work continues after them', async () => {
  await write({ one: { weight: 600, urgent: true }, usual: { weight: 600 }, two: { weight: 600, urgent: true } });
  const taken: (readonly string[])[] = [];
  const { urgentWork } = surroundings;
  urgentWork.begin(tenantId);
  let isIdle = false;
  const idle = urgentWork.idle(performance.now() + 60_000).then(() => {
    isIdle = true;
  });
  const follows = follower({
    prompt: async (_ctx, payloads) => {
      taken.push(namesOf(payloads));
      if (taken.length === 1) expect(isIdle).toBe(false);
    },
  });
  follows.wake(tenantId);
  await Promise.all([follows.settled(), idle]);
  expect(taken).toEqual([['one', 'two'], ['usual']]);
  expect(faults).toEqual([]);
});

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
  const follows = (work: Follow): Follower =>
    new Follower({
      surroundings,
      planOf: planner(model),
      follow: new Map([['prompt', work]]),
      report: (error) => faults.push(error),
      idleMs: 300,
    });
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
  const follows = new Follower({
    surroundings,
    planOf: planner(model),
    follow: new Map([
      [
        'prompt',
        async (_ctx, payloads) => {
          done.push(...namesOf(payloads));
        },
      ],
    ]),
    report: (error) => faults.push(error),
    idleMs: 500,
  });
  follows.wake(tenantId);
  await follows.settled();
  expect([done, faults, await left()]).toEqual([['one'], [], []]);
  stream.resume();
  await ended;
  expect(await answer).toBeInstanceOf(Error);
});
