import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';
import { sheetOf } from './sheets.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const titles = ['姓名', '性别', '出生日期', '手机号', '证件类型', '证件号码', '现住址区划'];

/** Lines with these places have no gender that the product knows. */
const wrong = [4, 40, 77, 110, 150, 199];
const knownCount = 4;

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

const personLine = (at: number): readonly string[] => [
  `批量${String(at).padStart(3, '0')}`,
  wrong.includes(at) ? '不明' : '女',
  '1950-05-05',
  String(13_700_000_000 + at),
  '其他法定有效证件',
  `BULK${10_000 + at}`,
  '110101',
];
const lines = (count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_each, at) => personLine(at));

const dialog = (): Locator => desk.page.getByRole('dialog').first();
const press = (name: string | RegExp): Promise<void> => dialog().getByRole('button', { name }).first().click();
const counted = async (): Promise<number> =>
  (await admin.get<{ totalCount: number }>(`C_client/GetPagedAll?nameFilter=${encodeURIComponent('批量')}`)).totalCount;

async function upload(rows: readonly (readonly string[])[], name: string): Promise<void> {
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: await sheetOf([titles, ...rows]) });
}

async function open(): Promise<void> {
  await desk.page.goto(`${product.url}/userManage/UserList`);
  await desk.page.getByRole('button', { name: '导入' }).first().click();
  await dialog().getByText('点击或拖拽文件到此处上传').waitFor();
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, who);
  await open();
  await upload(lines(knownCount), '已有.xlsx');
  await press(`导入 ${knownCount} 行`);
  await dialog().getByText(`导入完成，写入 ${knownCount} 行`).waitFor();
  await open();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const grid = (): Locator => dialog().getByRole('table', { name: '导入的行' });
const cell = (row: number, column: string): Locator =>
  grid().getByRole('button', { name: new RegExp(`^第 ${row} 行 ${column}`) });

test('wrong cells of 200 lines are told in the grid', async () => {
  await upload(lines(200), '二百人.xlsx');
  await press('在线修改');
  await grid().waitFor();
  expect(await dialog().getByRole('status').textContent()).toBe('还有 6 行有问题');
  expect(await grid().getByRole('row').count()).toBe(1 + wrong.length);
  await picture(desk.page, 'import-lines');
  await expectAccessible(desk.page, 'lines of an import', '[role="dialog"]');
});

test('two are corrected in place, by mouse and by keyboard, and checked at once', async () => {
  const { page } = desk;
  await cell(6, '性别').click();
  const input = grid().getByRole('combobox', { name: '第 6 行 性别' });
  await input.fill('女');
  await dialog().getByRole('heading').or(dialog().getByText('总行数')).first().click();
  await dialog().getByText('还有 5 行有问题').waitFor();
  await cell(42, '性别').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('错');
  await page.keyboard.press('Escape');
  await cell(42, '性别').getByText('不明').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('男');
  await page.keyboard.press('Enter');
  await dialog().getByText('还有 4 行有问题').waitFor();
  await cell(42, '性别').getByText('男').waitFor();
  await picture(page, 'import-lines-corrected');
});

test('the good lines are written with the corrections, and taken back', async () => {
  expect(await counted()).toBe(knownCount);
  await dialog().getByRole('checkbox', { name: '只导入没有问题的行' }).check();
  await press('导入 192 行');
  await dialog().getByText('导入完成，写入 192 行').waitFor({ timeout: 60_000 });
  expect(await counted()).toBe(196);
  await press('撤销导入');
  const question = desk.page.getByRole('dialog').filter({ hasText: '确定撤销本次导入吗？' });
  await question.getByRole('button', { name: '撤销导入' }).click();
  await dialog().getByText('写入的 192 行已全部撤销').waitFor({ timeout: 60_000 });
  expect(await counted()).toBe(knownCount);
  expect(desk.complaints).toEqual([]);
});

const main = (): Locator => desk.page.locator('main');
const batchLine = (file: string): Locator => main().getByRole('row').filter({ hasText: file });
const title = (name: string): Promise<void> => main().getByRole('heading', { level: 1, name, exact: true }).waitFor();

test('imports stand in a list with their counts; the file of wrong rows says why', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/importData`);
  await title('数据导入');
  const row = batchLine('二百人.xlsx');
  await row.getByText('已撤销').waitFor();
  const numbers = (await row.getByRole('cell').allInnerTexts()).slice(3, 7);
  expect(numbers).toEqual(['200', '192', '4', '4']);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: '下载错误行：二百人.xlsx' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  await expectAccessible(page, 'imports of client data');
  await picture(page, 'client-imports');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'client-imports-wide');
  await page.setViewportSize({ width: 1366, height: 768 });
});

test('an import of a kind is begun on a page of its own, outlives a reload, and is taken back from the list', async () => {
  const { page } = desk;
  await main().getByRole('button', { name: '新建导入' }).click();
  await title('客户数据导入');
  await main().getByRole('radiogroup', { name: '导入类型' }).getByText('健康测量数据').click();
  await main().getByRole('combobox', { name: '测量项目' }).waitFor();
  expect(page.url()).toContain('kind=measurement');
  await main().getByRole('radiogroup', { name: '导入类型' }).getByText('客户', { exact: true }).click();
  await main().getByText('点击或拖拽文件到此处上传').waitFor();
  await picture(page, 'client-import-begin');
  await expectAccessible(page, 'the first step of an import');
  const buffer = await sheetOf([titles, ...[300, 301, 302].map(personLine)]);
  const file = { name: '三人.xlsx', mimeType: 'application/octet-stream', buffer };
  await main().locator('input[type=file]').setInputFiles(file);
  await main().getByRole('button', { name: '导入 3 行' }).waitFor();
  expect(page.url()).toMatch(/[?&]id=\d+/);
  await page.reload();
  await picture(page, 'client-import-checked');
  await main().getByRole('button', { name: '导入 3 行' }).click();
  await main().getByText('导入完成，写入 3 行').waitFor();
  expect(await counted()).toBe(knownCount + 3);
  await main()
    .getByRole('button', { name: /^关\s*闭$/ })
    .click();
  await title('数据导入');
  const row = batchLine('三人.xlsx');
  await row.getByText('已完成').waitFor();
  await row.getByRole('button', { name: '撤销导入' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '确定撤销本次导入吗？' });
  await question.getByRole('button', { name: '撤销导入' }).click();
  await row.getByText('已撤销').waitFor();
  expect(await counted()).toBe(knownCount);
  expect(desk.complaints).toEqual([]);
});
