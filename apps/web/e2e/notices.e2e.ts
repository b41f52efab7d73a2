import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { authenticate, signIn, startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin' } as const;
  await (await signIn(product, who)).put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, { ...who, isStill: true });
  page = desk.page;
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const rows = (): Locator => page.locator('main li:visible');

/** The newest mail of a notice to the administrator, as it stands in the outbox. */
async function newestMail(): Promise<string> {
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const { items } = await admin.get<{
    readonly items: readonly { readonly body: string }[];
  }>('OutgoingMessages/GetAll?purposeFilter=notice&channelFilter=mail&MaxResultCount=1');
  return items[0]?.body ?? '';
}

/** The host's staff signs in as the nurse; the tenant's administrator gets a notice. */
async function actAsNurse(reason: string): Promise<void> {
  const tenant = { tenancyName: 'Default', userName: 'admin' };
  const [{ tenantId }, admin, host] = await Promise.all([
    authenticate(product, tenant),
    signIn(product, tenant),
    signIn(product, { tenancyName: '', userName: 'admin' }),
  ]);
  const { items } = await admin.get<{ items: readonly { readonly id: number; readonly userName: string }[] }>(
    'User/GetUsers?Filter=nurse&MaxResultCount=10',
  );
  const nurse = items.find(({ userName }) => userName === 'nurse');
  await host.post('Account/Impersonate', { tenantId, userId: nurse?.id, reason, minutes: 15 });
}

test('a notice arrives, is counted, opened and deleted; a purpose is switched off', async () => {
  await actAsNurse('协助排查第一次');
  await page.getByRole('button', { name: /^通知，\d+条未读$/ }).click();
  const popup = page.getByRole('tooltip').filter({ hasText: '查看全部' });
  await popup
    .getByText(/平台人员.+以.+的身份登录/)
    .first()
    .waitFor();
  await popup.getByRole('button', { name: '查看全部' }).click();
  await page.getByRole('heading', { level: 1, name: '通知' }).waitFor();
  await rows().first().waitFor();
  await expectAccessible(page, 'notices');
  await expectReadableInDark(page, 'notices');
  await picture(page, 'notices');

  await page.getByRole('button', { name: '通知设置' }).click();
  const dialog = page.getByRole('dialog', { name: '通知设置' });
  expect(await dialog.getByRole('switch', { name: '未登记设备求助：站内' }).isDisabled()).toBe(true);
  await expectAccessible(page, 'settings', '[role="dialog"]');
  await expectReadableInDark(page, 'settings', '[role="dialog"]');
  await dialog.getByRole('switch', { name: '平台人员登录：站内' }).click();
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: '通知设置' }).click();
  const inApp = dialog.getByRole('switch', { name: '平台人员登录：站内' });
  await inApp.waitFor();
  expect(await inApp.getAttribute('aria-checked')).toBe('false');
  expect(await dialog.getByRole('switch', { name: '平台人员登录：邮件' }).getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: '全部标为已读' }).click();
  await page.getByRole('button', { name: '通知', exact: true }).waitFor();
  await actAsNurse('协助排查第二次');
  expect(await newestMail()).toContain('协助排查第二次');
  await page.reload();
  await rows().first().waitFor();
  const first = page.getByText(/协助排查第一次/);
  await first.waitFor();
  expect(await page.getByText(/协助排查第二次/).count()).toBe(0);
  await page
    .getByRole('button', { name: /^删除：/ })
    .first()
    .click();
  await first.waitFor({ state: 'detached' });
  expect(desk.complaints).toEqual([]);
});
