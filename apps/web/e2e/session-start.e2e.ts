import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, picture } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let tenantId: string;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const answer = await fetch(`${product.url}/api/services/app/Account/IsTenantAvailable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"tenancyName":"Default"}',
  });
  tenantId = String(((await answer.json()) as { result: { tenantId: number } }).result.tenantId);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

type Options = Parameters<Browser['newContext']>[0];

/** A browser in which a tenant has been chosen. */
async function newBrowser(options: Options = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...options,
  });
  contexts.push(context);
  if (!options?.storageState)
    await context.addCookies([
      { name: 'Abp.TenantId', value: tenantId, url: product.url, expires: Date.now() / 1000 + 86_400 },
    ]);
  return context;
}

const submitButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true });
const home = (page: Page) => page.getByRole('heading', { level: 1, name: '首页' });
const pagePath = (page: Page): string => new URL(page.url()).pathname;

async function fillIn(page: Page, userName: string, password = product.password): Promise<void> {
  await page.getByLabel('用户名或邮箱', { exact: true }).fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
}

async function signInAs(page: Page, userName = 'doctor', isRemembered = false): Promise<void> {
  await page.goto(`${product.url}/`);
  await fillIn(page, userName);
  if (isRemembered) await page.getByRole('checkbox', { name: '记住我' }).check();
  await submitButton(page).click();
  await home(page).waitFor();
}

const tokenRecord = (page: Page): Promise<{ token: string; expireTime: number | null } | null> =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('Abp.AuthToken') ?? 'null') as {
        token: string;
        expireTime: number | null;
      } | null,
  );

/** A browser that was closed and reopened: without session cookies. */
async function reopened(context: BrowserContext): Promise<BrowserContext> {
  const state = await context.storageState();
  return newBrowser({ storageState: { ...state, cookies: state.cookies.filter(({ expires }) => expires !== -1) } });
}

const failed = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });

test('SH-001 SH-003 SH-004 SH-005 SH-007 SH-008 SH-011 the start asks in order, with the headers, and keeps what belongs to a user under the user', async () => {
  const context = await newBrowser();
  const page = await context.newPage();
  const asked: { path: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(apis|api|socket\.io|signalr)/.test(pathname)) asked.push({ path: pathname, headers: request.headers() });
  });
  await page.goto(`${product.url}/userManage/UserList`);
  await submitButton(page).waitFor();
  expect(pagePath(page)).toBe('/');
  expect(await page.title()).toBe('健康管理平台');
  await page.goto(`${product.url}/`);
  await submitButton(page).waitFor();
  expect(asked.some(({ path }) => path.startsWith('/socket.io'))).toBe(false);

  asked.length = 0;
  await fillIn(page, 'doctor');
  await submitButton(page).click();
  await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
  await expect.poll(() => asked.some(({ path }) => path.startsWith('/socket.io'))).toBe(true);
  const after = asked.slice(asked.findIndex(({ path }) => path.endsWith('/Authenticate')) + 1);
  const order = after.map(({ path }) => path);
  expect(order[0]).toBe('/apis/AbpUserConfiguration/GetAll');
  expect(order[1]).toBe('/apis/api/services/app/Session/GetCurrentLoginInformations');
  expect(order.findIndex((path) => path.startsWith('/socket.io'))).toBeGreaterThan(1);
  const { token } = (await tokenRecord(page)) ?? { token: '' };
  for (const { path, headers } of after.filter((one) => one.path.startsWith('/apis'))) {
    expect([path, headers['authorization'], headers['.aspnetcore.culture'], headers['abp.tenantid']]).toEqual([
      path,
      `Bearer ${token}`,
      'zh-Hans',
      tenantId,
    ]);
  }
  expect(order.filter((path) => /corporate|reminder/i.test(path))).toEqual([]);

  await expect.poll(() => page.title()).toBe('客户列表 - 健康管理平台');
  const kept = await page.evaluate(() => Object.entries(localStorage) as [string, string][]);
  expect(kept.map(([key]) => key).filter((key) => !key.startsWith('Abp.Auth') && !/^\d+\.\d+\.\w/.test(key))).toEqual(
    [],
  );
  const [, info = '{}'] = kept.find(([key]) => key.startsWith(`${tenantId}.`) && key.endsWith('.USEINFO')) ?? [];
  expect(JSON.parse(info)).toMatchObject({
    id: expect.any(Number) as number,
    userName: 'doctor',
    name: expect.any(String) as string,
    roles: [expect.any(String) as string],
  });
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]));
  expect(cookies.get('enc_auth_token')?.length).toBeGreaterThan(100);
  await page.goto(`${product.url}/`);
  await home(page).waitFor();
  expect(pagePath(page)).toBe('/main/home');
});

test('SH-002 until the configuration comes the outline stands; when it fails, both calls can be asked again without a new page', async () => {
  const context = await newBrowser();
  const page = await context.newPage();
  await signInAs(page);
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isBroken = true;
  await page.route('**/AbpUserConfiguration/GetAll', async (route) => {
    await held;
    return isBroken ? failed(route) : route.continue();
  });
  await page.goto(`${product.url}/main/home`, { waitUntil: 'domcontentloaded' });
  expect(await page.locator('#root .first').isVisible()).toBe(true);
  release?.();
  await page.getByText('系统初始化失败，请检查网络后重试').waitFor();
  await picture(page, 'start-failed');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  isBroken = false;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: '重试' }).click();
  await home(page).waitFor();
  expect(asked.slice(0, 2)).toEqual([
    '/apis/AbpUserConfiguration/GetAll',
    '/apis/api/services/app/Session/GetCurrentLoginInformations',
  ]);
  expect(await page.evaluate(() => (globalThis as { isSamePage?: boolean }).isSamePage)).toBe(true);
});

test('SH-005 SH-006 a sign-in lasts as long as the browser, or as the server says when it is to be remembered, and no longer', async () => {
  const passing = await newBrowser();
  const page = await passing.newPage();
  await signInAs(page);
  expect((await tokenRecord(page))?.expireTime).toBe(null);
  const closed = await (await reopened(passing)).newPage();
  await closed.goto(`${product.url}/main/home`);
  await submitButton(closed).waitFor();

  const lasting = await newBrowser();
  const other = await lasting.newPage();
  await signInAs(other, 'doctor', true);
  const left = ((await tokenRecord(other))?.expireTime ?? 0) - Date.now();
  expect(left).toBeGreaterThan(23 * 3_600_000);
  expect(left).toBeLessThanOrEqual(24 * 3_600_000);
  const again = await (await reopened(lasting)).newPage();
  await again.goto(`${product.url}/`);
  await home(again).waitFor();
  await again.evaluate(() => {
    for (const key of ['Abp.AuthToken', 'Abp.AuthRefreshToken']) {
      const record = JSON.parse(localStorage.getItem(key) ?? '{}') as { expireTime: number };
      localStorage.setItem(key, JSON.stringify({ ...record, expireTime: Date.now() - 1000 }));
    }
  });
  await again.goto(`${product.url}/main/home`);
  await submitButton(again).waitFor();
  expect(await again.getByLabel('用户名或邮箱', { exact: true }).inputValue()).toBe('doctor');
  await expect
    .poll(() => again.getByLabel('密码', { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);
});

test('SH-012 SH-013 SH-015 the sign-in form says what is missing, asks once, and does not tell whether a user exists', async () => {
  const page = await (await newBrowser()).newPage();
  await page.goto(`${product.url}/`);
  await submitButton(page).waitFor();
  await expect
    .poll(() => page.getByLabel('用户名或邮箱', { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByText('当前租户：').waitFor();
  expect(await page.getByRole('link', { name: '注册账号' }).count()).toBe(0);
  await picture(page, 'sign-in');
  await submitButton(page).click();
  await page.getByText('请输入用户名或邮箱').waitFor();
  await page.getByText('请输入密码').waitFor();
  expect(
    await page.getByLabel('用户名或邮箱', { exact: true }).evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await page.getByLabel('用户名或邮箱', { exact: true }).fill('doctor');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.getByLabel('密码', { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);
  const refusals: string[] = [];
  for (const name of ['doctor', 'nobody-of-this-name']) {
    await fillIn(page, name, 'Wrong-Horse-1');
    await page.keyboard.press('Enter');
    await page.getByText('用户名或密码不正确').waitFor();
    refusals.push(await page.getByRole('alert').first().innerText());
    await expectAccessible(page, 'a refused sign-in');
  }
  expect(refusals[0]).toBe(refusals[1]);

  let calls = 0;
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/TokenAuth/Authenticate', async (route) => {
    calls += 1;
    await held;
    return route.continue();
  });
  await fillIn(page, 'doctor');
  const button = page.locator('button[type=submit]');
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await button.locator('.ant-btn-loading-icon').waitFor();
  release?.();
  await home(page).waitFor();
  expect(calls).toBe(1);
});

test('SH-014 the tenant is chosen by its name; one that is switched off and one that does not exist are told apart', async () => {
  const page = await (await newBrowser({ storageState: { cookies: [], origins: [] } })).newPage();
  await page.goto(`${product.url}/`);
  await page.getByText('当前租户：康脉').waitFor();
  const dialog = page.getByRole('dialog', { name: '切换租户' });
  // The demo preselects its tenant; the host stays chosen once it was chosen.
  await page.getByRole('button', { name: '切换' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await page.getByText('当前租户：未选择').waitFor();
  await page.reload();
  await page.getByText('当前租户：未选择').waitFor();
  await page.getByRole('button', { name: '切换' }).click();
  const chooseTenantNamed = async (name: string): Promise<void> => {
    await dialog.getByLabel('租户名称').fill(name);
    await dialog.getByRole('button', { name: '确定' }).click();
  };
  await chooseTenantNamed('没有这个');
  await dialog.getByText('找不到租户“没有这个”').waitFor();
  await page.route(
    '**/IsTenantAvailable',
    (route) =>
      route.fulfill({ json: { result: { state: 2, tenantId: null }, success: true, error: null, __abp: true } }),
    { times: 1 },
  );
  await chooseTenantNamed('Default');
  await dialog.getByText('租户“Default”未启用').waitFor();
  await chooseTenantNamed('Default');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('当前租户：康脉').waitFor();
  expect((await page.context().cookies()).find(({ name }) => name === 'Abp.TenantId')?.value).toBe(tenantId);
});

test('SH-016 SH-039 a deep link that asks for the sign-in comes in front after it, home before it; nothing of the session is left after signing out', async () => {
  const context = await newBrowser();
  const page = await context.newPage();
  await page.goto(`${product.url}/userManage/UserList?size=20`);
  await fillIn(page, 'doctor');
  await submitButton(page).click();
  await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
  expect(new URL(page.url()).search).toContain('size=20');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  expect((await tabs.getByRole('link').allInnerTexts()).map((text) => text.trim())).toEqual(['首页', '客户列表']);
  await tabs.getByText('首页').click();
  await home(page).waitFor();

  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.waitForURL(`${product.url}/`);
  await submitButton(page).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('Abp.Auth')))).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('enc_auth_token');
  await page.goBack();
  await submitButton(page).waitFor();
  expect(pagePath(page)).toBe('/');
});

test('SH-017 a token of an address signs in, goes from the address at once, and a spent one is told of', async () => {
  const page = await (await newBrowser()).newPage();
  await page.goto(
    `${product.url}/views/transfer?switchAccountToken=${tenantId}.spentspentspentspentspent&tenantId=${tenantId}`,
  );
  await page.getByText('链接已失效，请重新操作').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await picture(page, 'transfer-spent');
  await expectAccessible(page, 'a spent link');
  await page.getByRole('link', { name: '返回登录' }).click();
  await submitButton(page).waitFor();

  await signInAs(page, 'doctor');
  const before = (await tokenRecord(page))?.token;
  for (const [name, call] of [
    ['switchAccountToken', 'LinkedAccountAuthenticate'],
    ['impersonationToken', 'ImpersonatedAuthenticate'],
  ] as const) {
    const sent: unknown[] = [];
    await page.route(`**/TokenAuth/${call}`, async (route) => {
      sent.push(route.request().postDataJSON());
      const answer = await route.fetch({
        url: `${product.url}/api/TokenAuth/Authenticate`,
        postData: { userNameOrEmailAddress: 'nurse', password: product.password },
      });
      await route.fulfill({ response: answer });
    });
    await page.goto(`${product.url}/views/transfer?${name}=one-use&tenantId=${tenantId}`);
    await home(page).waitFor();
    expect(sent).toEqual([{ [name]: 'one-use' }]);
    expect(pagePath(page)).toBe('/main/home');
  }
  expect((await tokenRecord(page))?.token).not.toBe(before);
  const dead = await page.request.get(`${product.url}/api/services/app/Session/GetState`, {
    headers: { authorization: `Bearer ${before}` },
  });
  expect(dead.status()).toBe(401);
});

test.each([
  ['en-US', 'en'],
  ['fr-FR', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
])(
  'SH-036 SH-037 the first visit of a browser in %s keeps %s for years, renewed at every start',
  async (locale, culture) => {
    const context = await newBrowser({ locale });
    const page = await context.newPage();
    const cultureCookie = async () =>
      (await context.cookies()).find(({ name }) => name === 'Abp.Localization.CultureName');
    await page.goto(`${product.url}/`);
    await page.getByRole('button', { name: culture === 'en' ? 'Sign in' : '登录', exact: true }).waitFor();
    expect((await cultureCookie())?.value).toBe(culture);
    // Browsers limit five years to 400 days.
    const years = (at: number): number => at - Date.now() / 1000;
    expect(years((await cultureCookie())?.expires ?? 0)).toBeGreaterThan(390 * 86_400);
    await context.addCookies([
      { name: 'Abp.Localization.CultureName', value: culture, url: product.url, expires: Date.now() / 1000 + 3600 },
    ]);
    await page.reload();
    await page.getByRole('button', { name: culture === 'en' ? 'Sign in' : '登录', exact: true }).waitFor();
    expect(years((await cultureCookie())?.expires ?? 0)).toBeGreaterThan(390 * 86_400);
  },
);
