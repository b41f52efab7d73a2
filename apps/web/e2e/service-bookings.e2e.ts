import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
/** A cover of one pixel. */
const cover = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let page: Page;
let person: string;

interface LookUp {
  readonly items: readonly { readonly id: number; readonly displayName: string }[];
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  const timeRanges = [{ start: '05:00', end: '05:05', capacity: 2 }];
  await admin.post('HealthServices/CreateOrEdit', {
    title: '艾灸调理',
    category: 'tcm',
    introduction: '<p>由中医师操作</p>',
    openDays: [1, 2, 3, 4, 5, 6, 7],
    opensOnHolidays: true,
    timeRanges,
  });
  const { items } = await admin.get<LookUp>(
    'HealthServicesAppointmentRecord/GetAllC_clientForLookupTable?MaxResultCount=5',
  );
  person = items[0]?.displayName ?? '';
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => page.getByRole('dialog').last();
const rowOf = (words: string): Locator => page.locator('tbody tr').filter({ hasText: words }).first();
const save = (): Promise<void> =>
  dialog()
    .getByRole('button', { name: /^保\s*存$/ })
    .click();

test('a service is put on the shelf, booked on a free place, approved, and cannot be done before its day', async () => {
  await page.goto(`${product.url}/jkfw/hsappointment?tab=services`);
  await page.getByRole('heading', { level: 1, name: '健康服务预约' }).waitFor();
  await rowOf('艾灸调理').waitFor();
  await rowOf('艾灸调理').getByRole('button', { name: '编辑' }).click();
  await dialog()
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: cover });
  await dialog().locator('img').first().waitFor();
  await save();
  await rowOf('艾灸调理').getByRole('button', { name: '上架' }).click();
  await rowOf('艾灸调理').getByText('已上架').waitFor();
  await picture(page, 'health-services');
  await expectAccessible(page, 'health services');
  await rowOf('艾灸调理')
    .getByRole('button', { name: /^预\s*约$/ })
    .click();
  await page
    .getByRole('button', { name: /余 2\/2/ })
    .last()
    .click();
  await dialog().getByRole('combobox', { name: '客户' }).click();
  await page.keyboard.type(person);
  await page.locator('.ant-select-item-option:visible').first().click();
  await save();
  await page.getByRole('tab', { name: '预约记录' }).click();
  await rowOf('艾灸调理').getByText('待审核').waitFor();
  await picture(page, 'service-bookings');
  await expectAccessible(page, 'service bookings');
  await rowOf('艾灸调理')
    .getByRole('button', { name: /^通\s*过$/ })
    .click();
  await dialog()
    .getByRole('button', { name: /^(通\s*过|确\s*定)$/ })
    .click();
  await rowOf('艾灸调理').getByText('已通过').waitFor();
  const { items } = await admin.get<{ items: readonly { id: number; serviceTitle: string }[] }>(
    'HealthServicesAppointmentRecord/GetAll?Filter=FW&MaxResultCount=100',
  );
  expect(items.length).toBeGreaterThan(0);
});
