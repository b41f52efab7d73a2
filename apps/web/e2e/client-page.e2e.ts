import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let person: { readonly id: number; readonly name: string };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  // The newest ones are filed twice and wear nothing.
  const { items } = await own.get<{ readonly items: readonly (typeof person)[] }>(
    'C_client/GetPagedAll?MaxResultCount=1&Sorting=id%20asc',
  );
  person = items[0] as typeof person;
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Delays the responses of matching calls until the returned function is called. */
async function held(page: Page, calls: RegExp): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(calls, async (route) => {
    if (isOpen) await route.continue();
    else waiting.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

describe('the page of a client', () => {
  test('shows neither codes nor that there is nothing before dictionaries and readings have come', async () => {
    const { page } = desk;
    const letGo = await held(page, /\/(GetList\?|GetDictionaryForView\?)/);
    await page.goto(`${product.url}/userManage/UserList/${person.id}`);
    await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
    const facts = page.locator('dl').first();
    await facts.getByText('出生日期').waitFor();
    const sex = facts.locator('dt', { hasText: '性别' }).locator('+ dd');
    expect(await sex.textContent()).toBe('');
    expect(await page.getByText('所选时间内没有数据').count()).toBe(0);
    await picture(page, 'client-waiting');
    await letGo();
    await expect.poll(() => sex.textContent()).toMatch(/^[男女]$/);
    await page.getByRole('group', { name: '时间线' }).first().waitFor();
    expect(desk.complaints).toEqual([]);
  });

  test('on a phone every part is reached by the keyboard from the list of parts', async () => {
    const { page } = desk;
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${product.url}/userManage/UserList/${person.id}`);
    const parts = page.getByRole('tablist').first().getByRole('tab');
    await page.getByRole('group', { name: '时间线' }).first().waitFor();
    await expectAccessible(page, 'client page on a phone');
    await parts.first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => parts.last().getAttribute('aria-selected')).toBe('true');
    await expect
      .poll(() =>
        parts.last().evaluate((part) => {
          const { left, right } = part.getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        }),
      )
      .toBe(true);
    expect(desk.complaints).toEqual([]);
  });
});
