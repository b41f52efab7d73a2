import type { Browser, Page } from 'playwright-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openDesk, picture } from '../browser.ts';
import { signIn, startProduct, type Caller, type Product } from '../product.ts';
import { pagesOfDay } from './walk-pages.ts';
import { sizes, visitAtDesk, visitOnPhone, type Note, type Step } from './walk-steps.ts';
import { delayAnswers, slowOf } from './walk-watch.ts';

const cache = resolve(import.meta.dirname, '../../../../.cache');
const delay = 400;
const minutes = 60_000;
const who = { tenancyName: 'Default', userName: 'admin' } as const;
const walkedPages = pagesOfDay(new Date().getDate());

const flaws = new Map<string, string[]>(walkedPages.map(({ address }) => [address, []]));
const places: string[] = [];
const slow: unknown[] = [];
const complaints: string[] = [];

let product: Product;
let browser: Browser;

/** A loud alarm, whose notice stays open on every page. */
async function raiseAlarm(admin: Caller): Promise<void> {
  const userId = await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '走查', phone: '13800009999' });
  const reading = { userId, high: 186, low: 112, ['measure_time']: new Date().toISOString() };
  await admin.post('Watch_bps/CreateOrEdit', reading);
}

/** Where the notice stands: half of the window's height and width. */
async function placeOf(page: Page): Promise<string> {
  const notice = page.locator('.ant-notification-notice').first();
  await notice.waitFor();
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  return notice.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2 / innerWidth, (top + bottom) / 2 / innerHeight];
    return `${y < 0.5 ? 'top' : 'bottom'} ${x < 0.45 ? 'left' : x > 0.55 ? 'right' : 'middle'}`;
  });
}

async function openHome(page: Page): Promise<void> {
  await page.goto(`${product.url}/main/home`);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
}

/** Visits pages one after another; what fails is noted and the next page starts afresh. */
async function walk(page: Page, visit: (step: Step) => Promise<void>, next: () => Step['walked'] | undefined) {
  for (let walked = next(); walked; walked = next()) {
    const { address } = walked;
    const found = flaws.get(address) ?? [];
    const note: Note = (where, all) => void found.push(...all.map((flaw) => `${where}: ${flaw}`));
    try {
      await visit({ page, walked, note });
    } catch (error) {
      found.push(`${visit.name}: ${error instanceof Error ? error.message : String(error)}`);
      await picture(page, `walk-${visit.name}${address.replaceAll('/', '-')}`);
      await openHome(page);
    }
    slow.push(...(await slowOf(page)).map((each) => ({ address, ...each })));
  }
}

const queueOf = <T>(items: readonly T[]): (() => T | undefined) => {
  const left = [...items];
  return () => left.shift();
};

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  const { context, page: first } = await openDesk(browser, product, { ...who, isStill: true });
  await delayAnswers(context, delay);
  const openPage = async (page: Page, size: { readonly width: number; readonly height: number }): Promise<Page> => {
    page.on('pageerror', (error) => void complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()} ${message.text()}`);
    });
    await page.setViewportSize(size);
    await openHome(page);
    return page;
  };
  const desk = await openPage(first, sizes.usual);
  const second = await openPage(await context.newPage(), sizes.usual);
  const phone = await openPage(await context.newPage(), sizes.phone);
  await raiseAlarm(admin);
  places.push(await placeOf(desk), await placeOf(phone));
  const atDesk = queueOf(walkedPages);
  await Promise.all([
    walk(desk, visitAtDesk, atDesk),
    walk(second, visitAtDesk, atDesk),
    walk(phone, visitOnPhone, queueOf(walkedPages)),
  ]);
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${cache}/walk.json`, JSON.stringify({ flaws: Object.fromEntries(flaws), slow }, undefined, 2));
}, 30 * minutes);

afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('notices stand bottom left at a desk and on top on a phone', () => {
  expect(places).toEqual(['bottom left', 'top middle']);
});

test('nothing is said in the console', () => {
  expect(complaints).toEqual([]);
});

test.each(walkedPages.map(({ address }) => address))('%s with late answers', (address) => {
  expect(flaws.get(address)).toEqual([]);
});
