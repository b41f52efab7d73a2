import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;
let client: { readonly id: number; readonly name: string };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const name = `试者${Date.now()}`;
  client = { name, id: await admin.post<number>('C_client/CreateOrEditFromCustom', { name, phone: '13900003333' }) };
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin' });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const cookie = async (context: BrowserContext, name: string): Promise<string | undefined> =>
  (await context.cookies()).find((one) => one.name === name)?.value;
const lockTitle = (page: Page) => page.getByRole('heading', { level: 1, name: '屏幕已锁定' });
const pagePath = (page: Page): string => new URL(page.url()).pathname;

async function unlock(page: Page, password: string): Promise<void> {
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '解锁' }).click();
}

/** Calls with the page's tokens, bypassing the client's own queue. */
const askedAs = (page: Page, path: string): Promise<{ readonly status: number; readonly text: string }> =>
  page.evaluate(async (target) => {
    const { token } = JSON.parse(localStorage.getItem('Abp.AuthToken') ?? '{}') as { token: string };
    const response = await fetch(target, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, text: await response.text() };
  }, path);

const listPath = '/userManage/UserList';

test('SH-054 SH-055 SH-057 the lock button leads to the lock page after 0.8 s; nothing of the product is left in the page and nothing else can be reached', async () => {
  const { page, context } = desk;
  await page.goto(`${product.url}${listPath}/${client.id}`);
  await page.getByRole('heading', { level: 1, name: client.name }).waitFor();
  await page.getByRole('navigation', { name: '已打开的页面' }).getByText('首页').waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: '锁屏', exact: true }).evaluate((button: HTMLElement) => button.click());
  await expect.poll(() => cookie(context, 'locking')).toBe('1');
  expect(await cookie(context, 'currentPageName')).toBe(encodeURIComponent(`${listPath}/${client.id}`));
  expect(
    await page.evaluate(
      () => Object.entries(localStorage).find(([key]) => /^\d+\.\d+\.currentPageName$/.test(key))?.[1],
    ),
  ).toBe(JSON.stringify(`${listPath}/${client.id}`));
  await page.clock.runFor(690);
  expect(pagePath(page)).toBe(`${listPath}/${client.id}`);
  await page.clock.runFor(300);
  await page.waitForURL('**/locking');
  await lockTitle(page).waitFor();
  await page.clock.resume();
  expect(await page.content()).not.toContain(client.name);
  expect(await page.title()).toBe('健康管理平台');
  expect(await page.locator('#root').count()).toBe(0);
  await picture(page, 'lock');
  await expectAccessible(page, 'the lock page');

  await page.goBack();
  await page.waitForURL('**/locking');
  await lockTitle(page).waitFor();
  await page.reload();
  await lockTitle(page).waitFor();
  await page.goto(`${product.url}${listPath}`);
  await lockTitle(page).waitFor();
  expect(pagePath(page)).toBe('/locking');
  const other = await context.newPage();
  await other.goto(`${product.url}/`);
  await lockTitle(other).waitFor();
  expect(pagePath(other)).toBe('/locking');
  await other.close();
  expect(await askedAs(page, '/api/services/app/C_client/GetPagedAll')).toMatchObject({
    status: 403,
    text: expect.stringContaining('session.locked') as string,
  });
});

test('SH-055 a cookie that is changed by hand opens nothing', async () => {
  const { page, context } = desk;
  await context.addCookies([{ name: 'locking', value: '0', url: product.url }]);
  await page.goto(`${product.url}${listPath}`);
  await lockTitle(page).waitFor();
  expect(pagePath(page)).toBe('/locking');
  expect(await page.content()).not.toContain(client.name);
  await expect.poll(() => cookie(context, 'locking')).toBe('1');
});

test('SH-056 a wrong password is told of, shakes the box and empties the field; the right one leads back to the page with its tabs', async () => {
  const { page, context } = desk;
  await page.evaluate(() => {
    const box = document.querySelector<HTMLElement>('[data-testid=lock-box]');
    if (!box) return;
    const animate = box.animate.bind(box);
    box.animate = (frames, options) => {
      Object.assign(globalThis, {
        shaken: { frames: (frames as Keyframe[]).length, ...(options as KeyframeAnimationOptions) },
      });
      return animate(frames, options);
    };
  });
  await unlock(page, 'Wrong-Horse-1');
  await page.getByText('密码错误，请重新输入').waitFor();
  await expect
    .poll(() => page.evaluate(() => (globalThis as { shaken?: object }).shaken))
    .toEqual({ frames: 16, duration: 480 });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password');
  expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe('');
  await page.reload();
  await unlock(page, product.password);
  await page.getByRole('heading', { level: 1, name: client.name }).waitFor();
  expect(pagePath(page)).toBe(`${listPath}/${client.id}`);
  await expect.poll(() => cookie(context, 'locking')).toBe('0');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await tabs.getByText('首页').waitFor();
  await tabs.getByText(client.name).waitFor();
  await page.goto(`${product.url}/locking`);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
});

test('SH-056 SH-058 what was typed stands there again after the unlocking, in every browser tab, and all tabs lock and open together', async () => {
  const { page, context } = desk;
  const other = await context.newPage();
  await other.goto(`${product.url}${listPath}`);
  await other.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
  await page.goto(`${product.url}${listPath}`);
  await page.locator('main').getByRole('button', { name: '新增', exact: false }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('姓名', { exact: false }).first().fill('未保存的人');
  // The dialog covers the button, so the mouse cannot click it.
  await page.getByRole('button', { name: '锁屏', exact: true }).evaluate((button: HTMLElement) => button.click());
  await Promise.all([lockTitle(page).waitFor(), lockTitle(other).waitFor()]);
  expect(await page.content()).not.toContain('未保存的人');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password');
  await unlock(page, product.password);
  await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
  expect(await form.getByLabel('姓名', { exact: false }).first().inputValue()).toBe('未保存的人');
  await other.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
  expect(pagePath(other)).toBe(listPath);
  await page.goForward().catch(() => null);
  expect(pagePath(page)).toBe(listPath);
  await other.close();
  await page.keyboard.press('Escape');
});

test('SH-057 a locked screen tells of alarms without what they say', async () => {
  const { page } = desk;
  await page.goto(`${product.url}${listPath}`);
  await page.getByRole('button', { name: '锁屏', exact: true }).click();
  await lockTitle(page).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect
    .poll(
      async () => {
        await admin.post('Watch_bps/CreateOrEdit', {
          userId: client.id,
          high: 186,
          low: 112,
          measure_time: new Date().toISOString(),
        });
        return page.getByText('收到新的异常提醒，请解锁后查看').count();
      },
      { interval: 1000 },
    )
    .toBe(1);
  await page.getByText(/^警告( · \S+)? · 已等\d+秒$/).waitFor();
  expect(await page.content()).not.toContain(client.name);
  // The server's notice of the lock may arrive now; it triggers this one call.
  expect(asked.filter((path) => path.includes('/api/services/') && !path.endsWith('/Session/GetState'))).toEqual([]);
  await picture(page, 'lock-alarm');
  await unlock(page, product.password);
  await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
});

/** When the last activity was noted, which a page does when it begins to watch. */
const noticedAt = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...Object.entries(localStorage).flatMap(([key, value]) => (key.includes('activeAt') ? [Number(value)] : [])),
    ),
  );

test('SH-058 an idle screen counts down for the last minute and locks; moving keeps it open', async () => {
  const { context } = desk;
  const page = await context.newPage();
  await page.clock.install();
  const before = await noticedAt(desk.page);
  await page.goto(`${product.url}/`);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  // The idle time is watched from here on.
  await expect.poll(() => noticedAt(page)).not.toBe(before);
  await page.mouse.move(10, 10);
  await page.clock.fastForward(29 * 60_000 + 5000);
  await page.getByText(/秒后自动锁屏/).waitFor();
  await expect.poll(async () => ((await page.getByText(/秒后自动锁屏/).boundingBox())?.x ?? 9999) < 1200).toBe(true);
  await picture(page, 'lock-countdown');
  await page.mouse.move(60, 60);
  await page.getByText(/秒后自动锁屏/).waitFor({ state: 'detached' });
  await page.clock.fastForward(29 * 60_000 + 5000);
  await page.getByText(/秒后自动锁屏/).waitFor();
  await page.clock.fastForward(61_000);
  await lockTitle(page).waitFor();
  await lockTitle(desk.page).waitFor();
  await unlock(page, product.password);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.close();
  await lockTitle(desk.page).waitFor({ state: 'detached' });
});

test('SH-056 five wrong passwords sign out; 切换账号 leads to the sign-in page', async () => {
  const { page, context } = desk;
  await page.goto(`${product.url}${listPath}`);
  await page.getByRole('button', { name: '锁屏', exact: true }).click();
  await lockTitle(page).waitFor();
  await page.getByRole('button', { name: '切换账号' }).click();
  await page.getByRole('button', { name: /登\s*录/ }).waitFor();
  expect(pagePath(page)).toBe('/');
  await expect
    .poll(() => Promise.all(['locking', 'currentPageName', 'enc_auth_token'].map((name) => cookie(context, name))))
    .toEqual(['0', undefined, undefined]);

  await page.getByLabel('用户名', { exact: false }).first().fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.getByRole('button', { name: '锁屏', exact: true }).click();
  for (let left = 4; left > 0; left -= 1) {
    await unlock(page, 'Wrong-Horse-1');
    await page.getByText(`还可以尝试 ${left} 次`).waitFor();
  }
  // The sign-in page follows a moment after the message.
  await Promise.all([page.getByText('密码错误次数过多，已退出登录').waitFor(), unlock(page, 'Wrong-Horse-1')]);
  await page.getByRole('button', { name: /登\s*录/ }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('Abp.AuthToken'))).toBe(null);
});

test('a locked page outlives another theme and a narrow window while a hint was open in what it covers', async () => {
  const who = { tenancyName: 'Default', userName: 'nurse' } as const;
  await (await signIn(product, who)).put('Profile/UpdatePreferences', { theme: 'system' });
  const own = await openDesk(browser, product, { ...who, isStill: true });
  await own.page.getByRole('button', { name: '锁屏', exact: true }).hover();
  await own.page.getByRole('tooltip', { name: '锁屏' }).waitFor();
  await own.page.getByRole('button', { name: '锁屏', exact: true }).click();
  await lockTitle(own.page).waitFor();
  await own.page.emulateMedia({ colorScheme: 'dark' });
  await own.page.locator('html[data-theme=dark]').waitFor();
  await own.page.setViewportSize({ width: 375, height: 812 });
  await unlock(own.page, product.password);
  await own.page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await own.page.getByRole('banner').getByRole('button', { name: '更多' }).waitFor();
  expect(own.complaints).toEqual([]);
  await own.context.close();
});
