import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let tenant: Desk;

const path = '/jcpt/CommonDictionarys';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  tenant = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const node = (page: Page, name: string): Locator => page.getByRole('tree').getByText(name, { exact: true });
const line = (page: Page, name: string): Locator => page.locator('main').getByRole('row').filter({ hasText: name });
const drawer = (page: Page): Locator => page.getByRole('dialog');
async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${product.url}${path}${search}`);
  await page.getByRole('heading', { level: 1, name: '公共字典' }).waitFor();
}

test('a code of one’s own is added below a shared one, which itself is not edited', async () => {
  const { page, complaints } = tenant;
  await open(page);
  await node(page, '疾病编码').click();
  await node(page, '循环系统疾病').click();
  await line(page, 'I10').getByText('特发性(原发性)高血压').click();
  await drawer(page).getByText('GB/T 14396-2016').waitFor();
  expect(await drawer(page).getByRole('button', { name: '编辑' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'hidden' });
  await page.locator('main').getByRole('button', { name: '新增' }).click();
  await drawer(page).getByText('循环系统疾病').waitFor();
  await drawer(page).getByLabel('编码', { exact: true }).fill('I10.x901');
  await drawer(page).getByLabel('名称', { exact: true }).fill('本院分型高血压');
  await expectAccessible(page, 'the form of a code', '[role="dialog"]');
  await drawer(page)
    .getByRole('button', { name: /^保\s*存$/ })
    .click();
  await drawer(page).waitFor({ state: 'hidden' });
  await line(page, 'I10.x901').getByText('循环系统疾病').waitFor();
  await expectAccessible(page, 'codes of a chapter');
  await picture(page, 'common-dictionaries');
  await line(page, 'I10.x901').getByText('本院分型高血压').click();
  await drawer(page).getByRole('button', { name: '编辑' }).waitFor();
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
});

test('divisions of the product stand in the tree, and choosing one shows the streets of it', async () => {
  const { page } = tenant;
  await open(page, '?catalogue=region&codeStart=11');
  await page.getByText('省、市、县由平台内置').waitFor();
  await page.getByRole('tree').getByText('北京市', { exact: true }).waitFor();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expectAccessible(page, 'divisions');
  await picture(page, 'common-dictionaries-wide');
  await page.setViewportSize({ width: 1366, height: 768 });
});
