import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { namesOf, openOutbox, type Outbox } from '../../../../test/outbox.ts';

let outbox: Outbox;
let write: Outbox['write'];
let follower: Outbox['follower'];
let faults: unknown[];
let tenantId: number;
let surroundings: Outbox['surroundings'];

beforeAll(async () => {
  outbox = await openOutbox();
  ({ write, follower, faults, tenantId, surroundings } = outbox);
});
afterAll(() => outbox.close());
beforeEach(() => outbox.clear());

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
    { work: { rung: 400 } },
  );
  follows.wake(tenantId);
  await follows.settled();
  expect(faults).toEqual([]);
  expect(taken).toEqual([0, 20, 20, 10]);
});

test('urgent events are followed together, and large work continues after them', async () => {
  await write({ one: { weight: 400, urgent: true }, usual: { weight: 600 }, two: { weight: 400, urgent: true } });
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
