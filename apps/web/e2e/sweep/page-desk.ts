import { homePath } from '@kangmai/model/menu';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  expectAccessible,
  expectReadableInDark,
  goTo,
  openBrowser,
  openDesk,
  visitParts,
  type Desk,
} from '../browser.ts';
import { signIn, startProduct, type Product } from '../product.ts';
import type { VisitedPage } from './list-pages.ts';

/** An administrator's page with its console messages and failed requests. */
export interface PageDesk {
  readonly page: () => Page;
  /** Forgets the messages and requests that a test caused on purpose. */
  readonly forgive: () => void;
  /** Words, width, console and requests of what is displayed; with `axe` its accessibility too. */
  readonly expectSound: (shown: Locator, look: Look) => Promise<void>;
  /** Opens a page, checks it (with dialogs in a whole check) and closes its tab; checks the rest of a walked page. */
  readonly expectSoundPage: (page: VisitedPage, isWalked: boolean) => Promise<void>;
  /** The same in English: words, width, console and requests. */
  readonly expectSoundInEnglish: (page: VisitedPage) => Promise<void>;
  readonly expectSoundClient: (isWhole: boolean) => Promise<void>;
}

export interface Look {
  readonly what: string;
  /** What axe checks. */
  readonly axe: 'page' | 'dialog' | 'none';
}

export const closeTab = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: /^(已打开的页面|Opened pages)$/ })
    .getByRole('button', { name: /^(关闭|Close) / })
    .last()
    .click();

/** The page of the address, without drawers. */
export const shownPage = (page: Page): Locator => page.locator('main');

/** Waits until nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], [role="progressbar"], .ant-spin-spinning')].every(
      (element) => !element.checkVisibility(),
    ),
  );
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}

/** Technical words, empty headings and words in the wrong language. */
export async function flawsOf(part: Locator): Promise<readonly string[]> {
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
        !/\p{Script=Han}|IMEI|ID|BMI/u.test(visibleText(element)) &&
        element.getAttribute('aria-label') === null &&
        element.closest('[translate=no]') === null &&
        element.querySelector('[aria-label], input[type="checkbox"]') === null,
    );
    return [...words, ...nameless.map((element) => `${element.tagName} without a word: "${visibleText(element)}"`)];
  });
}

/** The page fits the window; only tables scroll sideways, in their own boxes. */
export async function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, document.body, ...document.querySelectorAll('main, main > *, .ant-drawer-body')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  );
}

const dialogs = '[role="dialog"]';

/** Starts a product for the tests of this file and signs in. */
export function startPageDesk(): PageDesk {
  let product: Product;
  let browser: Browser;
  let desk: Desk;
  const failures: string[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
    await admin.put('Profile/UpdatePreferences', { theme: 'system' });
    desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
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

  async function expectSound(shown: Locator, { what, axe }: Look): Promise<void> {
    const { page } = desk;
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
  async function expectSoundDialog(button: Locator, what: string): Promise<void> {
    if ((await button.count()) === 0) return;
    await button.first().click();
    const dialog = desk.page.locator(dialogs);
    await dialog.waitFor();
    try {
      await expectSound(dialog, { what, axe: 'dialog' });
    } finally {
      await desk.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }

  async function openPage(address: string, heading: string, work: () => Promise<void>): Promise<void> {
    const { page } = desk;
    await goTo(page, address);
    try {
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await work();
    } finally {
      if (address !== homePath) await closeTab(page);
    }
  }

  const expectSoundPage = ({ address, title, isWhole }: VisitedPage, isWalked: boolean): Promise<void> =>
    openPage(address, title, async () => {
      const main = shownPage(desk.page);
      await expectSound(main, { what: address, axe: isWhole && !isWalked ? 'page' : 'none' });
      if (!isWhole) return;
      if (!isWalked) {
        await expectSoundDialog(main.getByRole('button', { name: '新增', exact: false }), `${address}: new`);
        await expectSoundDialog(main.locator('[data-opens-row]'), `${address}: detail`);
      }
      await expectSoundDialog(main.getByRole('button', { name: /^编辑 / }), `${address}: edit`);
    });

  const expectSoundInEnglish = ({ address, en }: VisitedPage): Promise<void> =>
    openPage(address, en, () => expectSound(shownPage(desk.page), { what: address, axe: 'none' }));

  async function expectSoundClient(isWhole: boolean): Promise<void> {
    const { page } = desk;
    const caller = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
    const { items } = await caller.get<{ items: readonly { id: number; name: string }[] }>(
      'C_client/GetPagedAll?MaxResultCount=1',
    );
    const [client] = items;
    if (!client) throw new Error('the demo has no client');
    await goTo(page, `/userManage/UserList/${client.id}`);
    await page.getByRole('heading', { level: 1, name: client.name }).waitFor();
    await visitParts(shownPage(page), (part) =>
      expectSound(shownPage(page), { what: `client: ${part}`, axe: isWhole ? 'page' : 'none' }),
    );
    await closeTab(page);
  }

  return {
    page: () => desk.page,
    forgive: () => {
      failures.splice(0);
      desk.complaints.splice(0);
    },
    expectSound,
    expectSoundPage,
    expectSoundInEnglish,
    expectSoundClient,
  };
}
