import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

const size = { width: 375, height: 812 };

let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', ...size, isStill: true });
  ({ page } = desk);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const isWide = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
const cards = (): Locator => page.locator('main li[data-row-key]:visible');

/** Whether a part covers the window from side to side and lies above everything else in its middle. */
const covers = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    const above = document.elementFromPoint(innerWidth / 2, Math.max(top, 0) + 40);
    return left <= 0 && right >= innerWidth && element.contains(above);
  });

test('the details of a row open over the list and tell its history', async () => {
  await page.goto(`${product.url}/ycjh/jhrgl`);
  await cards().first().waitFor();
  await cards().first().getByRole('link').or(cards().first().getByRole('button')).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('变更记录').waitFor();
  await expect.poll(() => covers(drawer)).toBe(true);
  await expect.poll(() => drawer.locator('.ant-drawer-title').textContent()).toMatch(/ · [男女] · \d+岁/);
  expect(await isWide()).toBe(false);
  await picture(page, 'phone-detail');
  await expectAccessible(page, 'details on a phone', '[role=dialog]');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
});

test('an abnormal case opens over its list, in view', async () => {
  await page.goto(`${product.url}/jkfw/adnormal`);
  const line = page.locator('[data-case-list] li button').first();
  await line.click();
  const article = page.getByRole('article');
  await article.waitFor();
  await picture(page, 'phone-case');
  const { top } = await article.evaluate((element) => element.getBoundingClientRect());
  expect(top).toBeLessThan(size.height / 2);
  await page.getByRole('button', { name: '返回' }).click();
  await line.waitFor();
});

test('the entries of a dictionary open over its types, with the way back', async () => {
  await page.goto(`${product.url}/jcpt/dictionary`);
  const types = page.getByRole('region', { name: '字典类型' });
  await types
    .getByRole('treeitem', { name: /平台基础/ })
    .locator('.ant-tree-switcher')
    .click();
  expect(await page.getByRole('main').textContent()).not.toContain('左侧');
  await picture(page, 'phone-dictionary');
  const gender = types.getByRole('treeitem', { name: /性别/ }).first();
  await gender.getByText('性别').click();
  await page.getByRole('heading', { level: 2, name: '性别' }).waitFor();
  await cards().first().waitFor();
  expect(await types.isVisible()).toBe(false);
  await picture(page, 'phone-entries');
  await expectAccessible(page, 'dictionary on a phone');
  await page.getByRole('button', { name: '返回列表' }).click();
  await gender.waitFor();
  expect(await isWide()).toBe(false);
});

test('required fields of rows are marked as such', async () => {
  await page.goto(`${product.url}/inventmanage/DeviceProduct`);
  await cards().first().waitFor();
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog');
  await form
    .getByRole('button', { name: /^更多字段/ })
    .first()
    .click();
  await form.getByRole('button', { name: '添加一行' }).click();
  const marks = await form
    .locator('td > label:visible')
    .evaluateAll((labels) =>
      labels.map((label) => [label.textContent.replace(/^第1行 /, ''), getComputedStyle(label, '::before').content]),
    );
  expect(marks).toEqual([
    ['物品', '"* "'],
    ['数量', '"* "'],
    ['备注', 'none'],
  ]);
  await form.getByRole('button', { name: '添加一行' }).scrollIntoViewIfNeeded();
  await picture(page, 'phone-rows');
  await expectAccessible(page, 'rows on a phone', '[role=dialog]');
});

test('nothing was complained about', () => {
  expect(desk.complaints).toEqual([]);
});
