import type { Browser, Download, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';
import { rowsOf, sheetOf } from './sheets.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const titles = ['用户名', '姓', '名', '邮箱', '手机号', '角色', '组织机构', '启用'];

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, who);
  await desk.page.goto(`${product.url}/jcpt/yhgl`);
  await desk.page.getByText(/^共 \d+ 人$/).waitFor();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => desk.page.getByRole('dialog').first();
const rowOf = (name: string): Locator => desk.page.getByRole('row').filter({ hasText: name }).first();
const press = (name: string | RegExp): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();

async function find(word: string): Promise<void> {
  await desk.page.getByRole('textbox', { name: '搜索用户名、姓名、邮箱' }).fill(word);
}

async function downloaded(begin: Promise<void>): Promise<Download> {
  const [download] = await Promise.all([desk.page.waitForEvent('download'), begin]);
  return download;
}

async function upload(rows: readonly (readonly string[])[]): Promise<void> {
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: '员工.xlsx', mimeType: 'application/octet-stream', buffer: await sheetOf(rows) });
}

test('the template names the columns, and wrong lines are told with what to do', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: '导入' }).click();
  await dialog().getByRole('button', { name: '下载模板' }).waitFor();
  await picture(page, 'users-import');
  await expectAccessible(page, 'import of users', '[role="dialog"]');
  const [heads = []] = await rowsOf(await downloaded(press(/下载模板/)));
  expect(heads.map((head) => head.replace('*', ''))).toEqual(titles);
  await upload([
    titles,
    ['qin.lan', '秦', '兰', 'qin.lan@sheet.example', '', '护理人员', '', '是'],
    ['mo.yun', '莫', '云', 'mo.yun@sheet.example', '', '没有的角色', '', '是'],
    ['ADMIN', '艾', '明', 'ai.ming@sheet.example', '', '', '', '是'],
    ['he.qing', '何', '青', 'he.qing@sheet.example', '', '护理人员', '', '否'],
  ]);
  const report = dialog().getByRole('table', { name: '检查结果' });
  await report.getByText('角色“没有的角色”不存在').waitFor();
  await report.getByText('请填写“角色管理”中的角色名称').waitFor();
  await report.getByText('用户名已存在').waitFor();
  await picture(page, 'users-import-report');
  await expectAccessible(page, 'report of an import of users', '[role="dialog"]');
});

test('the good lines become accounts that stand in the list at once', async () => {
  const { page } = desk;
  expect(await dialog().getByRole('button', { name: '导入 2 行' }).isDisabled()).toBe(true);
  await dialog().getByRole('checkbox', { name: '只导入没有问题的行' }).check();
  await press('导入 2 行');
  await dialog().getByText('导入完成，写入 2 行').waitFor();
  await dialog().getByText('1 人没有收到邮件').waitFor();
  await dialog().getByText('1 人未启用，没有发送邮件').waitFor();
  await picture(page, 'users-import-done');
  await expectAccessible(page, 'finished import of users', '[role="dialog"]');
  await dialog()
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click();
  await dialog().waitFor({ state: 'detached' });
  await find('sheet.example');
  await rowOf('qin.lan').getByText('护理人员').waitFor();
  await rowOf('qin.lan').getByText('启用').waitFor();
  await rowOf('he.qing').getByText('停用').waitFor();
  await page.getByText('共 2 人').waitFor();
});

test('the export holds the users that are shown, under the titles of the template', async () => {
  const { page } = desk;
  const file = await downloaded(page.getByRole('button', { name: '导出' }).click());
  const [heads = [], ...rows] = await rowsOf(file);
  expect(heads.slice(0, titles.length)).toEqual(titles);
  const shown = await page.locator('.ant-table-row td:first-child').allTextContents();
  expect(rows.map(([name]) => name)).toEqual(shown);
  expect(new Set(rows.map((row) => `${row[0]} ${row[5]} ${row[7]}`))).toEqual(
    new Set(['qin.lan 护理人员 是', 'he.qing 护理人员 否']),
  );
});

test('an import is taken back from its place among the recent ones', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: '导入' }).click();
  await dialog().getByRole('button', { name: '查看 员工.xlsx' }).click();
  await press('撤销导入');
  const question = page.getByRole('dialog').filter({ hasText: '确定撤销本次导入吗？' });
  await question.getByRole('button', { name: '撤销导入' }).click();
  await dialog().getByText('写入的 2 行已全部撤销').waitFor();
  await picture(page, 'users-import-undone');
  await dialog()
    .getByRole('button', { name: /^关\s*闭$/ })
    .last()
    .click();
  await page.getByText('没有符合条件的用户').waitFor();
  const { totalCount } = await admin.get<{ totalCount: number }>('User/GetUsers?Filter=sheet.example');
  expect(totalCount).toBe(0);
  expect(desk.complaints).toEqual([]);
});
