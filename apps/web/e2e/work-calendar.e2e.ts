import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let host: Desk;
let tenant: Desk;

const path = '/jcpt/systemSettings/workCalendar';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  host = await openDesk(browser, product, { tenancyName: '', userName: 'admin', isStill: true });
  tenant = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const cell = (page: Page, day: string): Locator => page.locator(`[data-day="${day}"]`);
const dialog = (page: Page): Locator => page.getByRole('dialog');
const confirm = async (page: Page): Promise<void> => {
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog(page).waitFor({ state: 'hidden' });
};
async function openYear(page: Page, year: number): Promise<void> {
  await page.goto(`${product.url}${path}?year=${year}`);
  await page.getByRole('heading', { level: 1, name: '工作日历' }).waitFor();
  await cell(page, `${year}-01-01`).waitFor();
}

test('the host sees a year as twelve months with its kinds of days, without findings', async () => {
  const { page } = host;
  await openYear(page, 2026);
  expect(await page.locator('[data-day]').count()).toBe(365);
  await cell(page, '2026-02-17').click();
  await page.getByText('2026-02-17 周二 · 放假（春节） · 正月初一').waitFor();
  await cell(page, '2026-02-14').click();
  await page.getByText('2026-02-14 周六 · 调休上班（春节） · 按周五上班 · 腊月廿七').waitFor();
  await page.getByText('国办发明电〔2025〕7号，2025-11-04 发布').waitFor();
  await page.getByText('放假33天').waitFor();
  await picture(page, 'work-calendar');
  await expectAccessible(page, 'the work calendar');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'work-calendar-wide');
  await page.setViewportSize({ width: 1366, height: 768 });
});

test('a day is chosen and changed by keys, and the history says so', async () => {
  const { page } = host;
  await openYear(page, 2026);
  await cell(page, '2026-12-24').click();
  await page.keyboard.press('ArrowRight');
  await page.getByText('2026-12-25 周五 · 工作日').waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('radio', { name: '放假' }).check();
  await dialog(page).getByLabel('节日', { exact: true }).fill('元旦');
  expect(await dialog(page).getByLabel('节日英文名').inputValue()).toBe("New Year's Day");
  await expectAccessible(page, 'a day of the work calendar', '[role="dialog"]');
  await confirm(page);
  await page.getByText('2026-12-25 周五 · 放假（元旦）').waitFor();
  await page.getByText('放假34天').waitFor();
  await page.getByText('变更记录').click();
  await page.getByText('2026-12-25').nth(1).waitFor();
  await page.getByRole('button', { name: '修改这一天' }).click();
  await dialog(page).getByRole('radio', { name: '按星期' }).check();
  await confirm(page);
  await page.getByText('放假33天').waitFor();
});

test('a year without notice says so and is entered from the text of its notice', async () => {
  const { page } = host;
  await openYear(page, 2031);
  await page.getByText('2031年放假安排未发布，暂按星期计算').waitFor();
  await page.getByRole('button', { name: '登记2031年' }).click();
  await dialog(page).getByLabel('通知文号').fill('国办发明电〔2030〕9号');
  await dialog(page).getByLabel('发布日期').fill('2030-11-05');
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('放假通知原文').fill('放假安排见附件');
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog(page).getByText('没有读到放假日期').waitFor();
  await dialog(page)
    .getByLabel('放假通知原文')
    .fill(
      '一、元旦：1月1日（周三）放假1天，不调休。\n四、劳动节：5月1日（周四）至5日（周一）放假调休，共5天。4月27日（周日）上班。',
    );
  await dialog(page).getByText('读到放假6天、调休上班1天').waitFor();
  await picture(page, 'work-calendar-import');
  await expectAccessible(page, 'the import of a notice', '[role="dialog"]');
  await confirm(page);
  await page.getByText('国办发明电〔2030〕9号，2030-11-05 发布').waitFor();
  await cell(page, '2031-04-27').click();
  await page.getByText(/2031-04-27 周日 · 调休上班（劳动节） · 按周一上班/).waitFor();
});

test('a tenant reads the year and cannot change it', async () => {
  const { page, complaints } = tenant;
  await openYear(page, 2026);
  await cell(page, '2026-10-10').click();
  await page.getByText('2026-10-10 周六 · 调休上班（国庆节） · 按周三上班').waitFor();
  expect(await page.getByRole('button', { name: /修改这一天|编辑全年|导入通知/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the month of bookings shows holidays and make-up workdays', async () => {
  const { page } = tenant;
  await page.goto(`${product.url}/jcpt/htgl?as=calendar&at=2026-02-01`);
  await cell(page, '2026-02-17').getByText('春节').waitFor();
  await cell(page, '2026-02-14').getByText('班', { exact: true }).waitFor();
  await cell(page, '2026-02-04').getByText('立春').waitFor();
  await picture(page, 'month-with-holidays');
  await expectAccessible(page, 'the month with holidays');
  await page.goto(`${product.url}/jcpt/htgl?as=calendar&at=2027-02-01`);
  await page.getByText('2027年放假安排未发布').waitFor();
});

test('the month of the roster marks them too', async () => {
  const { page } = tenant;
  await page.goto(`${product.url}/jcpt/basicData/dutyPersons?month=2026-02`);
  await cell(page, '2026-02-17').getByText('休', { exact: true }).waitFor();
  await cell(page, '2026-02-28').getByText('班', { exact: true }).waitFor();
  await picture(page, 'roster-with-holidays');
  await expectAccessible(page, 'the roster with holidays');
  await page.goto(`${product.url}/jcpt/basicData/dutyPersons?month=2027-02`);
  await page.getByText('2027年放假安排未发布，暂按星期计算').waitFor();
});
