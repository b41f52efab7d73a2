import type { CDPSession, Page } from 'playwright-core';
import { closeAll, enter, open, pageOptions, slowed, startBrowser } from './browser.ts';
import { figure, quantile, type Figure } from './figure.ts';
import type { World } from './world.ts';

const opened = 50;
/** As many as the strip holds beside home and the list, with room. */
const atOnce = 25;
const returns = 20;
const usualRows = 10;
const manyRows = 50;
const slowness = 4;
const mega = 1_048_576;

interface Weight {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What the page holds after everything collectable is gone. */
async function weigh(cdp: CDPSession): Promise<Weight> {
  for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return {
    heap: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / mega,
    nodes,
    listeners: jsEventListeners,
  };
}

/** Milliseconds from the press on a tab to the second frame after its page is shown again. */
const timeOfReturn = (page: Page, title: string): Promise<number> =>
  page.evaluate<number>(`(async (name) => {
    const link = [...document.querySelectorAll('[data-testid="tab-strip"] a')].find((each) => each.textContent === name);
    const began = performance.now();
    link.click();
    const isShown = () => [...document.querySelectorAll('h1')].some((heading) => heading.textContent === name && heading.checkVisibility());
    do await new Promise(requestAnimationFrame); while (!isShown());
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })(${JSON.stringify(title)})`);

const lists = [
  ['/userManage/UserList', '客户列表'],
  ['/ycjh/yjgl', '硬件管理'],
] as const;

/** Median of going to and fro between two open lists of so many rows. */
async function returnOf(page: Page, rows: number): Promise<number> {
  for (const [path, title] of lists) {
    await open(page, `${path}?size=${rows}`, title);
    await page
      .locator('[data-testid="tab-panel"]:visible tbody tr[data-row-key]')
      .nth(rows - 1)
      .waitFor();
  }
  const times: number[] = [];
  for (let turn = 0; turn < returns; turn += 1) times.push(await timeOfReturn(page, lists[turn % 2]?.[1] ?? ''));
  await closeAll(page);
  return quantile(times, 0.5);
}

async function returnFigures(page: Page, cdp: CDPSession): Promise<readonly Figure[]> {
  const conditions = `median of ${returns} switches between two lists, press to second frame`;
  const few = await returnOf(page, usualRows);
  const many = await returnOf(page, manyRows);
  const slow = await slowed(cdp, slowness, () => returnOf(page, usualRows));
  return [
    figure({
      name: `return to an open list of ${usualRows} rows`,
      value: few,
      unit: 'ms',
      must: '<= 100',
      aim: '<= 100',
      ok: few <= 100,
      conditions,
    }),
    figure({
      name: `return to an open list of ${manyRows} rows`,
      value: many,
      unit: 'ms',
      must: '<= 100',
      aim: '<= 100',
      ok: many <= 100,
      conditions,
    }),
    figure({
      name: `return to an open list of ${usualRows} rows, slow machine`,
      value: slow,
      unit: 'ms',
      must: '<= 100',
      aim: '<= 100',
      ok: slow <= 100,
      conditions: `${conditions}; processor slowed ${slowness} times`,
    }),
  ];
}

function memoryFigures(first: Weight, peak: Weight, last: Weight): readonly Figure[] {
  const grown = last.heap - first.heap;
  const parts = Math.max(last.nodes / first.nodes, last.listeners / first.listeners);
  const conditions = `${opened} pages of clients opened one after another, ${atOnce} tabs at once of which 12 alive, collected three times before each reading`;
  return [
    figure({
      name: 'memory of open tabs',
      value: peak.heap,
      unit: 'MB',
      must: '<= 250',
      aim: '<= 250',
      ok: peak.heap <= 250,
      conditions,
    }),
    figure({
      name: 'memory left after closing all tabs',
      value: grown,
      unit: 'MB',
      must: '<= 30',
      aim: '<= 30',
      ok: grown <= 30,
      conditions: `${conditions}; over what the home page held at first (${first.heap.toFixed(0)} MB)`,
    }),
    figure({
      name: 'nodes and listeners left after closing all tabs',
      value: parts,
      unit: 'times',
      must: '<= 1.1',
      aim: '<= 1.1',
      ok: parts <= 1.1,
      conditions: `${conditions}; the greater of both ratios, home page with ${first.nodes} nodes and ${first.listeners} listeners`,
    }),
  ];
}

async function memoryOf(page: Page, cdp: CDPSession, clients: World['watches']): Promise<readonly Figure[]> {
  const rounds = opened / atOnce;
  // The parts of the program that a client's page needs are loaded before the first reading.
  for (const { clientId, person } of clients.slice(0, 2))
    await open(page, `/userManage/UserList/${clientId}`, person.name);
  await closeAll(page);
  const first = await weigh(cdp);
  let peak = first;
  for (let round = 0; round < rounds; round += 1) {
    for (const { clientId, person } of clients.slice(round * atOnce, (round + 1) * atOnce))
      await open(page, `/userManage/UserList/${clientId}`, person.name);
    const weight = await weigh(cdp);
    if (weight.heap > peak.heap) peak = weight;
    await closeAll(page);
  }
  return memoryFigures(first, peak, await weigh(cdp));
}

/** What opened pages weigh in a real browser, and how soon one of them is back. */
export async function tabFigures(world: World): Promise<readonly Figure[]> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage(pageOptions);
    page.setDefaultTimeout(60_000);
    await enter(page, world.server.url);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    return [...(await memoryOf(page, cdp, world.watches)), ...(await returnFigures(page, cdp))];
  } finally {
    await browser.close();
  }
}
