import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { post } from './deliver.ts';
import type { FaultRun } from './fault.ts';
import { Report } from './report.ts';
import { isReady, msUntil } from './scene.ts';
import { timeLimit } from './time-limit.ts';
import type { SourceKey, Wearer, World } from './world.ts';

const tenantId = 1;
const gapMs = 100;
const recoveryLimitMs = timeLimit(5000);
const climbLimitMs = timeLimit(60_000);

/** People with a manager, who gets the notices of the first rung, and a guardian, for whom the next one waits. */
async function callers(world: World, count: number): Promise<readonly Wearer[]> {
  const wearers = await world.wearers(tenantId, count);
  await world.sql(
    "update client set health_manager_id = (select id from app_user where tenant_id = $1 and user_name_key = 'admin') where tenant_id = $1 and id = any($2::bigint[])",
    [tenantId, wearers.map(({ clientId }) => clientId)],
  );
  await world.sql(
    `insert into guardian_contact (tenant_id, client_id, name, relation, phone_sealed, is_guardian)
     select tenant_id, id, '家属', '2', phone_sealed, true from client where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, wearers.map(({ clientId }) => clientId)],
  );
  return wearers;
}

async function press(url: string, source: SourceKey, { imei }: Wearer): Promise<void> {
  const item = {
    imei,
    dataType: 'event',
    values: { event: 'sos' },
    messageId: randomBytes(9).toString('base64url'),
    measuredAt: new Date().toISOString(),
  };
  const response = await post(url, source, { path: 'readings', body: Buffer.from(JSON.stringify(item)) });
  await response.arrayBuffer();
  if (response.status >= 300) throw new Error(`a call for help was answered ${response.status}`);
}

const waitingRungs = async (world: World, people: readonly number[]): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from abnormal_case c join outbox o on o.tenant_id = $1 and o.topic = 'case.due' and o.payload->>'id' = c.id::text and o.payload->>'unseen' is null
       where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and c.type = 'sos' and o.available_at = c.next_due_at`,
      [tenantId, people],
    )
  )[0]?.n ?? 0;

/** A screen has shown the first rung of each case; from now on the next ones fall due one after another. */
async function fallDue(world: World, people: readonly number[]): Promise<void> {
  await world.sql(
    "update alarm_notice set shown_at = now() where tenant_id = $1 and client_id = any($2::bigint[]) and channel = 'inapp'",
    [tenantId, people],
  );
  await world.sql(
    `with due as (update abnormal_case c set next_due_at = date_trunc('milliseconds', now()) + make_interval(secs => d.nth * $3::float / 1000)
         from unnest($2::bigint[]) with ordinality d(client_id, nth) where c.tenant_id = $1 and c.client_id = d.client_id and c.type = 'sos' returning c.id, c.next_due_at)
     update outbox o set available_at = due.next_due_at, payload = o.payload::jsonb || jsonb_build_object('due', floor(extract(epoch from due.next_due_at) * 1000)::bigint)
     from due where o.tenant_id = $1 and o.topic = 'case.due' and o.payload->>'id' = due.id::text and o.payload->>'unseen' is null`,
    [tenantId, people, gapMs],
  );
}

const taken = async (world: World, people: readonly number[]): Promise<number> =>
  (
    await world.sql<{ n: number }>(
      "select count(distinct client_id)::int as n from alarm_notice where tenant_id = $1 and client_id = any($2::bigint[]) and rung = 1 and receiver_kind = 'guardian1'",
      [tenantId, people],
    )
  )[0]?.n ?? 0;

interface Climbed {
  readonly client: number;
  readonly step: number;
  readonly times: number;
  readonly notices: number;
  readonly waiting: number;
}

/** Each case with its rung: times at which it was taken, notices to the guardian, events of the next one. */
const climbed = (world: World, people: readonly number[]): Promise<readonly Climbed[]> =>
  world.sql<Climbed>(
    `select c.client_id as client, c.escalation_step as step, n.times, n.notices, o.waiting from abnormal_case c
     cross join lateral (select count(distinct n.taken_at)::int as times, (count(*) filter (where n.receiver_kind = 'guardian1' and n.channel = 'sms'))::int as notices
       from alarm_notice n where n.tenant_id = $1 and n.case_id = c.id and n.rung = 1 and n.channel <> 'phone') n
     cross join lateral (select count(*)::int as waiting from outbox o where o.tenant_id = $1 and o.topic = 'case.due' and o.failed_at is null and o.payload->>'id' = c.id::text
       and o.payload->>'unseen' is null and o.available_at = c.next_due_at) o
     where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and c.type = 'sos'`,
    [tenantId, people],
  );

/** The database is stopped while rungs fall due, and started again from outside the server. */
export const climbWithoutDatabase: FaultRun = {
  name: 'F34',
  title: 'the database is away while cases climb',
  async run(world, { isLong, seed }) {
    const report = new Report(`F34 ${climbWithoutDatabase.title}`);
    const [count, stops, awayMs] = isLong ? [300, 4, 10_000] : [40, 1, 3000];
    let database = await world.keepDatabase();
    const server = await world.start();
    const wearers = await callers(world, count);
    const source = await world.source();
    const people = wearers.map(({ clientId }) => clientId);
    await Promise.all(wearers.map((wearer) => press(server.url, source, wearer)));
    await msUntil(async () => (await waitingRungs(world, people)) >= count, climbLimitMs);
    await fallDue(world, people);
    const recoveries: (number | undefined)[] = [];
    const seen: number[] = [];
    for (let stop = 1; stop <= stops; stop += 1) {
      await msUntil(async () => (await taken(world, people)) >= (count * stop) / (stops + 1), climbLimitMs);
      seen.push(await taken(world, people));
      await database.stop();
      await pause(awayMs);
      database = await world.keepDatabase();
      recoveries.push(await msUntil(() => isReady(server.url), climbLimitMs));
    }
    await msUntil(async () => (await taken(world, people)) >= count, climbLimitMs);
    const rows = await climbed(world, people);
    report.inject(
      `${stops} stops of ${awayMs / 1000} s after ${seen.join(', ')} of ${count} rungs, one due every ${gapMs} ms; seed ${seed}`,
    );
    report.must(
      'it was stopped in the middle',
      seen.every((n) => n > 0 && n < count),
      `after ${seen.join(', ')}`,
    );
    for (const recovered of recoveries)
      report.atMost('works again by itself', recovered, { limit: recoveryLimitMs, unit: 'ms' });
    const among = (broken: (row: Climbed) => boolean): readonly string[] =>
      rows.filter(broken).map((row) => JSON.stringify(row));
    report.must('every call has its case', rows.length === count, `${rows.length} of ${count}`);
    report.check(
      'no rung is lost',
      rows.length,
      among(({ step, notices }) => step < 1 || notices < 1),
    );
    report.check(
      'none is taken twice',
      rows.length,
      among(({ times, notices }) => times > 1 || notices > 1),
    );
    report.check(
      'the next rung waits once',
      rows.length,
      among(({ waiting }) => waiting !== 1),
    );
    await server.end();
    await database.stop();
    return report;
  },
};
