import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from '../browser.ts';
import { signIn, startProduct, type Caller, type Product } from '../product.ts';

// The resources of docs/add-a-contract.md; a copy of the product that has them runs this as care-contract.e2e.ts.
const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const name = '居家照护年度合同';
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
let client: string;
let desk: Desk;
let colleague: Desk;
let page: Page;

beforeAll(async () => {
  setClock(midnight - 1_800_000);
  const clock = pathToFileURL(resolve(import.meta.dirname, 'moved-clock.mjs')).href;
  [product, browser] = await Promise.all([
    startProduct({ CLOCK_FILE: join(folder, 'off'), NODE_OPTIONS: `--import ${clock}` }),
    openBrowser(),
  ]);
  admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  const manager = await signIn(product, { ...who, userName: 'manager' });
  const { items } = await manager.get<{ items: readonly { name: string }[] }>('C_client/GetPagedAll?MaxResultCount=1');
  client = items[0]?.name ?? '';
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
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
const confirm = (on: Page = page): Promise<void> =>
  dialog(on)
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
const tabs = (): Promise<readonly string[]> => page.getByRole('tablist').first().getByRole('tab').allTextContents();

async function openPage(title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const link = menu.getByRole('link', { name: title });
  if (!(await link.isVisible())) await menu.getByRole('button', { name: '健康服务' }).click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function pick(label: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.keyboard.type(option);
  await page.locator('.ant-select-item-option:visible').filter({ hasText: option }).first().click();
}

async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await dialog().getByLabel(label).fill(value);
}

/** Saves the form and waits until it is gone. */
async function save(): Promise<void> {
  await dialog()
    .getByRole('button', { name: /^保\s*存$/ })
    .click();
  await dialog().waitFor({ state: 'detached' });
}

test('a resource of a definition, a migration and a route line has a tree and moves', async () => {
  const parentId = await admin.post<number>('ContractCategory/CreateOrEdit', { title: '照护合同' });
  await admin.post('ContractCategory/CreateOrEdit', { title: '居家照护', parentId });
  await admin.post('ContractCategory/CreateOrEdit', { title: '采购合同' });
  await openPage('合同类别');
  const node = (title: string): Locator => page.locator('.ant-tree-title').filter({ hasText: title });
  await node('采购合同').dragTo(node('照护合同'));
  await page
    .locator('.ant-modal-confirm-title')
    .filter({ hasText: '将“采购合同”及其下级移动到“照护合同”之下？' })
    .waitFor();
  await confirm();
  await rowOf('00001.00002').waitFor();
  await page.getByRole('button', { name: '停用 采购合同' }).click();
  await confirm();
  await rowOf('采购合同').getByText('已停用').waitFor();
  await picture(page, 'contract-categories');
  await expectAccessible(page, 'categories of contracts');
});

test('a contract is drawn up with its files and stands in the tab of its state', async () => {
  await openPage('服务合同');
  await page.getByRole('button', { name: '新增' }).first().click();
  await fill({ 合同名称: name, 签约方: '春晖照护中心', 金额: '12000' });
  await pick('客户', client);
  await pick('类别', '居家照护');
  for (const [label, day] of [
    ['开始日期', dayOf(midnight - 300 * dayMs)],
    ['结束日期', lastDay],
  ] as const) {
    await dialog().getByLabel(label).fill(day);
    await page.keyboard.press('Tab');
  }
  const file = (word: string) => ({
    name: `${word}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7 ${word}`),
  });
  await dialog()
    .locator('input[type=file][multiple]')
    .setInputFiles([file('合同正文'), file('补充协议')]);
  await dialog().getByText('2 / 9').waitFor();
  await picture(page, 'contract-form');
  await expectAccessible(page, 'form of a contract', '[role=dialog]');
  await save();
  await rowOf(name).waitFor();
  await expect.poll(tabs).toEqual(['全部', '草稿1', '待审批0', '已驳回0', '已生效0', '已到期0']);
  await picture(page, 'contract-list');
  await expectAccessible(page, 'contracts by state');
});

test('its page has steps, files and a history that tells before and after', async () => {
  await page.getByRole('link', { name, exact: true }).click();
  await history().waitFor();
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  await fill({ 金额: '9600' });
  await save();
  await history().getByText('把“金额”从“12,000.00元”改为“9,600.00元”').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '文件 2' }).click(),
  ]);
  expect(await download.failure()).toBeNull();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await confirm();
  await expect.poll(() => present().textContent()).toBe('待审批');
});

test('who submitted is offered neither to approve nor to refuse', async () => {
  await page.getByRole('button', { name: '编辑', exact: true }).waitFor();
  for (const name of ['批准', '驳回', '更多操作'])
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
});

test('a colleague who is sent the address signs in, lands on the contract, and refuses it with a reason', async () => {
  colleague = await openDesk(browser, product, { ...who, userName: 'manager', address: page.url() });
  const other = colleague.page;
  await history(other).getByText('提交：状态从“草稿”变为“待审批”').waitFor();
  expect(await other.getByRole('heading', { level: 1 }).textContent()).toBe(name);
  await other.getByRole('button', { name: '驳回', exact: true }).click();
  await confirm(other);
  await dialog(other).locator('.ant-form-item-explain-error').filter({ hasText: '驳回原因' }).waitFor();
  await dialog(other).getByLabel('驳回原因').fill('金额与报价单不一致');
  await picture(other, 'contract-refusal');
  await expectAccessible(other, 'refusal of a contract', '[role=dialog]');
  await confirm(other);
  await expect.poll(() => present(other).textContent()).toBe('已驳回');
  await history(other).getByText('把“驳回原因”填写为“金额与报价单不一致”').waitFor();
});

test('it is submitted again and approved; then its terms stand', async () => {
  await page.reload();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await confirm();
  await expect.poll(() => present().textContent()).toBe('待审批');
  const other = colleague.page;
  await other.reload();
  await other.getByRole('button', { name: '批准', exact: true }).click();
  await confirm(other);
  await expect.poll(() => present(other).textContent()).toBe('已生效');
  await picture(other, 'contract-approved');
  await expectAccessible(other, 'an approved contract');
  await page.reload();
  await page.getByRole('button', { name: '编辑', exact: true }).click();
  await fill({ 金额: '1' });
  await dialog()
    .getByRole('button', { name: /^保\s*存$/ })
    .click();
  await page.getByText('合同已提交，不能再修改').waitFor();
});

test('what renews it stands below it', async () => {
  await page.reload();
  const renewsId = Number(page.url().split('/').at(-1));
  const { ['careContract']: old } = await admin.get<{ careContract: object }>(
    `CareContract/GetCareContractForEdit?Id=${renewsId}`,
  );
  const more = {
    id: null,
    rowVersion: null,
    title: '续签合同',
    renewsId,
    startsOn: dayOf(midnight),
    endsOn: '2099-12-31',
  };
  await admin.post('CareContract/CreateOrEdit', { ...old, ...more });
  await page.reload();
  const related = page.getByRole('heading', { level: 2, name: '服务合同（1）' });
  await page.getByRole('heading', { level: 2, name: /^服务合同/ }).scrollIntoViewIfNeeded();
  await related.waitFor();
  await page.getByRole('link', { name: '续签合同' }).waitFor();
  await picture(page, 'contract-related');
  await expectReadableInDark(page, 'a contract with what renews it');
});

test('it ends when its last day is over, not before, and the list says so', async () => {
  await openPage('服务合同');
  await expect.poll(tabs).toEqual(['全部', '草稿1', '待审批0', '已驳回0', '已生效1', '已到期0']);
  setClock(midnight + 1000);
  await expect
    .poll(async () => {
      await page.reload();
      return rowOf(lastDay).textContent();
    })
    .toContain('已到期');
  await expect.poll(tabs).toEqual(['全部', '草稿1', '待审批0', '已驳回0', '已生效0', '已到期1']);
  await rowOf(lastDay).getByRole('link', { name, exact: true }).click();
  await history().getByText('到期：状态从“已生效”变为“已到期”').waitFor();
  await history().getByText('系统自动').waitFor();
  await picture(page, 'contract-ended');
  expect([desk.complaints, colleague.complaints]).toEqual([[expect.stringContaining('400')], []]);
});

interface Loan {
  readonly state: string;
}
const loanOf = async (title: string): Promise<Loan | undefined> => {
  const { items } = await admin.get<{ items: readonly { aidLoan: Loan & { title: string } }[] }>('AidLoan/GetAll');
  return items.map(({ aidLoan }) => aidLoan).find((loan) => loan.title === title);
};
const itemOf = (text: string): Locator => page.locator('button[data-item]').filter({ hasText: text });
const first = `${dayOf(midnight).slice(0, 7)}-10`;
const dayAfter = (days: number): string => dayOf(Date.parse(`${first}T00:00:00+08:00`) + days * dayMs);

test('a loan of a definition alone is entered with its lines; an overlap is refused with the name of the other', async () => {
  await openPage('器具借用');
  for (const title of ['轮椅借用', '拐杖借用']) {
    await page.getByRole('button', { name: '新增' }).first().click();
    await fill({ 借用单: title, 存放处: '一楼库房' });
    for (const [label, day] of [
      ['借出日期', first],
      ['归还日期', dayAfter(1)],
    ] as const) {
      await dialog().getByLabel(label).fill(day);
      await page.keyboard.press('Tab');
    }
    const lines = dialog().getByRole('group', { name: '明细' });
    await lines
      .getByRole('button', { name: /添加|新增/ })
      .first()
      .click();
    await lines.getByLabel(/器具/).first().fill('轮椅');
    await lines.getByLabel(/数量/).first().fill('2');
    await dialog()
      .getByRole('button', { name: /^保\s*存$/ })
      .click();
    if (title === '轮椅借用') await dialog().waitFor({ state: 'detached' });
  }
  await dialog()
    .getByText(/已被「轮椅借用」占用/)
    .first()
    .waitFor();
  await picture(page, 'loan-refused');
  await dialog().getByLabel('存放处').fill('二楼库房');
  await save();
  await rowOf('拐杖借用').waitFor();
});

test('a card of its board is moved by keys', async () => {
  await page.keyboard.press('v');
  await page.getByRole('region', { name: /^借出 / }).waitFor();
  await picture(page, 'loan-board');
  await expectAccessible(page, 'a board of loans');
  await itemOf('拐杖借用').focus();
  for (const key of [' ', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await confirm();
  await expect.poll(async () => (await loanOf('拐杖借用'))?.state).toBe('returned');
});
