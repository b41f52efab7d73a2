import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let own: Caller;
let desk: Desk;

interface Device {
  readonly id: number;
  readonly imei: string;
  readonly lifecycle: number;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  await desk.page.goto(`${product.url}/ycjh/yjgl`);
  await desk.page.getByRole('tab', { name: /^使用中 ?\d/ }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const stateTab = (name: string): Locator => desk.page.getByRole('tab', { name: new RegExp(`^${name}`) });
/** The number on a tab. */
const countOn = async (name: string): Promise<number> =>
  Number(/\d+/.exec((await stateTab(name).textContent()) ?? '')?.[0] ?? Number.NaN);
const rowOf = (imei: string): Locator => desk.page.getByRole('row').filter({ hasText: imei });

async function openMoves(imei: string): Promise<readonly string[]> {
  await rowOf(imei)
    .getByRole('button', { name: `更多 ${imei}` })
    .click();
  const items = desk.page.getByRole('menuitem');
  await items.first().waitFor();
  return (await items.allTextContents()).map((text) => text.trim());
}

async function move(label: string, reason: string): Promise<void> {
  const { page } = desk;
  await page.getByRole('menuitem', { name: label }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: label });
  await dialog.getByLabel('原因').fill(reason);
  await dialog.getByRole('button', { name: /^确\s*定$/ }).click();
}

const devices = async (): Promise<readonly Device[]> =>
  (await own.get<{ items: { device: Device }[] }>('Devices/GetAll?LifecycleFilter=3&MaxResultCount=3')).items.map(
    ({ device }) => device,
  );

describe('moves of devices', () => {
  test('a tab shows the rows of a state; a row offers only the moves of its state', async () => {
    const [before, suspended] = [await countOn('使用中'), await countOn('停用')];
    await stateTab('使用中').click();
    await desk.page.waitForURL(/lifecycle=inUse/);
    const [{ imei } = { imei: '' }] = await devices();
    await rowOf(imei).waitFor();
    expect(await openMoves(imei)).toEqual(['入库', '停用', '送修', '登记遗失', '删除']);
    await picture(desk.page, 'moves-menu');
    await move('停用', '家属要求暂停');
    await rowOf(imei).waitFor({ state: 'hidden' });
    await expect.poll(() => countOn('停用')).toBe(suspended + 1);
    expect(await countOn('使用中')).toBe(before - 1);
    await stateTab('停用').click();
    await rowOf(imei).waitFor();
    expect(await openMoves(imei)).toEqual(['启用', '送修', '报废', '删除']);
    await expectAccessible(desk.page, 'devices by state');
    await move('启用', '恢复佩戴');
    await expect.poll(() => countOn('停用')).toBe(suspended);
    await stateTab('全部').click();
    await desk.page.waitForURL((url) => !url.search.includes('lifecycle'));
  });

  test('whoever presses after a colleague is told who was faster', async () => {
    const { page } = desk;
    const [, { id, imei } = { id: 0, imei: '' }] = await devices();
    await stateTab('使用中').click();
    await rowOf(imei).waitFor();
    await openMoves(imei);
    await own.post('Devices/Suspend', { id, reason: '同事先操作' });
    await move('送修', '表带断裂');
    await page
      .locator('.ant-notification, .ant-message')
      .getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    expect((await own.get<{ device: Device }>(`Devices/GetDeviceForEdit?Id=${id}`)).device.lifecycle).toBe(4);
  });

  test('nothing was complained about', () => {
    expect(desk.complaints.filter((text) => !text.includes('409'))).toEqual([]);
  });
});
