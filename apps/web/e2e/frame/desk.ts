import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Desk } from '../browser.ts';
import type { Product } from '../product.ts';

export interface FrameDesk {
  readonly product: () => Product;
  readonly desk: () => Desk;
  readonly page: () => Page;
}

export const soon = { interval: 50 };

export const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' });
export const stripOf = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' });
export const tabOf = (page: Page, title: string): Locator =>
  stripOf(page).getByRole('link', { name: title, exact: true });
export const headingOf = (page: Page, title: string): Locator =>
  page.getByRole('heading', { level: 1, name: title, exact: true });

/** Navigates like a click in the menu, without reloading. */
export async function goTo(page: Page, path: string, title?: string): Promise<void> {
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ usr: null, key: 'test', idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  if (title !== undefined) await headingOf(page, title).waitFor();
}

/** Closes every tab but home through the menu. */
export async function closeAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: '标签选项' }).click();
  await page.getByRole('menuitem', { name: '关闭所有' }).click();
  await headingOf(page, '首页').waitFor();
}

export const titlesOf = (page: Page): Promise<string[]> => stripOf(page).getByRole('link').allInnerTexts();

export const expectTitles = (page: Page, titles: readonly string[]): Promise<void> =>
  expect.poll(() => titlesOf(page), soon).toEqual(titles);

/** Changes the user's preferences and reloads. */
export async function prefer(page: Page, words: Readonly<Record<string, string>>): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const { token } = JSON.parse(localStorage.getItem('Abp.AuthToken') ?? '{}') as { token: string };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch('/apis/api/services/app/Profile/UpdatePreferences', {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    return answer.status;
  }, words);
  expect(status).toBe(200);
  await page.reload();
  await page.getByRole('main').waitFor();
}

/** Elements that overflow their parent. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      document.documentElement,
      document.body,
      ...document.querySelectorAll('header, nav, main, main > *, [data-testid="tab-panel"] > *, footer'),
    ]
      .filter(
        (element) =>
          element.checkVisibility() &&
          getComputedStyle(element).overflowX !== 'hidden' &&
          element.scrollWidth > element.clientWidth + 1,
      )
      .map((element) => `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`),
  );
