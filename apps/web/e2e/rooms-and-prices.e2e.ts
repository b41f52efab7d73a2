import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';
import { sheetOf } from './sheets.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const zone = 'Asia/Shanghai';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, who);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openList(path: string, title: string): Promise<void> {
  await desk.page.goto(`${product.url}/jcpt/basicData/${path}`);
  await desk.page.getByRole('heading', { level: 1, name: title }).waitFor();
  await desk.page.locator('.ant-table-row').first().waitFor();
}

const dialog = (): Locator => desk.page.getByRole('dialog').first();

/** The first day of a month, counted from the running one. */
function firstDay(months: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

test('a price changes from next month on; the running month and past years keep theirs', async () => {
  const { page } = desk;
  const types = await admin.get<{ items: { roomType: { id: number; name: string } }[] }>(
    'RoomTypes/GetAll?MaxResultCount=20',
  );
  const typeId = types.items.map(({ roomType }) => roomType).find(({ name }) => name === '双人间')?.id;
  const pricesOn = async (day: string): Promise<readonly number[]> =>
    (await admin.get<{ price: number }[]>(`RoomFees/GetPrices?roomTypeId=${typeId}&date=${day}`)).map(
      ({ price }) => price,
    );
  const [now, before] = [await pricesOn(firstDay(0)), await pricesOn(firstDay(-12))];
  await openList('roomFees', '房间费用');
  const current = page.locator('.ant-table-row').filter({ hasText: '双人间' }).filter({ hasText: '1,950.00' });
  await current.hover();
  await current.getByRole('button', { name: /^更多/ }).click();
  await page.getByRole('menuitem', { name: '调价' }).click();
  await dialog().getByLabel('新单价').fill('2080.5');
  await picture(page, 'price-change');
  await expectAccessible(page, 'change of a price', '[role="dialog"]');
  await dialog()
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
  await dialog().waitFor({ state: 'detached' });
  const next = page.locator('.ant-table-row').filter({ hasText: '2,080.50' });
  await next.getByText(firstDay(1)).waitFor();
  await current.getByText(dayBefore(firstDay(1))).waitFor();
  await picture(page, 'prices-of-rooms');
  await expectAccessible(page, 'prices of rooms');
  expect([await pricesOn(firstDay(0)), await pricesOn(firstDay(-12))]).toEqual([now, before]);
  expect(await pricesOn(firstDay(1))).toEqual([2080.5, now[1]]);
});

test('a price whose days overlap another one is refused, and the other one named', async () => {
  const { page } = desk;
  await page
    .getByRole('button', { name: /新增|新建/ })
    .first()
    .click();
  await dialog().getByRole('combobox', { name: '房型' }).click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '双人间' }).first().click();
  await dialog().getByLabel('费用名称').fill('床位费');
  await dialog().getByLabel('单价').fill('1');
  await dialog().getByLabel('生效日期').fill(firstDay(2));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await dialog()
    .getByText(/床位费.*至今|长期|已有/)
    .first()
    .waitFor();
  await picture(page, 'price-overlap');
});

test('46 rooms come with their beds from a spreadsheet; two wrong rows are named, and all is taken back', async () => {
  const { page } = desk;
  const roomsNow = async (): Promise<number> =>
    (await admin.get<{ totalCount: number }>('Rooms/GetAll?MaxResultCount=1')).totalCount;
  const bedsNow = async (): Promise<number> =>
    (await admin.get<{ totalCount: number }>('Beds/GetAll?MaxResultCount=1')).totalCount;
  const stored = [await roomsNow(), await bedsNow()];
  await admin.post('Buildings/CreateOrEdit', { name: '枫林楼', code: 'FL', floors: 4 });
  const lines = Array.from({ length: 48 }, (_, at) => [
    '枫林楼',
    at === 46 ? '9' : String(1 + Math.floor(at / 12)),
    `${1 + Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, '0')}`,
    at === 47 ? '总统套房' : '双人间',
  ]);
  await openList('rooms', '房间信息');
  await page.getByRole('button', { name: '导入' }).click();
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({
      name: '房间.xlsx',
      mimeType: 'application/octet-stream',
      buffer: await sheetOf([['楼栋', '楼层', '房间号', '房型'], ...lines]),
    });
  const report = dialog().getByRole('table', { name: '检查结果' });
  await report.getByRole('row').filter({ hasText: '48' }).filter({ hasText: '楼层' }).waitFor();
  await report.getByRole('row').filter({ hasText: '49' }).filter({ hasText: '房型' }).waitFor();
  await picture(page, 'rooms-import-report');
  await expectAccessible(page, 'report of an import of rooms', '[role="dialog"]');
  await dialog().getByRole('checkbox', { name: '只导入没有问题的行' }).check();
  await dialog().getByRole('button', { name: '导入 46 行' }).click();
  await dialog().getByText('导入完成，写入 46 行').waitFor();
  expect([await roomsNow(), await bedsNow()]).toEqual([(stored[0] ?? 0) + 46, (stored[1] ?? 0) + 92]);
  await dialog().getByRole('button', { name: '撤销导入' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '确定撤销本次导入吗？' });
  await question.getByRole('button', { name: '撤销导入' }).click();
  await dialog().getByText('写入的 46 行已全部撤销').waitFor();
  expect([await roomsNow(), await bedsNow()]).toEqual(stored);
  // The browser reports the refused price itself.
  expect(desk.complaints.filter((each) => !each.includes('409'))).toEqual([]);
});
