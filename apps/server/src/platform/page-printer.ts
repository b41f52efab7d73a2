import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const names = ['chromium', 'google-chrome', 'chromium-headless-shell'];

/** Path of a Chromium: the given one alone when there is one, else the first of its names in the PATH. */
export function findBrowser(own: string | undefined): string | undefined {
  if (own !== undefined) return isProgram(own) ? own : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

export interface PageToPrint {
  /** Scheme, host and port; nothing else is loaded. */
  readonly origin: string;
  readonly path: string;
  readonly localStorage: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Selector of the element whose attribute tells that the page is complete, and its values. */
  readonly mark: { readonly attribute: string; readonly waiting: string; readonly ready: string };
}

/** The page says that it will not become complete, by its mark. */
export class PageUnfit extends Error {
  readonly mark: string;
  constructor(mark: string) {
    super(`the page is marked ${mark}`);
    this.mark = mark;
  }
}

const longestMs = 30_000;

/** Makes PDFs of pages with a Chromium that is started for each of them and gets no secret of this process. */
export class PagePrinter {
  private readonly path: string | undefined;

  /** @param path of the Chromium; undefined when there is none */
  constructor(path: string | undefined) {
    this.path = path;
  }

  private async launch(home: string): Promise<Browser | undefined> {
    // An optional dependency: the server works without it.
    const playwright = await import('playwright-core').catch(() => undefined);
    if (!playwright || this.path === undefined) return undefined;
    return playwright.chromium.launch({
      executablePath: this.path,
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' },
      args: ['--disable-dev-shm-usage'],
      timeout: longestMs,
    });
  }

  /**
   * The PDF of a page, on the paper that its styles name. @returns undefined when no browser is installed. Throws
   * PageUnfit when the page marks itself as anything else than ready.
   */
  async print(page: PageToPrint): Promise<Buffer | undefined> {
    const home = mkdtempSync(join(tmpdir(), 'kangmai-print-'));
    const browser = await this.launch(home);
    try {
      return browser && (await printIn(browser, page));
    } finally {
      await browser?.close();
      rmSync(home, { recursive: true, force: true });
    }
  }
}

const entriesOf = (values: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

async function printIn(browser: Browser, { origin, path, localStorage, cookies, mark }: PageToPrint): Promise<Buffer> {
  const { hostname } = new URL(origin);
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    storageState: {
      origins: [{ origin, localStorage: entriesOf(localStorage) }],
      cookies: entriesOf(cookies).map((cookie) => ({
        ...cookie,
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax',
      })),
    },
  });
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(`${origin}${path}`);
  await page.waitForSelector(`[${mark.attribute}]:not([${mark.attribute}="${mark.waiting}"])`);
  const found = (await page.getAttribute(`[${mark.attribute}]`, mark.attribute)) ?? '';
  if (found !== mark.ready) throw new PageUnfit(found);
  return pdfOf(page);
}

const pdfOf = (page: Page): Promise<Buffer> =>
  page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
