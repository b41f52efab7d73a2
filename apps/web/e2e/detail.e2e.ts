import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

const list = '/public/UserDevice';
const filtered = `${list}?relation=wearer&sort=boundAt`;

let product: Product;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Rows that are loaded; those with a number below zero hold their places. */
const rows = (page: Page): Locator => page.locator('main .ant-table-row:not([data-row-key^="-"]):visible');
const title = (page: Page): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent();
const history = (page: Page): Locator => page.getByRole('region', { name: '变更记录' });
const steps = (page: Page): Promise<readonly string[]> =>
  page.getByRole('group', { name: '状态' }).locator('.ant-steps-item-title').allTextContents();
const present = (page: Page): Promise<string | null> =>
  page.getByRole('group', { name: '状态' }).locator('[aria-current=step]').textContent();
const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Presses Tab until the focus is on a button of that name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    })
    .toMatch(name);
}

let address = '';
let row = '';
let name = '';

test('by keys alone a row leads from its list to its page, whose name stands in tab, breadcrumb and title', async () => {
  const { page } = desk;
  await page.goto(`${product.url}${filtered}`);
  await rows(page).nth(2).waitFor();
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  row = (await rows(page).nth(1).getAttribute('data-row-key')) ?? '';
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${list}/${row}`);
  address = page.url();
  await history(page).waitFor();
  name = (await title(page)) ?? '';
  expect(name).toMatch(/^\d{15} \d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(await page.title()).toContain(name);
  const tab = page.getByRole('navigation').locator('a[aria-current=page]').filter({ hasText: name });
  await expect.poll(() => tab.count()).toBe(1);
  const crumbs = page.getByRole('navigation', { name: '面包屑' });
  expect(await crumbs.locator('[aria-current=page]').textContent()).toContain(name);
  expect(await crumbs.getByRole('link', { name: '设备绑定' }).getAttribute('href')).toBe(filtered);
  expect(await page.locator('main dl').first().textContent()).toMatch(/客户.+ · [男女] · \d+岁/);
  await picture(page, 'detail');
  await expectAccessible(page, 'a page of a row');
  await expectReadableInDark(page, 'a page of a row');
});

test('a move changes steps and history on the page', async () => {
  const { page } = desk;
  expect(await present(page)).toBe('有效');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.getByRole('button', { name: '解绑', exact: true }).focus();
  await tabTo(page, /^暂\s*停$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: /^确\s*定$/ }).press('Enter');
  await history(page).getByText('暂停：状态从“有效”变为“暂停”').waitFor();
  expect([await steps(page), await present(page)]).toEqual([['待确认', '有效', '暂停', '已解绑'], '暂停']);
  await tabTo(page, /^恢\s*复$/);
});

test('a changed field stands in the history with before and after', async () => {
  const { page } = desk;
  const id = Number(row);
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.post('Device_binds/CreateOrEdit', { id, remark: '床头备用' });
  await admin.post('Device_binds/CreateOrEdit', { id, remark: '已归还护士站' });
  await page.reload();
  await history(page).getByText('把“备注”从“床头备用”改为“已归还护士站”').waitFor();
  await picture(page, 'detail-history');
});

test('a colleague opens the same address; one of another tenant, a deleted and a wrong one read as not found', async () => {
  const colleague = await openDesk(browser, product, { tenancyName: 'Default', userName: 'manager', isStill: true });
  await colleague.page.goto(address);
  await history(colleague.page).getByText('把“备注”填写为“床头备用”').waitFor();
  expect(await title(colleague.page)).toBe(name);
  expect(await colleague.page.getByRole('button', { name: '下一条' }).count()).toBe(0);
  expect(colleague.complaints).toEqual([]);
  await colleague.context.close();
  const stranger = await openDesk(browser, product, { tenancyName: 'qianjiang', userName: 'admin', isStill: true });
  for (const wrong of [address, `${product.url}${list}/x`]) {
    await stranger.page.goto(wrong);
    await stranger.page.getByText('记录不存在或已被删除').waitFor();
    expect(await stranger.page.locator('main').textContent()).not.toContain(name);
  }
  await expectAccessible(stranger.page, 'no such row');
  await stranger.context.close();
});

test('whoever lacks the permission of the list gets the page that says so', async () => {
  const nurse = await openDesk(browser, product, { tenancyName: 'Default', userName: 'nurse', isStill: true });
  await nurse.page.goto(`${product.url}/inventmanage/DevicesType/1`);
  await nurse.page.waitForURL('**/error-403');
  await nurse.page.getByRole('heading', { level: 1 }).waitFor();
  await nurse.context.close();
});

test('the neighbours follow the list in one tab; Back leads to the list with its filters and the focus on the row', async () => {
  const { page } = desk;
  await page.goto(`${product.url}${filtered}`);
  await rows(page).nth(2).waitFor();
  const ids = await rows(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-row-key')));
  await rows(page).nth(1).locator('[data-row-page]').click();
  await history(page).waitFor();
  const tabs = await page.getByRole('navigation').getByRole('listitem').count();
  await page.getByRole('button', { name: '下一条' }).press('Enter');
  await page.waitForURL(`**${list}/${ids[2]}`);
  await history(page).waitFor();
  await expect.poll(() => page.getByRole('navigation').getByRole('listitem').count()).toBe(tabs);
  await page.goBack();
  await rows(page).first().waitFor();
  expect(page.url()).toBe(`${product.url}${filtered}`);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-key'))).toBe(ids[2]);
});

test('a link to the list with the number of a row opens its page', async () => {
  const { page } = desk;
  await page.goto(`${product.url}${list}?id=${row}`);
  await history(page).waitFor();
  expect(page.url()).toBe(address);
});

test('lists of what refers to a row stand below it, with their count and a way to the whole list', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/inventmanage/DevicesType`);
  await rows(page).first().locator('[data-row-page]').click();
  const products = page.getByRole('heading', { level: 2, name: /^设备产品（\d+）$/ });
  await products.scrollIntoViewIfNeeded();
  const count = Number(/\d+/.exec((await products.textContent()) ?? '')?.[0]);
  await expectAccessible(page, 'a page with related lists');
  await picture(page, 'detail-related');
  await page.getByRole('link', { name: '打开完整列表' }).first().click();
  await page.getByRole('heading', { level: 1, name: '设备产品' }).waitFor();
  await page.locator('.ant-pagination-total-text:visible').getByText(`共 ${count} 条`, { exact: true }).waitFor();
});

test('on a phone all stands below each other; in English it is complete', async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(address);
  await history(page).waitFor();
  expect(await isWide(page)).toBe(false);
  await picture(page, 'detail-phone');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('button', { name: '语言' }).click();
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'English' }).click()]);
  const changes = page.getByRole('region', { name: 'History' });
  await changes.getByText('changed “Remark” from “床头备用” to “已归还护士站”').waitFor();
  expect(await changes.textContent()).not.toMatch(/状态|备注|从/);
  await picture(page, 'detail-english');
  expect(desk.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});
