import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const name = '康复训练服务合同';
const dayMs = 86_400_000;
const zoneMs = 8 * 3_600_000;
/** The start of today in the zone of the tenant. */
const midnight = Math.floor((Date.now() + zoneMs) / dayMs) * dayMs - zoneMs;
const dayOf = (ms: number): string => new Date(ms + zoneMs).toISOString().slice(0, 10);
const lastDay = dayOf(midnight - 1);

const folder = mkdtempSync(join(tmpdir(), 'moved-clock-'));
const setClock = (ms: number): void => writeFileSync(join(folder, 'off'), String(ms - Date.now()));

let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let colleague: Desk;
let page: Page;

beforeAll(async () => {
  setClock(midnight - 1_800_000);
  const clock = pathToFileURL(resolve(import.meta.dirname, 'added/moved-clock.mjs')).href;
  [product, browser] = await Promise.all([
    startProduct({ CLOCK_FILE: join(folder, 'off'), NODE_OPTIONS: `--import ${clock}` }),
    openBrowser(),
  ]);
  admin = await signIn(product, who);
  await admin.post('User/CreateOrUpdateUser', {
    user: {
      userName: 'contract.second',
      name: '审批',
      emailAddress: 'contract.second@example.com',
      password: product.password,
      isActive: true,
      shouldChangePasswordOnNextLogin: false,
    },
    assignedRoleNames: ['Admin'],
  });
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
  await page.goto(`${product.url}/jcpt/htgl`);
  await page.getByRole('heading', { level: 1, name: '合同管理' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const dialog = (on: Page = page): Locator => on.getByRole('dialog');
const rowOf = (text: string): Locator => page.getByRole('row').filter({ hasText: text }).first();
const history = (on: Page = page): Locator => on.getByRole('region', { name: '变更记录' });
const present = (on: Page = page): Locator => on.getByRole('group', { name: '状态' }).locator('[aria-current=step]');
const button = (label: string, on: Page = page): Locator => on.getByRole('button', { name: label, exact: true });
const confirm = (on: Page = page): Promise<void> =>
  dialog(on)
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
/** Begins an action of the page, from its buttons or the menu beside them. */
async function act(label: string, on: Page = page): Promise<void> {
  const more = button('更多操作', on);
  const own = button(label, on);
  await expect.poll(async () => (await own.count()) + (await more.count())).toBeGreaterThan(0);
  if ((await own.count()) > 0) return own.click();
  await more.click();
  await on.getByRole('menuitem', { name: label }).click();
}
const tabs = (): Promise<readonly string[]> => page.getByRole('tablist').first().getByRole('tab').allTextContents();
const saveButton = (): Locator => dialog().getByRole('button', { name: /^保\s*存$/ });

async function pick(label: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.keyboard.type(option);
  await page.locator('.ant-select-item-option:visible').filter({ hasText: option }).first().click();
}

async function fillDay(field: Locator, day: string): Promise<void> {
  await field.fill(day);
  await page.keyboard.press('Tab');
}

test('contracts of every state stand in their tabs', async () => {
  await expect.poll(tabs).toEqual(['全部', '草稿2', '审批中1', '执行中3', '已到期1', '已终止1']);
  await picture(page, 'contracts-list');
  await expectAccessible(page, 'contracts');
});

test('payments that do not come to the amount are refused at their row', async () => {
  await page.getByRole('button', { name: '新增' }).first().click();
  await dialog().getByLabel('合同名称').fill(name);
  await pick('合同类型', '供应商');
  await dialog().getByLabel('对方名称').fill('康途医疗器械经营部');
  await pick('服务商', '康途');
  await fillDay(dialog().getByLabel('生效日期'), dayOf(midnight - 300 * dayMs));
  await fillDay(dialog().getByLabel('到期日期'), lastDay);
  await dialog().getByLabel('合同金额').fill('1000');
  await pick('经办人', 'admin');
  const table = dialog().getByRole('group', { name: '付款计划' });
  await table
    .getByRole('button', { name: /添加|新增/ })
    .first()
    .click();
  await picture(page, 'contract-lines-empty');
  await fillDay(table.getByLabel(/付款日期/).first(), dayOf(midnight - 200 * dayMs));
  await table.getByLabel(/金额/).first().fill('400');
  await picture(page, 'contract-lines');
  await saveButton().click();
  await dialog().getByText('付款计划第1行 金额：各期合计 400.00 元').first().waitFor();
  await picture(page, 'contract-lines-refused');
  await expectAccessible(page, 'form of a contract', '[role=dialog]');
});

test('rows are copied, moved by keys and removed; the sum follows', async () => {
  const table = dialog().getByRole('group', { name: '付款计划' });
  await table.getByRole('button', { name: '复制第1行' }).click();
  const amounts = table.locator('[data-cell$="amount"] input');
  await amounts.nth(1).fill('600');
  await table.getByText(/合计 1,?000\.00/).waitFor();
  await amounts.nth(1).press('Alt+ArrowUp');
  await expect.poll(() => amounts.first().inputValue()).toMatch(/^600/);
  await picture(page, 'contract-lines-two');
  await saveButton().click();
  await dialog().waitFor({ state: 'detached' });
  await rowOf(name).waitFor();
});

test('its page has steps, payments and history; who submitted is not offered to approve', async () => {
  await rowOf(name).getByRole('link').first().click();
  await history().waitFor();
  await page.getByRole('heading', { level: 1, name: /^HT\d{11}$/ }).waitFor();
  await picture(page, 'contract-page');
  await act('提交审批');
  await confirm();
  await expect.poll(() => present().textContent()).toBe('审批中');
  await button('编辑').waitFor();
  for (const label of ['审批通过', '退回修改']) expect(await button(label).count(), label).toBe(0);
  await expectAccessible(page, 'a contract');
});

test('a second person sends it back with a reason; submitted again, it is approved', async () => {
  colleague = await openDesk(browser, product, { ...who, userName: 'contract.second', address: page.url() });
  const other = colleague.page;
  await history(other).waitFor();
  await act('退回修改', other);
  await dialog(other).getByLabel('退回原因').fill('首期比例过高');
  await picture(other, 'contract-sent-back');
  await confirm(other);
  await expect.poll(() => present(other).textContent()).toBe('草稿');
  await page.reload();
  await act('提交审批');
  await confirm();
  await expect.poll(() => present().textContent()).toBe('审批中');
  await other.reload();
  await act('审批通过', other);
  await confirm(other);
  await expect.poll(() => present(other).textContent()).toBe('执行中');
});

test('it is renewed, and the renewal stands below it', async () => {
  await page.reload();
  await history().waitFor();
  await act('续签');
  await fillDay(dialog().getByLabel('生效日期'), dayOf(midnight));
  await fillDay(dialog().getByLabel('到期日期'), '2099-12-31');
  await dialog().getByLabel('合同金额').fill('1200');
  await picture(page, 'contract-renew');
  await confirm();
  await dialog().waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 2, name: /^合同/ }).scrollIntoViewIfNeeded();
  await page.getByRole('heading', { level: 2, name: '合同（1）' }).waitFor();
  await picture(page, 'contract-renewed');
});

test('it ends when its last day is over, not before', async () => {
  await page.goto(`${product.url}/jcpt/htgl`);
  await expect.poll(tabs).toEqual(['全部', '草稿3', '审批中1', '执行中4', '已到期1', '已终止1']);
  setClock(midnight + 1000);
  await expect
    .poll(async () => {
      await page.reload();
      return rowOf(lastDay).textContent();
    })
    .toContain('已到期');
  await expect.poll(tabs).toEqual(['全部', '草稿3', '审批中1', '执行中3', '已到期2', '已终止1']);
  expect([desk.complaints, colleague.complaints]).toEqual([[expect.stringContaining('400')], []]);
});
