import Excel from 'exceljs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const soon = { interval: 50 };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, who);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Listed {
  readonly totalCount: number;
  readonly items: readonly { readonly name: string; readonly deviceCount: number; readonly openCases: number }[];
}

const tab = (page: Page, label: string) => page.getByRole('tab', { name: new RegExp(`^${label}`) });
const searchOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const totalOf = (page: Page): Promise<string> => page.getByText(/^共 \d+ 条$/).innerText();

test('clients without device: the tab counts them, shows a chip, stays after a reload, and is what is exported', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/UserList`);
  await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
  const { totalCount } = await admin.get<Listed>('C_client/GetPagedAll?HasDeviceFilter=false');
  expect(totalCount).toBeGreaterThan(0);
  await expect.poll(() => tab(page, '未绑定设备').textContent(), soon).toBe(`未绑定设备${totalCount}`);
  await picture(page, 'list-tabs');
  await tab(page, '未绑定设备').click();
  await expect.poll(() => totalOf(page), soon).toBe(`共 ${totalCount} 条`);
  const chips = page.getByRole('group', { name: '当前条件' });
  expect(await chips.innerText()).toBe('佩戴设备：否');
  await expectAccessible(page, 'list with tabs by views');
  expect(searchOf(page)).toBe('?hasDevice=false');
  await page.reload();
  await page.getByRole('tab', { selected: true, name: /^未绑定设备/ }).waitFor();
  await expect.poll(() => totalOf(page), soon).toBe(`共 ${totalCount} 条`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /导出$/ }).click(),
  ]);
  const book = new Excel.Workbook();
  await book.xlsx.readFile(await download.path());
  expect(book.worksheets[0]?.rowCount).toBe(totalCount + 1);
  await chips.getByRole('button', { name: '去掉条件 佩戴设备' }).click();
  await page.getByRole('tab', { selected: true, name: '全部' }).waitFor();
});

test('counts stand in the list as the server counted them', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/UserList?abnormalToday=true`);
  const { items } = await admin.get<Listed>('C_client/GetPagedAll?AbnormalTodayFilter=true');
  const [first] = items;
  if (!first) throw new Error('nobody is abnormal today');
  const line = page.getByRole('row').filter({ hasText: first.name }).first();
  await line.waitFor();
  expect(await line.innerText()).toMatch(new RegExp(`\\b${first.deviceCount}\\s+${first.openCases}\\b`));
});
