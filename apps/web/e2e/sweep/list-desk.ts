import type { AnyResource } from '@kangmai/resource';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { goTo, openBrowser, openDesk } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';
import type { ListPage } from './list-pages.ts';

export const soon = { interval: 50 };
export const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;

/** An administrator's page on the lists of a product of its own. */
export interface ListDesk {
  readonly product: () => Product;
  readonly browser: () => Browser;
  readonly page: () => Page;
  readonly rows: () => Locator;
  readonly table: () => Locator;
  /** Navigates like a click in the menu. Another page size than before keeps the cache from answering. */
  readonly openList: (list: ListPage, search: string) => Promise<void>;
  /** Waits until no rows are loading. */
  readonly quiet: () => Promise<void>;
  readonly closeTab: () => Promise<void>;
  /** Intercepts the calls of a list while `work` runs. */
  readonly withRoute: (
    list: ListPage,
    answer: (route: Route) => Promise<void>,
    work: () => Promise<void>,
  ) => Promise<void>;
}

export const callOf = ({ wire }: AnyResource): RegExp =>
  new RegExp(`/${wire.service}/${wire.calls.list ?? wire.calls.paged ?? ''}\\?`, 'i');

/** The box around the table, with `aria-busy` while rows load. */
export const tableBox = 'main [class*=tableBox]';

export const refused = (status: number, message: string): Parameters<Route['fulfill']>[0] => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({
    result: null,
    targetUrl: null,
    success: false,
    error: { code: 0, message, details: null, validationErrors: null, reason: 'test' },
    unAuthorizedRequest: status === 401,
    ['__abp']: true,
  }),
});

/** Starts a product for the tests of this file and signs in. */
export function startListDesk(): ListDesk {
  let product: Product;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    ({ page } = await openDesk(browser, product, who));
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  const closeTab = (): Promise<void> =>
    page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name: /关闭/ }).last().click();
  return {
    product: () => product,
    browser: () => browser,
    page: () => page,
    rows: () => page.locator('main tr[data-row-key]'),
    table: () => page.locator(tableBox).first(),
    openList: (list, search) => goTo(page, `${list.entry.path}?${list.search}${search}`),
    quiet: () => page.locator(`${tableBox}[aria-busy="false"]`).first().waitFor(),
    closeTab,
    withRoute: async (list, answer, work) => {
      await page.route(callOf(list.resource), answer);
      try {
        await work();
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await closeTab();
      }
    },
  };
}
