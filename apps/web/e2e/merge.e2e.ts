import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let api: Caller;

interface Pair {
  readonly keepId: number;
  readonly otherId: number;
  readonly keep: { readonly name: string };
  readonly other: { readonly name: string };
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin' };
  api = await signIn(product, who);
  desk = await openDesk(browser, product, { ...who, isStill: true, address: `${product.url}/userManage/clientMerges` });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('two files of one person are merged with chosen values by keys, and made two again', async () => {
  const { page } = desk;
  const { items } = await api.get<{ readonly items: readonly Pair[] }>('C_client/GetDuplicates');
  const pair = items[0];
  if (!pair) throw new Error('the demo has no duplicates');
  const line = page.getByRole('listitem', { name: `${pair.keep.name}与${pair.other.name}` });
  await line.getByRole('button', { name: '对比并合并' }).waitFor();
  await expectAccessible(page, 'likely duplicates');
  await line.getByRole('button', { name: '对比并合并' }).click();
  const dialog = page.getByRole('dialog');
  const names = dialog.getByRole('row', { name: /^姓名/ }).getByRole('radio');
  await names.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => names.last().isChecked()).toBe(true);
  await expectAccessible(page, 'the comparison', '[role=dialog]');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await line.waitFor({ state: 'detached' });

  await page.goto(`${product.url}/userManage/UserList/${pair.otherId}`);
  await page.waitForURL(`${product.url}/userManage/UserList/${pair.keepId}`);
  await page.getByRole('heading', { level: 1, name: pair.other.name }).waitFor();

  await page.getByRole('button', { name: '查重合并' }).click();
  await page.getByRole('tab', { name: '合并记录' }).click();
  await page.getByRole('button', { name: `撤销合并：${pair.other.name}` }).click();
  await page.getByRole('dialog').getByText('将回到原档案的记录').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '撤销合并' }).click();
  await page.getByRole('cell', { name: '已撤销' }).waitFor();
  await expectAccessible(page, 'merges');
  for (const [id, name] of [
    [pair.keepId, pair.keep.name],
    [pair.otherId, pair.other.name],
  ] as const) {
    await page.goto(`${product.url}/userManage/UserList/${id}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(page.url()).toContain(`/UserList/${id}`);
  }
  expect(desk.complaints).toEqual([]);
});
