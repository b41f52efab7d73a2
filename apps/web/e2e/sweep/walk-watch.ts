import type { BrowserContext, Page } from 'playwright-core';

/** What a page said of missing rows while calls were under way. */
interface Said {
  readonly words: string;
  readonly pending: readonly string[];
}

interface Slow {
  readonly name: string;
  readonly duration: number;
  readonly target: string;
}

interface Watch {
  readonly pending: Set<string>;
  readonly said: Said[];
  readonly slow: Slow[];
}

/** Runs in the page before its own code: holds answers back, and notes what is said and what takes long. */
function watchPage(delay: number): void {
  const watch: Watch = { pending: new Set(), said: [], slow: [] };
  Object.assign(globalThis, { walk: watch });
  const send = globalThis.fetch.bind(globalThis);
  let count = 0;
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes('/api/')) return send(input, init);
    count += 1;
    const call = `${count} ${url}`;
    watch.pending.add(call);
    try {
      const answer = await send(input, init);
      await new Promise((done) => {
        setTimeout(done, delay);
      });
      return answer;
    } finally {
      watch.pending.delete(call);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) {
        const found = /暂无数据|没有数据|没有符合条件的/.exec(textContent ?? '');
        if (found) watch.said.push({ words: found[0], pending: [...watch.pending] });
      }
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const target = (entry as PerformanceEventTiming).target;
      const part = target instanceof Element ? `${target.tagName} ${target.textContent?.slice(0, 20)}` : '';
      watch.slow.push({ name: entry.name, duration: entry.duration, target: part });
    }
  }).observe({ type: 'event', durationThreshold: 200 } as PerformanceObserverInit);
}

export const delayAnswers = (context: BrowserContext, milliseconds: number): Promise<unknown> =>
  context.addInitScript(watchPage, milliseconds);

interface Watched {
  readonly walk: Watch;
}

/** Waits until every answer is there. */
export const answered = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (globalThis as unknown as Watched).walk.pending.size === 0);

/** What was said of missing rows since it was last asked. */
export const saidOf = (page: Page): Promise<readonly Said[]> =>
  page.evaluate(() => (globalThis as unknown as Watched).walk.said.splice(0));

/** Reactions to keys and clicks that took 200 ms or more since it was last asked. */
export const slowOf = (page: Page): Promise<readonly Slow[]> =>
  page.evaluate(() => (globalThis as unknown as Watched).walk.slow.splice(0));
