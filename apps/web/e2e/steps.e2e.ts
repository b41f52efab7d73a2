import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let own: Caller;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const rows = (): Locator => desk.page.locator('.ant-table-row');
const steps = (name: string): Locator => desk.page.getByRole('dialog').getByRole('group', { name });

async function open(path: string): Promise<void> {
  await desk.page.goto(`${product.url}${path}`);
  await rows().first().waitFor();
}

/** The moves that the menu of the first row offers. */
async function offered(): Promise<readonly string[]> {
  await rows()
    .first()
    .getByRole('button', { name: /^更多 / })
    .click();
  const items = desk.page.getByRole('menuitem');
  await items.first().waitFor();
  return (await items.allTextContents()).map((text) => text.trim());
}

async function view(): Promise<void> {
  await rows().first().locator('[data-opens-row]').click();
  await desk.page.getByRole('dialog').waitFor();
}

async function close(): Promise<void> {
  await desk.page.getByRole('dialog').locator('.ant-drawer-close').click();
  await desk.page.getByRole('dialog').waitFor({ state: 'hidden' });
}

const marked = (name: string): Promise<string | null> => steps(name).locator('[aria-current=step]').textContent();
const titles = (name: string): Promise<readonly string[]> =>
  steps(name).locator('.ant-steps-item-title').allTextContents();

describe('states of a row as steps', () => {
  test('a call for help that was a false alarm ends with an error, and no move leads on', async () => {
    await open('/ycjh/SOSInfo?state=falseAlarm');
    expect(
      await rows()
        .first()
        .getByRole('button', { name: /^更多 / })
        .count(),
    ).toBe(0);
    await view();
    expect([await titles('状态'), await marked('状态')]).toEqual([['待响应', '误报'], '误报']);
    expect(await steps('状态').locator('.ant-steps-item-error').textContent()).toContain('误报');
    await picture(desk.page, 'steps-broken-off');
    await expectAccessible(desk.page, 'details of a false alarm');
  });

  test('a call that is answered offers what follows, and stands at its step', async () => {
    const { items } = await own.get<{ items: { id: number }[] }>('C_client/GetPagedAll?MaxResultCount=1');
    const id = await own.post<number>('SOS_Records/CreateOrEdit', {
      userId: items[0]?.id,
      sosType: 6,
      sosTime: new Date(Date.now() - 60_000).toISOString(),
    });
    await own.post('SOS_Records/Respond', { id });
    await open('/ycjh/SOSInfo?state=responded');
    expect(await offered()).toEqual(['退回待响应', '解除', '误报']);
    await desk.page.keyboard.press('Escape');
    expect(
      await rows()
        .first()
        .getByRole('button', { name: /^开始处置 / })
        .count(),
    ).toBe(1);
    await view();
    expect([await titles('状态'), await marked('状态')]).toEqual([['待响应', '已响应', '处置中', '已解除'], '已响应']);
    await picture(desk.page, 'steps-present');
  });

  test('the steps are in English too', async () => {
    const { page } = desk;
    await close();
    await page.getByRole('button', { name: '语言' }).click();
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'English' }).click()]);
    await rows().first().waitFor();
    await view();
    expect([await titles('State'), await marked('State')]).toEqual([
      ['Waiting', 'Responded', 'In progress', 'Closed'],
      'Responded',
    ]);
    await picture(page, 'steps-english');
    await expectAccessible(page, 'details with steps in English');
  });

  test('nothing was complained about', () => {
    expect(desk.complaints).toEqual([]);
  });
});
