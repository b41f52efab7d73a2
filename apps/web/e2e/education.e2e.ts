import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const title = '膝关节养护';

let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;

const minutesAhead = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, who);
  const lecture = { title, kind: 'lecture', content: '<p>养护要点</p>', place: '多功能厅', maxCount: 1 };
  const times = { startTime: minutesAhead(40), endTime: minutesAhead(100) };
  const id = await admin.post<number>('HealthEducation/CreateOrEdit', { ...lecture, ...times });
  await admin.post('HealthEducation/Publish', { id });
  for (const [name, phone] of Object.entries({ 何先到: '13987000001', 何后到: '13987000002' }))
    await admin.post('HealthEducationEnroll/CreateOrEdit', { healthEducationId: id, name, phone });
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const rowOf = (name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Begins a move of a row, from its buttons or the menu beside them. */
async function act(name: string, label: string): Promise<void> {
  const own = rowOf(name).getByRole('button', { name: label });
  const more = rowOf(name).getByRole('button', { name: /更多/ });
  await expect.poll(async () => (await own.count()) + (await more.count())).toBeGreaterThan(0);
  if ((await own.count()) > 0) return own.first().click();
  await more.click();
  await page.getByRole('menuitem', { name: label }).click();
}

const confirm = (): Promise<void> =>
  page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^确\s*定$/ })
    .click();

test('the waiting list moves up on a cancellation, and who moved up signs in at the desk', async () => {
  await page.goto(`${product.url}/jkfw/healtheducationenroll`);
  await page.getByRole('heading', { level: 1, name: '健康教育报名' }).waitFor();
  await rowOf('何后到').filter({ hasText: '候补' }).first().waitFor();
  await picture(page, 'enrolments');
  await expectAccessible(page, 'enrolments');
  await act('何先到', '取消报名');
  await confirm();
  await rowOf('何后到').filter({ hasText: '报名成功' }).first().waitFor();
  await act('何后到', '签到');
  await confirm();
  await rowOf('何后到').filter({ hasText: '已签到' }).first().waitFor();
});

test('activities are counted, in the list and in the month', async () => {
  await page.goto(`${product.url}/jkfw/healtheducation`);
  await rowOf(title).waitFor();
  await picture(page, 'education');
  await expectAccessible(page, 'education');
  await page.goto(`${product.url}/StaffManagement/VolunteerManagement`);
  await rowOf('沈雨桐').waitFor();
  await picture(page, 'volunteers');
  await expectAccessible(page, 'volunteers');
});
