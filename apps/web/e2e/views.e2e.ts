import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';
import { at, cell, dragTo, item, monday, week } from './week-desk.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let first: Desk;
let second: Desk;
let room: number;

const idOf = async (path: string, body: object): Promise<number> => admin.post<number>(path, body);

interface Booking {
  readonly id: number;
  readonly title: string;
  readonly beginTime: string;
  readonly endTime: string;
}
const bookingsNow = async (): Promise<readonly Booking[]> =>
  admin.get<readonly Booking[]>(`ActivityRooms/GetBookings?id=${room}&beginDate=${monday}&endDate=${monday}`);
const beginOf = async (title: string): Promise<string | undefined> => {
  const found = (await bookingsNow()).find((booking) => booking.title === title);
  return found && new Date(found.beginTime).toISOString();
};

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
  admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  room = await idOf('ActivityRooms/CreateOrEdit', { name: '排练厅', capacity: 20, openTime: '06:00' });
  const kind = await idOf('ActivityTypes/CreateOrEdit', { name: '排练', category: 'culture', defaultMinutes: 60 });
  const book = (title: string, hour: number): Promise<number> =>
    idOf('ActivityRoomBookings/CreateOrEdit', {
      activityRoomId: room,
      activityTypeId: kind,
      title,
      beginTime: at(0, hour),
      endTime: at(0, hour + 1),
    });
  for (const [title, hour] of [
    ['合唱', 9],
    ['舞蹈', 10],
    ['戏曲', 13],
  ] as const)
    await book(title, hour);
  [first, second] = await Promise.all([
    openDesk(browser, product, who),
    openDesk(browser, product, { ...who, width: 1920, height: 1080 }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openWeek(page: Page): Promise<void> {
  await page.goto(`${product.url}/jcpt/basicData/activityBookings?as=week&at=${monday}&activityRoom=${room}`);
  await item(page, '合唱').waitFor();
}
describe('the week of a room', () => {
  beforeAll(async () => {
    for (const { page } of [first, second]) await openWeek(page);
  });

  test('shows bookings at their hours without findings, in light and dark', async () => {
    const { page } = first;
    await picture(page, 'week');
    await picture(second.page, 'week-wide');
    await expectAccessible(page, 'a week of bookings');
    await expectReadableInDark(page, 'a week of bookings');
    expect(
      await week(page)
        .getByRole('button', { name: /^已预订 合唱 09:00–10:00/ })
        .count(),
    ).toBe(1);
  });

  test('a booking is dragged to a free hour; of two hands on one hour the second is refused', async () => {
    await dragTo(first.page, '舞蹈', { day: 0, hour: 15 });
    await first.page.getByText(/^舞蹈 已改到 周一 .* 15:00$/).waitFor();
    expect(await beginOf('舞蹈')).toBe(at(0, 15));
    await dragTo(second.page, '戏曲', { day: 0, hour: 15 });
    await second.page.getByText('已被「舞蹈」占用').first().waitFor();
    await picture(second.page, 'week-second-hand');
    await item(second.page, '戏曲').filter({ hasText: '13:00–14:00' }).waitFor();
    await item(second.page, '舞蹈').filter({ hasText: '15:00–16:00' }).waitFor();
    expect(await beginOf('戏曲')).toBe(at(0, 13));
  });

  test('a row that somebody changed meanwhile goes back and says who changed it', async () => {
    const booking = (await bookingsNow()).find(({ title }) => title === '合唱');
    await admin.post('ActivityRoomBookings/CreateOrEdit', { id: booking?.id, title: '合唱团' });
    await dragTo(second.page, '合唱', { day: 0, hour: 17 });
    await second.page.getByText(/修改/).first().waitFor();
    await item(second.page, '合唱团').filter({ hasText: '09:00–10:00' }).waitFor();
    expect(await beginOf('合唱团')).toBe(at(0, 9));
  });

  test('a booking is moved by keys, and Esc puts it back', async () => {
    const { page } = first;
    await page.keyboard.press('r');
    await item(page, '合唱团').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('戏曲');
    await page.keyboard.press(' ');
    await page.getByText(/^已拿起 .*戏曲/).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByText(/戏曲.* 已放回$/).waitFor();
    expect(await beginOf('戏曲')).toBe(at(0, 13));
    await page.keyboard.press('Enter');
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByText(/^戏曲 已改到 周一 .* 12:00$/).waitFor();
    expect(await beginOf('戏曲')).toBe(at(0, 12));
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('12:00–13:00');
    expect(first.complaints).toEqual([]);
  });

  test('the month shows the same rows, a drop changes the day, the layout stays in the address and is kept', async () => {
    const { page } = first;
    await page.keyboard.press('v');
    await page.getByRole('table').first().waitFor();
    await page.keyboard.press('v');
    await page.getByRole('group', { name: /年\d+月$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('as')).toBe('calendar');
    await picture(page, 'month');
    await cell(page, 0).getByText('合唱团').waitFor();
    const tall = await page
      .locator('[data-day]')
      .evaluateAll((days) =>
        days.flatMap(({ scrollHeight, clientHeight }) => (scrollHeight > clientHeight ? [scrollHeight] : [])),
      );
    expect(tall).toEqual([]);
    await expectAccessible(page, 'a month of bookings');
    await expectReadableInDark(page, 'a month of bookings');
    await item(page, '戏曲').dragTo(cell(page, 2));
    await page.getByText(/^戏曲 已改到 周三/).waitFor();
    await cell(page, 2).getByText('戏曲').waitFor();
    await item(page, '戏曲').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await cell(page, 0).getByText('戏曲').waitFor();
    await expect.poll(() => beginOf('戏曲')).toBe(at(0, 12));
    await page.goto(`${product.url}/jcpt/basicData/activityBookings`);
    await page.getByRole('group', { name: /年\d+月$/ }).waitFor();
    await page.getByTitle(/^表格/).first().click();
    await page.getByRole('table').first().waitFor();
    expect(first.complaints).toEqual([]);
  });
});
