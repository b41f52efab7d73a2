import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { forgetPages, watchPages } from './open-pages.ts';
import { authenticate, type Product, type SignedIn } from './product.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = resolve(import.meta.dirname, '../../../.cache/pictures');

/** How long the browser waits for an element in ms: a busy machine is slow, not wrong. */
const patience = 60_000;

/** Starts Chromium without its background network traffic. */
export async function openBrowser({
  isSilent = false,
}: { readonly /** Sound needs a user gesture. */ isSilent?: boolean } = {}): Promise<Browser> {
  const browser = await chromium.launch({
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
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patience);
    watchPages(context);
    return context;
  };
  browser.on('disconnected', () => forgetPages(browser));
  return browser;
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A signed-in page in a context of its own, with its console messages. */
export interface Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings since the start. */
  readonly complaints: string[];
}

/** Collects the console errors and warnings of a page from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** What the sign-in page leaves in a browser when the user does not stay signed in. */
function signedInState({ url }: Product, { accessToken, encryptedAccessToken, tenantId }: SignedIn): StorageState {
  const cookie = (name: string, value: string): StorageState['cookies'][number] => ({
    name,
    value: encodeURIComponent(value),
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  });
  const token = { name: 'Abp.AuthToken', value: JSON.stringify({ token: accessToken, expireTime: null }) };
  return {
    cookies: [
      cookie('enc_auth_token', encryptedAccessToken),
      ...(tenantId === undefined ? [] : [cookie('Abp.TenantId', String(tenantId))]),
    ],
    origins: [{ origin: new URL(url).origin, localStorage: [token] }],
  };
}

/** Opens the product, or an address in it, in a window of a size as a user who is signed in. */
export async function openDesk(
  browser: Browser,
  product: Product,
  who: {
    readonly tenancyName: string;
    readonly userName: string;
    readonly width?: number;
    readonly height?: number;
    /** Address to open, home when absent. */ readonly address?: string;
    /** Reduced motion, for tests that do not look at animations. */ readonly isStill?: boolean;
  },
): Promise<Desk> {
  const context = await browser.newContext({
    viewport: { width: who.width ?? 1366, height: who.height ?? 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    storageState: signedInState(product, await authenticate(product, who, `Chrome/${browser.version()}`)),
    ...(who.isStill && { reducedMotion: 'reduce' as const }),
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(who.address ?? product.url);
  if (who.address === undefined) await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  return { page, context, complaints };
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Asserts that axe finds no violation on the page, or in the part that a selector names. */
export function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  return expectNothingFound(page, {
    what,
    part,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
}

/** Asserts contrast in the dark theme; the user must follow the system's theme. */
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
      const { violations } = await axe.run(selector ?? document, {
        runOnly: only,
        // Lists of what passed cost more than the rules.
        resultTypes: ['violations'],
      });
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

/** Navigates like a click in the menu, without reloading. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Closes a dialog with Esc once it has the focus. */
export async function escape(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => dialog.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function visitTabs(tabs: Locator, visit: (name: string) => Promise<void>): Promise<void> {
  for (const tab of await tabs.getByRole('tab').all()) {
    await tab.click();
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    await visit(await tab.innerText());
  }
}

/** Visits every part of a page with tabs, also parts that share a tab. */
export async function visitParts(main: Locator, visit: (name: string) => Promise<void>): Promise<void> {
  const lists = main.getByRole('tablist');
  await lists.first().waitFor();
  await visitTabs(lists.first(), async (name) => {
    if ((await lists.count()) < 2) return visit(name);
    return visitTabs(lists.nth(1), visit);
  });
}

/** Saves a screenshot with `PICTURES=1`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== '1') return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
