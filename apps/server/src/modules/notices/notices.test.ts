import { password, startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesModule } from '../messages/public.ts';
import { makeNotify, type Notice } from './public.ts';

let app: TestApp;
let admin: Client;
let nurse: Client;
let nurseId: number;

interface Item {
  readonly id: string;
  readonly state: number;
  readonly userId: number;
  readonly notification: {
    readonly notificationName: string;
    readonly severity: number;
    readonly title: string;
    readonly link: string | null;
    readonly data: { readonly type: string; readonly message: string; readonly properties: Record<string, string> };
  };
}
interface List {
  readonly unreadCount: number;
  readonly totalCount: number;
  readonly items: readonly Item[];
}

const listOf = async (who: Client, query: object = {}): Promise<List> =>
  (await who.get<List>('Notification/GetUserNotifications', { MaxResultCount: 50, ...query })).result;

/** Writes a notice as an area of the product does, in a transaction of the tenant. */
const tell = (notice: Notice, tenant: 'Alpha' | 'Beta' = 'Alpha'): Promise<number> => {
  const { services } = app.server;
  const { messages } = messagesModule(services);
  return services.database.withTenant(app.tenants[tenant], (tx) =>
    makeNotify(messages)({ tx, publish: () => undefined }, notice),
  );
};

const mailsTo = async (userId: number): Promise<number> =>
  (
    await app.query<{ n: number }>(
      'Alpha',
      "select count(*)::int as n from outgoing_message where tenant_id = $1 and user_id = $2 and purpose = 'notice'",
      [userId],
    )
  )[0]?.n ?? 0;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  nurse = await app.as('nurse', 'Alpha');
  const rows = await app.query<{ id: number }>(
    'Alpha',
    "update app_user set is_email_confirmed = true where tenant_id = $1 and user_name_key = 'nurse' returning id",
  );
  nurseId = rows[0]?.id ?? 0;
});
afterAll(() => app.close());

test('a new account is welcomed, in the language of its reader', async () => {
  const user = {
    userName: 'newcomer',
    name: '小兰',
    surname: '林',
    emailAddress: 'lan@example.com',
    isActive: true,
    shouldChangePasswordOnNextLogin: false,
  };
  const made = await admin.post('User/CreateOrUpdateUser', {
    user: { ...user, password },
    assignedRoleNames: [],
  });
  expect(made.error).toBe(null);
  const signedIn = await app.visitor('Alpha').post<{ accessToken: string }>('/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: user.userName,
    password,
  });
  const newcomer = app.visitor().with({ authorization: `Bearer ${signedIn.result.accessToken}` });
  const list = await listOf(newcomer);
  expect(list).toMatchObject({ unreadCount: 1, totalCount: 1 });
  expect(list.items[0]).toMatchObject({
    state: 0,
    notification: {
      notificationName: 'App.WelcomeToTheApplication',
      title: '欢迎使用康脉',
      link: '/main/personal',
      data: { type: 'Abp.Notifications.MessageNotificationData', properties: { name: '小兰' } },
    },
  });
  await newcomer.post('Profile/ChangeLanguage', { languageName: 'en' });
  await expect
    .poll(async () => (await listOf(newcomer)).items[0]?.notification.title, { timeout: 60_000 })
    .toBe('Welcome to Kangmai');
});

test('a notice is read once and deleted by its own reader alone', async () => {
  await tell({ purpose: 'App.StrangerAlarm', to: { users: [nurseId] }, params: { imei: '860000000000017' } });
  const [item] = (await listOf(nurse, { State: 0 })).items;
  expect(item?.notification).toMatchObject({
    severity: 4,
    data: { message: expect.stringContaining('860000000000017') as string },
  });
  expect((await admin.post('Notification/SetNotificationAsRead', { id: item?.id })).result).toEqual({ success: false });
  expect((await admin.delete('Notification/DeleteNotification', { Id: item?.id ?? '' })).status).toBe(404);
  expect((await nurse.post('Notification/SetNotificationAsRead', { id: item?.id })).result).toEqual({ success: true });
  expect((await nurse.post('Notification/SetNotificationAsRead', { id: item?.id })).result).toEqual({ success: false });
  expect((await nurse.post('Notification/SetNotificationAsRead', { id: '7' })).status).toBe(400);
  expect((await listOf(nurse, { State: 1 })).items.map(({ id }) => id)).toEqual([item?.id]);
  expect((await nurse.delete('Notification/DeleteNotification', { Id: item?.id ?? '' })).status).toBe(200);
  expect(await listOf(nurse, { State: 1 })).toMatchObject({ totalCount: 0, items: [] });
});

test('all are read at once, and those of a span are deleted', async () => {
  for (const name of ['甲', '乙', '丙'])
    await tell({ purpose: 'App.WelcomeToTheApplication', to: { users: [nurseId] }, params: { name } });
  const before = await listOf(nurse);
  expect(before.unreadCount).toBe(before.totalCount);
  await nurse.post('Notification/SetAllNotificationsAsRead', {});
  expect(await listOf(nurse)).toMatchObject({ unreadCount: 0, totalCount: before.totalCount });
  expect((await nurse.get('Notification/GetUserNotifications', { StartDate: 'yesterday' })).status).toBe(400);
  const deleted = await nurse.delete('Notification/DeleteAllUserNotifications', { State: 0 });
  expect(deleted.status).toBe(200);
  expect((await listOf(nurse)).totalCount).toBe(before.totalCount);
  await nurse.delete('Notification/DeleteAllUserNotifications', { State: 1 });
  expect((await listOf(nurse)).totalCount).toBe(0);
});

test('a purpose switched off in the app still comes by mail; urgent ones stay on', async () => {
  interface Settings {
    readonly receiveNotifications: boolean;
    readonly notifications: readonly {
      readonly name: string;
      readonly isLocked: boolean;
      readonly isMailed: boolean;
    }[];
  }
  const read = async () => (await nurse.get<Settings>('Notification/GetNotificationSettings')).result;
  const save = (notifications: readonly object[], receiveNotifications = true) =>
    nurse.put('Notification/UpdateNotificationSettings', { receiveNotifications, notifications });
  const welcome = 'App.WelcomeToTheApplication';
  expect((await read()).notifications.map(({ name }) => name)).not.toContain('App.NewTenantRegistered');
  expect(await save([{ name: 'App.StrangerAlarm', isSubscribed: false }])).toMatchObject({
    status: 400,
    error: { validationErrors: [{ message: expect.stringContaining('紧急通知不能关闭') as string }] },
  });
  expect((await save([{ name: 'App.Unknown', isSubscribed: true }])).status).toBe(400);
  expect((await save([{ name: welcome, isSubscribed: false, isMailed: true }])).status).toBe(200);
  expect((await read()).notifications.find(({ name }) => name === welcome)).toMatchObject({
    isSubscribed: false,
    isMailed: true,
  });
  const [count, mails] = [(await listOf(nurse)).totalCount, await mailsTo(nurseId)];
  await tell({ purpose: welcome, to: { users: [nurseId] }, params: { name: '甲' } });
  expect([(await listOf(nurse)).totalCount, await mailsTo(nurseId)]).toEqual([count, mails + 1]);

  await nurse.delete('Notification/DeleteAllUserNotifications');
  expect((await save([{ name: welcome, isSubscribed: true, isMailed: false }], false)).status).toBe(200);
  expect((await read()).receiveNotifications).toBe(false);
  await tell({ purpose: welcome, to: { users: [nurseId] }, params: { name: '甲' } });
  await tell({ purpose: 'App.StrangerAlarm', to: { users: [nurseId] }, params: { imei: '860000000000025' } });
  expect((await listOf(nurse)).items.map(({ notification }) => notification.notificationName)).toEqual([
    'App.StrangerAlarm',
  ]);
});

test('the same key reaches a reader once, also at the same time, and nobody of another tenant', async () => {
  const notice: Notice = {
    purpose: 'App.StrangerAlarm',
    to: { users: [nurseId] },
    params: { imei: '860000000000033' },
    key: 'stranger 860000000000033',
  };
  await Promise.all([tell(notice), tell(notice), tell(notice)]);
  await tell(notice, 'Beta');
  const about = (list: List) => list.items.filter(({ notification }) => notification.data.message.includes('000033'));
  expect(about(await listOf(nurse))).toHaveLength(1);
  const everybody = await tell({ ...notice, to: 'everybody', key: 'to all' });
  expect(everybody).toBeGreaterThan(3);
  expect(about(await listOf(await app.as('admin', 'Beta')))).toEqual([]);
});

test("holders of a permission learn of the platform's sign-in in their name", async () => {
  const host = await app.as('admin');
  const rows = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name_key = 'doctor'",
  );
  const made = await host.post('Account/Impersonate', {
    tenantId: app.tenants.Alpha,
    userId: rows[0]?.id,
    reason: '协助排查',
    minutes: 15,
  });
  expect(made.status).toBe(200);
  const [item] = (await listOf(admin)).items;
  expect(item?.notification).toMatchObject({ notificationName: 'App.HostImpersonation', severity: 2 });
  expect(item?.notification.data.message).toContain('最长15分钟');
  const told = (await listOf(nurse)).items.map(({ notification }) => notification.notificationName);
  expect(told).not.toContain('App.HostImpersonation');
});
