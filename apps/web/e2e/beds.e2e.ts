import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

interface Bed {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly clientName: string | null;
}
interface Room {
  readonly sexLimit: string;
  readonly beds: readonly Bed[];
}
interface House {
  readonly id: number;
  readonly name: string;
  readonly floors: readonly { readonly rooms: readonly Room[] }[];
}

let product: Product;
let browser: Browser;
let first: Desk;
let second: Desk;
let house: House;
let admin: Caller;

const housesNow = async (): Promise<readonly House[]> =>
  (await admin.get<{ readonly items: readonly House[] }>('Buildings/GetTree')).items;
const roomsOf = ({ floors }: House): readonly Room[] => floors.flatMap(({ rooms }) => rooms);
const bedsOf = (each: House): readonly Bed[] => roomsOf(each).flatMap(({ beds }) => beds);

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin', isStill: true };
  admin = await signIn(product, who);
  [first, second] = await Promise.all([
    openDesk(browser, product, who),
    openDesk(browser, product, { ...who, width: 1920, height: 1080 }),
  ]);
  house = (await housesNow()).find(({ name }) => name === '颐和楼') as House;
  for (const { page } of [first, second]) await openHouse(page);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openHouse(page: Page): Promise<void> {
  await page.goto(`${product.url}/jcpt/basicData/buildings/${house.id}`);
  await page.getByRole('heading', { level: 2, name: '楼层床位图' }).waitFor();
  await page.getByRole('region', { name: '5 层' }).waitFor();
}

/** A free bed, and two residents whom its room takes. */
function scene(): { readonly free: Bed; readonly one: Bed; readonly two: Bed } {
  const target = roomsOf(house).find(
    ({ sexLimit, beds }) => sexLimit === 'female' && beds.some(({ state }) => state === 'free'),
  );
  const free = target?.beds.find(({ state }) => state === 'free');
  const [one, two] = roomsOf(house)
    .filter((room) => room.sexLimit === 'female' && room !== target)
    .flatMap(({ beds }) => beds.filter(({ state }) => state === 'occupied'));
  if (!free || !one || !two) throw new Error('the demo has no such beds');
  return { free, one, two };
}

const bedButton = (page: Page, { name }: Pick<Bed, 'name'>): Locator => {
  const [room, number] = [name.slice(0, name.lastIndexOf('-')), name.slice(name.lastIndexOf('-') + 1)];
  return page
    .getByRole('listitem')
    .filter({ has: page.getByText(room, { exact: true }) })
    .getByRole('button', { name: new RegExp(`^${number} 号床`) });
};
const asked = (page: Page, from: Bed, to: Bed): Promise<void> =>
  page.getByText(`将${from.clientName}从 ${from.name} 换到 ${to.name}？`).last().waitFor();
const confirm = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /换\s*床/ })
    .click();

test('the floors show rooms, beds and residents in words and shapes, without findings', async () => {
  const { page } = first;
  const taken = bedsOf(house).filter(({ state }) => state === 'occupied').length;
  expect(await page.getByRole('button', { name: /号床/ }).count()).toBe(bedsOf(house).length);
  expect(await page.locator('button[aria-pressed]').count()).toBe(taken);
  await picture(page, 'beds');
  await picture(second.page, 'beds-wide');
  await expectAccessible(page, 'the floors of a building');
});

test('of two hands on one bed the second is refused with the name of the first', async () => {
  const { free, one, two } = scene();
  await bedButton(second.page, two).press('Enter');
  await second.page.getByText(`为${two.clientName}选择新床位`).waitFor();
  await bedButton(second.page, free).press('Enter');
  await asked(second.page, two, free);
  await bedButton(first.page, one).dragTo(bedButton(first.page, free));
  await asked(first.page, one, free);
  await confirm(first.page);
  await bedButton(first.page, free)
    .filter({ hasText: one.clientName ?? '' })
    .waitFor();
  await confirm(second.page);
  await second.page.getByText(`已被「${one.clientName}」占用`).first().waitFor();
  await picture(second.page, 'beds-second-hand');
  await bedButton(second.page, free)
    .filter({ hasText: one.clientName ?? '' })
    .waitFor();
  await bedButton(second.page, two)
    .filter({ hasText: two.clientName ?? '' })
    .waitFor();
  const beds = bedsOf((await housesNow()).find(({ id }) => id === house.id) as House);
  expect(beds.find(({ name }) => name === free.name)?.clientName).toBe(one.clientName);
  expect(beds.find(({ name }) => name === one.name)?.state).toBe('free');
  expect(first.complaints).toEqual([]);
});

test('rooms of the other sex are not offered', async () => {
  const { page } = first;
  const { one, two } = scene();
  const [other] = roomsOf(house)
    .filter(({ sexLimit }) => sexLimit === 'male')
    .flatMap(({ beds }) => beds.filter(({ state }) => state === 'occupied'));
  if (!other) throw new Error('the demo has no room for men');
  await admin.post('Beds/Release', { id: other.id });
  await openHouse(page);
  await bedButton(page, two).press('Enter');
  await page.getByText(`为${two.clientName}选择新床位`).waitFor();
  expect([await bedButton(page, one).isEnabled(), await bedButton(page, other).isEnabled()]).toEqual([true, false]);
  await bedButton(page, two).press('Escape');
});

test('Esc ends a choice', async () => {
  const { two } = scene();
  await bedButton(first.page, two).press('Enter');
  await first.page.getByText(`为${two.clientName}选择新床位`).waitFor();
  await bedButton(first.page, two).press('Escape');
  await first.page.getByText('拖动入住人到空闲床位').waitFor();
  expect(first.page.url()).toMatch(/buildings\/\d+$/);
});
