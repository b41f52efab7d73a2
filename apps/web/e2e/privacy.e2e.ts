import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;
let person: { readonly id: number; readonly name: string };
let phone: string;

interface People {
  readonly items: readonly { readonly id: number; readonly name: string }[];
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const {
    items: [first],
  } = await admin.get<People>('C_client/GetPagedAll?MaxResultCount=1&IsVipFilter=false&Sorting=id%20asc');
  person = first ?? { id: 0, name: '' };
  phone = (
    await admin.post<{ value: string }>('C_client/Reveal', { id: person.id, field: 'phone', reason: '核对身份' })
  ).value;
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const main = (page: Page): Locator => page.locator('main');

/** Everything the browser could have stored. */
const leftBehind = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([location.href, Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );

async function reveal(page: Page, within: Locator, label: string): Promise<void> {
  await within
    .getByRole('button', { name: `查看完整${label}` })
    .first()
    .click();
  await page.getByRole('combobox', { name: '查看理由' }).click();
  await page.locator('.ant-select-item-option', { hasText: '核对身份' }).click();
}

test('an eye shows the whole value after a reason, hides it again, and leaves it nowhere', async () => {
  const { page } = desk;
  await page.clock.install();
  await page.goto(`${product.url}/userManage/UserList/${person.id}`);
  const card = main(page);
  await card.getByRole('button', { name: '查看完整手机号' }).first().click();
  await page
    .getByRole('button', { name: /^查\s*看$/ })
    .last()
    .click();
  await page.getByText('请选择查看理由').waitFor();
  await page.keyboard.press('Escape');
  await reveal(page, card, '手机号');
  await picture(page, 'privacy-reason');
  await expectAccessible(page, 'the reason');
  await page
    .getByRole('button', { name: /^查\s*看$/ })
    .last()
    .click();
  await card.getByText(phone).waitFor();
  await picture(page, 'privacy-shown');
  expect(await leftBehind(page)).not.toContain(phone);
  await page.clock.fastForward(61_000);
  await card.getByText(phone).waitFor({ state: 'detached' });
  await reveal(page, card, '手机号');
  await page
    .getByRole('button', { name: /^查\s*看$/ })
    .last()
    .click();
  await card.getByText(phone).waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await card.getByText(phone).waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(phone);
  await reveal(page, card, '手机号');
  await page
    .getByRole('button', { name: /^查\s*看$/ })
    .last()
    .click();
  await card.getByText(phone).waitFor();
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await tabs.getByText('首页').click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await tabs.getByText(person.name).click();
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
  expect(await page.content()).not.toContain(phone);
});

test('a form shows the whole value beside its input', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: '编辑档案' }).click();
  const form = page.getByRole('dialog');
  await reveal(page, form, '手机号');
  await page
    .getByRole('button', { name: /^查\s*看$/ })
    .last()
    .click();
  await form.getByText(phone).waitFor();
  await picture(page, 'privacy-form');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
});

test("the client's page tells who looked, and so does the page of all", async () => {
  const { page } = desk;
  await main(page).getByRole('tab', { name: '档案' }).click();
  await main(page).getByRole('tab', { name: '查看记录' }).click();
  await main(page).getByRole('cell', { name: '明文查看' }).first().waitFor();
  await main(page).getByRole('cell', { name: '手机号' }).first().waitFor();
  await picture(page, 'privacy-looks-of-client');
  await expectAccessible(page, 'looks of a client');
  await page.goto(`${product.url}/jcpt/rzgl/sensitive`);
  await main(page).getByRole('cell', { name: person.name }).first().waitFor();
  await picture(page, 'privacy-log');
  await expectAccessible(page, 'the log');
});

test('many reveals stand at the bell until somebody has looked into them', async () => {
  const { page } = desk;
  const manager = await signIn(product, { tenancyName: 'Default', userName: 'manager' });
  const { items } = await manager.get<People>('C_client/GetPagedAll?MaxResultCount=40');
  for (const { id } of items.slice(0, 31))
    await manager.post('C_client/Reveal', { id, field: 'phone', reason: '核对身份' });
  await page
    .getByText(/查看了 31 人的完整信息/)
    .first()
    .waitFor();
  await picture(page, 'privacy-notice');
  await page
    .getByText(/查看了 31 人的完整信息/)
    .first()
    .click();
  await page.getByRole('dialog').getByText('待核实').first().waitFor();
  await picture(page, 'privacy-alert');
  await expectAccessible(page, 'an alert');
});

test("consents are recorded and withdrawn on the client's page", async () => {
  const { page } = desk;
  // Closes notices of demo devices that fall silent during the test; the topmost first, which covers the others.
  const topmost = page.locator('.ant-notification-notice[data-notification-index="0"] .ant-notification-notice-close');
  await page.addLocatorHandler(topmost, (close) => close.click(), { noWaitAfter: true });
  await page.goto(`${product.url}/userManage/UserList/${person.id}`);
  await main(page).getByRole('tab', { name: '档案' }).click();
  await main(page).getByRole('tab', { name: '授权' }).click();
  await main(page).getByRole('cell', { name: '有效' }).first().waitFor();
  await main(page)
    .getByRole('row', { name: /位置信息/ })
    .getByRole('button', { name: /更多/ })
    .click();
  await page.getByRole('menuitem', { name: '撤回' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('本人要求');
  await picture(page, 'privacy-withdraw');
  await dialog
    .getByRole('button', { name: /确\s*定|撤\s*回/ })
    .last()
    .click();
  await main(page).getByRole('cell', { name: '已撤回' }).first().waitFor();
  await picture(page, 'privacy-consents');
  await expectAccessible(page, 'consents');
  expect(desk.complaints).toEqual([]);
});
