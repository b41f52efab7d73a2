import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

/** Contexts that tests of this worker have open, with the requests that have no answer yet. */
const watched = new Map<BrowserContext, Set<Request>>();

/** From now on a failed test tells what the pages of the context show. */
export function watchPages(context: BrowserContext): void {
  const waiting = new Set<Request>();
  watched.set(context, waiting);
  context.on('request', (request) => waiting.add(request));
  context.on('requestfinished', (request) => waiting.delete(request));
  context.on('requestfailed', (request) => waiting.delete(request));
  context.on('close', () => watched.delete(context));
}

/** Forgets the contexts of a browser that ended. */
export function forgetPages(browser: Browser): void {
  for (const context of watched.keys()) if (context.browser() === browser) watched.delete(context);
}

/** Enough for a page that can still be asked. */
const answerMs = 5000;

/** What a page shows, in some lines: headings, dialogs and messages, whether it still draws. */
function seenOn(page: Page): Promise<unknown> {
  const asked = page.evaluate(async (drawMs) => {
    const textsOf = (selector: string): string[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText.slice(0, 200));
    const draws = await Promise.race([
      new Promise((resolve) => requestAnimationFrame(() => resolve(true))),
      new Promise((resolve) => setTimeout(() => resolve(false), drawMs)),
    ]);
    return {
      draws,
      visibility: document.visibilityState,
      theme: document.documentElement.dataset['theme'],
      isDarkSystem: matchMedia('(prefers-color-scheme: dark)').matches,
      headings: textsOf('h1'),
      dialogs: textsOf('[role=dialog], [role=alertdialog]'),
      messages: textsOf('[role=alert], [role=status]'),
      focus: document.activeElement?.outerHTML.slice(0, 200),
    };
  }, answerMs / 2);
  const late = new Promise((resolve) => setTimeout(() => resolve(`no answer in ${answerMs} ms`), answerMs));
  return Promise.race([asked, late]).catch((error: unknown) => String(error));
}

/** What every open page shows and waits for, as a text for the log of a failed test. */
export async function openPages(): Promise<string> {
  const pages = [...watched].flatMap(([context, waiting]) => context.pages().map((page) => ({ page, waiting })));
  const lines = await Promise.all(
    pages.map(async ({ page, waiting }) => {
      const unanswered = [...waiting].map((request) => `${request.method()} ${request.url()}`);
      return JSON.stringify({ address: page.url(), seen: await seenOn(page), unanswered }, null, 1);
    }),
  );
  return lines.join('\n');
}
