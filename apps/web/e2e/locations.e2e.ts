import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, type Desk } from './browser.ts';
import { deliverBatch, signIn, startProduct, type Caller, type Product } from './product.ts';

/** A place far from all others of the demo, so that its people are a group of their own. */
const home = { longitude: 101.7782, latitude: 36.6171 };

let product: Product;
let browser: Browser;
let desk: Desk;
let names: readonly string[];

interface BoundRow {
  readonly ['device_bind']: { readonly imei: string; readonly userId: number };
  readonly userName: string;
}

/** Three people with different names whose devices report a position. */
async function boundPeople(admin: Caller): Promise<readonly BoundRow[]> {
  const { items } = await admin.get<{ readonly items: readonly BoundRow[] }>(
    'Device_binds/GetAll?RelationFilter=0&StateFilter=1&MaxResultCount=20',
  );
  return [...new Map(items.map((row) => [row.userName, row])).values()].slice(0, 3);
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const people = await boundPeople(admin);
  names = people.map(({ userName }) => userName);
  const id = await admin.post<number>('IngestSources/CreateOrEdit', {
    sourceName: '定位网关',
    sourceCode: 'e2e-places',
    protocol: 'json',
    authType: 'hmac',
    imeiList: people.map((row) => row['device_bind'].imei),
    ratePerMinute: 600_000,
  });
  const { apiKey } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id });
  await deliverBatch(
    product,
    { code: 'e2e-places', key: apiKey },
    people.map((row) => ({
      imei: row['device_bind'].imei,
      dataType: 'location',
      measuredAt: new Date().toISOString(),
      values: { ...home, locationType: 1 },
    })),
  );
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('people at one place are one marker, whose list leads to each of them', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/ycjh/devicesLocations`);
  const group = page.getByRole('button', { name: /^3 人，在线 \d 人/ });
  await group.first().waitFor();
  await expectAccessible(page, 'groups on the map');
  const list = page.getByRole('list', { name: /^3 人/ });
  // The group is reached by the keyboard and opened up to the closest zoom.
  await expect
    .poll(
      async () => {
        if ((await list.count()) === 0) await group.first().press('Enter');
        return list.count();
      },
      { interval: 700 },
    )
    .toBe(1);
  const shown = await list.getByRole('button').allInnerTexts();
  expect(new Set(shown.map((text) => text.split(' ')[0]))).toEqual(new Set(names));
  await expectAccessible(page, 'names at one place');
  await list.getByRole('button', { name: names[0] ?? '' }).press('Enter');
  await page
    .getByRole('region', { name: '最新定位' })
    .getByText(names[0] ?? '')
    .waitFor();
  expect(desk.complaints).toEqual([]);
});
