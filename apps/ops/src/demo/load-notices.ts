import { messageDefinitions } from '@kangmai/model';
import { accessAlertPath, alarmPaths, spacePath } from '@kangmai/model/menu';
import { noticePurposes, type NoticePurposeName } from '@kangmai/model/reference';
import { rightsOf } from '@kangmai/server/access/session';
import type { Tx } from '@kangmai/server/platform/database/database';
import type { DemoClient } from '@kangmai/demo/plan-types';

const dayMs = 86_400_000;
/** Notices that a user has at the first start. */
const each = 30;
const mostOfCases = 20;
const mostOfDay = 3;
const unread = 5;

interface PastNotice {
  readonly purpose: NoticePurposeName;
  readonly daysAgo: number;
  readonly params: Readonly<Record<string, string>>;
  readonly link: string | null;
  /** Of users with too few other notices; of administrators when left out. */
  readonly nth?: number;
}

const signIn = (daysAgo: number, name: string, reason: string): PastNotice => ({
  purpose: 'App.HostImpersonation',
  daysAgo,
  params: { actor: 'admin', name, minutes: '30', reason },
  link: accessAlertPath,
});

const past: readonly PastNotice[] = [
  signIn(63, '护士', '协助排查手环绑定失败'),
  signIn(21, '健康管理师', '协助核对异常规则设置'),
  // Calls for help of devices that no organisation has, every eleven hours.
  ...Array.from({ length: each }, (_, at): PastNotice => ({
    purpose: 'App.StrangerAlarm',
    daysAgo: 0.6 + at * 0.46,
    params: { imei: `8619990${String(41_200_317 + at * 70_911)}` },
    link: null,
    nth: at + 1,
  })),
];

/** Lighter cases in a user's sight of which a message reached nobody, the newest unread; ids ascend by time. */
const noticesSql = `with past as (select * from jsonb_to_recordset($3::jsonb) as n(purpose text, severity smallint, data jsonb, at timestamptz, nth integer)
  ), seen as (
    select s.id as user_id, c.* from jsonb_to_recordset($4::jsonb) as s(id bigint, "all" boolean, teams bigint[], units bigint[])
    cross join lateral (
      select d.*, row_number() over (order by d.at desc, d.id) as nth from (
      select c.id, r.recipient, c.alarmed_at + interval '6 minutes' as at, row_number() over (partition by c.alarmed_at::date order by c.alarmed_at desc, c.id) as of_day
      from abnormal_case c join client p on p.tenant_id = $1 and p.id = c.client_id join jsonb_to_recordset($5::jsonb) as r(client bigint, recipient text) on r.client = c.client_id
      where c.tenant_id = $1 and c.level <= 2 and c.alarmed_at < $2::timestamptz - interval '1 hour' and not c.is_deleted
        and (s."all" or p.team_id = any(s.teams) or p.organization_unit_id = any(s.units) or s.id in (p.health_manager_id, p.doctor_id))
      ) d where d.of_day <= ${mostOfDay} order by d.at desc, d.id limit ${mostOfCases}) c
  ), own as (
    select u.id as user_id, 'App.WelcomeToTheApplication' as purpose, 1 as severity, jsonb_build_object('params', jsonb_build_object('name', u.name), 'link', $6::text) as data, $2::timestamptz - interval '120 days' as at, true as is_read
      from app_user u where u.tenant_id = $1
    union all select u.id, n.purpose, n.severity, n.data, n.at, true from app_user u cross join past n where u.tenant_id = $1 and u.user_name_key = 'admin' and n.nth is null
    union all select s.user_id, 'App.MessageNotDelivered', $7, jsonb_build_object('params', jsonb_build_object('recipient', s.recipient, 'purpose', $8::text), 'link', $9 || s.id), s.at, s.nth > ${unread} from seen s
  ), filled as (
    select * from own union all select u.user_id, n.purpose, n.severity, n.data, n.at, true from (select user_id, count(*) as count from own group by user_id) u join past n on n.nth <= ${each} - u.count
  )
  insert into user_notification (tenant_id, user_id, name, severity, data, is_read, read_at, created_at)
  select $1, user_id, purpose, severity, data, is_read, case when is_read then at end, at from filled order by at`;

interface NoticesOf {
  readonly clients: readonly DemoClient[];
  readonly clientIds: readonly number[];
  readonly now: Date;
}

/** What the users of a tenant see, one row a user. */
async function sights(tx: Tx): Promise<readonly object[]> {
  const users = await tx.query<{ id: number }>('select id from app_user where tenant_id = $1', [tx.tenantId]);
  return Promise.all(
    users.map(async ({ id }) => ({ id, ...(await rightsOf(tx, { tenantId: tx.tenantId, userId: id })).sight })),
  );
}

/** Thirty notices of each user: the welcome, messages that reached nobody, calls of strangers; some are unread. */
export async function loadNotices(tx: Tx, { clients, clientIds, now }: NoticesOf): Promise<void> {
  const pool = past.map(({ purpose, daysAgo, params, link, nth = null }) => ({
    purpose,
    severity: noticePurposes[purpose].severity,
    data: { params, link },
    at: new Date(now.getTime() - daysAgo * dayMs),
    nth,
  }));
  const recipients = clients.map(({ person: { phone, guardians } }, place) => {
    const number = guardians[0]?.phone ?? phone;
    return { client: clientIds[place], recipient: `${number.slice(0, 3)}****${number.slice(-4)}` };
  });
  await tx.execute(noticesSql, [
    tx.tenantId,
    now,
    JSON.stringify(pool),
    JSON.stringify(await sights(tx)),
    JSON.stringify(recipients),
    spacePath,
    noticePurposes['App.MessageNotDelivered'].severity,
    messageDefinitions.alarm.label,
    `${alarmPaths[1]}?id=`,
  ]);
}
