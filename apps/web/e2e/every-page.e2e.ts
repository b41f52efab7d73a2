import { openPages, type RouteEntry } from '@kangmai/model/menu';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

/** Only the host manages tenants; this page is visited at the host. */
const hostPage = '/jcpt/zhgl';

/** Every page of the menu; pages of single records are opened from their lists. */
const menuPages = openPages().filter(({ path }) => path !== hostPage);

let product: Product;
let browser: Browser;
let desk: Desk;
const failures: string[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  desk.page.setDefaultTimeout(20_000);
  desk.page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  desk.page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A newer request or a closed page aborts its own requests.
    if (!why.includes('ERR_ABORTED')) failures.push(`${why} ${request.url()}`);
  });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Navigates like a click in the menu, without reloading. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

const closeTab = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: /^(已打开的页面|Opened pages)$/ })
    .getByRole('button', { name: /^(关闭|Close) / })
    .last()
    .click();

/** The page of the address, without drawers. */
const shownPage = (page: Page): Locator => page.locator('main');

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], [role="progressbar"], .ant-spin-spinning')].every(
      (element) => !element.checkVisibility(),
    ),
  );
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}

/** Technical words, empty headings and words in the wrong language. */
async function flawsOf(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const visibleText = (element: Element): string => (element instanceof HTMLElement ? element.innerText.trim() : '');
    const codeLike = /^(?:undefined|null|NaN|\[object Object\]|[a-z]+(?:\.[a-z][A-Za-z0-9-]+)+)$/;
    const words = visibleText(root)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => codeLike.test(line));
    const visibleElements = (selector: string): readonly Element[] =>
      [...root.querySelectorAll(selector)].filter(isShown);
    const chinese = /\p{Script=Han}/u;
    if (document.documentElement.lang === 'en') {
      const foreign = visibleElements(
        'h1, h2, legend, label, dt, th, [role="tab"], .ant-btn:not(.ant-btn-link), .ant-pagination-total-text',
      ).filter((element) => chinese.test(visibleText(element)) && element.closest('[translate=no]') === null);
      return [...words, ...foreign.map((element) => `${element.tagName} not in English: "${visibleText(element)}"`)];
    }
    const named = visibleElements('h1, h2, legend, label, dt, th:not(.ant-table-selection-column)');
    const nameless = named.filter(
      (element) =>
        !/\p{Script=Han}|IMEI|ID/u.test(visibleText(element)) &&
        element.getAttribute('aria-label') === null &&
        element.querySelector('[aria-label], input[type="checkbox"]') === null,
    );
    return [...words, ...nameless.map((element) => `${element.tagName} without a word: "${visibleText(element)}"`)];
  });
}

/** The page fits the window; only tables scroll sideways, in their own boxes. */
async function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, document.body, ...document.querySelectorAll('main, main > *, .ant-drawer-body')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  );
}

const dialogs = '[role="dialog"]';

interface Look {
  readonly what: string;
  /** What axe checks. */
  readonly axe: 'page' | 'dialog' | 'none';
}

async function expectSound(page: Page, shown: Locator, { what, axe }: Look): Promise<void> {
  await settled(page);
  expect(await flawsOf(shown), `${what}: words`).toEqual([]);
  expect(await overflowOf(page), `${what}: width`).toEqual([]);
  const part = axe === 'dialog' ? dialogs : undefined;
  if (axe !== 'none') await expectAccessible(page, what, part);
  if (axe !== 'none') await expectReadableInDark(page, what, part);
  expect(desk.complaints, `${what}: console`).toEqual([]);
  expect(failures, `${what}: requests`).toEqual([]);
}

/** Opens the dialog of a button, checks it and closes it. */
async function lookInto(page: Page, button: Locator, what: string): Promise<void> {
  if ((await button.count()) === 0) return;
  await button.first().click();
  const dialog = page.locator(dialogs);
  await dialog.waitFor();
  try {
    await expectSound(page, dialog, { what, axe: 'dialog' });
  } finally {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

async function look(page: Page, { path, title, en }: RouteEntry, isWhole: boolean): Promise<void> {
  await goTo(page, path);
  await page.getByRole('heading', { level: 1, name: isWhole ? title : en, exact: true }).waitFor();
  await expectSound(page, shownPage(page), { what: path, axe: isWhole ? 'page' : 'none' });
  if (!isWhole) return;
  const main = shownPage(page);
  await lookInto(page, main.getByRole('button', { name: '新增', exact: false }), `${path}: new`);
  await lookInto(page, main.getByRole('button', { name: /^查看 / }), `${path}: detail`);
  await lookInto(page, main.getByRole('button', { name: /^编辑 / }), `${path}: edit`);
}

async function changeLanguage(page: Page, to: 'English' | '简体中文'): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)$/ }).click();
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: to }).click()]);
  await page.getByRole('heading', { level: 1, name: /^(首页|Home)$/ }).waitFor();
}

describe.each([
  { width: 1366, height: 768, language: '简体中文' as const },
  { width: 1920, height: 1080, language: 'English' as const },
])('SH-025 SH-035 at $width × $height in $language', ({ width, height, language }) => {
  beforeAll(async () => {
    await desk.page.setViewportSize({ width, height });
    if (language === 'English') await changeLanguage(desk.page, language);
  });
  afterAll(async () => {
    if (language !== 'English') return;
    await goTo(desk.page, '/main/home');
    await changeLanguage(desk.page, '简体中文');
  });

  test.each(menuPages.map((entry) => [entry.path, entry] as const))('%s', async (_path, entry) => {
    try {
      await look(desk.page, entry, width === 1366);
    } finally {
      if (entry.path !== '/main/home') await closeTab(desk.page);
    }
  });

  test('the page of one client, with all its parts', async () => {
    const { page } = desk;
    const caller = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
    const { items } = await caller.get<{ items: readonly { id: number; name: string }[] }>(
      'C_client/GetPagedAll?MaxResultCount=1',
    );
    const [client] = items;
    if (!client) throw new Error('the demo has no client');
    await goTo(page, `/userManage/UserList/${client.id}`);
    await page.getByRole('heading', { level: 1, name: client.name }).waitFor();
    for (const part of await page.getByRole('tablist').first().getByRole('tab').all()) {
      await part.click();
      await expectSound(page, shownPage(page), {
        what: `client: ${await part.innerText()}`,
        axe: width === 1366 ? 'page' : 'none',
      });
    }
    await closeTab(page);
  });
});

describe('a list that does not answer as hoped', () => {
  const asked = '**/DevicesType/GetAll?*';
  const refusedBecause = (status: number, message: string, reason: string) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({
      result: null,
      targetUrl: null,
      success: false,
      error: { code: 0, message, details: null, validationErrors: null, reason },
      unAuthorizedRequest: false,
      ['__abp']: true,
    }),
  });
  const path = '/inventmanage/DevicesType';

  beforeAll(() => desk.page.setViewportSize({ width: 1366, height: 768 }));

  async function seen(what: string): Promise<void> {
    expect(await flawsOf(shownPage(desk.page)), what).toEqual([]);
    expect(await overflowOf(desk.page), what).toEqual([]);
    await expectAccessible(desk.page, what);
    // The browser logs the intentionally refused call.
    failures.splice(0);
    desk.complaints.splice(0);
    await desk.page.unrouteAll();
  }

  test('waiting: the real headings over empty bars', async () => {
    const { page } = desk;
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route(asked, async (route) => {
      await held;
      await route.continue();
    });
    await goTo(page, `${path}?size=10`);
    await page.getByRole('columnheader', { name: '类型名称' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(1);
    await expectAccessible(page, 'waiting');
    letGo();
    await page
      .getByRole('button', { name: /^查看 / })
      .first()
      .waitFor();
    await page.unrouteAll();
  });

  test('failed: the sentence and a way to try again; then the rows', async () => {
    const { page } = desk;
    await closeTab(page);
    await page.route(asked, (route) =>
      route.fulfill(refusedBecause(500, '服务器内部错误，请稍后重试', 'server.internal')),
    );
    await goTo(page, `${path}?size=50`);
    await page.getByText('服务器内部错误').waitFor();
    await seen('failed');
    await page.getByRole('button', { name: '重试' }).click();
    await page
      .getByRole('button', { name: /^查看 / })
      .first()
      .waitFor();
  });

  test('refused and empty say why', async () => {
    const { page } = desk;
    await page.route(asked, (route) => route.fulfill(refusedBecause(403, '没有“设备类型”权限', 'access.denied')));
    await goTo(page, `${path}?size=100`);
    await page.getByText('没有“设备类型”权限').waitFor();
    await seen('refused');
    await goTo(page, `${path}?q=nothing-like-this`);
    await page.getByRole('button', { name: '清空条件' }).waitFor();
    await seen('empty');
    await closeTab(page);
  });
});
