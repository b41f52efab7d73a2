import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const path = '/public/UserDevice';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, who);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Bound {
  readonly totalCount: number;
  readonly items: readonly { readonly ['device_bind']: Readonly<Record<string, unknown>> }[];
}
const bound = (query: string): Promise<Bound> => admin.get<Bound>(`Device_binds/GetAll?${query}`);

test('filters are joined by "or" in the popover; chips and address say so, and links in chips look like links', async () => {
  const { page, complaints } = desk;
  const { items } = await bound('MaxResultCount=20');
  const rows = items.map((item) => Object.values(item)[0] as Readonly<Record<string, unknown>>);
  const person = rows[0]?.['userId'];
  const imei = rows.find(({ userId }) => userId !== person)?.['imei'];
  const each = [await bound(`USERIDFilter=${String(person)}`), await bound(`IMEIFilter=${String(imei)}`)];
  await page.goto(`${product.url}${path}?client=${String(person)}&device=${String(imei)}`);
  await page.getByRole('heading', { level: 1, name: '设备绑定' }).waitFor();
  await page.getByRole('button', { name: '筛选' }).click();
  const panel = page.getByRole('form', { name: '筛选' });
  expect(await panel.getByLabel('全部满足（且）').isChecked()).toBe(true);
  await picture(page, 'joined-filters-panel');
  await panel.getByLabel('满足任一（或）').check();
  await expectAccessible(page, 'the popover of filters');
  await panel.getByRole('button', { name: '查询' }).click();
  await page.waitForURL(/match=any/);
  const both = await bound(`USERIDFilter=${String(person)}&IMEIFilter=${String(imei)}&AnyOf=USERIDFilter,IMEIFilter`);
  expect(both.totalCount).toBeGreaterThanOrEqual(Math.max(...each.map(({ totalCount }) => totalCount)));
  await page.getByText(`共 ${both.totalCount} 条`).first().waitFor();
  const chips = page.getByRole('group', { name: '当前条件' });
  expect(await chips.innerText()).toMatch(/^满足任一（或）/);
  const link = chips.getByRole('link').first();
  const colours = () =>
    link.evaluate((element) => [
      getComputedStyle(element).color,
      getComputedStyle(element.parentElement as Element).color,
    ]);
  const [colour, words] = await colours();
  expect(colour).not.toBe(words);
  expect(colour).toBe('rgb(9, 88, 217)');
  await link.hover();
  expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline');
  await picture(page, 'joined-filters');
  await expectAccessible(page, 'chips of joined filters');
  await expectReadableInDark(page, 'chips of joined filters');
  await page.reload();
  await page.getByText(`共 ${both.totalCount} 条`).first().waitFor();
  expect(await chips.innerText()).toMatch(/^满足任一（或）/);
  expect(complaints).toEqual([]);
});

test('a notice stands beside the side menu, so that its foot stays free', async () => {
  const { page } = desk;
  const user = await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '提示', phone: '13800009998' });
  const reading = { userId: user, high: 186, low: 112, ['measure_time']: new Date().toISOString() };
  await admin.post('Watch_bps/CreateOrEdit', reading);
  const notice = page.locator('.ant-notification-notice').first();
  await notice.waitFor();
  const help = page.getByRole('button', { name: '使用帮助' });
  const isFree = () =>
    help.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [left + 4, (left + right) / 2, right - 4].every((x) =>
        element.contains(document.elementFromPoint(x, (top + bottom) / 2)),
      );
    });
  await expect.poll(isFree).toBe(true);
  await picture(page, 'notice-beside-menu');
  await page.getByRole('button', { name: /收起菜单|折叠菜单/ }).click();
  await expect.poll(isFree).toBe(true);
  await expect
    .poll(async () => ((await notice.boundingBox())?.x ?? 0) >= 80 && ((await notice.boundingBox())?.x ?? 0) < 200)
    .toBe(true);
});
