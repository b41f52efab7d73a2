import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { differenceBetween, goldenOf, keptGolden, type Ink } from './ink.ts';
import { signIn, startProduct, type Product } from './product.ts';
import { inkOf, maskValues, pictureOf } from './screen-picture.ts';
import { hasTurn, isFull } from './sweep/list-pages.ts';
import { closeTab, shownPage } from './sweep/page-desk.ts';
import { openForm, openRow, quiet, rowOpener, sizes } from './sweep/walk-steps.ts';
import { delayAnswers } from './sweep/walk-watch.ts';

const pages = {
  clients: '/userManage/UserList',
  bindings: '/public/UserDevice',
  deviceTypes: '/inventmanage/DevicesType',
  contracts: '/jcpt/htgl',
  beds: '/jcpt/basicData/beds',
  rooms: '/jcpt/basicData/rooms',
  bookings: '/jcpt/basicData/activityBookings',
  staff: '/jcpt/basicData/persons',
  staffPapers: '/jcpt/basicData/staffPapers',
  roomTypes: '/jcpt/basicData/roomTypes',
} as const;
const themes = ['light', 'dark'] as const;
type Name = keyof typeof pages;

/** Pages that differ most from each other, compared daily. Every other page has its turn once in five days. */
const daily: ReadonlySet<string> = new Set<Name>(['clients', 'bindings', 'deviceTypes', 'contracts']);
const pagesOfToday = (Object.keys(pages) as Name[]).filter(
  (name) => isFull || daily.has(name) || hasTurn(pages[name], new Date().getDate()),
);

let product: Product;
let browser: Browser;
let desk: Desk;
let painter: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin' } as const;
  await (await signIn(product, who)).put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, { ...who, isStill: true });
  await delayAnswers(desk.context, 0);
  await desk.page.goto(`${product.url}/main/home`);
  await desk.page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await desk.page.evaluate(() => document.fonts.ready);
  await maskValues(desk.page);
  painter = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

type Pictures = Map<string, Ink>;

/** The pictures of a page so far, and the golden ones. */
interface Taken {
  readonly pictures: Pictures;
  readonly goldens: Pictures;
}

/** Parts that may look clearly different: letters drawn by another program, values of another day. */
const most = 14;

const partsBetween = (golden: Ink, now: Ink): number => {
  const { rows, parts } = differenceBetween(golden, now, 2);
  return rows[0] === rows[1] ? parts : Infinity;
};

/** What the window shows once it stays the same: parts that load behind the first drawing have arrived. */
async function stillInk(size: keyof typeof sizes): Promise<Ink> {
  const { page } = desk;
  let [before, now] = [await pictureOf(page), await pictureOf(page)];
  while (!before.equals(now)) {
    await quiet(page);
    [before, now] = [now, await pictureOf(page)];
  }
  return inkOf(now, sizes[size], painter);
}

/** The first picture where it is like the golden one; another once the window stays the same. */
async function inkLike(golden: Ink | undefined, size: keyof typeof sizes): Promise<Ink> {
  const first = await inkOf(await pictureOf(desk.page), sizes[size], painter);
  return golden && partsBetween(golden, first) <= most ? first : stillInk(size);
}

/** Takes a picture in the light, and in the dark at the usual size, where only colours differ. Starts as it is. */
async function take({ pictures, goldens }: Taken, what: string, size: keyof typeof sizes): Promise<void> {
  const { page } = desk;
  const now = await page.evaluate(() => document.documentElement.dataset['theme']);
  const shown = themes.filter((theme) => theme === 'light' || size === 'usual');
  for (const theme of now === 'dark' ? shown.toReversed() : shown) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    await quiet(page);
    const key = `${what} ${size} ${theme}`;
    pictures.set(key, await inkLike(goldens.get(key), size));
    await picture(page, `screen ${what} ${size} ${theme}`.replaceAll(' ', '-'));
  }
}

/** The list, its filters, its form and its first row in a window of a size. */
async function takeAll(taken: Taken, name: Name, size: keyof typeof sizes): Promise<void> {
  const { page } = desk;
  await page.setViewportSize(sizes[size]);
  await goTo(page, pages[name]);
  await rowOpener(page).first().waitFor();
  await quiet(page);
  await take(taken, `${name} list`, size);

  await shownPage(page).getByRole('button', { name: '筛选', exact: true }).first().dispatchEvent('click');
  const filters = page.getByRole('form', { name: '筛选' });
  await filters.waitFor();
  await take(taken, `${name} filters`, size);
  await page.keyboard.press('Escape');
  await filters.waitFor({ state: 'detached' });

  const form = await openForm(page);
  if (form) {
    await form.locator('input, textarea').first().waitFor();
    await take(taken, `${name} form`, size);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  }
  const row = await openRow(page);
  await row.shown.locator('dd:visible').first().waitFor();
  await take(taken, `${name} detail`, size);
  await row.close();
  await closeTab(page);
}

const textOf = (pictures: Pictures): string =>
  [...pictures].map(([what, ink]) => `# ${what}\n${ink.join('\n')}`).join('\n');
const picturesIn = (text: string): Pictures =>
  new Map(
    text.split(/^# /m).flatMap((part): [string, Ink][] => {
      const [what = '', ...ink] = part.trimEnd().split('\n');
      return what === '' ? [] : [[what, ink]];
    }),
  );

/** How long the pictures of a page may take in ms: a busy machine is slow, not wrong. */
const patience = 600_000;
test.each(pagesOfToday)(
  '%s look like their golden pictures',
  async (name) => {
    const pictures: Pictures = new Map();
    const goldens = picturesIn(keptGolden(`screen-${name}`));
    for (const size of ['usual', 'wide', 'phone'] as const) await takeAll({ pictures, goldens }, name, size);
    const golden = picturesIn(goldenOf(`screen-${name}`, textOf(pictures)));
    expect([...pictures.keys()]).toEqual([...golden.keys()]);
    const changed = [...golden].flatMap(([what, ink]) => {
      const parts = partsBetween(ink, pictures.get(what) ?? []);
      return parts <= most ? [] : [`${what}: ${parts} parts`];
    });
    expect(changed).toEqual([]);
  },
  patience,
);

test('nothing is said in the console', () => {
  expect(desk.complaints).toEqual([]);
});
