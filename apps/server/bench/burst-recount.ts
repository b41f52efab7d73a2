import type { World } from './world.ts';

/** What must hold after a burst, each as a statement that counts, with the number that it must give. */
interface Count {
  readonly what: string;
  readonly sql: string;
  readonly must: (people: number, calls: number) => number;
}

const cases = "abnormal_case c where c.tenant_id = $1 and c.type = 'bpHigh' and not c.is_deleted";
const onCuffs = 'r.tenant_id = $1 and r.device_id = any($2::bigint[])';
const limit = 10;
/** Messages of one receiver in one hour. */
const byReceiver = `select m.recipient, date_trunc('hour', m.queued_at) as hour, count(*) filter (where m.purpose = 'alarm' and m.state <> 'merged') as sent,
    count(*) filter (where m.state = 'merged') as merged, count(*) filter (where m.purpose = 'alarmSummary') as summaries, max(m.body) filter (where m.purpose = 'alarmSummary') as body
  from outgoing_message m where m.tenant_id = $1 and m.channel = 'sms' and m.purpose in ('alarm', 'alarmSummary') and coalesce(m.level, 0) < 4 group by 1, 2`;

const counts: readonly Count[] = [
  {
    what: 'readings stored',
    sql: `select count(*) as n from blood_pressure_reading r where ${onCuffs}`,
    must: (people) => people,
  },
  { what: 'cases of level 3', sql: `select count(*) as n from ${cases} and c.level = 3`, must: (people) => people },
  {
    what: 'persons with a case',
    sql: `select count(distinct c.client_id) as n from ${cases}`,
    must: (people) => people,
  },
  { what: 'cases of another level', sql: `select count(*) as n from ${cases} and c.level <> 3`, must: () => 0 },
  {
    what: 'cases without their reading',
    sql: `select count(*) as n from ${cases} and not exists (select from blood_pressure_reading r where ${onCuffs} and r.client_id = c.client_id and r.measured_at = c.latest_at)`,
    must: () => 0,
  },
  {
    what: 'calls for help',
    sql: 'select coalesce(sum(press_count), 0) as n from sos_record where tenant_id = $1',
    must: (_people, calls) => calls,
  },
  {
    what: 'cases of calls for help',
    sql: "select count(*) as n from abnormal_case where tenant_id = $1 and type = 'sos'",
    must: (_people, calls) => calls,
  },
  {
    what: 'cases without both receivers on screen and by SMS',
    sql: `select count(*) as n from ${cases} and (select count(*) from alarm_notice n where n.tenant_id = $1 and n.case_id = c.id and n.run = c.ladder_run and not n.is_early and n.channel in ('inapp', 'sms')) <> 4`,
    must: () => 0,
  },
  {
    what: 'notices by SMS without a message, or with several',
    sql: `select count(*) as n from (select n.id from alarm_notice n join abnormal_case c on c.tenant_id = n.tenant_id and c.id = n.case_id left join message_key k on k.tenant_id = n.tenant_id and k.notice_id = n.id
      left join outgoing_message m on m.tenant_id = k.tenant_id and m.id = k.message_id where n.tenant_id = $1 and n.channel = 'sms' and c.type = 'bpHigh' group by n.id having count(m.id) <> 1) x`,
    must: () => 0,
  },
  {
    what: `receivers with more than ${limit} messages below level 4 in an hour`,
    sql: `select count(*) as n from (${byReceiver}) b where b.sent > ${limit}`,
    must: () => 0,
  },
  {
    what: 'receivers without exactly one summary that tells the number of the rest',
    sql: `select count(*) as n from (${byReceiver}) b where b.summaries <> (b.merged > 0)::int or b.merged > 0 and position(b.merged::text in b.body) = 0`,
    must: () => 0,
  },
];

export interface Recount {
  readonly broken: readonly string[];
  readonly messages: string;
}

/** Counts the rows of a burst of one reading a cuff and of calls for help of as many watches. */
export async function recountBurst({ owner, tenantId, cuffs }: World, calls: number): Promise<Recount> {
  const devices = cuffs.map(({ deviceId }) => deviceId);
  const broken: string[] = [];
  await owner.query('analyze');
  for (const { what, sql, must } of counts) {
    const { rows } = await owner.query<{ n: string }>(sql, sql.includes('$2') ? [tenantId, devices] : [tenantId]);
    const [found, wanted] = [Number(rows[0]?.n), must(cuffs.length, calls)];
    if (found !== wanted) broken.push(`${what}: ${found}, must be ${wanted}`);
  }
  const { rows } = await owner.query<{ words: string }>(
    `select format('%s receivers by SMS: at most %s messages each in an hour, %s in %s summaries', count(distinct b.recipient), max(b.sent), sum(b.merged), sum(b.summaries)) as words from (${byReceiver}) b`,
    [tenantId],
  );
  return { broken, messages: rows[0]?.words ?? '' };
}
