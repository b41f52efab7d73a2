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
  await desk.page.goto(`${product.url}/jcpt/zzjg`);
  await desk.page.getByRole('heading', { name: '组织机构' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => desk.page.getByRole('dialog');
const unit = (name: string): Locator =>
  desk.page
    .locator('.ant-tree-treenode')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('.ant-tree-title');
const heading = (name: string): Locator => desk.page.getByRole('heading', { level: 2, name });
const asked = (question: string): Locator =>
  desk.page.locator('.ant-modal-confirm-title').filter({ hasText: question });
const press = (name: RegExp): Promise<void> => dialog().getByRole('button', { name }).click();

async function nameUnit(name: string): Promise<void> {
  await dialog().getByLabel('机构名称').fill(name);
  await press(/保\s*存/);
  await dialog().waitFor({ state: 'hidden' });
  await heading(name).waitFor();
}

test('units are made below each other, and a name used beside it is refused at its input', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: '新增顶级机构' }).click();
  await nameUnit('浦东中心');
  await page.getByRole('button', { name: '新增下级', exact: true }).click();
  await picture(page, 'units-new');
  await expectAccessible(page, 'a new unit');
  await nameUnit('护理部');
  await unit('浦东中心').click();
  await heading('浦东中心').waitFor();
  await page.getByRole('button', { name: '新增下级', exact: true }).click();
  await dialog().getByLabel('机构名称').fill('护理部');
  await press(/保\s*存/);
  await dialog().getByText('同一上级之下已有同名项').waitFor();
  await dialog().getByLabel('机构名称').fill('康复部');
  await press(/保\s*存/);
  await heading('康复部').waitFor();
});

test('a unit that is dragged onto another moves after a question', async () => {
  const { page } = desk;
  await unit('康复部').dragTo(unit('护理部'));
  await asked('将“康复部”移动到“护理部”之下？').waitFor();
  await picture(page, 'units-drag');
  await press(/确\s*定/);
  await dialog().waitFor({ state: 'hidden' });
  await unit('康复部').click();
  await page.getByText(/浦东中心 \/ 护理部 \/ 编码/).waitFor();
});

test('keys alone move a unit back and rename it', async () => {
  const { page } = desk;
  await unit('康复部').click();
  await page.keyboard.press('F2');
  await nameUnit('康复中心');
  await page.getByRole('button', { name: '移动到…' }).press('Enter');
  await dialog().getByRole('textbox', { name: '搜索机构' }).fill('浦东');
  await dialog().locator('.ant-tree-title').filter({ hasText: '浦东中心' }).click();
  await press(/确\s*定/);
  await asked('将“康复中心”移动到“浦东中心”之下？').waitFor();
  await page
    .getByRole('dialog')
    .filter({ hasText: '将“康复中心”' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await page.getByText(/浦东中心 \/ 编码/).waitFor();
});

test('members and roles are added, seen from above, and taken out', async () => {
  const { page } = desk;
  await unit('护理部').click();
  await heading('护理部').waitFor();
  await page.getByRole('button', { name: '添加成员' }).click();
  await dialog().getByRole('textbox', { name: '搜索姓名、用户名、邮箱' }).fill('admin');
  await dialog().getByRole('checkbox', { name: /admin/ }).first().check();
  await picture(page, 'units-pick');
  await expectAccessible(page, 'the picker of members');
  await press(/添加 1 项/);
  await dialog().waitFor({ state: 'hidden' });
  await page.getByText('成员（1）').waitFor();
  await page.getByText('角色（0）').click();
  await page.getByText('该机构暂无角色').waitFor();
  await page.getByRole('button', { name: '添加角色' }).click();
  await dialog().getByRole('checkbox').nth(1).check();
  await press(/添加 1 项/);
  await dialog().waitFor({ state: 'hidden' });
  await page.getByText('角色（1）').waitFor();
  await unit('浦东中心').click();
  await page.getByText('该机构暂无角色').or(page.getByText('该机构暂无成员')).waitFor();
  await page.getByText(/^成员（/).click();
  await page.getByRole('checkbox', { name: '含下级机构' }).check();
  await page.getByRole('cell', { name: '护理部' }).waitFor();
  await picture(page, 'units-page');
  await expectAccessible(page, 'the page of units');
  await page.getByRole('checkbox', { name: '含下级机构' }).uncheck();
  await unit('护理部').click();
  await page.getByRole('button', { name: /^移出/ }).click();
  await press(/确\s*定/);
  await page.getByText('成员（0）').waitFor();
  await page.getByRole('button', { name: '添加成员' }).click();
  await dialog().getByRole('textbox', { name: '搜索姓名、用户名、邮箱' }).fill('admin');
  await dialog().getByRole('checkbox', { name: /admin/ }).first().check();
  await press(/添加 1 项/);
  await page.getByText('成员（1）').waitFor();
});

test('deleting says what goes with it', async () => {
  const { page } = desk;
  await unit('浦东中心').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '删除' }).click();
  await dialog().getByText('将同时删除其下 2 个机构，解除 1 个成员关系和 1 个角色关系').waitFor();
  await picture(page, 'units-remove');
  await press(/确\s*定/);
  await unit('浦东中心').waitFor({ state: 'detached' });
  await page.getByText('机构已删除').waitFor();
  await page.getByRole('button', { name: '未分配机构（0）' }).click();
  await page.getByRole('heading', { level: 2, name: '未分配机构' }).waitFor();
  await page.getByText('所有用户都已分配机构').waitFor();
  await picture(page, 'units-none');
  await expectAccessible(page, 'users without a unit');
});

test('the console tells of nothing but the refused name', () => {
  expect(desk.complaints).toEqual([expect.stringContaining('status of 409')]);
});
