import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, openDesk, type Desk } from './browser.ts';
import { guardCases } from './frame/guard.cases.ts';
import { headerCases } from './frame/header.cases.ts';
import { keptCases } from './frame/kept.cases.ts';
import { keyboardCases } from './frame/keyboard.cases.ts';
import { menuCases } from './frame/menu.cases.ts';
import { tabCases } from './frame/tabs.cases.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Closes what a failed test left open. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await desk.page.setViewportSize({ width: 1366, height: 768 });
  await desk.page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.endsWith('.openedTabs'))
      .forEach((key) => localStorage.removeItem(key)),
  );
  await desk.page.goto(`${product.url}/main/home`);
});

const at = { product: () => product, desk: () => desk, page: () => desk.page };

menuCases(at, () => browser);
headerCases(at);
guardCases(at, () => browser);
tabCases(at);
keptCases(at);
keyboardCases(at);

test('the frame was walked through as a new user would, and the console stayed silent', () => {
  expect(desk.complaints).toEqual([]);
});
