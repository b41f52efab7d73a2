import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { closeAll, enter, open, pageOptions, slowed, startBrowser } from './browser.ts';
import { figure, quantile, type Figure } from './figure.ts';
import type { World } from './world.ts';

const slowness = 4;
const rounds = 3;
const turns = 10;
const conditions = `processor slowed ${slowness} times, 1366 x 768, this machine's loopback`;

/** The page records from its start: end of the last long task, largest paint, layout shift, slow reactions. */
const watch = `(() => {
  const seen = globalThis.seen = { taskEnd: 0, paint: 0, shift: 0, hands: [] };
  const each = (type, more, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  each('longtask', {}, (entry) => { seen.taskEnd = Math.max(seen.taskEnd, entry.startTime + entry.duration); });
  each('largest-contentful-paint', {}, (entry) => { seen.paint = entry.startTime; });
  each('layout-shift', {}, (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  each('event', { durationThreshold: 16 }, (entry) => { if (entry.interactionId > 0) seen.hands.push([entry.interactionId, entry.name, entry.duration]); });
})()`;

interface Seen {
  readonly taskEnd: number;
  readonly paint: number;
  readonly shift: number;
  readonly hands: readonly (readonly [id: number, name: string, ms: number])[];
}

const seenBy = (page: Page): Promise<Seen> => page.evaluate<Seen>('globalThis.seen');

/** Waits until no long task has run for half a second. */
const whenCalm = (page: Page): Promise<unknown> =>
  page.evaluate(
    '(async () => { while (performance.now() - Math.max(globalThis.seen.taskEnd, globalThis.calmFrom ?? 0) <= 500) await new Promise((done) => setTimeout(done, 50)); })()',
  );

interface Start {
  readonly interactive: number;
  readonly paint: number;
  readonly shift: number;
}

/** Measures from navigation to a usable page: its control is there, and long tasks of the next half second ended. */
async function start(page: Page, go: () => Promise<unknown>, isThere: () => Promise<unknown>): Promise<Start> {
  await go();
  await isThere();
  const there = await page.evaluate<number>('globalThis.calmFrom = performance.now()');
  await whenCalm(page);
  const { taskEnd, paint, shift } = await seenBy(page);
  return { interactive: Math.max(there, taskEnd), paint, shift };
}

async function fresh(
  browser: Browser,
  state?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<readonly [Page, CDPSession]> {
  const context = await browser.newContext({ ...pageOptions, ...(state && { storageState: state }) });
  await context.addInitScript(watch);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return [page, await context.newCDPSession(page)];
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

interface Limit {
  readonly name: string;
  readonly most: number;
  readonly unit: string;
}

const held = ({ name, most, unit }: Limit, value: number, how: string): Figure =>
  figure({
    name,
    value,
    unit,
    must: `<= ${most}`,
    aim: `<= ${most}`,
    ok: value <= most,
    conditions: `${how}; ${conditions}`,
  });

async function startFigures(browser: Browser, url: string): Promise<readonly Figure[]> {
  const [signIn, cold, warm]: Start[][] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const [page, cdp] = await fresh(browser);
    signIn?.push(
      await slowed(cdp, slowness, () =>
        start(
          page,
          () => page.goto(url),
          () => page.getByRole('button', { name: /登\s*录/ }).waitFor(),
        ),
      ),
    );
    await enter(page, url);
    const state = await page.context().storageState();
    await page.context().close();
    const [next, nextCdp] = await fresh(browser, state);
    const isHome = async (): Promise<void> => {
      await next.getByRole('heading', { level: 1, name: '首页' }).waitFor();
      await next.locator('.ant-skeleton').first().waitFor({ state: 'detached' });
    };
    await slowed(nextCdp, slowness, async () => {
      cold?.push(await start(next, () => next.goto(url), isHome));
      warm?.push(await start(next, () => next.reload(), isHome));
    });
    await next.context().close();
  }
  const of = (starts: readonly Start[] = [], key: keyof Start): number => median(starts.map((each) => each[key]));
  const how = `median of ${rounds} browsers that know nothing`;
  return [
    held({ name: 'sign-in usable', most: 1.2, unit: 's' }, of(signIn, 'interactive') / 1000, how),
    held(
      { name: 'home usable, cold', most: 3, unit: 's' },
      of(cold, 'interactive') / 1000,
      `${how} but who is signed in`,
    ),
    held(
      { name: 'home usable, warm', most: 1.5, unit: 's' },
      of(warm, 'interactive') / 1000,
      `median of ${rounds} reloads`,
    ),
    held({ name: 'largest paint of home, cold', most: 2.5, unit: 's' }, of(cold, 'paint') / 1000, how),
    held(
      { name: 'jumping of home, cold', most: 0.05, unit: 'CLS' },
      Math.max(...(cold ?? []).map(({ shift }) => shift)),
      `worst of ${rounds}`,
    ),
  ];
}

/** Milliseconds from a step to its paint: the first frame after `isDone` (code run in the page) is true. */
const timed = (page: Page, step: string, isDone: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const began = performance.now();
    ${step};
    while (!(${isDone})) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })()`);

const shownRows = `[...document.querySelectorAll('[data-testid="tab-panel"]')].filter((panel) => panel.checkVisibility()).flatMap((panel) => [...panel.querySelectorAll('tbody tr[data-row-key]')])`;
const goTo = (path: string): string =>
  `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`;

async function openFigures(browser: Browser, url: string): Promise<readonly Figure[]> {
  const [first, again]: number[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [page, cdp] = await fresh(browser);
    await enter(page, url);
    await whenCalm(page);
    await slowed(cdp, slowness, async () => {
      first?.push(await timed(page, goTo('/ycjh/yjgl'), `${shownRows}.length >= 10`));
      await closeAll(page);
      await whenCalm(page);
      again?.push(await timed(page, goTo('/ycjh/yjgl'), `${shownRows}.length >= 10`));
    });
    await page.context().close();
  }
  return [
    held(
      { name: 'list opened for the first time', most: 800, unit: 'ms' },
      median(first ?? []),
      `median of ${rounds}, to its rows, no list before it`,
    ),
    held(
      { name: 'list opened again', most: 400, unit: 'ms' },
      median(again ?? []),
      `median of ${rounds}, to its rows, after its tab was closed`,
    ),
  ];
}

async function queryFigure(page: Page): Promise<Figure> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    times.push(
      await timed(
        page,
        `const before = ${shownRows}.map((row) => row.dataset.rowKey).join(); [...document.querySelectorAll('[data-testid="tab-panel"]')].find((panel) => panel.checkVisibility()).querySelector('${turn % 2 === 0 ? '.ant-pagination-next' : '.ant-pagination-prev'} button').click()`,
        `${shownRows}.length > 0 && ${shownRows}.map((row) => row.dataset.rowKey).join() !== before`,
      ),
    );
  }
  return held(
    { name: 'next page of a list, drawn', most: 300, unit: 'ms' },
    median(times),
    `median of ${turns}, ten rows, press to the frame with the new rows`,
  );
}

const filterOf = (page: Page) => page.locator('[data-testid="tab-panel"]:visible').getByLabel('关键字').first();

/** Forty steps of somebody at work in a list, by a real mouse and real keys. */
async function work(page: Page): Promise<void> {
  const panel = page.locator('[data-testid="tab-panel"]:visible');
  const rows = panel.locator('tbody tr[data-row-key]');
  for (let turn = 0; turn < 4; turn += 1) {
    await filterOf(page).click();
    await page.keyboard.type('王');
    await panel.getByRole('button', { name: /查\s*询/ }).click();
    await panel.locator('[aria-busy=false]').first().waitFor();
    await panel.getByRole('button', { name: /重\s*置/ }).click();
    await rows.nth(5).waitFor();
    await rows.nth(1).getByRole('checkbox').click();
    await rows.nth(2).getByRole('checkbox').click();
    await panel.locator('.ant-pagination-next button').click();
    await panel.locator('.ant-pagination-prev button').click();
    await rows.nth(1).getByRole('button', { name: /编辑/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
}

/** The longest delay of each interaction that took a frame or more, in ms. */
function perHand({ hands }: Seen, of: (name: string) => boolean = () => true): readonly number[] {
  const longest = new Map<number, number>();
  for (const [id, name, ms] of hands) if (of(name)) longest.set(id, Math.max(longest.get(id) ?? 0, ms));
  return [...longest.values()];
}

async function handFigures(browser: Browser, url: string): Promise<readonly Figure[]> {
  const [page, cdp] = await fresh(browser);
  const forget = (): Promise<unknown> => page.evaluate('globalThis.seen.hands.length = 0');
  await enter(page, url);
  await open(page, '/userManage/UserList', '客户列表');
  await page.locator('tbody tr[data-row-key]').nth(9).waitFor();
  return slowed(cdp, slowness, async () => {
    const query = await queryFigure(page);
    await forget();
    await work(page);
    const hands = perHand(await seenBy(page));
    await filterOf(page).click();
    await forget();
    await page.keyboard.type('abcdefghijklmnopqrst', { delay: 120 });
    const keys = perHand(await seenBy(page), (name) => name.startsWith('key'));
    await closeAll(page);
    await open(page, '/userManage/UserList?size=100', '客户列表');
    const boxes = page.locator('tbody tr[data-row-key]').getByRole('checkbox');
    await boxes.nth(99).waitFor();
    await whenCalm(page);
    await forget();
    for (let turn = 0; turn < turns; turn += 1) await boxes.nth(turn).click();
    await whenCalm(page);
    const ticks = perHand(await seenBy(page));
    return [
      query,
      held(
        { name: 'answer to a hand in a list, p75', most: 200, unit: 'ms' },
        quantile(hands, 0.75),
        `${hands.length} interactions of at least a frame in a session of 40 steps and more, input to next paint`,
      ),
      held(
        { name: 'a key in a filter, p75', most: 50, unit: 'ms' },
        keys.length === 0 ? 16 : quantile(keys, 0.75),
        `${keys.length} of 20 keys took a frame or more`,
      ),
      held(
        { name: 'a tick in a list of 100 rows', most: 100, unit: 'ms' },
        median(ticks),
        `median of ${ticks.length}, input to next paint`,
      ),
    ];
  });
}

/** How soon pages are there and answer to a hand, in a real browser on a slow machine. */
export async function pageFigures(world: World): Promise<readonly Figure[]> {
  const browser = await startBrowser();
  const { url } = world.server;
  try {
    return [
      ...(await startFigures(browser, url)),
      ...(await openFigures(browser, url)),
      ...(await handFigures(browser, url)),
    ];
  } finally {
    await browser.close();
  }
}
