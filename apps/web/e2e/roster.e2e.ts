import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let api: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin' };
  api = await signIn(product, who);
  const host = await signIn(product, { tenancyName: '', userName: 'admin' });
  const festival = ['05', '06', '07', '08', '09', '10', '11'].map((day) => ({
    day: `2027-02-${day}`,
    kind: 'holiday',
    name: '春节',
    nameEn: 'Spring Festival',
  }));
  await host.post('WorkCalendar/CreateOrEdit', {
    year: 2027,
    notice: '国办发明电〔2026〕1号',
    issuedOn: '2026-11-04',
    days: [...festival, { day: '2027-02-14', kind: 'makeUp', name: '春节', nameEn: 'Spring Festival', weekday: 'fri' }],
  });
  desk = await openDesk(browser, product, { ...who, isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const before = '2027-02-01';
const festivalWeek = '2027-02-08';

const grid = (page: Page, monday: string): Locator => page.getByRole('grid', { name: `${monday} 起一周的排班` });
const cell = (page: Page, row: number, day: string): Locator =>
  page.locator(`td[data-row="${row}"][data-day="${day}"]`);
const brush = (page: Page, name: RegExp): Locator =>
  page.getByRole('list', { name: '班次' }).getByRole('button', { name });
const button = (page: Page, name: RegExp): Locator => page.getByRole('button', { name });

async function openWeek(page: Page, monday: string): Promise<void> {
  await page.goto(`${product.url}/StaffManagement/SchedulingTableWeek?week=${monday}`);
  await grid(page, monday).waitFor();
  await page.locator('td[data-row="1"]').first().waitFor();
}

async function confirm(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

test('the published weeks of the demo are shown whole', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/StaffManagement/SchedulingTableWeek`);
  await page.locator('td [data-entry]').first().waitFor();
  await picture(page, 'roster-week');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'roster-week-wide');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expectAccessible(page, 'the week of the roster');
});

test('the month is counted person by person', async () => {
  const { page } = desk;
  await button(page, /月度统计/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('columnheader', { name: '夜班' }).waitFor();
  await picture(page, 'roster-statistics');
  await expectAccessible(page, 'the figures of the roster');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('a week is painted by mouse and keys, saved and published', async () => {
  const { page } = desk;
  await openWeek(page, before);
  await brush(page, /行政总值班/).click();
  await cell(page, 0, before).hover();
  await page.mouse.down();
  for (let day = 2; day <= 7; day += 1) await cell(page, 0, `2027-02-0${day}`).hover();
  await page.mouse.up();
  await button(page, /保存（7）/).waitFor();
  await cell(page, 1, before).focus();
  await brush(page, /医生门诊班/).click();
  await cell(page, 1, before).press(' ');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await button(page, /保存（9）/).waitFor();
  await page.keyboard.press('Delete');
  await button(page, /保存（8）/).click();
  await page.getByText('已保存，但有').waitFor();
  await api.post('BusinessSettings/Update', { group: 'duty', values: { 'App.Duty.RestHours': 0 } });
  await button(page, /^发\s*布$/).click();
  await confirm(page, /发\s*布/);
  await page.getByText('已发布 8 条排班').waitFor();
  await cell(page, 0, before).locator('[data-entry]').waitFor();
});

test('the week before is copied over the Spring Festival; a gap stops publishing, then places are open', async () => {
  const { page } = desk;
  await api.post('BusinessSettings/Update', {
    group: 'duty',
    values: { 'App.Duty.RestHours': 0, 'App.Duty.RoundTheClock': true },
  });
  await openWeek(page, festivalWeek);
  expect(await grid(page, festivalWeek).getByText('休', { exact: true }).count()).toBe(4);
  expect(await grid(page, festivalWeek).getByText('班', { exact: true }).count()).toBe(1);
  await button(page, /复制上周/).click();
  await confirm(page, /复\s*制/);
  await page.getByText('已复制 8 条排班').waitFor();
  await page.getByText('本周每个时段都有人值班').waitFor();
  await cell(page, 0, '2027-02-10').focus();
  await page.keyboard.press('Delete');
  await button(page, /保存（1）/).click();
  await page.getByText('本周有 1 段无人值班').waitFor();
  await button(page, /^发\s*布$/).click();
  await confirm(page, /发\s*布/);
  await page.getByText(/值班有 1 段空缺，没有发布/).waitFor();
  await picture(page, 'roster-gap');
  await brush(page, /行政总值班/).click();
  await cell(page, 0, '2027-02-10').press('Enter');
  await button(page, /保存（1）/).click();
  await page.getByText('本周每个时段都有人值班').waitFor();
  await button(page, /^发\s*布$/).click();
  await confirm(page, /发\s*布/);
  await page.getByText('已发布 8 条排班').waitFor();
  await cell(page, 1, festivalWeek).getByText('0/36').waitFor();
  expect(desk.complaints.filter((each) => !each.includes('400'))).toEqual([]);
});

test('a published shift is stopped with a reason; what is not saved is not lost unasked', async () => {
  const { page } = desk;
  await cell(page, 1, festivalWeek).locator('[data-entry]').click();
  await button(page, /停\s*班/).click();
  await page.getByRole('dialog').getByLabel('原因').fill('外出培训');
  await confirm(page, /确\s*定/);
  await page.getByText('已停班，已通知本人').waitFor();
  await cell(page, 1, festivalWeek).locator('[title*="停班"]').waitFor();
  await cell(page, 2, festivalWeek).click();
  await button(page, /保存（1）/).waitFor();
  await button(page, /下一周/).click();
  await page.locator('.ant-modal-confirm-title').filter({ hasText: '有 1 处修改未保存，要放弃吗？' }).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /放弃修改/ })
    .click();
  await grid(page, '2027-02-15').waitFor();
});
