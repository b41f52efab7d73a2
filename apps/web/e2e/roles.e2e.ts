import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  await desk.page.goto(`${product.url}/jcpt/jsgl`);
  await rowOf('医生').waitFor();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => desk.page.getByRole('dialog');
const rowOf = (name: string): Locator => desk.page.getByRole('row').filter({ hasText: name }).first();
const nodes = (): Locator => dialog().locator('.ant-tree-list-holder .ant-tree-treenode:visible');
const ticked = async (): Promise<string> => (await dialog().getByRole('status').textContent()) ?? '';

async function choose(name: string, what: string): Promise<void> {
  await desk.page.getByRole('button', { name: `角色${name}的更多操作` }).click();
  await desk.page.getByRole('menuitem', { name: what, exact: true }).click();
}

test('the list shows kinds, data scopes in words and how many users each role has', async () => {
  const { page } = desk;
  await page
    .getByRole('row', { name: /^管理员/ })
    .getByText('全部数据')
    .waitFor();
  await picture(page, 'roles-list');
  await expectAccessible(page, 'the list of roles');
});

test('permissions are chosen by keys alone: search, tick a group, take its access away, and stand as saved', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: '新增角色' }).click();
  await dialog().getByLabel('角色名称').waitFor();
  await page.keyboard.type('键盘角色');
  await picture(page, 'roles-new');
  await expectAccessible(page, 'a new role');
  expect(await nodes().count()).toBeGreaterThanOrEqual(18);
  await dialog().getByRole('textbox', { name: '搜索权限' }).focus();
  await page.keyboard.type('用户');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const before = await ticked();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(ticked).not.toBe(before);
  const given = await ticked();
  await picture(page, 'roles-keys');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(ticked).not.toBe(given);
  await page.keyboard.press('Enter');
  await expect.poll(ticked).not.toBe('已选 0 项');
  const saved = /\d+/.exec(await ticked())?.[0];
  await dialog().getByLabel('角色名称').focus();
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '编辑角色键盘角色' }).click();
  await dialog().getByText(`已选 ${saved} 项`).waitFor();
  await dialog()
    .getByRole('button', { name: /取\s*消/ })
    .click();
  await dialog().waitFor({ state: 'hidden' });
});

test('a role is copied, compared and deleted with the number of its users', async () => {
  const { page } = desk;
  await choose('医生', '复制');
  await dialog()
    .getByRole('button', { name: /保\s*存/ })
    .click();
  await dialog().waitFor({ state: 'hidden' });
  await rowOf('医生（副本）').waitFor();
  await choose('医生（副本）', '与其他角色比较');
  await dialog().getByRole('combobox', { name: '选择要比较的角色' }).click();
  await page.keyboard.type('护理人员');
  await page.getByTitle('护理人员', { exact: true }).click();
  await dialog()
    .getByText(/^仅该角色拥有的权限/)
    .first()
    .waitFor();
  await dialog().getByText('数据范围：').nth(1).waitFor();
  await picture(page, 'roles-compare');
  await expectAccessible(page, 'two roles side by side');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await choose('医生（副本）', '删除');
  await dialog().getByText('0 名用户将失去此角色').waitFor();
  await dialog()
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await rowOf('医生（副本）').waitFor({ state: 'hidden' });
  await page.getByText('角色已删除').waitFor();
  expect(desk.complaints).toEqual([]);
});
