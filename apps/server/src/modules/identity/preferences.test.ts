import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Configuration {
  readonly setting: { readonly values: Readonly<Record<string, string>> };
}

test("a user's preferences are kept on the server, are nobody else's, and come with the configuration and the session's theme", async () => {
  const [doctor, nurse] = await Promise.all([app.as('doctor', 'Alpha'), app.as('nurse', 'Alpha')]);
  const before = await doctor.get('Profile/GetPreferences');
  expect(before.result).toEqual({
    theme: 'light',
    menuTheme: 'dark',
    menuOpening: 'single',
    afterClose: 'second',
    zoom: 'auto',
    fontSize: 'standard',
    density: 'compact',
    autoLockMinutes: '30',
  });
  expect(
    (await doctor.put('Profile/UpdatePreferences', { theme: 'dark', menuTheme: 'light', autoLockMinutes: '0' })).status,
  ).toBe(200);
  expect((await doctor.put('Profile/UpdatePreferences', { afterClose: 'recent' })).status).toBe(200);
  expect((await doctor.get('Profile/GetPreferences')).result).toMatchObject({
    theme: 'dark',
    menuTheme: 'light',
    autoLockMinutes: '0',
    afterClose: 'recent',
    zoom: 'auto',
  });
  expect((await nurse.get('Profile/GetPreferences')).result).toEqual(before.result);
  const { setting } = (await doctor.get<Configuration>('/AbpUserConfiguration/GetAll')).result;
  expect(setting.values).toMatchObject({
    'App.Preferences.Theme': 'dark',
    'App.Preferences.AfterClose': 'recent',
    'App.Preferences.Zoom': 'auto',
  });
  expect((await doctor.get('Session/GetCurrentLoginInformations')).result).toMatchObject({
    theme: { baseSettings: { layout: { darkMode: true }, menu: { asideSkin: 'light' } } },
  });
});

test('a word that is no choice is refused and nothing is stored; null takes the own choice back', async () => {
  const manager = await app.as('manager', 'Beta');
  const refused = await manager.put('Profile/UpdatePreferences', { zoom: 'off', density: 'enormous' });
  expect(refused.status).toBe(400);
  expect(refused.error?.validationErrors?.flatMap(({ members }) => members)).toEqual(['density']);
  expect((await manager.get('Profile/GetPreferences')).result).toMatchObject({ zoom: 'auto', density: 'compact' });
  await manager.put('Profile/UpdatePreferences', { zoom: 'off' });
  await manager.put('Profile/UpdatePreferences', { zoom: null });
  expect((await manager.get('Profile/GetPreferences')).result).toMatchObject({ zoom: 'auto' });
  expect((await app.visitor('Beta').get('Profile/GetPreferences')).status).toBe(401);
});
