import { createHmac } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Desk } from '../browser.ts';
import { signIn, type Caller, type Product } from '../product.ts';

/** Shared by the cases of this folder: the product, a nurse's page, and an administrator's calls. */
export interface AccountDesk {
  readonly product: () => Product;
  readonly browser: () => Browser;
  readonly desk: () => Desk;
  readonly admin: () => Caller;
}

/** A browser without a session, at the sign-in page of Default. */
export async function openStranger({ browser, desk, product }: AccountDesk): Promise<Desk> {
  const context = await browser().newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const [cookie] = (await desk().context.cookies()).filter(({ name }) => name === 'Abp.TenantId');
  await context.addCookies([{ name: 'Abp.TenantId', value: cookie?.value ?? '', url: product().url }]);
  const page = await context.newPage();
  await page.goto(product().url);
  return { page, context, complaints: [] };
}

export const entries = ['个人空间', '修改密码', '登录记录', '我的设置', '管理关联账号', '退出登录'];
export const userButton = (page: Page): Locator => page.getByRole('banner').getByRole('button').last();

export async function openEntry(page: Page, name: string): Promise<Locator> {
  await userButton(page).click();
  await page.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  return dialog;
}

export const closed = async (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'detached' });
/** Leaves a dialog with unsaved input, which asks first. */
export async function leaveUnsaved(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: '当前内容尚未保存，确定离开吗？' })
    .getByRole('button', { name: '离开' })
    .click();
  await closed(page);
}
export const notice = (page: Page, text: string): Locator =>
  page.locator('.ant-notification, .ant-message').getByText(text).first();
export const fail = (page: Page, path: string): Promise<unknown> =>
  page.route(`**/${path}*`, (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }));

/** The newest message with a code or link to a recipient at Default, read as the host. */
export async function messageTo(product: Product, recipient: string): Promise<string> {
  const host = await signIn(product, { userName: 'admin' });
  return (
    await host.post<{ readonly body: string }>('OutgoingMessages/GetWholeText', {
      tenancyName: 'Default',
      recipient,
      reason: '本机测试',
    })
  ).body;
}

/** The current code of an authenticator app (RFC 6238), or one `later` half minutes ahead. */
export function digitsOf(key: string, later = 0): string {
  const bits = key
    .replaceAll(/\s/g, '')
    .split('')
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac('sha1', Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  return String((digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
