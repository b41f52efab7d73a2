import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { password } from './world.ts';

/** A Chromium without a window; `CHROME_PATH` says where it is. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

export const pageOptions = {
  viewport: { width: 1366, height: 768 },
  locale: 'zh-CN',
  reducedMotion: 'reduce',
} as const;

/** Signs in as the tenant's admin, up to the home page. */
export async function enter(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: '切换' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Default');
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('用户名', { exact: false }).first().fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
}

/** Goes to a page as a link does, without a reload. Code for the page is text: the server's types have no DOM. */
export async function open(page: Page, path: string, title: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

export async function closeAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: '标签选项' }).click();
  await page.getByRole('menuitem', { name: '关闭所有' }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
}

/** Runs work while the processor of the page is so many times slower. */
export async function slowed<T>(cdp: CDPSession, rate: number, work: () => Promise<T>): Promise<T> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  try {
    return await work();
  } finally {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}
