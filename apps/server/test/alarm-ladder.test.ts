import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

let ward: Ward;
let admin: Client;

// A day to come: what waits for its time waits by the database's clock.
beforeAll(async () => {
  ward = await openWard('2031-04-10', '10:00');
  admin = await ward.app.as('admin', 'Alpha');
  await ward.sql("insert into setting (tenant_id, name, value) values ($1, 'App.Alarm.DutyPhone', '021-55550100')");
});
beforeEach(() => ward.watch(true));
afterAll(() => ward.close());

interface Notice {
  readonly id: number;
  readonly run: number;
  readonly rung: number;
  readonly role: string;
  readonly receiver: string | null;
  readonly channel: string;
  readonly state: number;
  readonly early: boolean;
  readonly at: string;
}

let imeis = 860_000_000_030_000;
let person: number;
let imei: string;

async function admit(): Promise<void> {
  imeis += 1;
  imei = String(imeis);
  person = await ward.wearer(imei, { type: 'bp_monitor', registered: true });
}

const noticesOf = (client: number | null = person): Promise<Notice[]> =>
  ward.sql<Notice>(
    `select n.id, n.run, n.rung, n.receiver_kind as role, n.receiver, n.channel, n.state, n.is_early as early, to_char(n.taken_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') as at
     from alarm_notice n join abnormal_case c on c.tenant_id = n.tenant_id and c.id = n.case_id where n.tenant_id = $1 and n.client_id is not distinct from $2::bigint and c.type not in ('offline', 'wear', 'inactive', 'battery') order by n.id`,
    [client],
  );

/** What was written, as `10:03:00 1 guardian1 sms`. */
const told = async (client?: number | null): Promise<readonly string[]> =>
  (await noticesOf(client)).map(
    ({ at, rung, role, channel, state, early }) =>
      `${at} ${rung} ${role} ${channel}${state === 5 ? ' nobody' : ''}${early ? ' early' : ''}`,
  );

interface CaseRow {
  readonly id: number;
  readonly state: number;
  readonly step: number;
  readonly due: Date | null;
}

async function caseOf(client: number | null = person): Promise<CaseRow> {
  const [row] = await ward.sql<CaseRow>(
    "select id, state, escalation_step as step, next_due_at as due from abnormal_case where tenant_id = $1 and client_id is not distinct from $2::bigint and type not in ('offline', 'wear', 'inactive', 'battery') order by id desc limit 1",
    [client],
  );
  if (!row) throw new Error('no case');
  return row;
}

async function pressure(high: number, low: number): Promise<void> {
  await ward.send({ imei, dataType: 'bp', measuredAt: ward.now().toISOString(), values: { high, low } });
  await ward.follow();
}

async function press(): Promise<void> {
  await ward.send({ imei, dataType: 'event', measuredAt: ward.now().toISOString(), values: { event: 'sos' } });
  await ward.follow();
}

async function clockAt(...times: readonly string[]): Promise<void> {
  for (const time of times) {
    ward.setTime(time);
    await ward.bringForward('case.due');
  }
}

async function ok<T>(
  call: Promise<{ readonly status: number; readonly text: string; readonly result: T }>,
): Promise<T> {
  const { status, text, result } = await call;
  expect(status, text).toBe(200);
  return result;
}

const around = (time: string): readonly [string, string] => {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  const before = new Date(Date.UTC(2031, 3, 10, hour, minute, second) - 1000).toISOString().slice(11, 19);
  return [before, time];
};

/** Without a provider each SMS takes its next channel, the list of calls. */
const seen = [
  '10:00:00 0 manager inapp',
  '10:03:00 1 guardian1 sms',
  '10:03:00 1 guardian1 phone',
  '10:05:00 2 callCenter phone',
  '10:10:00 3 dutyPhone phone',
  '10:10:00 3 dutyPhone sms',
  '10:20:00 4 dutyPhone phone',
  '10:20:00 4 dutyPhone sms',
];
const unseen = seen.map((line) => line.replace(/^10:03:00 (1 guardian1 \w+)$/, '10:00:20 $1 early'));

describe.each([
  ['a reading of level 4', () => pressure(205, 122)],
  ['a call for help', press],
] as const)('%s that nobody answers', (_name, alarm) => {
  test.each([
    ['with a screen that shows it', true, seen],
    ['without a screen', false, unseen],
  ] as const)('takes the rungs of the policy at their second, %s', async (_with, isWatched, wanted) => {
    ward.setTime('10:00:00');
    ward.watch(isWatched);
    await admit();
    await alarm();
    const times = ['10:00:20', '10:03:00', '10:05:00', '10:10:00', '10:20:00'];
    for (const time of times) {
      const [before, at] = around(time);
      await clockAt(before);
      expect(await told()).toEqual(wanted.filter((line) => line.slice(0, 8) <= before));
      await clockAt(at);
      expect(await told()).toEqual(wanted.filter((line) => line.slice(0, 8) <= at));
    }
    expect(await caseOf()).toMatchObject({ state: 0, step: 4, due: ward.at('10:30') });
  });
});

describe('a claim', () => {
  test('holds the ladder for 5 minutes; the ladder goes on at the next rung, and a proven contact ends it', async () => {
    ward.setTime('11:00:00');
    await admit();
    await pressure(205, 122);
    await clockAt('11:02:00');
    const { id } = await caseOf();
    await ok(admin.post('AbnormalData/Claim', { id }));
    await clockAt('11:06:59');
    expect(await told()).toHaveLength(1);
    await clockAt('11:07:00');
    expect((await told()).slice(1)).toEqual(['11:07:00 1 guardian1 sms', '11:07:00 1 guardian1 phone']);
    expect(await caseOf()).toMatchObject({ state: 0, step: 1, due: ward.at('11:09') });
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 2 }));
    await clockAt('11:30:00');
    expect(await told()).toHaveLength(3);
  });

  test('before the limit of the screens keeps the next rung at its time', async () => {
    ward.setTime('11:40:00');
    ward.watch(false);
    await admit();
    await pressure(205, 122);
    await ok(admin.post('AbnormalData/Claim', { id: (await caseOf()).id }));
    await clockAt('11:40:20', '11:44:59');
    expect(await told()).toEqual(['11:40:00 0 manager inapp']);
  });

  test('closing the case cancels what was not sent', async () => {
    ward.setTime('11:50:00');
    await admit();
    await pressure(205, 122);
    await clockAt('11:53:00');
    const { id } = await caseOf();
    await ok(admin.post('AbnormalData/LogContact', { id, callOutcome: 1 }));
    await ok(admin.post('AbnormalData/CreateOrEdit', { id, state: 3, handleType: 1, handleResult: '已电话联系本人' }));
    await ward.follow();
    expect((await noticesOf()).map(({ channel, state }) => [channel, state])).toEqual([
      ['inapp', 1],
      ['sms', 3],
      ['phone', 4],
    ]);
  });
});

test('two nodes take a rung once', async () => {
  const second = await ward.app.secondNode();
  try {
    ward.setTime('12:00:00');
    await admit();
    await pressure(205, 122);
    const { id } = await caseOf();
    ward.setTime('12:03:00');
    await ward.sql(
      "insert into outbox (tenant_id, topic, payload, available_at) select $1, 'case.due', jsonb_build_object('id', $2::bigint, 'run', 1), now() from generate_series(1, 6)",
      [id],
    );
    second.server.follower.wake(ward.tenantId);
    await ward.bringForward('case.due');
    await second.server.follower.settled();
    expect(await told()).toEqual([
      '12:00:00 0 manager inapp',
      '12:03:00 1 guardian1 sms',
      '12:03:00 1 guardian1 phone',
    ]);
    expect(await caseOf()).toMatchObject({ step: 1, due: ward.at('12:05') });
  } finally {
    await second.close();
  }
});

describe('receivers', () => {
  test('are users of the tenant who may see the person; a rung without one is written and the next is taken at once', async () => {
    ward.setTime('13:00:00');
    await addUser(ward.app, 'Alpha', { userName: 'blind', dataScope: 'all', allPermissions: false });
    await addUser(ward.app, 'Alpha', { userName: 'stranger', dataScope: 'own', allPermissions: true });
    await addUser(ward.app, 'Beta', { userName: 'foreign', dataScope: 'all', allPermissions: true });
    await ward.sql("insert into setting (tenant_id, name, value) values ($1, 'App.Alarm.DutyUsers', $2)", [
      'Stranger, foreign，blind',
    ]);
    await admit();
    await ward.sql(
      "update client set health_manager_id = (select id from app_user where tenant_id = $1 and user_name = 'blind') where tenant_id = $1 and id = $2",
      [person],
    );
    await ward.sql('update guardian_contact set is_deleted = true where tenant_id = $1 and client_id = $2', [person]);
    await pressure(188, 112);
    expect(await told()).toEqual([
      '13:00:00 0 manager inapp nobody',
      '13:00:00 1 guardian1 inapp nobody',
      '13:00:00 2 duty inapp nobody',
    ]);
    const toldNobody = async () =>
      ward.sql('select told_nobody as told from abnormal_case where tenant_id = $1 and id = $2', [(await caseOf()).id]);
    expect(await toldNobody()).toEqual([{ told: true }]);
    await ward.sql("update setting set value = 'admin' where tenant_id = $1 and name = 'App.Alarm.DutyUsers'");
    await clockAt('15:00:00');
    expect((await noticesOf()).at(-1)).toMatchObject({
      role: 'duty',
      receiver: '系统管理员',
      channel: 'inapp',
      rung: 3,
    });
    expect(await toldNobody()).toEqual([{ told: false }]);
  });

  test('of a person without ties are those who see everybody; a call without a person reaches the call centre', async () => {
    ward.setTime('15:30:00');
    await admit();
    await ward.sql(
      'update device_binding set bound_at = $3, unbound_at = $3, state = 2 where tenant_id = $1 and client_id = $2',
      [person, ward.at('09:00')],
    );
    await press();
    expect(await told(null)).toEqual([
      '15:30:00 0 manager inapp nobody',
      '15:30:00 1 guardian1 inapp nobody',
      '15:30:00 2 callCenter phone',
    ]);
  });

  test('acknowledge for themselves, which stops further notices to them below level 4; messages are sent again thrice', async () => {
    ward.setTime('16:00:00');
    await admit();
    await pressure(188, 112);
    const other = await addUser(ward.app, 'Alpha', { userName: 'other', dataScope: 'all', allPermissions: true });
    const [{ id } = { id: 0 }] = await noticesOf();
    const refused = await other.client.post('AlarmNotices/Acknowledge', { id });
    expect([refused.status, refused.error?.reason]).toEqual([400, 'alarm-notice.not-receiver']);
    expect(await ok(admin.post('AlarmNotices/Acknowledge', { id }))).toMatchObject({ id, state: 2 });
    expect(await caseOf()).toMatchObject({ state: 0, due: ward.at('16:30') });
    await clockAt('16:30:00', '17:00:00');
    expect(await told()).toEqual([
      '16:00:00 0 manager inapp',
      '16:30:00 1 guardian1 sms',
      '16:30:00 1 guardian1 phone',
    ]);
    const sms = (await noticesOf()).find(({ channel }) => channel === 'sms')?.id;
    for (const resends of [1, 2, 3])
      expect(await ok(admin.post('AlarmNotices/Resend', { id: sms }))).toMatchObject({ resends, state: 0 });
    const fourth = await admin.post('AlarmNotices/Resend', { id: sms });
    expect([fourth.status, fourth.error?.reason]).toEqual([400, 'alarm-notice.resent-enough']);
  });

  test('are found by team and roster when the rung is taken, each once; an own policy for calls precedes the built-in one', async () => {
    ward.setTime('18:00:00');
    await Promise.all(
      ['leader', 'surgeon', 'nurse', 'watch'].map((userName) =>
        addUser(ward.app, 'Alpha', {
          userName,
          dataScope: userName === 'watch' ? 'all' : 'team',
          allPermissions: true,
        }),
      ),
    );
    await admit();
    await ward.sql(
      `with made as (insert into care_team (tenant_id, name) values ($1, '一组') returning id), cared as (update client set team_id = made.id from made where tenant_id = $1 and client.id = $2)
       insert into care_team_member (tenant_id, care_team_id, user_id, role_in_team) select $1, made.id, u.id, case u.user_name when 'leader' then 'leader' when 'surgeon' then 'doctor' else 'nurse' end
       from made, app_user u where u.tenant_id = $1 and u.user_name in ('leader', 'surgeon', 'nurse')`,
      [person],
    );
    await ward.sql(
      `with t as (insert into duty_type (tenant_id, name, short_name, begins, ends, colour) values ($1, '晚班', '晚', '17:00', '23:00', '#2D8CF0') returning id)
       insert into shift (tenant_id, work_date, duty_type_id, user_id, kind, starts_at, ends_at) select $1, '2031-04-10', t.id, u.id, 'duty', $2, $3 from t, app_user u where u.tenant_id = $1 and u.user_name = 'watch'`,
      [ward.at('17:00'), ward.at('23:00')],
    );
    await ward.sql(
      `insert into roster_person (tenant_id, user_id, kinds, phone, stand_in_id) select $1, u.id, '{duty}', '13800001234', n.id
       from app_user u join app_user n on n.tenant_id = $1 and n.user_name = 'nurse' where u.tenant_id = $1 and u.user_name = 'watch'`,
    );
    const steps = [
      { afterMinutes: 0, to: ['teamLeader', 'teamDoctors', 'duty', 'standIn', 'manager'], channels: ['inapp'] },
      { afterMinutes: 1, to: ['wearer'], channels: ['phone'] },
    ];
    const own = { policyName: '求助', level: 4, sourceKind: 'sos', repeatMinutes: 2, steps };
    await ok(admin.post('AlarmPolicys/CreateOrEdit', own));
    await press();
    expect((await noticesOf()).map(({ role, receiver }) => [role, receiver])).toEqual([
      ['teamLeader', 'leader'],
      ['teamDoctors', 'surgeon'],
      ['duty', 'watch'],
      ['standIn', '护理人员'],
      ['manager', '系统管理员'],
    ]);
    await clockAt('18:01:00', '18:03:00');
    expect((await told()).slice(5)).toEqual(['18:01:00 1 wearer phone', '18:03:00 2 wearer phone']);
  });

  test('are not those who act in their name: a borrowed account shows and acknowledges nothing for its owner', async () => {
    ward.setTime('17:10:00');
    ward.watch(false);
    const { tenantId } = await addUser(ward.app, 'Alpha', {
      userName: 'owner',
      dataScope: 'own',
      allPermissions: true,
    });
    await admit();
    const [owner] = await ward.sql<{ id: number }>(
      "update client set health_manager_id = u.id from app_user u where client.tenant_id = $1 and client.id = $2 and u.tenant_id = $1 and u.user_name = 'owner' returning u.id",
      [person],
    );
    await pressure(188, 112);
    const { impersonationToken } = await ok(
      admin.post<{ impersonationToken: string }>('Account/ImpersonateUser', { userId: owner?.id, tenantId }),
    );
    const borrowed = await ok(
      ward.app
        .visitor()
        .post<{ accessToken: string }>('/api/TokenAuth/ImpersonatedAuthenticate', undefined, { impersonationToken }),
    );
    const client = ward.app.visitor().with({ authorization: `Bearer ${borrowed.accessToken}` });
    expect(await ok(client.post('AlarmNotices/MarkShown', { caseIds: [(await caseOf()).id] }))).toEqual({ shown: 0 });
    const [notice] = await noticesOf();
    expect((await client.post('AlarmNotices/Acknowledge', { id: notice?.id })).status).toBe(403);
  });

  test('tell which notices their screen has shown, for themselves alone', async () => {
    ward.setTime('17:30:00');
    ward.watch(false);
    await admit();
    await pressure(205, 122);
    const { id } = await caseOf();
    const other = await addUser(ward.app, 'Alpha', { userName: 'watcher', dataScope: 'all', allPermissions: true });
    expect(await ok(other.client.post('AlarmNotices/MarkShown', { caseIds: [id] }))).toEqual({ shown: 0 });
    expect(await ok(admin.post('AlarmNotices/MarkShown', { caseIds: [id] }))).toEqual({ shown: 1 });
    await clockAt('17:30:20');
    expect(await told()).toEqual(['17:30:00 0 manager inapp']);
    const list = await ok(
      admin.get<{ items: readonly { alarmNotice: object }[] }>('AlarmNotices/GetAll', { abnormalIdFilter: id }),
    );
    expect(list.items.map(({ alarmNotice }) => alarmNotice)).toMatchObject([
      {
        abnormalId: id,
        receiverType: 'manager',
        channel: 'inapp',
        state: 1,
        shownTime: ward.at('17:30').toISOString(),
      },
    ]);
  });
});
