import { startNode, type NodeProcess } from '@kangmai/testkit/node-process';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Rungs that fall due one after another while nodes are killed, paused and cut off from their database. */

const people = 40;
const gapMs = 60;
const strangers = Array.from({ length: people }, (_, nth) => String(869_900_000_083_000 + nth));
let ward: Ward;
const nodes: NodeProcess[] = [];
let killed: readonly number[] = [];
let cutOff: readonly number[] = [];

beforeAll(async () => {
  ward = await openWard(new Date().toISOString().slice(0, 10));
  ward.setTime(new Date().toISOString());
  killed = await alarms(860_000_000_081_000);
  cutOff = await alarms(860_000_000_082_000);
  await ward.send(
    ...strangers.map((imei) => ({
      imei,
      dataType: 'event',
      measuredAt: ward.now().toISOString(),
      values: { event: 'sos' },
    })),
  );
  // A screen has shown all, so that no rung is taken early.
  await ward.show();
  await ward.app.server.follower.stop();
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await ward.close();
});

async function openNode(): Promise<NodeProcess> {
  const node = await startNode(ward.app);
  nodes.push(node);
  return node;
}

/** Critical cases of new persons; their next rungs fall due by the database's clock, `gapMs` apart. */
async function alarms(first: number): Promise<readonly number[]> {
  const persons: number[] = [];
  const items: object[] = [];
  for (let nth = 0; nth < people; nth += 1) {
    const imei = String(first + nth);
    persons.push(await ward.wearer(imei, { type: 'bp_monitor', registered: true }));
    items.push({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high: 205, low: 122 } });
  }
  await ward.send(...items);
  await ward.follow();
  return persons;
}

async function fallDue(persons: readonly number[]): Promise<void> {
  await ward.sql(
    `with due as (update abnormal_case c set next_due_at = date_trunc('milliseconds', now()) + make_interval(secs => d.nth * $3::float / 1000)
         from unnest($2::bigint[]) with ordinality d(client_id, nth) where c.tenant_id = $1 and c.client_id = d.client_id and c.type = 'bpHigh' returning c.id, c.next_due_at)
     update outbox o set available_at = due.next_due_at, payload = o.payload::jsonb || jsonb_build_object('due', floor(extract(epoch from due.next_due_at) * 1000)::bigint)
     from due where o.tenant_id = $1 and o.topic = 'case.due' and o.payload->>'id' = due.id::text and o.payload->>'unseen' is null`,
    [persons, gapMs],
  );
}

async function cutConnections(): Promise<void> {
  const owner = new Client({ connectionString: ward.app.urls.migrator });
  await owner.connect();
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await owner.end();
}

const taken = async (persons: readonly number[]): Promise<number> =>
  (
    await ward.sql<{ count: number }>(
      "select count(distinct client_id)::int as count from alarm_notice where tenant_id = $1 and client_id = any($2) and rung = 1 and receiver_kind = 'guardian1'",
      [persons],
    )
  )[0]?.count ?? 0;

async function expectEachOnce(persons: readonly number[]): Promise<void> {
  await expect.poll(() => taken(persons), { timeout: 60_000, interval: 100 }).toBe(people);
  const rows = await ward.sql<{ wrong: string }>(
    `select c.id || ': step ' || c.escalation_step || ', notices ' || n.notices || ', events ' || e.events as wrong from abnormal_case c,
       lateral (select count(*) as notices from alarm_notice n where n.tenant_id = $1 and n.case_id = c.id and n.rung = 1 and n.channel = 'sms') n,
       lateral (select count(*) as events from outbox o where o.tenant_id = $1 and o.topic = 'case.due' and o.payload->>'id' = c.id::text and o.payload->>'unseen' is null and o.available_at = c.next_due_at) e
     where c.tenant_id = $1 and c.client_id = any($2) and c.type = 'bpHigh' and (c.escalation_step <> 1 or n.notices <> 1 or e.events <> 1)`,
    [persons],
  );
  expect(rows).toEqual([]);
  await expect
    .poll(
      async () =>
        ward.sql(
          "select n.id, count(k.message_id)::int as messages from alarm_notice n left join message_key k on k.tenant_id = $1 and k.notice_id = n.id where n.tenant_id = $1 and n.client_id = any($2) and n.channel = 'sms' and n.rung = 1 group by n.id having count(k.message_id) <> 1",
          [persons],
        ),
      { timeout: 60_000, interval: 100 },
    )
    .toEqual([]);
}

test('kill -9 between rungs: none is lost, none is taken twice', async () => {
  const persons = killed;
  let node = await openNode();
  await fallDue(persons);
  const seen: number[] = [];
  for (const share of [0.2, 0.5, 0.8]) {
    await expect.poll(() => taken(persons), { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(people * share);
    node.signal('SIGKILL');
    expect(await node.ended).toBe('SIGKILL');
    seen.push(await taken(persons));
    node = await openNode();
  }
  await expectEachOnce(persons);
  expect(seen[0]).toBeLessThan(people);
  await node.stop();
}, 300_000);

test('a node paused between rungs and a database that cuts every connection: another node takes each once', async () => {
  const persons = cutOff;
  const [paused] = [await openNode(), await openNode()];
  await fallDue(persons);
  await expect.poll(() => taken(persons), { timeout: 60_000, interval: 5 }).toBeGreaterThan(people * 0.2);
  paused?.signal('SIGSTOP');
  for (const share of [0.4, 0.6, 0.8]) {
    await expect.poll(() => taken(persons), { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(people * share);
    await cutConnections();
  }
  paused?.signal('SIGCONT');
  await expectEachOnce(persons);
}, 300_000);

/** How often the users were notified of strangers, and by how many of them; 1 before the repetition, 2 after it. */
const toldOfStrangers = (): Promise<{ times: number; strangers: number }[]> =>
  ward.sql(
    `select times, count(distinct imei)::int as strangers from
       (select data->'params'->>'imei' as imei, count(*)::int as times from user_notification where tenant_id = $1 and name = 'App.StrangerAlarm' group by user_id, 1) n
     group by times order by times`,
  );

test('repeated calls of unknown devices: kill -9 with two nodes, each comes once', async () => {
  const toldAgain = async (): Promise<number> =>
    (await toldOfStrangers()).find(({ times }) => times === 2)?.strangers ?? 0;
  const [killed] = [await openNode(), await openNode()];
  await ward.sql(
    `update outbox o set available_at = d.at, payload = o.payload::jsonb || jsonb_build_object('due', d.ms, 'pressedAt', d.ms - 600000)
     from (select imei, now() + make_interval(secs => nth * $3::float / 1000) as at, floor(extract(epoch from now() + make_interval(secs => nth * $3::float / 1000)) * 1000)::bigint as ms
       from unnest($2::text[]) with ordinality i(imei, nth)) d
     where o.tenant_id = $1 and o.topic = 'stranger.due' and o.payload->>'imei' = d.imei`,
    [strangers, 4 * gapMs],
  );
  await expect.poll(toldAgain, { timeout: 60_000, interval: 5 }).toBeGreaterThan(people * 0.2);
  killed?.signal('SIGKILL');
  expect(await killed?.ended).toBe('SIGKILL');
  expect(await toldAgain()).toBeLessThan(people);
  await expect.poll(toldOfStrangers, { timeout: 60_000, interval: 100 }).toEqual([{ times: 2, strangers: people }]);
  const waiting = await ward.sql("select 1 from outbox where tenant_id = $1 and topic = 'stranger.due'");
  expect(waiting).toHaveLength(people);
}, 300_000);
