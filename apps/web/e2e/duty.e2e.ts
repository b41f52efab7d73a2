import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { poppler, requirePoppler } from './paper-picture.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let api: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  api = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
const month = today.slice(0, 7);
const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** The last two nights of the demo's month are open. */
const openNights = today === lastDay ? 1 : 2;

const cellOf = (page: Page, day: string): Locator => page.locator(`[data-day="${day}"]`);
const people = (page: Page): Locator => page.getByRole('region', { name: '人员' }).getByRole('button');

async function openMonth(page: Page): Promise<void> {
  await page.goto(`${product.url}/jcpt/basicData/dutyPersons`);
  await page.getByRole('heading', { level: 1, name: '值班人员' }).waitFor();
  await cellOf(page, today).getByRole('button').nth(1).waitFor();
  await people(page).first().waitFor();
}

const dayMs = 86_400_000;
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

interface Week {
  readonly staff: readonly { readonly userName: string; readonly days: Readonly<Record<string, readonly unknown[]>> }[];
}

/** A person without a shift on the last three days of the month. */
async function freePerson(page: Page): Promise<string> {
  const last = [lastDay, dayBefore(lastDay, 1), dayBefore(lastDay, 2)];
  const mondays = new Set(last.map((day) => dayBefore(day, (new Date(day).getUTCDay() + 6) % 7)));
  const weeks = await Promise.all(
    [...mondays].map((weekStart) => api.get<Week>(`SchedulingTable/GetWeek?weekStart=${weekStart}`)),
  );
  const isBusy = (name: string): boolean =>
    weeks.some(({ staff }) =>
      staff.some(({ userName, days }) => userName === name && last.some((day) => (days[day] ?? []).length > 0)),
    );
  const names = await people(page).allInnerTexts();
  const free = names.map((name) => name.trim()).find((name) => name !== '' && !isBusy(name));
  if (free === undefined) throw new Error('everybody is on duty');
  return free;
}

test('the month shows who is on duty and what nobody has, without findings', async () => {
  const { page } = desk;
  await openMonth(page);
  await page.getByText(`今天起本月还有 ${openNights} 个值班空缺`).waitFor();
  await cellOf(page, lastDay).getByText('缺夜').waitFor();
  await picture(page, 'duty-month');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'duty-month-wide');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectAccessible(page, 'the month of duty');
});

test('a person is dragged onto a day, moved by keys and taken off again', async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 1366, height: 2400 });
  await page
    .getByRole('region', { name: '班次' })
    .getByRole('button', { name: /护理夜班/ })
    .click();
  const name = await freePerson(page);
  const person = people(page).filter({ hasText: new RegExp(`^${name}$`) });
  await person.dragTo(cellOf(page, lastDay));
  const chip = cellOf(page, lastDay).getByRole('button', { name: new RegExp(name) });
  await chip.waitFor();
  await page.getByText(`今天起本月还有 ${openNights} 个值班空缺`).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await chip.press('Enter');
  await page.getByRole('status').filter({ hasText: '移到哪一天' }).waitFor();
  // On the last day of a month no other day is left to move to.
  const aim = today === lastDay ? lastDay : dayBefore(lastDay, 1);
  if (aim === lastDay) await page.keyboard.press('Escape');
  else await cellOf(page, aim).getByRole('button').first().press('Enter');
  const moved = cellOf(page, aim).getByRole('button', { name: new RegExp(name) });
  await moved.waitFor();
  await moved.click();
  await page.getByRole('button', { name: /删\s*除/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await moved.waitFor({ state: 'detached' });
  await page.getByText(`今天起本月还有 ${openNights} 个值班空缺`).waitFor();
  await page.setViewportSize({ width: 1366, height: 768 });
  expect(desk.complaints).toEqual([]);
});

test('a refused shift says with whom it collides, and a week that collides is not copied', async () => {
  const { page } = desk;
  const [busy = ''] = await cellOf(page, today).getByRole('button').nth(1).locator('[translate=no]').allInnerTexts();
  const found = page.getByRole('textbox', { name: '查找人员' });
  await found.fill(busy);
  await people(page).filter({ hasText: busy }).first().press('Enter');
  await page.getByText(`把${busy}排到哪一天`).waitFor();
  await cellOf(page, today).getByRole('button').first().press('Enter');
  await page.getByText('未排班').first().waitFor();
  await picture(page, 'duty-refused');
  await page.keyboard.press('Escape');
  await found.fill('');
  // The week before the present one; in the first week of a month the present one.
  const leadingDays = (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7;
  const week = Math.max(0, Math.floor((Number(today.slice(8)) + leadingDays - 1) / 7) - 1);
  await page
    .getByRole('button', { name: /起的一周复制到下周/ })
    .nth(week)
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /复\s*制/ })
    .click();
  await page.getByText(/条排班有冲突，没有复制/).waitFor();
});

test('the duty list of the month is printed on sheets', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/print/dutyList/${month.replace('-', '')}`);
  await page.locator('[data-print=ready]').waitFor();
  await page.getByRole('cell', { name: '行政总值班' }).first().waitFor();
  const begins = await page.locator('article tbody td:nth-child(3)').allTextContents();
  expect(begins.length).toBeGreaterThan(10);
  expect(begins).toEqual(begins.toSorted());
  await picture(page, 'duty-list');
  await expectAccessible(page, 'the duty list');
});

test('its PDF holds every shift of the month as text, with the heading on every sheet', async ({ skip }) => {
  const { page } = desk;
  const shifts = await page.locator('article tbody tr').count();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`值班表-${month.replace('-', '')}.pdf`);
  requirePoppler(skip);
  const text = poppler('pdftotext', '-layout', await file.path(), '-');
  const sheets = text.split('\f').slice(0, -1);
  expect(text.match(new RegExp(`^ *${month}-\\d\\d `, 'gm'))).toHaveLength(shifts);
  expect(sheets.map((sheet) => /值班日期 +班次 +开始 +结束 +姓名/.test(sheet))).not.toContain(false);
  for (const word of ['值班表', '行政总值班', '排班人', '审核人']) expect(text).toContain(word);
});
