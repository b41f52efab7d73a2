import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digitsOf } from './account/desk.ts';
import { expectAccessible, openBrowser, openDesk, picture } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let tenantId: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const answer = await fetch(`${product.url}/api/services/app/Account/IsTenantAvailable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenancyName: 'Default' }),
  });
  tenantId = String(((await answer.json()) as { result: { tenantId: number } }).result.tenantId);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Visit {
  readonly page: Page;
  readonly complaints: string[];
}

/** A browser without a session at the sign-in page of a tenant. */
async function visit(path = '/', isAtTenant = true): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  if (isAtTenant) await context.addCookies([{ name: 'Abp.TenantId', value: tenantId, url: product.url }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1, name: '健康管理平台' }).waitFor();
  return { page, complaints };
}

/** Holds back the figures of the home page and refuses them when the session ends; says whether they were requested. */
async function holdHomeRead(page: Page): Promise<() => boolean> {
  let refuse: (() => Promise<void>) | undefined;
  await page.route('**/api/services/app/C_client/GetHealthHomeData*', (route) => {
    refuse = () => route.fulfill({ status: 401, json: {} }).catch(() => undefined);
  });
  await page.route('**/api/TokenAuth/LogOut', async (route) => {
    await refuse?.();
    await route.continue();
  });
  return () => refuse !== undefined;
}

const saveUserSettings = (userManagement: object): Promise<void> =>
  admin.put('TenantSettings/UpdateAllSettings', { userManagement });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const clickSubmit = (page: Page): Promise<void> => page.locator('button[type=submit]').click();

async function fillIn(page: Page, given: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(given)) await field(page, name).fill(value);
}

const person = (userName: string): Readonly<Record<string, string>> => ({
  姓: '林',
  名: '小青',
  用户名: userName,
  邮箱: `${userName}@new.example`,
  密码: 'Fresh-Horse-1',
  确认密码: 'Fresh-Horse-1',
});

test("SH-012 without the tenant's leave there is no link, and the page says whom to ask", async () => {
  const { page } = await visit();
  await page.getByRole('button', { name: '忘记密码' }).waitFor();
  expect(await page.getByRole('link', { name: '注册账号' }).count()).toBe(0);
  await page.goto(`${product.url}/views/register`);
  await page.getByText('该租户未开放自助注册，请联系管理员开通账号').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await expectAccessible(page, 'registration that is off');
  const host = await visit('/views/register', false);
  await host.page.getByText('请先在登录页选择要注册的租户').waitFor();
});

test('SH-012 注册账号 leads to a form that says what is missing and what somebody has already', async () => {
  await saveUserSettings({ allowSelfRegistration: true });
  const { page, complaints } = await visit();
  await page.getByRole('link', { name: '注册账号' }).waitFor();
  await picture(page, 'sign-in-with-register');
  await expectAccessible(page, 'the sign-in page with registration');
  await page.getByRole('link', { name: '注册账号' }).click();
  await page.getByRole('heading', { level: 2, name: '注册账号' }).waitFor();
  expect(await page.title()).toBe('注册账号 - 健康管理平台');
  await expect.poll(() => field(page, '姓').evaluate((input) => input === document.activeElement)).toBe(true);
  await clickSubmit(page);
  for (const text of ['请输入姓', '请输入名', '请输入用户名', '请输入邮箱', '请输入密码', '请再次输入密码'])
    await page.getByText(text, { exact: true }).waitFor();
  await expect.poll(() => field(page, '姓').evaluate((input) => input === document.activeElement)).toBe(true);
  await picture(page, 'register-empty');
  await fillIn(page, { ...person('doctor'), 邮箱: 'no address', 密码: 'weak', 确认密码: 'other' });
  for (const text of [
    '邮箱格式不正确',
    '密码至少6位，且必须包含大写字母、小写字母、数字和特殊字符',
    '两次输入的密码不一致',
  ])
    await page.getByText(text, { exact: true }).waitFor();
  await expectAccessible(page, 'a registration with problems');
  await fillIn(page, person('doctor'));
  await page.keyboard.press('Enter');
  await page.getByText('用户名已存在（不区分大小写），请换一个', { exact: true }).waitFor();
  await expect.poll(() => field(page, '用户名').evaluate((input) => input === document.activeElement)).toBe(true);
  await fillIn(page, { 用户名: 'lin', 邮箱: 'doctor@default.example' });
  await clickSubmit(page);
  await page.getByText('邮箱已被使用，请换一个', { exact: true }).waitFor();
  await picture(page, 'register-refused');
  expect(complaints.filter((line) => !line.includes('409'))).toEqual([]);
});

test('SH-012 who registered is told how to go on, and goes on', async () => {
  const { page, complaints } = await visit('/views/register');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'register-1920');
  await fillIn(page, person('lin'));
  await clickSubmit(page);
  await page.getByRole('status').getByText('管理员启用账号后即可登录。').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: '去登录' }).evaluate((link) => link === document.activeElement))
    .toBe(true);
  await picture(page, 'register-waits');
  await expectAccessible(page, 'the end of a registration');
  await saveUserSettings({ isNewRegisteredUserActiveByDefault: true, isEmailConfirmationRequiredForLogin: true });
  await page.goto(`${product.url}/views/register`);
  await fillIn(page, person('yang'));
  await clickSubmit(page);
  await page.getByRole('status').getByText('确认链接已发到 yang@new.example，打开链接确认邮箱后即可登录。').waitFor();
  const host = await signIn(product, { userName: 'admin' });
  const { body } = await host.post<{ body: string }>('OutgoingMessages/GetWholeText', {
    tenancyName: 'Default',
    recipient: 'yang@new.example',
    reason: '本机测试',
  });
  await page.goto(product.url + (/\/account\/confirm-email\?c=\S+/.exec(body)?.[0] ?? ''));
  await page.getByText('邮箱已确认').waitFor();
  await saveUserSettings({ isEmailConfirmationRequiredForLogin: false });
  await page.goto(`${product.url}/views/register`);
  await fillIn(page, person('qian'));
  await clickSubmit(page);
  await page.getByRole('status').getByText('现在可以用新账号登录。').waitFor();
  await page.getByRole('link', { name: '去登录' }).click();
  await page.getByLabel('用户名或邮箱', { exact: true }).fill('qian');
  await field(page, '密码').fill('Fresh-Horse-1');
  await clickSubmit(page);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  expect(complaints).toEqual([]);
  await saveUserSettings({ allowSelfRegistration: false, isNewRegisteredUserActiveByDefault: false });
});

test("SH-038 the platform comes into a tenant with a reason and for a time, before the tenant's eyes, and goes back", async () => {
  const [tenant, host] = [
    await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true }),
    await openDesk(browser, product, { tenancyName: '', userName: 'admin', isStill: true }),
  ];
  const { page } = host;
  await page.goto(`${product.url}/jcpt/zhgl`);
  await page.getByRole('button', { name: '康脉示范健康管理中心的更多操作' }).click();
  await page.getByRole('menuitem', { name: '登录到此租户' }).click();
  const dialog = page.getByRole('dialog', { name: '登录到租户：康脉示范健康管理中心' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: /登\s*录/ }).click();
  await dialog.getByText('请输入理由', { exact: true }).waitFor();
  await dialog.getByLabel('理由').fill('协助排查设备离线');
  await dialog.getByText('15分钟').click();
  await picture(page, 'impersonate-dialog');
  await expectAccessible(page, 'the dialog of coming into a tenant');
  await dialog.getByRole('button', { name: /登\s*录/ }).click();

  const bar = page.getByRole('region', { name: '代登录' });
  await bar.getByText('您正以 admin 的身份操作', { exact: true }).waitFor();
  await bar.getByText('代登录人：admin（平台）', { exact: true }).waitFor();
  const [, hour, minute] = /^有效至 [\d-]{10} (\d\d):(\d\d)$/.exec(await bar.getByText(/^有效至/).innerText()) ?? [];
  const [until, now] = [Number(hour) * 60 + Number(minute), (Math.floor(Date.now() / 60_000) + 8 * 60) % 1440];
  expect((until - now + 1440) % 1440).toBeGreaterThan(10);
  expect((until - now + 1440) % 1440).toBeLessThanOrEqual(15);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await picture(page, 'impersonated');
  await expectAccessible(page, 'the frame in another name');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'impersonated-1920');
  await page.setViewportSize({ width: 1366, height: 768 });

  await tenant.page
    .getByText(/^平台人员以 .+ 的身份登录$/)
    .first()
    .waitFor();
  await picture(tenant.page, 'impersonated-notice');
  await tenant.page.goto(`${product.url}/jcpt/rzgl/sensitive`);
  const row = tenant.page.getByRole('row', { name: /代登录/ }).filter({ hasText: '协助排查设备离线' });
  await row.getByText('admin', { exact: true }).waitFor();
  await picture(tenant.page, 'impersonated-log');
  await expectAccessible(tenant.page, 'the access log with an impersonation');

  const isReading = await holdHomeRead(page);
  await page.reload();
  await expect.poll(isReading).toBe(true);
  await bar.getByRole('button', { name: '返回我的账号' }).click();
  await bar.waitFor({ state: 'detached' });
  await page.unrouteAll();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.goto(`${product.url}/jcpt/zhgl`);
  await page.getByRole('button', { name: '康脉示范健康管理中心的更多操作' }).waitFor();
  expect([...host.complaints, ...tenant.complaints]).toEqual([]);
});

test('SH-005 a browser that is to be remembered is asked for a code once', async () => {
  const nurse = await signIn(product, { tenancyName: 'Default', userName: 'nurse' });
  const { manualEntryKey } = await nurse.put<{ manualEntryKey: string }>('Profile/UpdateGoogleAuthenticatorKey', {});
  await nurse.post('Profile/ConfirmGoogleAuthenticatorKey', { code: digitsOf(manualEntryKey) });
  const { page, complaints } = await visit();
  const signInNurse = async (): Promise<void> => {
    await page.getByLabel('用户名或邮箱', { exact: true }).fill('nurse');
    await field(page, '密码').fill(product.password);
    await clickSubmit(page);
  };
  await signInNurse();
  await page.getByRole('heading', { name: '该账号已开启两步验证' }).waitFor();
  await page.getByText('身份验证器').click();
  await page.getByRole('checkbox', { name: '记住此浏览器' }).check();
  await picture(page, 'remember-browser');
  await expectAccessible(page, 'the second step of a sign-in');
  // The current code was used up when the second factor was switched on.
  await field(page, '验证码').fill(digitsOf(manualEntryKey, 1));
  await clickSubmit(page);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'TwoFactorRememberClientToken')?.value).toMatch(/^[\w-]{20,}$/);
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByLabel('用户名或邮箱', { exact: true }).waitFor();
  await signInNurse();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  expect(complaints).toEqual([]);
});

test('what is being read when one signs out is given up and not refused', async () => {
  const { page, complaints } = await visit();
  const isReading = await holdHomeRead(page);
  await fillIn(page, { 用户名或邮箱: 'admin', 密码: product.password });
  await clickSubmit(page);
  await expect.poll(isReading).toBe(true);
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByLabel('用户名或邮箱', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('who signs out of a session that has ended comes to the sign-in page, not to a question for the password', async () => {
  const { page } = await visit();
  for (const call of ['LogOut', 'RefreshToken'])
    await page.route(`**/api/TokenAuth/${call}`, (route) => route.fulfill({ status: 401, json: {} }));
  await fillIn(page, { 用户名或邮箱: 'admin', 密码: product.password });
  await clickSubmit(page);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.waitForURL(`${product.url}/`);
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
});
