import Excel from 'exceljs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

const soon = { interval: 50 };
const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const path = '/inventmanage/DevicesType';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, who);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`${product.url}${path}${search}`);
  await page
    .getByRole('button', { name: /^编辑 / })
    .first()
    .waitFor();
}

/** Creates device types for the test. */
async function makeTypes(word: string, count: number): Promise<readonly number[]> {
  const [sample] = (
    await admin.get<{ items: readonly { devicesType: object }[] }>('DevicesType/GetAll?MaxResultCount=1')
  ).items;
  const made: number[] = [];
  for (let at = 1; at <= count; at += 1)
    made.push(
      await admin.post<number>('DevicesType/CreateOrEdit', {
        ...sample?.devicesType,
        id: null,
        rowVersion: null,
        typeName: `${word}${at}`,
        typeCode: `${word}${at}`,
      }),
    );
  return made;
}

async function rename(id: number, typeName: string): Promise<void> {
  const { devicesType } = await admin.get<{ devicesType: object }>(`DevicesType/GetDevicesTypeForEdit?Id=${id}`);
  await admin.post('DevicesType/CreateOrEdit', { ...devicesType, typeName });
}

describe('several rows at once', () => {
  test('ticked rows: what was refused is told row by row', async () => {
    const { page } = desk;
    await makeTypes('甲类', 3);
    await openList(page, '?q=甲类');
    for (const name of ['选择 甲类1', '选择 甲类2']) await page.getByRole('checkbox', { name }).check();
    await page.getByText('已选择 2 项').waitFor();
    await picture(page, 'list-selection');
    await expectAccessible(page, 'selection');
    await page.getByRole('button', { name: '删除所选' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page, 'delete many', '[role="dialog"]');
    await dialog.getByRole('button', { name: /删\s*除/ }).click();
    await page.getByText('成功 2 条').waitFor();
    await expect.poll(() => page.locator('tr[data-row-key]').count(), soon).toBe(1);
  });

  test('a row that somebody has changed meanwhile stays and says why', async () => {
    const { page } = desk;
    const [id = 0] = await makeTypes('丙类', 2);
    await openList(page, '?q=丙类');
    for (const name of ['选择 丙类1', '选择 丙类2']) await page.getByRole('checkbox', { name }).check();
    await rename(id, '丙类改');
    await page.getByRole('button', { name: '删除所选' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /删\s*除/ })
      .click();
    const dialog = page.getByRole('dialog').filter({ hasText: '成功 1 条，失败 1 条' });
    await dialog.waitFor();
    await dialog.getByRole('cell', { name: /该记录已被 .* 修改/ }).waitFor();
    await expectAccessible(page, 'outcome', '[role="dialog"]');
    await picture(page, 'list-outcome');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(desk.complaints).toEqual([]);
  });

  test('everything that meets the condition: asked for by its number, and gone with another condition', async () => {
    const { page } = desk;
    await makeTypes('乙类', 24);
    await openList(page, '?q=乙类&size=10');
    await page.getByRole('checkbox', { name: '全选本页' }).check();
    await page.getByText('已选择 10 项').waitFor();
    await page.getByRole('button', { name: '全选符合条件的 24 条' }).click();
    await page.getByText('已选择符合条件的全部 24 条').waitFor();
    await page.getByRole('button', { name: '删除所选' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /删\s*除/ }).click();
    await dialog.locator('.ant-form-item-explain-error').filter({ hasText: '请输入条数 24 以确认' }).waitFor();
    await dialog.getByRole('spinbutton').fill('24');
    await dialog.getByRole('button', { name: /删\s*除/ }).click();
    await page.getByText('成功 24 条').waitFor();
    await page.getByRole('button', { name: '清空条件' }).waitFor();
  });
});

describe('an export of many rows', () => {
  test('becomes a task with its progress at the top right, and a file with the shown columns', async () => {
    const { page } = desk;
    const kinds = await admin.get<{ totalCount: number }>('Watch_hearts/GetAll?MaxResultCount=1');
    expect(kinds.totalCount).toBeGreaterThan(5000);
    await page.goto(`${product.url}/device/alldata?kind=heart`);
    await page.locator('main [data-opens-row]').first().waitFor();
    await page.getByRole('button', { name: /导出$/ }).click();
    await page.getByText('数据较多，已转为任务').waitFor();
    await page.getByText('导出已完成').waitFor();
    await page.getByRole('button', { name: '任务，1 个待查看' }).click();
    await page.getByRole('button', { name: /^下载 导出/ }).waitFor();
    await expectAccessible(page, 'tasks', '.ant-popover');
    await picture(page, 'list-tasks');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^下载 导出/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const book = new Excel.Workbook();
    await book.xlsx.readFile(await file.path());
    expect(book.worksheets[0]?.rowCount).toBe(kinds.totalCount + 1);
    await page.getByRole('button', { name: '任务', exact: true }).waitFor();
    expect(desk.complaints).toEqual([]);
  });
});
