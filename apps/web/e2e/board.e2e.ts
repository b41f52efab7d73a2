import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';
import { dayOf, item, monday } from './week-desk.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
let product: Product;
let browser: Browser;
let admin: Caller;
let first: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  first = await openDesk(browser, product, who);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const idOf = async (path: string, body: object): Promise<number> => admin.post<number>(path, body);

describe('contracts as a board', () => {
  const column = (page: Page, state: string): Locator => page.getByRole('region', { name: new RegExp(`^${state} `) });
  const dialog = (page: Page): Locator => page.getByRole('dialog');
  const confirm = (page: Page): Promise<void> =>
    dialog(page)
      .getByRole('button', { name: /^确\s*定$/ })
      .click();
  const inColumn = (state: string, text: string): Promise<void> =>
    column(first.page, state).locator('button[data-item]').filter({ hasText: text }).waitFor();

  beforeAll(async () => {
    const { userId } = await admin
      .get<{ readonly userId: number }>('Session/GetCurrentLoginInformations')
      .then((found) => ({ userId: (found as unknown as { readonly user: { readonly id: number } }).user.id }));
    const make = async (name: string): Promise<number> => {
      return idOf('XYJ_Contract/CreateOrEdit', {
        name,
        contractType: 'purchase',
        partyName: '粮油店',
        chargeUserId: userId,
        startDate: dayOf(Date.now()),
        endDate: monday,
      });
    };
    for (const name of ['米面采购', '油料采购', '蔬菜采购', '鲜蛋采购']) await make(name);
    await first.page.goto(`${product.url}/jcpt/htgl?as=board`);
    await inColumn('草稿', '米面采购');
  });

  test('shows columns with counts and cards without findings, in light and dark', async () => {
    const { page } = first;
    await picture(page, 'board');
    await expectAccessible(page, 'a board of contracts');
    await expectReadableInDark(page, 'a board of contracts');
  });

  test('a card dropped by mouse asks as the move does; cancelled it stays, confirmed it goes', async () => {
    const { page } = first;
    await item(page, '米面采购').dragTo(column(page, '审批中'));
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await dialog(page)
      .getByRole('button', { name: /^取\s*消$/ })
      .click();
    await inColumn('草稿', '米面采购');
    await item(page, '米面采购').dragTo(column(page, '审批中'));
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await confirm(page);
    await inColumn('审批中', '米面采购');
    await item(page, '油料采购').dragTo(column(page, '已终止'));
    await page.getByText(/不能从“草稿”改为“已终止”$/).waitFor();
    await inColumn('草稿', '油料采购');
  });

  test('a card is moved by keys; a move that needs input asks for it', async () => {
    const { page } = first;
    await item(page, '油料采购').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowRight');
    await page.getByText('审批中', { exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await confirm(page);
    await inColumn('审批中', '油料采购');

    const inForce = column(page, '执行中').locator('button[data-item]').first();
    const name = (await inForce.textContent()) ?? '';
    const number = /HT\d+/.exec(name)?.[0] ?? '';
    await inForce.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('终止后不能恢复').waitFor();
    await confirm(page);
    await dialog(page).locator('.ant-form-item-explain-error').first().waitFor();
    await dialog(page).getByLabel('终止日期').fill(dayOf(Date.now()));
    await dialog(page).getByLabel('终止日期').press('Tab');
    await dialog(page).getByLabel('原因').fill('双方协商一致');
    await confirm(page);
    await inColumn('已终止', number);
  });

  test('a card that somebody moved meanwhile is refused and stands where it is now', async () => {
    const { page } = first;
    const { items } = await admin.get<{ items: { ['xyJ_Contract']: { id: number; name: string } }[] }>(
      `XYJ_Contract/GetAll?MaxResultCount=50&Filter=${encodeURIComponent('蔬菜采购')}`,
    );
    await item(page, '蔬菜采购').dragTo(column(page, '审批中'));
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await admin.post('XYJ_Contract/Submit', { id: items[0]?.['xyJ_Contract'].id });
    await confirm(page);
    await page.getByText(/该记录已被.*修改/).waitFor();
    await dialog(page)
      .getByRole('button', { name: /^取\s*消$/ })
      .click();
    await inColumn('审批中', '蔬菜采购');
  });

  test('in the calendar a draft can be moved, a contract under approval only opened', async () => {
    const { page } = first;
    await page.goto(`${product.url}/jcpt/htgl?as=calendar&at=${monday}&kind=purchase`);
    await item(page, '蔬菜采购').waitFor();
    const held = (text: string): Promise<readonly (string | null)[]> =>
      Promise.all(['draggable', 'aria-pressed'].map((name) => item(page, text).getAttribute(name)));
    expect([await held('鲜蛋采购'), await held('蔬菜采购')]).toEqual([
      ['true', 'false'],
      ['false', null],
    ]);
    await item(page, '蔬菜采购').focus();
    await page.keyboard.press(' ');
    await page.getByText(/蔬菜采购.* 不能移动$/).waitFor();
  });

  test('a shared view kept on the board brings it back for a colleague, who chose the table', async () => {
    const { page } = first;
    const viewMenu = (on: Page): Locator => on.getByRole('button', { name: /^视图：/ });
    await page.goto(`${product.url}/jcpt/htgl?as=board&kind=purchase`);
    await inColumn('审批中', '蔬菜采购');
    await viewMenu(page).click();
    await page.getByRole('menuitem', { name: '保存为视图' }).click();
    await dialog(page).getByLabel('视图名称').fill('采购看板');
    await dialog(page).getByRole('radio', { name: '本机构所有人' }).check();
    await dialog(page)
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByRole('button', { name: '视图：采购看板', exact: true }).waitFor();
    await page.keyboard.press('v');
    await page.getByRole('button', { name: '视图：采购看板（已修改）' }).waitFor();

    await admin.post('User/CreateOrUpdateUser', {
      user: {
        userName: 'view.reader',
        name: '同事',
        emailAddress: 'view.reader@example.com',
        password: product.password,
        isActive: true,
        shouldChangePasswordOnNextLogin: false,
      },
      assignedRoleNames: ['Admin'],
    });
    const reader = await openDesk(browser, product, { tenancyName: 'Default', userName: 'view.reader', isStill: true });
    const theirs = reader.page;
    await theirs.goto(`${product.url}/jcpt/htgl`);
    await theirs.getByRole('table').first().waitFor();
    await theirs.getByRole('button', { name: '快捷键' }).click();
    await theirs.getByText('切换视图方式', { exact: true }).waitFor();
    await theirs.keyboard.press('Escape');
    await viewMenu(theirs).click();
    await theirs.getByRole('menuitem', { name: /^采购看板（/ }).click();
    await item(theirs, '蔬菜采购').waitFor();
    expect(new URL(theirs.url()).searchParams.get('as')).toBe('board');
    await viewMenu(theirs).click();
    await theirs.getByRole('menuitem', { name: '设为默认视图' }).click();
    await theirs.getByRole('button', { name: '视图：采购看板', exact: true }).waitFor();
    await theirs.goto(`${product.url}/jcpt/htgl`);
    await item(theirs, '蔬菜采购').waitFor();
    await theirs.goto(`${product.url}/inventmanage/DevicesType`);
    await theirs.getByRole('button', { name: '快捷键' }).click();
    await theirs.getByText('刷新', { exact: true }).waitFor();
    expect(await theirs.getByText('切换视图方式', { exact: true }).count()).toBe(0);
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  });
});
