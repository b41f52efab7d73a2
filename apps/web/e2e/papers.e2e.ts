import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { differenceFrom, poppler, requirePoppler } from './paper-picture.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

const lines = 640;
const partyName = '青松餐饮服务有限公司';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;
let contractId: number;
let meterId: number;
let bed: { readonly id: number; readonly name: string; readonly clientName: string };

async function addContract(): Promise<number> {
  const { user } = await admin.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations');
  return admin.post<number>('XYJ_Contract/CreateOrEdit', {
    name: '助餐服务合同',
    contractType: 'provider',
    partyName,
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    amount: 800,
    chargeUserId: user.id,
    remark: '每月十日前结清上月餐费。',
    payPlan: Array.from({ length: 8 }, (_, at) => ({ date: `2026-0${at + 1}-10`, amount: 100, paid: at < 3 })),
  });
}

/** A meter with a reading a day, straight in the database. */
async function addMeter(): Promise<number> {
  const id = await admin.post<number>('EnergyTelecoms/CreateOrEdit', {
    name: '每日抄表总表',
    kind: 'water',
    price: 1,
    unit: '吨',
  });
  const client = await openDatabase(product.folder);
  await client.query(
    `insert into energy_reading (tenant_id, item_id, read_on, reading, usage, rate, cost, former_reading)
     select i.tenant_id, i.id, date '2024-01-01' + n, 1000 + n, 1, 1, 1, 999 + n
     from energy_item i, generate_series(1, ${lines}) n where i.id = $1`,
    [id],
  );
  await client.end();
  return id;
}

async function takenBed(): Promise<typeof bed> {
  const { items } = await admin.get<{ items: readonly { bed: typeof bed }[] }>(
    'Beds/GetAll?StateFilter=occupied&MaxResultCount=1',
  );
  const [first] = items;
  if (!first) throw new Error('nobody lives in a bed');
  return first.bed;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  [contractId, meterId, bed] = await Promise.all([addContract(), addMeter(), takenBed()]);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openPaper(page: Page, key: string, id: number): Promise<void> {
  await page.goto(`${product.url}/print/${key}/${id}`);
  await page.locator('[data-print=ready]').waitFor();
}

async function pdfOf(key: string, id: number): Promise<string> {
  const { page } = desk;
  await openPaper(page, key, id);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  return file.path();
}

const millimetres = (pdf: string): readonly number[] => {
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(poppler('pdfinfo', pdf)) ?? [];
  return [width, height].map((points) => Math.round((Number(points) / 72) * 25.4));
};
const pagesOf = (pdf: string): readonly string[] => poppler('pdftotext', '-layout', pdf, '-').split('\f').slice(0, -1);
const unembedded = (pdf: string): readonly string[] =>
  poppler('pdffonts', pdf)
    .split('\n')
    .slice(2, -1)
    .filter((font) => !/ yes +(yes|no) +(yes|no) +\d+ +\d+$/.test(font));

test('640 lines stand on sheets with their heads, none is cut, missing or twice', async ({ skip }) => {
  requirePoppler(skip);
  const pdf = await pdfOf('meterSheet', meterId);
  const pages = pagesOf(pdf);
  expect(pages.length).toBeGreaterThan(12);
  const daysOn = (text: string): readonly string[] => text.match(/\d{4}-\d{2}-\d{2}(?= +[\d,]+ +[\d,]+ )/g) ?? [];
  expect(pages.map((text) => text.includes('抄表日期'))).toEqual(pages.map((text) => daysOn(text).length > 0));
  const days = pages.flatMap(daysOn);
  expect([days.length, new Set(days).size]).toEqual([lines, lines]);
  expect(days).toEqual(days.toSorted().toReversed());
  expect(unembedded(pdf)).toEqual([]);
});

test('a bed label is one label with the resident as text', async ({ skip }) => {
  requirePoppler(skip);
  const { page, context } = desk;
  await page.goto(`${product.url}/jcpt/basicData/beds/${bed.id}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: '打印床头卡' }).click();
  const paper = await opened;
  await paper.locator('[data-print=ready]').waitFor();
  await expectAccessible(paper, 'a bed label');
  await picture(paper, 'print-label');
  await paper.close();
  const pdf = await pdfOf('bedLabel', bed.id);
  expect([pagesOf(pdf).length, millimetres(pdf)]).toEqual([1, [60, 40]]);
  expect(pagesOf(pdf)[0]).toContain(bed.name);
  expect(pagesOf(pdf)[0]).toContain(bed.clientName);
  expect(unembedded(pdf)).toEqual([]);
});

test('a payment slip is one piece of the roll, as long as its content', async ({ skip }) => {
  requirePoppler(skip);
  const pdf = await pdfOf('paymentSlip', contractId);
  await expectAccessible(desk.page, 'a payment slip');
  await picture(desk.page, 'print-roll');
  const [page, ...more] = pagesOf(pdf);
  expect(more).toEqual([]);
  expect(page).toContain(partyName);
  expect(page?.match(/2026-0\d-10/g)).toHaveLength(8);
  const [width, height = 0] = millimetres(pdf);
  expect([width, height > 80, height < 297]).toEqual([80, true, true]);
});

test.for(['contract', 'paymentSlip', 'bedLabel'])(
  'the %s looks like its golden picture: ink where it was, whatever draws the letters',
  async (key, { skip }) => {
    requirePoppler(skip);
    const { rows, moved, mean } = differenceFrom(key, await pdfOf(key, key === 'bedLabel' ? bed.id : contractId));
    expect(Math.abs(rows[0] - rows[1])).toBeLessThanOrEqual(1);
    expect([moved < 0.05, mean < 0.6]).toEqual([true, true]);
  },
);

test.each([
  [375, 812],
  [1920, 1080],
])('documents fit a window of %i × %i', async (width, height) => {
  const { page } = desk;
  await page.setViewportSize({ width, height });
  for (const [key, id] of [
    ['contract', contractId],
    ['meterSheet', meterId],
    ['paymentSlip', contractId],
    ['bedLabel', bed.id],
  ] as const) {
    await openPaper(page, key, id);
    const [inner, outer] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect([key, (inner ?? 0) <= (outer ?? 0)]).toEqual([key, true]);
    await picture(page, `print-${key}-${width}`);
    if (key !== 'meterSheet') await expectAccessible(page, `${key} at ${width}`);
  }
  expect(desk.complaints).toEqual([]);
});
