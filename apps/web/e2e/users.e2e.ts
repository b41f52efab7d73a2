import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, goTo, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  await desk.page.goto(`${product.url}/jcpt/yhgl`);
  await find('admin');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => desk.page.getByRole('dialog');
const rowOf = (name: string): Locator => desk.page.getByRole('row').filter({ hasText: name }).first();

async function find(word: string): Promise<void> {
  await desk.page.getByRole('textbox', { name: '搜索用户名、姓名、邮箱' }).fill(word);
  await rowOf(word).waitFor();
}

const confirm = (): Promise<void> =>
  dialog()
    .getByRole('button', { name: /确\s*定/ })
    .click();
const focused = (): Promise<string> =>
  desk.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  );

const save = (): Promise<void> =>
  dialog()
    .getByRole('button', { name: /保\s*存/ })
    .click();

async function choose(name: string, what: string): Promise<void> {
  await desk.page.getByRole('button', { name: `${name}的更多操作` }).click();
  await desk.page.getByRole('menuitem', { name: what, exact: true }).click();
}

test('the list shows accounts with their roles and state, and is readable to everybody', async () => {
  const { page } = desk;
  await picture(page, 'users-list');
  await expectAccessible(page, 'the list of users');
  await page.getByRole('textbox', { name: '搜索用户名、姓名、邮箱' }).fill('没有这个人');
  await page.getByText('没有符合条件的用户').waitFor();
  await find('admin');
});

test('a user is made with a role, refusals stand at their inputs, and signs in', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: '新增用户' }).click();
  await expect
    .poll(() =>
      dialog()
        .getByLabel('姓', { exact: true })
        .evaluate((input) => input === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type('林');
  await dialog().getByLabel('名', { exact: true }).fill('小青');
  await dialog().getByLabel('用户名').fill('ADMIN');
  await dialog().getByLabel('邮箱', { exact: true }).fill('lin@new.example');
  await dialog().getByLabel('密码', { exact: true }).fill('Right-Horse-7');
  await dialog().getByRole('checkbox', { name: '下次登录须修改密码' }).click();
  await picture(page, 'users-new');
  await expectAccessible(page, 'a new user');
  await dialog()
    .getByText(/^角色（/)
    .click();
  await picture(page, 'users-new-roles');
  await save();
  await dialog().getByText('用户名已存在').waitFor();
  await dialog().getByLabel('用户名').fill('linxiaoqing');
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => focused()).toBe('新增用户');
  await find('linxiaoqing');
  await rowOf('林小青').getByText('启用').waitFor();
  const other = await openDesk(
    browser,
    { ...product, password: 'Right-Horse-7' },
    {
      tenancyName: 'Default',
      userName: 'linxiaoqing',
      isStill: true,
    },
  );
  await goTo(other.page, '/jcpt/yhgl');
  await other.page.getByText('403').first().waitFor();

  await choose('林小青', '停用');
  await dialog().getByText('名下没有未完成的工作').waitFor();
  await confirm();
  await rowOf('林小青').getByText('停用').waitFor();
  await page.getByText('已停用', { exact: true }).waitFor();
  await other.page.getByRole('button', { name: /登\s*录/ }).waitFor();
  await other.context.close();
  await choose('林小青', '启用');
  await rowOf('林小青').getByText('启用').waitFor();
});

test('own permissions are marked beside those of the roles, and go back to the roles', async () => {
  const { page } = desk;
  await choose('林小青', '特殊权限');
  const search = dialog().getByRole('textbox', { name: '搜索权限' });
  await search.fill('用户');
  const tick = dialog()
    .locator('.ant-tree-treenode')
    .filter({ hasText: /^用户$/ })
    .locator('.ant-tree-checkbox');
  await tick.first().click();
  await dialog().getByText('单独授予').first().waitFor();
  await picture(page, 'users-grants');
  await expectAccessible(page, 'own permissions of a user');
  await save();
  await dialog().waitFor({ state: 'hidden' });
  await choose('林小青', '特殊权限');
  await dialog()
    .getByText(/与角色不同：[1-9]/)
    .waitFor();
  await dialog().getByRole('button', { name: '恢复为角色权限' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: '清除林小青' })
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog().first().waitFor({ state: 'hidden' });
  await choose('林小青', '特殊权限');
  await dialog().getByText('与角色不同：0 项').waitFor();
  await dialog()
    .getByRole('button', { name: /取\s*消/ })
    .click();
  await dialog().waitFor({ state: 'hidden' });
});

test('a user leaves after a question that counts the work left behind, and it stays in sight', async () => {
  const { page } = desk;
  await find('manager2');
  const name = (await rowOf('manager2').getByRole('cell').nth(1).textContent()) ?? '';
  await choose(name, '停用');
  const clients = dialog().getByRole('link', { name: /^负责的客户（\d+）/ });
  await clients.waitFor();
  await picture(page, 'users-leave');
  await expectAccessible(page, 'the question before a user leaves');
  const told = /（([\d,]+)）/.exec((await clients.textContent()) ?? '')?.[1];
  await clients.click();
  await page
    .getByText(new RegExp(`^共 ${told} 条`))
    .first()
    .waitFor();
  await page.goBack();
  await confirm();
  await page.getByText('名下的工作仍待移交').waitFor();
  await choose(name, '名下工作');
  await clients.waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => focused()).toBe(`${name}的更多操作`);
  await choose(name, '启用');
  await page.getByText('已启用', { exact: true }).waitFor();
});

test('Ctrl+Enter in the form of a user leaves the focus in the row', async () => {
  const { page } = desk;
  await find('manager2');
  const edit = rowOf('manager2').getByRole('button', { name: /^编辑/ });
  const name = await edit.getAttribute('aria-label');
  await edit.press('Enter');
  await dialog().getByLabel('手机号').fill('13900001111');
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => focused()).toBe(name);
});

test('users without a unit are found, with their number', async () => {
  const { page } = desk;
  await page.getByRole('textbox', { name: '搜索用户名、姓名、邮箱' }).fill('');
  await page.getByText('未分配机构（1）').click();
  await page.getByText('共 1 人').waitFor();
  await rowOf('林小青').waitFor();
  await picture(page, 'users-without-unit');
  await page.getByText('全部用户').click();
});

test('acting as a colleague needs a reason and ends within the hour', async () => {
  const { page } = desk;
  await find('doctor2');
  await choose((await rowOf('doctor2').getByRole('cell').nth(1).textContent()) ?? '', '以此用户登录');
  await dialog().getByRole('radio', { name: '30分钟' }).waitFor();
  const enter = dialog().getByRole('button', { name: /登\s*录/ });
  await enter.click();
  await dialog().getByText('请输入理由').waitFor();
  await dialog().getByLabel('理由').fill('协助处理床位');
  await picture(page, 'users-act-as');
  await expectAccessible(page, 'the reason of acting as a colleague');
  await enter.click();
  await page.getByRole('button', { name: '返回我的账号' }).waitFor();
  const bar = page.getByRole('region', { name: '代登录' });
  const shown = (await bar.textContent()) ?? '';
  expect(shown).toMatch(/doctor2/);
  expect(shown).toMatch(/admin/);
  expect(shown).toMatch(/\d{2}:\d{2}/);
  await picture(page, 'users-acting-as');
  await page.getByRole('button', { name: '返回我的账号' }).click();
  await bar.waitFor({ state: 'hidden' });
});

test('the console tells of nothing but the refused name', () => {
  expect(desk.complaints).toEqual([expect.stringContaining('status of 400')]);
});
