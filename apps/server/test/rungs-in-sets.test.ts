import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Rungs that fall due at once are taken together. */

let ward: Ward;
let imeis = 860_000_000_090_000;

beforeAll(async () => {
  ward = await openWard('2031-05-10', '10:00');
});
afterAll(() => ward.close());

interface Measured {
  readonly persons: readonly number[];
  readonly items: readonly object[];
}

/** New persons with a critical pressure of this moment each, not sent yet. */
async function measured(people: number): Promise<Measured> {
  const persons: number[] = [];
  const items: object[] = [];
  for (let nth = 0; nth < people; nth += 1) {
    imeis += 1;
    persons.push(await ward.wearer(String(imeis), { type: 'bp_monitor', registered: true }));
    items.push({
      imei: String(imeis),
      dataType: 'bp',
      measuredAt: ward.now().toISOString(),
      values: { high: 205, low: 122 },
    });
  }
  return { persons, items };
}

/** Critical cases of new persons at this moment; their next rungs are due in three minutes. */
async function alarms(people: number): Promise<readonly number[]> {
  const { persons, items } = await measured(people);
  await ward.send(...items);
  await ward.follow();
  return persons;
}

/** What nodes ask all the time, whatever is followed. */
const usual =
  /^(begin|commit|select distinct|select 1 from|select set_config|with node|with w as|insert into server_node)/;

/** The statements of the followers while the work runs. */
async function statementsOf(work: () => Promise<void>): Promise<readonly string[]> {
  const spy = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls
      .map(([asked]) => {
        const { text } = (typeof asked === 'string' ? { text: asked } : asked) as unknown as { readonly text?: string };
        return text ?? '';
      })
      .filter((text) => !usual.test(text));
  } finally {
    spy.mockRestore();
  }
}

const taken = (persons: readonly number[], rung: number): Promise<readonly { readonly lines: number }[]> =>
  ward.sql<{ lines: number }>(
    "select count(*)::int as lines from alarm_notice where tenant_id = $1 and client_id = any($2) and rung = $3 and channel <> 'phone' group by case_id",
    [persons, rung],
  );

const each = (people: number) => Array.from({ length: people }, () => ({ lines: 1 }));

const messagesTo = (persons: readonly number[]): Promise<readonly { readonly lines: number }[]> =>
  ward.sql<{ lines: number }>(
    "select count(k.message_id)::int as lines from alarm_notice n left join message_key k on k.tenant_id = $1 and k.notice_id = n.id where n.tenant_id = $1 and n.client_id = any($2) and n.rung = 1 and n.channel = 'sms' group by n.id",
    [persons],
  );

test('a hundred cases that open at once take four statements a case at most', async () => {
  const people = 100;
  const { persons, items } = await measured(people);
  const statements = await statementsOf(async () => {
    await ward.send(...items);
    await ward.follow();
  });
  expect(await taken(persons, 0)).toEqual(each(people));
  expect(statements.length).toBeLessThan(4 * people);
});

test('a hundred rungs due at once with their messages take three statements a rung at most', async () => {
  const people = 100;
  const persons = await alarms(people);
  ward.advance(3);
  const statements = await statementsOf(() => ward.bringForward('case.due'));
  expect(await taken(persons, 1)).toEqual(each(people));
  expect(await messagesTo(persons)).toEqual(each(people));
  expect(statements.length).toBeLessThan(3 * people);
});

test('a case of which two events are due takes its rung once', async () => {
  const persons = await alarms(3);
  await ward.sql(
    "insert into outbox (tenant_id, topic, payload, available_at) select tenant_id, topic, payload, available_at from outbox where tenant_id = $1 and topic = 'case.due'",
  );
  ward.advance(3);
  await ward.bringForward('case.due');
  expect(await taken(persons, 1)).toEqual(each(3));
  expect(await taken(persons, 2)).toEqual([]);
  const steps = await ward.sql(
    'select distinct escalation_step as step from abnormal_case where tenant_id = $1 and client_id = any($2) and level = 4',
    [persons],
  );
  expect(steps).toEqual([{ step: 1 }]);
});

test('an event that cannot be followed stops no other one of its set', async () => {
  const persons = await alarms(3);
  await ward.sql(
    `insert into outbox (tenant_id, topic, payload, available_at) values ($1, 'case.due', '{"id": "no case"}', $2)`,
    [ward.now()],
  );
  ward.advance(3);
  await expect(ward.bringForward('case.due')).rejects.toThrow('follows an event failed');
  expect(await taken(persons, 1)).toEqual(each(3));
  expect(
    await ward.sql(
      "select attempts from outbox where tenant_id = $1 and topic = 'case.due' and payload->>'id' = 'no case'",
    ),
  ).toEqual([{ attempts: 1 }]);
});
