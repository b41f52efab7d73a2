import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;
let person: number;
let caseId: number;

const hour = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hour).toISOString();

/** A recorded night with eight pressures of a device, and twenty of the day before. */
async function recordNight(): Promise<void> {
  const client = await openDatabase(product.folder);
  await client.query(
    `insert into mattress_sleep_report (tenant_id, client_id, measured_at, report_on, asleep_at, awake_at, total_minutes)
     select tenant_id, id, now() - interval '1 hour', current_date, now() - interval '9 hours', now() - interval '1 hour', 450 from client where id = $1`,
    [person],
  );
  await client.query(
    `insert into blood_pressure_reading (tenant_id, client_id, measured_at, high, low, origin, slot, device_id)
     select c.tenant_id, c.id, now() - make_interval(mins => m.at), m.high, m.low, 2, 1, null
     from client c, (select 61 + 55 * n as at, 122 as high, 68 as low from generate_series(0, 7) n
       union all select 545 + 40 * n, 131, 79 from generate_series(0, 20) n) m where c.id = $1`,
    [person],
  );
  await client.end();
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  const { items } = await admin.get<{
    readonly items: readonly { readonly abnormalData: { readonly id: number; readonly userid: number | null } }[];
  }>('AbnormalData/GetAll?stateFilter=0&abnormaL_TYPEFilter=bpHigh&MaxResultCount=20');
  const found = items.map(({ abnormalData }) => abnormalData).find(({ userid }) => userid !== null);
  person = found?.userid ?? 0;
  caseId = found?.id ?? 0;
  await recordNight();
  await admin.post('Watch_spo2s/CreateOrEdit', { userId: person, ['measure_time']: ago(0.1), spo2: 95, heart: 84 });
  await admin.post('Watch_bps/CreateOrEdit', { userId: person, ['measure_time']: ago(0.2), high: 108, low: 70 });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const sizes = [
  [1366, 768],
  [1920, 1080],
] as const;

const widthLeft = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the page of a person shows the score with its missing parts, and the means of the night', async () => {
  const { page } = desk;
  for (const [width, height] of [...sizes, [375, 812] as const]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.url}/userManage/UserList/${person}`);
    const score = page.getByRole('region', { name: '早期预警（NEWS2）' });
    await score.getByText(/^至少\d+分（缺.*呼吸.*意识.*）$/).waitFor();
    expect(await score.getByRole('listitem').count()).toBe(7);
    await page
      .getByRole('region', { name: '昼夜血压均值' })
      .getByText(/\d+\/\d+(\.\d)? mmHg/)
      .first()
      .waitFor();
    expect(await widthLeft(page)).toBe(0);
    await picture(page, `early-warning-person-${width}`);
    await page.getByRole('region', { name: '昼夜血压均值' }).scrollIntoViewIfNeeded();
    await picture(page, `early-warning-night-${width}`);
    await expectAccessible(page, `person at ${width}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectReadableInDark(page, 'person');
  expect(desk.complaints).toEqual([]);
});

test('a case shows the score of its person', async () => {
  const { page } = desk;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.goto(`${product.url}/jkfw/adnormal?id=${caseId}`);
    const score = page.getByRole('region', { name: '早期预警（NEWS2）' });
    await score.getByText(/^至少\d+分（缺/).waitFor();
    await score.scrollIntoViewIfNeeded();
    expect(await widthLeft(page)).toBe(0);
    await picture(page, `early-warning-case-${width}`);
    await expectAccessible(page, `case at ${width}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor();
  await picture(page, 'early-warning-case-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html[data-theme=light]').waitFor();
  await expectReadableInDark(page, 'case');
  expect(desk.complaints).toEqual([]);
});

test('the list of clients sorts the worst first', async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${product.url}/userManage/UserList`);
  await page.getByRole('button', { name: '最差优先' }).click();
  await expect.poll(() => new URL(page.url()).search).toContain('sort=-earlyWarning');
  await page.getByRole('row').nth(1).waitFor();
  await picture(page, 'early-warning-list-1920');
  expect(desk.complaints).toEqual([]);
});
