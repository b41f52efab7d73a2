import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let out: Desk;
let next: Desk;

const names = { open: '交接甲', held: '交接乙' } as const;

/** A person with a case of level 3, by a measurement that staff entered. */
async function caseOf(name: string, phone: string): Promise<number> {
  const userId = await admin.post<number>('C_client/CreateOrEditFromCustom', { name, phone });
  await admin.post('Watch_bps/CreateOrEdit', { userId, high: 186, low: 112, measure_time: new Date().toISOString() });
  const find = async (): Promise<number> => {
    const { items } = await admin.get<{ items: readonly { readonly abnormalData: { readonly id: number } }[] }>(
      `AbnormalData/GetAll?useridFilter=${userId}&MaxResultCount=1`,
    );
    if (!items[0]) throw new Error('no case yet');
    return items[0].abnormalData.id;
  };
  return vi.waitFor(find, { timeout: 60_000, interval: 200 });
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  const held = await caseOf(names.held, '13800005502');
  await caseOf(names.open, '13800005501');
  [out, next] = await Promise.all([
    openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true }),
    openDesk(browser, product, {
      tenancyName: 'Default',
      userName: 'doctor',
      width: 1920,
      height: 1080,
      isStill: true,
    }),
  ]);
  await admin.post('AbnormalData/Settle', {
    id: held,
    callOutcome: 1,
    handleType: 5,
    handleResult: '已电话指导服药',
    observeUntil: new Date(Date.now() + 4 * 3_600_000).toISOString(),
  });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('a hand-over with an open case and an observation is made, signed by two persons and printed', async () => {
  const { page } = out;
  await page.goto(`${product.url}/ycjh/handover`);
  await page.getByRole('heading', { level: 1, name: '交接班' }).waitFor();
  await page.getByText('已交接').first().waitFor();
  await picture(page, 'handover-1366');
  await expectAccessible(page, 'hand-overs');
  await page.locator('main').getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('交班说明').fill('夜间平稳，上午复测血压');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  const { items } = await admin.get<{ items: readonly { readonly dutyHandover: { readonly id: number } }[] }>(
    'DutyHandovers/GetAll?MaxResultCount=1',
  );
  const id = items[0]?.dutyHandover.id ?? 0;
  await page.goto(`${product.url}/ycjh/handover/${id}`);
  await page.getByRole('link', { name: names.open }).or(page.getByText(names.open)).first().waitFor();
  await picture(page, 'handover-file-1366');
  await expectAccessible(page, 'a hand-over');
  await expectReadableInDark(page, 'a hand-over');
  await page.getByRole('button', { name: '交班签字' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定|交班签字/ })
    .click();
  await page.getByText('待接班签字').first().waitFor();
  expect(await page.getByRole('button', { name: '接班签字' }).count(), 'the outgoing person takes nothing over').toBe(
    0,
  );
  await next.page.goto(`${product.url}/ycjh/handover/${id}`);
  await next.page.getByRole('button', { name: '接班签字' }).click();
  await next.page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定|接班签字/ })
    .click();
  await next.page.getByText('已交接').first().waitFor();
  await picture(next.page, 'handover-file-1920');
  await page.goto(`${product.url}/print/handover/${id}`);
  await page.getByText('夜间平稳，上午复测血压').waitFor();
  await page.getByRole('row', { name: new RegExp(`^未结束的异常 .*${names.open}`) }).waitFor();
  await page.getByRole('row', { name: new RegExp(`^观察中 .*${names.held}`) }).waitFor();
  const beyond = await page
    .locator('table')
    .first()
    .evaluate((table) => {
      const sheet = table.parentElement?.getBoundingClientRect().right ?? 0;
      return Math.round(table.getBoundingClientRect().right - sheet);
    });
  expect(beyond, 'the table keeps to its sheet').toBeLessThanOrEqual(1);
  await picture(page, 'handover-paper');
  expect([...out.complaints, ...next.complaints]).toEqual([]);
});
