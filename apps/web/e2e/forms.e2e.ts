import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  await desk.page.setViewportSize({ width: 1366, height: 768 });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const drawer = (): Locator => desk.page.getByRole('dialog').last();
const isFocused = (input: Locator): Promise<boolean> =>
  input.evaluate((element) => element.contains(document.activeElement));

test('a measurement is entered by keys alone: Enter goes on, also from the time, and saves nothing by itself', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/UserList`);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: '录入测量' }).click();
  await expect.poll(() => isFocused(drawer().getByLabel('收缩压'))).toBe(true);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('Watch_bps')) posts.push(request.url());
  });
  for (const [label, typed] of [
    ['收缩压', '128'],
    ['舒张压', '82'],
    ['脉率', '72'],
  ] as const) {
    await expect.poll(() => isFocused(drawer().getByLabel(label))).toBe(true);
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => isFocused(drawer().getByLabel('测量时间'))).toBe(true);
  await picture(page, 'forms-measurement');
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(drawer().getByLabel('测量时间'))).toBe(false);
  expect(posts).toEqual([]);
  await drawer().getByText('Ctrl+Enter').waitFor();
  const [high, low] = await Promise.all(['收缩压', '舒张压'].map((name) => drawer().getByLabel(name).boundingBox()));
  expect(high?.y).toBe(low?.y);
  await expectAccessible(page, 'entering a measurement', '[role=dialog]');
  await expectReadableInDark(page, 'entering a measurement', '[role=dialog]');
  await page.keyboard.press('Control+Enter');
  await page.getByText('血压已保存').waitFor();
  expect(posts).toHaveLength(1);
});

test('a large form has anchors and folds rare fields; a click outside asks, and what was typed is offered again', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/UserList`);
  const edit = page.getByRole('button', { name: /^编辑 / }).first();
  await edit.click();
  const name = drawer().getByLabel('姓名', { exact: true });
  await name.waitFor();
  expect(await drawer().getByLabel('管理状态').count()).toBe(0);
  await name.fill('');
  await page.keyboard.press('Control+Enter');
  await drawer()
    .getByText(/^有 \d+ 处填写有误$/)
    .waitFor();
  await picture(page, 'forms-client');
  await drawer().getByRole('button', { name: '姓名', exact: true }).click();
  await expect.poll(() => isFocused(name)).toBe(true);
  await page.keyboard.type('韩梅梅');
  await drawer().getByRole('navigation', { name: '表单分区' }).getByRole('button', { name: '照护' }).click();
  await expectAccessible(page, 'the file of a client', '[role=dialog]');
  await page.mouse.click(5, 400);
  const question = page.getByRole('dialog', { name: '当前内容尚未保存，确定离开吗？' });
  await question.getByRole('button', { name: '离开' }).click();
  await name.waitFor({ state: 'hidden' });
  await edit.click();
  await drawer().getByRole('button', { name: '恢复' }).click();
  expect(await name.inputValue()).toBe('韩梅梅');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('韩梅梅');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '离开' }).click();
});

test('a detail shows state and filled fields; a move names the row and says what will happen', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/ycjh/SOSInfo`);
  await page.locator('[data-opens-row]').first().click();
  await drawer().getByText('来源与技术信息').waitFor();
  await picture(page, 'forms-detail');
  await expectAccessible(page, 'details of a call for help', '[role=dialog]');
  await drawer()
    .getByRole('button', { name: /^(误报|响应|退回待响应)$/ })
    .first()
    .click();
  await drawer()
    .getByText(/^状态将从“.+”变为“.+”$/)
    .waitFor();
  await picture(page, 'forms-move');
  await page.keyboard.press('Escape');
  expect(desk.complaints).toEqual([]);
});
