import type { Browser, BrowserContext, Page } from 'playwright-core';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
const contexts: BrowserContext[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function newDesk(userName = 'admin'): Promise<Desk> {
  const desk = await openDesk(browser, product, { tenancyName: 'Default', userName, isStill: true });
  contexts.push(desk.context);
  return desk;
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: '首页' });
const submitButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true });
const listHeading = (page: Page) => page.getByRole('heading', { level: 1, name: '客户列表' });

/** Signs in again in the dialog over the page. */
async function renew(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '登录已过期' });
  await dialog.getByLabel('密码', { exact: true }).fill(product.password);
  await dialog.getByRole('button', { name: '重新登录' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const endOnServer = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('Abp.AuthToken') ?? '{}') as { token: string };
    return (await fetch('/api/TokenAuth/LogOut', { headers: { authorization: `Bearer ${token}` } })).status;
  });

let people = 0;

/** Creates a client with a blood pressure that raises an alarm; returns the name. */
async function raiseAlarm([high, low] = [186, 112], minutesAgo = [0]): Promise<string> {
  return (await raiseAlarmOf({ high, low }, minutesAgo)).name;
}

async function raiseAlarmOf(
  figures: object,
  minutesAgo: readonly number[],
): Promise<{ readonly name: string; readonly userId: number }> {
  people += 1;
  const name = `警报${people}号${Date.now() % 100_000}`;
  const userId = await admin.post<number>('C_client/CreateOrEditFromCustom', {
    name,
    phone: `1380000${String(people).padStart(4, '0')}`,
  });
  for (const minutes of minutesAgo)
    await admin.post('Watch_bps/CreateOrEdit', {
      userId,
      ...figures,
      measure_time: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
  return { name, userId };
}

/** An alarm of level 2, confirmed by a second measurement. */
const raiseQuietAlarm = (): Promise<string> => raiseAlarm([165, 102], [10, 0]);

const bellOf = (page: Page) => page.getByRole('button', { name: /异常提醒/ });

/** The bell shows the number of the call; both may grow when a demo device falls silent. */
const expectBell = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      const { unhandled } = await admin.get<{ unhandled: number }>('AbnormalData/GetAbnormalDataCount');
      const shown = await bellOf(page).getAttribute('aria-label');
      return shown === `异常提醒，${unhandled} 条未处理` ? 'what the call says' : `${shown}, the call ${unhandled}`;
    })
    .toBe('what the call says');

test('devices of the demo that fell silent have their cases before anybody looks', async () => {
  const { items } = await admin.get<{
    items: readonly { readonly abnormalData: { readonly ['abnormaL_DIA']: string } }[];
  }>('AbnormalData/GetAll?Sorting=id desc&MaxResultCount=20');
  expect(items.filter(({ abnormalData }) => abnormalData['abnormaL_DIA'].includes('起无数据')).length).toBeGreaterThan(
    0,
  );
});

test('SH-009 a session that the server ends shows at once, over the page; signing in again keeps what was typed, and a write is not repeated', async () => {
  const { page } = await newDesk();
  await page.goto(`${product.url}/userManage/UserList`);
  await listHeading(page).waitFor();
  await page.locator('main').getByRole('button', { name: '新增', exact: false }).first().click();
  const field = page.getByRole('dialog').getByLabel('姓名', { exact: false }).first();
  await field.fill('未保存的人');
  expect(await endOnServer(page)).toBe(200);
  const dialog = page.getByRole('dialog', { name: '登录已过期' });
  await dialog.waitFor();
  expect(await dialog.count()).toBe(1);
  expect(await dialog.getByLabel('用户名或邮箱').isDisabled()).toBe(true);
  expect(await dialog.getByLabel('用户名或邮箱').inputValue()).toBe('admin');
  await dialog.getByRole('button', { name: '退出' }).waitFor();
  const veil = await page
    .locator('.ant-modal-mask')
    .last()
    .evaluate((mask) => getComputedStyle(mask).backdropFilter);
  expect(veil, 'the page behind is not readable').toBe('blur(12px)');
  await picture(page, 'session-expired');
  await expectAccessible(page, 'the sign-in over the page', '[role=dialog]:last-of-type');
  await renew(page);
  expect(await field.inputValue()).toBe('未保存的人');

  await page.keyboard.press('Escape');
  await page.goto(`${product.url}/main/home`);
  await home(page).waitFor();
  let writes = 0;
  await page.route('**/Profile/ChangeLanguage', (route) => {
    writes += 1;
    return route.fulfill({
      status: 401,
      json: {
        result: null,
        success: false,
        error: { code: 0, message: '登录已失效' },
        unAuthorizedRequest: true,
        __abp: true,
      },
    });
  });
  await page.route('**/TokenAuth/RefreshToken', (route) =>
    route.fulfill({
      status: 400,
      json: { result: null, success: false, error: { code: 0, message: '令牌无效' }, __abp: true },
    }),
  );
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: /English/i }).click();
  await dialog.waitFor();
  await renew(page);
  await page
    .getByText(/请重新提交/)
    .first()
    .waitFor();
  expect(writes).toBe(1);
});

test('SH-010 signing out in one browser tab signs out the others; another user in one tab is told of in the others', async () => {
  const { page, context } = await newDesk();
  const other = await context.newPage();
  await other.goto(`${product.url}/main/home`);
  await home(other).waitFor();
  await other.evaluate(async (password) => {
    const tenant = /Abp\.TenantId=(\d+)/.exec(document.cookie)?.[1] ?? '';
    const response = await fetch('/api/TokenAuth/Authenticate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Abp.TenantId': tenant },
      body: JSON.stringify({ userNameOrEmailAddress: 'nurse', password }),
    });
    const { result } = (await response.json()) as { result: { accessToken: string } };
    localStorage.setItem('Abp.AuthToken', JSON.stringify({ token: result.accessToken, expireTime: null }));
  }, product.password);
  await page.getByText('账号已切换，请刷新页面').waitFor();
  await picture(page, 'session-switched');
  await page.getByRole('button', { name: '刷新', exact: true }).last().click();
  await home(page).waitFor();
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.endsWith('.USEINFO'))
          .map(([, value]) => (JSON.parse(value as string) as { userName: string }).userName),
      ),
    )
    .toContain('nurse');
  await page.evaluate(() => localStorage.removeItem('Abp.AuthToken'));
  await submitButton(other).waitFor();
  expect(new URL(other.url()).pathname).toBe('/');
});

test('SH-032 the bell shows no number before the first answer, none for 0, 99+ above 99, and else what the call says', async () => {
  const { page } = await newDesk();
  const bell = bellOf(page);
  await expectBell(page);
  const states = new Set<string | null>();
  for (const [count, shown] of [
    [120, '99+'],
    [7, '7'],
    [0, ''],
  ] as const) {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/AbnormalData/GetAbnormalDataCount*', async (route) => {
      states.add(new URL(route.request().url()).searchParams.get('stateFilter'));
      await held;
      return route.fulfill({
        json: {
          result: { total: 200, unhandled: count, level1: 0, level2: 0, level3: 0, level4: 0, byType: [] },
          success: true,
          error: null,
          __abp: true,
        },
      });
    });
    await page.route('**/AccessAlerts/GetAll*', (route) =>
      route.fulfill({ json: { result: { totalCount: 0, items: [] }, success: true, error: null, __abp: true } }),
    );
    await page.reload();
    await bell.waitFor();
    expect(await bell.locator('sup').count()).toBe(0);
    release?.();
    await home(page).waitFor();
    // A new alarm raises the number until the call has responded again.
    await expect
      .poll(() => bell.locator('sup').evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
      .toEqual(shown === '' ? [] : [String(count)]);
    if (shown === '99+') await expect.poll(() => bell.locator('sup').innerText()).toBe('99+');
    await page.unrouteAll({ behavior: 'wait' });
  }
  // Closed cases are not counted: there may be a million of them.
  expect([...states]).toEqual(['0']);
});

test('SH-083 an alarm between the first look at the figures and the live connection is told of once it stands', async () => {
  const { page } = await newDesk();
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.reload();
  await home(page).waitFor();
  const name = await raiseAlarm();
  await page.unroute('**/socket.io/**');
  await page.locator('.ant-notification-notice', { hasText: `${name}：` }).waitFor();
  await expectBell(page);
  expect(await page.locator('.ant-notification-notice', { hasText: `${name}：` }).count()).toBe(1);
});

test('a row of the desk tells when its figure was measured, and a worse one with its own time, in whole', async () => {
  const { page } = await newDesk();
  const { name, userId } = await raiseAlarmOf({ high: 186, low: 112 }, [3]);
  await page
    .locator('.ant-notification-notice', { hasText: `${name}：` })
    .getByText(`${name}：`)
    .click();
  const row = page.locator('[data-case-list] [aria-current="true"]', { hasText: name });
  await expect.poll(() => row.innerText()).toMatch(/测于 \d\d:\d\d/);
  await admin.post('Watch_bps/CreateOrEdit', {
    userId,
    high: 192,
    low: 115,
    measure_time: new Date().toISOString(),
  });
  const id = Number(new URL(page.url()).searchParams.get('id'));
  const worst = async () =>
    (await admin.get<{ items: readonly { readonly worst: unknown }[] }>(`AbnormalData/GetFigureTimes?ids=${id}`))
      .items[0]?.worst;
  await expect.poll(worst).toMatchObject({ value: '192/115' });
  await page.reload();
  await expect.poll(() => row.innerText()).toMatch(/186\/112[^]*测于 \d\d:\d\d[^]*峰值 192\/115，测于 \d\d:\d\d/);
  const cut = await row.evaluate((line) =>
    [
      ...line.children,
      ...(line.firstElementChild?.lastElementChild ? [line.firstElementChild.lastElementChild] : []),
    ].map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  expect(cut).toEqual([false, false, false]);
  await picture(page, 'desk-figures');
});

test('SH-083 an alarm is told of with name and finding and opens its record; five quiet ones within ten seconds are told of in one, beside the loud', async () => {
  const { page } = await newDesk();
  const name = await raiseAlarm();
  const notice = page.locator('.ant-notification-notice', { hasText: `${name}：` });
  await notice.waitFor();
  expect(await notice.getByText('异常数据提醒').count()).toBe(1);
  expect(await notice.innerText()).toMatch(/186\/112.*· 测于 \d\d:\d\d/);
  await picture(page, 'alarm-notice');
  await notice.getByText(`${name}：`).click();
  await page.waitForURL(/adnormal\?id=\d+/);
  await page.clock.setFixedTime(Date.now());
  const loud = await raiseAlarm();
  for (let n = 0; n < 6; n += 1) await raiseQuietAlarm();
  await page
    .getByText(/收到 \d+ 条异常数据/)
    .first()
    .waitFor();
  await expect.poll(() => page.locator('.ant-notification-notice', { hasText: '条异常数据' }).count()).toBe(1);
  await page.locator('.ant-notification-notice', { hasText: `${loud}：` }).waitFor({ state: 'attached' });
  await picture(page, 'alarm-folded');
});

test('an alarm is claimed from its notice, which goes, and the case is the user’s', async () => {
  const { page } = await newDesk();
  const name = await raiseAlarm();
  const notice = page.locator('.ant-notification-notice', { hasText: `${name}：` });
  // The word goes after some seconds, so it is waited for from before the click.
  const claimed = page.getByText('已认领').first().waitFor();
  await Promise.all([claimed, notice.getByRole('button', { name: '认领' }).click()]);
  await notice.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/main/home');
  await page.goto(`${product.url}/ycjh/adnormal`);
  await page.locator('[data-case-list]').getByText(name).first().click();
  await page
    .locator('[data-case-list] [aria-current="true"]', { hasText: name })
    .getByText(/\S 已认领/)
    .waitFor();
});

const button = "document.querySelector('header button[aria-label=点击开启提示音]')";
const countTones =
  'const { createOscillator } = AudioContext.prototype; AudioContext.prototype.createOscillator = function () { globalThis.tones = (globalThis.tones ?? 0) + 1; return createOscillator.call(this); };';
const tones = (page: Page): Promise<number> => page.evaluate(() => (globalThis as { tones?: number }).tones ?? 0);

interface Untouched {
  readonly page: Page;
  /** Evaluates an expression without a user gesture, unlike Playwright's own calls. */
  readonly tell: (expression: string) => Promise<unknown>;
  readonly hasButton: () => Promise<unknown>;
}

/** A page with counted tones that had no user gesture. */
async function untouched(context: BrowserContext): Promise<Untouched> {
  const page = await context.newPage();
  await page.addInitScript({ content: countTones });
  const connected = page.waitForEvent('websocket');
  await page.goto(`${product.url}/main/home`);
  await connected;
  const cdp = await context.newCDPSession(page);
  const evaluateQuietly = async (expression: string): Promise<unknown> =>
    (await cdp.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  return { page, tell: evaluateQuietly, hasButton: () => evaluateQuietly(`${button} !== null`) };
}

/** Raises alarms until a condition holds, because a page misses alarms before its live connection is open. */
const raiseUntil = (isSo: () => Promise<unknown>): Promise<void> =>
  expect
    .poll(
      async () => {
        await raiseAlarm();
        return isSo();
      },
      { interval: 2000 },
    )
    .toBe(true);

test('SH-083 SH-084 an alarm that the browser keeps silent says so in the header, where one press lets it sound', async () => {
  const strict = await openBrowser({ isSilent: true });
  try {
    const { context } = await openDesk(strict, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
    const { page, tell, hasButton } = await untouched(context);
    expect(await hasButton()).toBe(false);
    await raiseUntil(hasButton);
    expect(await tell('globalThis.tones ?? 0')).toBe(0);
    const [x, y] = (await tell(
      `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${button}.getBoundingClientRect())`,
    )) as [number, number];
    await page.mouse.click(x, y);
    await expect.poll(() => tell('globalThis.tones > 0')).toBe(true);
    await expect.poll(hasButton).toBe(false);
    const once = await tones(page);
    await raiseAlarm();
    await expect.poll(() => tones(page)).toBeGreaterThan(once);

    const other = await untouched(context);
    await raiseUntil(other.hasButton);
    await other.page.keyboard.press('KeyX');
    await expect.poll(other.hasButton).toBe(false);
  } finally {
    await strict.close();
  }
});

test('SH-083 a browser that allows sound sounds without a press', async () => {
  const { context } = await newDesk();
  const { tell, hasButton } = await untouched(context);
  await raiseUntil(() => tell('globalThis.tones > 0'));
  // The button may be visible while audio starts; it disappears by itself.
  await expect.poll(hasButton).toBe(false);
});

test('SH-086 a lost live connection is told of after five seconds; what happened meanwhile is told of once', async () => {
  const { page } = await newDesk();
  const cuts: (() => Promise<void>)[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    cuts.push(async () => {
      await Promise.all([socket.close(), server.close()]);
    });
  });
  await page.reload();
  await home(page).waitFor();
  await expect.poll(() => cuts.length).toBeGreaterThan(0);
  const first = await raiseAlarm();
  await page.locator('.ant-notification-notice', { hasText: first }).waitFor();
  await page.route('**/socket.io/**', (route) => route.abort());
  for (const cut of cuts.splice(0)) await cut();
  await page.getByText('实时连接已断开，正在重连…').waitFor();
  await picture(page, 'connection-lost');
  const missed = await raiseAlarm();
  await page.unroute('**/socket.io/**');
  await page.locator('.ant-notification-notice', { hasText: missed }).waitFor();
  await page.getByText('实时连接已断开，正在重连…').waitFor({ state: 'detached' });
  expect(await page.locator('.ant-notification-notice', { hasText: missed }).count()).toBe(1);
  await expectBell(page);
});

test('SH-086 a live connection that is refused is asked for again until it is let in', async () => {
  const tenant = await fetch(`${product.url}/api/services/app/Account/IsTenantAvailable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"tenancyName":"Default"}',
  });
  const {
    result: { tenantId },
  } = (await tenant.json()) as { result: { tenantId: number } };
  const answer = await fetch(`${product.url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'abp.tenantid': String(tenantId) },
    body: JSON.stringify({ userNameOrEmailAddress: 'manager', password: product.password }),
  });
  const {
    result: { encryptedAccessToken: token },
  } = (await answer.json()) as { result: { encryptedAccessToken: string } };
  for (let n = 0; n < 10; n += 1)
    sockets.push(io(product.url, { auth: { token }, transports: ['websocket'], forceNew: true }));
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          socket.once('connect', resolve).once('connect_error', reject);
        }),
    ),
  );
  const { page } = await newDesk('manager');
  await page.getByText('实时连接已断开，正在重连…').waitFor();
  for (const socket of sockets.splice(0)) socket.disconnect();
  await page.getByText('实时连接已断开，正在重连…').waitFor({ state: 'detached' });
});

test('SH-086 a live connection that stalls while it opens is opened anew after five seconds', async () => {
  const { page } = await newDesk('doctor');
  await page.clock.install();
  const asked: string[] = [];
  await page.route('**/socket.io/**', (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? undefined : route.continue();
  });
  await page.reload();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.clock.fastForward(5000);
  await page.clock.fastForward(2500);
  await expect.poll(() => asked.length).toBeGreaterThan(1);
});
