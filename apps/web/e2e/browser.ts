import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Product } from './product.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = resolve(import.meta.dirname, '../../../.cache/pictures');

/** Starts Debian's or the user's Chromium, without its own talk to the network. */
export function openBrowser({
  isSilent = false,
}: { readonly /** Sound has to be allowed by a press. */ isSilent?: boolean } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--autoplay-policy=${isSilent ? 'document-user-activation' : 'no-user-gesture'}-required`,
    ],
  });
}

/** A person at a screen: a context of its own, whose console is listened to. */
export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the console complained about since the start. */
  readonly complaints: string[];
}

/** Opens the product on a screen of a size and signs in. */
export async function openDesk(
  browser: Browser,
  product: Product,
  who: {
    readonly tenancyName: string;
    readonly userName: string;
    readonly width?: number;
    readonly height?: number;
    /** Without movement, for those who only look at results. */ readonly isStill?: boolean;
  },
): Promise<Desk> {
  const context = await browser.newContext({
    viewport: { width: who.width ?? 1366, height: who.height ?? 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...(who.isStill && { reducedMotion: 'reduce' as const }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(product.url);
  await page.getByRole('button', { name: '切换' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(who.tenancyName);
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('用户名', { exact: false }).first().fill(who.userName);
  await page.getByLabel('密码', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  return { page, context, complaints };
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Asserts that the accessibility checker has nothing to say about what is on the screen, or about the part of it that a selector names. */
export function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  return expectNothingFound(page, {
    what,
    part,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
}

/** Asserts in the dark theme what depends on colours alone; the user follows the system's theme. */
export async function expectReadableInDark(page: Page, what: string, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  try {
    await page.locator('html[data-theme=dark]').waitFor();
    await expectNothingFound(page, {
      what: `${what}, dark`,
      part,
      runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
    });
  } finally {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html[data-theme=light]').waitFor();
  }
}

async function expectNothingFound(
  page: Page,
  { what, part, runOnly }: { readonly what: string; readonly part: string | undefined; readonly runOnly: object },
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const findings = await page.evaluate(
    async ([selector, only]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (root: unknown, options: object) => Promise<{ violations: readonly Finding[] }> };
      };
      const { violations } = await axe.run(selector ?? document, { runOnly: only });
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.slice(0, 3).map(({ target, failureSummary }) => ({ target, failureSummary })),
      }));
    },
    [part, runOnly] as const,
  );
  expect(findings, what).toEqual([]);
}

/** Closes what is open over a page with Esc, which it hears from when it has the focus. */
export async function escape(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Keeps a picture of the screen to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
