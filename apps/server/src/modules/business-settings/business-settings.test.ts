import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

interface Setting {
  readonly key: string;
  readonly value: string | null;
  readonly default: string | null;
  readonly isSet: boolean;
  readonly valueKind: string;
  readonly unit: string | null;
}
const key = 'App.Duty.RestHours';
const all = async (by = admin): Promise<readonly { group: string; title: string; settings: readonly Setting[] }[]> =>
  (await by.get<{ items: [] }>('BusinessSettings/GetAll')).result.items;
const settingOf = async (name = key, by = admin): Promise<Setting | undefined> =>
  (await all(by)).flatMap(({ settings }) => settings).find((setting) => setting.key === name);
const update = (group: string, values: object, by = admin) => by.post('BusinessSettings/Update', { group, values });

test('groups hold settings with kind, value and default', async () => {
  const groups = await all();
  expect(groups[0]).toMatchObject({ group: 'duty', title: '值班' });
  expect(groups.every(({ settings }) => settings.length > 0)).toBe(true);
  expect(await settingOf()).toMatchObject({ value: '8', default: '8', isSet: false, valueKind: 'int', unit: '小时' });
});

test('a group is saved, holds at once in the own tenant alone, is recorded old and new, and goes back', async () => {
  const beta = await app.as('admin', 'Beta');
  expect((await update('duty', { [key]: 6 })).status).toBe(200);
  expect(await settingOf()).toMatchObject({ value: '6', default: '8', isSet: true });
  expect(await settingOf(key, beta)).toMatchObject({ value: '8', isSet: false });
  expect((await update('duty', { [key]: 6 })).status).toBe(200);
  const history = () =>
    app.query<{ before: object; after: object }>(
      'Alpha',
      "select before, after from entity_change where tenant_id = $1 and resource = 'businessSetting' order by id",
    );
  expect(await history()).toEqual([{ before: { [key]: '8' }, after: { [key]: '6' } }]);
  expect((await admin.post('BusinessSettings/Reset', { group: 'duty' })).status).toBe(200);
  expect(await settingOf()).toMatchObject({ value: '8', isSet: false });
  expect(await history()).toHaveLength(2);
});

test('wrong values are refused at their keys, and nothing of the group is saved', async () => {
  const refused = await update('privacy', {
    'App.Privacy.AlertReveals': 5,
    'App.Privacy.VipHours': '6点',
    'App.Privacy.AlertLooks': -1,
    'App.Secret': 'x',
  });
  expect(refused.status).toBe(400);
  expect(refused.error?.validationErrors?.flatMap(({ members }) => members)).toEqual([
    'values.App.Privacy.VipHours',
    'values.App.Privacy.AlertLooks',
    'values.App.Secret',
  ]);
  expect((await settingOf('App.Privacy.AlertReveals'))?.value).toBe('30');
  expect((await update('privacy', { [key]: 5 })).status).toBe(400);
  expect((await update('nothing', { [key]: 5 })).error?.validationErrors?.[0]?.members).toEqual(['group']);
  expect((await update('password', { 'Abp.Zero.UserManagement.PasswordComplexity.RequiredLength': 1 })).status).toBe(
    400,
  );
  expect((await update('records', { 'App.Audit.RetentionDays': 30 })).status).toBe(400);
});

test('secrets and settings without a reader are not sent, and only who may edit changes', async () => {
  const text = JSON.stringify(await all());
  expect(text).not.toContain('Smtp');
  const nurse = await app.as('nurse', 'Alpha');
  expect((await nurse.get('BusinessSettings/GetAll')).status).toBe(403);
  expect((await update('duty', { [key]: 2 }, nurse)).status).toBe(403);
  const host = await app.as('admin');
  expect((await host.get('BusinessSettings/GetAll')).status).toBe(403);
});

test('sign-in, passwords, privacy and records ask for the right to the settings of the tenant', async () => {
  const { client: keeper, tenantId } = await addUser(app, 'Alpha', {
    userName: 'settings.keeper',
    dataScope: 'all',
    allPermissions: true,
  });
  const withdraw = `delete from role_permission p using app_role r where p.tenant_id = $1 and r.tenant_id = $1
    and r.id = p.role_id and r.name = 'Rolesettings.keeper' and p.permission like 'Pages.Administration.%'`;
  await app.server.services.database.withTenant(tenantId, (tx) => tx.execute(withdraw, [tenantId]));
  const restricted = ['signIn', 'password', 'privacy', 'records'];
  const shown = (await all(keeper)).map(({ group }) => group);
  expect(shown.filter((group) => restricted.includes(group))).toEqual([]);
  expect(shown).toContain('duty');
  const lockOut = 'Abp.Zero.UserManagement.UserLockOut.IsEnabled';
  expect((await update('password', { [lockOut]: false }, keeper)).status).toBe(403);
  for (const group of restricted)
    expect((await keeper.post('BusinessSettings/Reset', { group })).status, group).toBe(403);
  expect((await update('duty', { [key]: 7 }, keeper)).status).toBe(200);
  expect((await admin.post('BusinessSettings/Reset', { group: 'duty' })).status).toBe(200);
  expect((await settingOf(lockOut))?.value).toBe('true');
});

test('two hands on one group save one after the other, each recorded with what it replaced', async () => {
  await Promise.all([1, 2, 3].map((hours) => update('duty', { [key]: hours })));
  const rows = await app.query<{ before: Record<string, string>; after: Record<string, string> }>(
    'Alpha',
    "select before, after from entity_change where tenant_id = $1 and resource = 'businessSetting' order by id desc limit 3",
  );
  const [last, middle, first] = rows;
  expect([first?.before[key], middle?.before[key], last?.before[key]]).toEqual([
    '8',
    first?.after[key],
    middle?.after[key],
  ]);
  expect((await settingOf())?.value).toBe(last?.after[key]);
});
