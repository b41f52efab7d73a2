import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeNotify } from '../src/modules/notices/public.ts';
import type { LiveBus } from '../src/platform/live-bus.ts';
import { publishLive } from '../src/platform/live-relay.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { signIn, whenSettled, type World } from './world.ts';

const rungs = 1000;
const readers = 10_000;
const notices = 1_000_000;
const calls = 300;

/** Critical cases whose next rungs fall due together in two seconds; the ids of their persons. */
async function fallDue({ owner, tenantId, watches }: World): Promise<readonly number[]> {
  const persons = watches.slice(0, rungs).map(({ clientId }) => clientId);
  await owner.query(
    `with made as (insert into abnormal_case (tenant_id, client_id, type, finding, value, level, started_at, latest_at, state, alarmed_at, next_due_at)
       select $1, p.id, 'heartFast', '心率 150', '150', 4, now(), now(), 0, now(), date_trunc('milliseconds', now()) + interval '2 seconds' from unnest($2::bigint[]) p(id) returning id, next_due_at)
     insert into outbox (tenant_id, topic, payload, available_at) select $1, 'case.due', jsonb_build_object('id', id, 'run', 1, 'due', floor(extract(epoch from next_due_at) * 1000)), next_due_at from made`,
    [tenantId, persons],
  );
  return persons;
}

async function untilTaken({ owner, tenantId }: World, persons: readonly number[]): Promise<number> {
  for (;;) {
    const { rows } = await owner.query<{ left: number; late: number }>(
      "select count(*) filter (where escalation_step = 0)::int as left, extract(epoch from clock_timestamp() - min(alarmed_at)) * 1000 - 2000 as late from abnormal_case where tenant_id = $1 and client_id = any($2) and type = 'heartFast' and level = 4",
      [tenantId, persons],
    );
    if (rows[0]?.left === 0) return Number(rows[0].late);
    await pause(20);
  }
}

/** As many changes of single rows, one after another, in one transaction. */
async function singleChanges({ owner, tenantId }: World, persons: readonly number[]): Promise<number> {
  const began = performance.now();
  await owner.query('begin');
  for (const person of persons)
    await owner.query('update abnormal_case set updated_at = now() where tenant_id = $1 and client_id = $2', [
      tenantId,
      person,
    ]);
  await owner.query('commit');
  return performance.now() - began;
}

async function rungFigures(world: World): Promise<readonly Figure[]> {
  const persons = await fallDue(world);
  const value = await untilTaken(world, persons);
  const settled = value + (await whenSettled(world));
  const { rows } = await world.owner.query<{ written: number; sent: number }>(
    'select count(*)::int as written, (select count(*)::int from message_key where tenant_id = $1 and notice_id is not null) as sent from alarm_notice where tenant_id = $1 and client_id = any($2)',
    [world.tenantId, persons],
  );
  const yardstick = await singleChanges(world, persons);
  return [
    figure({
      name: 'rungs due at once',
      value,
      unit: 'ms until all were taken',
      yardstick,
      must: '<= 2000',
      aim: '<= 1000',
      ok: value <= 2000,
      conditions: `${rungs} critical cases of one tenant; ${rows[0]?.written} notices and ${rows[0]?.sent} messages, the last after ${Math.round(settled)} ms; yardstick: ${rungs} changes of single rows in one transaction`,
    }),
  ];
}

async function addReaders({ owner, tenantId }: World): Promise<readonly number[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into app_user (tenant_id, user_name, name, email_address, is_email_confirmed, password_hash, password_changed_at)
     select u.tenant_id, 'reader' || n, 'Reader ' || n, 'reader' || n || '@bench.example', false, u.password_hash, now() from app_user u, generate_series(1, $2::integer) n where u.tenant_id = $1 and u.user_name_key = 'admin' returning id`,
    [tenantId, readers],
  );
  return rows.map(({ id }) => Number(id));
}

/** One notice to everybody, with its live event, and the count of unread ones among a million. */
async function noticeFigures(world: World): Promise<readonly Figure[]> {
  const { owner, database, tenantId } = world;
  const users = await addReaders(world);
  await owner.query('analyze app_user');
  const bus = { hasOthers: false, node: randomUUID() } as unknown as LiveBus;
  const notify = makeNotify({ queueAll: () => Promise.resolve() });
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const began = performance.now();
    await database.withTenant(tenantId, (tx) =>
      notify(
        { tx, publish: (event) => publishLive(tx, bus, event) },
        { purpose: 'App.WelcomeToTheApplication', to: 'everybody', params: { name: '甲' } },
      ),
    );
    times.push(performance.now() - began);
  }
  await owner.query(
    `insert into user_notification (tenant_id, user_id, name, data, is_read) select $1, ($2::bigint[])[1 + n % 1000], 'App.WelcomeToTheApplication', '{}', n % 10000 >= 1000 from generate_series(1, $3::integer) n`,
    [tenantId, users, notices],
  );
  await owner.query('vacuum analyze user_notification');
  const counts: number[] = [];
  for (let turn = 0; turn < calls; turn += 1) {
    const began = performance.now();
    await database.withTenant(tenantId, (tx) =>
      tx.one<{ count: number }>(
        'select count(*) as count from user_notification where tenant_id = $1 and user_id = $2 and is_read = $3',
        [tenantId, users[turn % 1000], false],
      ),
    );
    counts.push(performance.now() - began);
  }
  const [told, unread] = [quantile(times, 0.5), quantile(counts, 0.95)];
  return [
    figure({
      name: 'notice to everybody',
      value: told,
      unit: 'ms',
      must: '<= 1000',
      aim: '-',
      ok: told <= 1000,
      conditions: `median of 5 notices to ${readers} users, with the live event`,
    }),
    figure({
      name: 'unread notices p95',
      value: unread,
      unit: 'ms',
      must: '<= 5',
      aim: '-',
      ok: unread <= 5,
      conditions: `${notices} notices, 1,000 of each of 1,000 users, every tenth user with unread ones; one transaction a count`,
    }),
  ];
}

async function addClosed({ owner, tenantId, watches }: World, count: number): Promise<void> {
  await owner.query(
    `insert into abnormal_case (tenant_id, client_id, type, finding, level, started_at, latest_at, state)
     select $1, ($2::bigint[])[1 + n % cardinality($2::bigint[])], 'heartFast', '心率 150', 1 + n % 4, now() - make_interval(mins => n), now() - make_interval(mins => n), 3 from generate_series(1, $3::integer) n`,
    [tenantId, watches.map(({ clientId }) => clientId), count],
  );
  await owner.query('vacuum analyze abnormal_case');
}

/** The call of the bell, by the administrator. */
async function bell(world: World): Promise<number> {
  const { accessToken } = await signIn(world, 'admin');
  const wire = await Wire.open(world.server.url);
  const times: number[] = [];
  for (let turn = 0; turn < calls; turn += 1) {
    const began = performance.now();
    const { status } = await wire.request('GET', '/api/services/app/AbnormalData/GetAbnormalDataCount?stateFilter=0', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (status !== 200) throw new Error(`the bell was refused: ${status}`);
    times.push(performance.now() - began);
  }
  wire.close();
  return quantile(times, 0.95);
}

async function bellFigures(world: World): Promise<readonly Figure[]> {
  await addClosed(world, 100_000);
  const yardstick = await bell(world);
  await addClosed(world, 900_000);
  const value = await bell(world);
  return [
    figure({
      name: 'bell at a million cases p95',
      value,
      unit: 'ms',
      yardstick,
      must: '<= 30, ratio <= 1.5',
      aim: '-',
      ok: value <= 30 && value / yardstick <= 1.5,
      conditions: `${rungs} open cases, the others closed; yardstick: at 100,000 cases`,
    }),
  ];
}

/** Rungs that are due together, notices to everybody, and what header and bell count. */
export async function ladderFigures(world: World): Promise<readonly Figure[]> {
  return [...(await rungFigures(world)), ...(await noticeFigures(world)), ...(await bellFigures(world))];
}
