import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let own: Caller;
let desk: Desk;
let person: { readonly id: number; readonly name: string };

interface Rows<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
interface Case {
  readonly abnormalData: { readonly id: number; readonly state: number; readonly abnormaL_LEVEL: number };
}

/** A client without open cases and without pressures of today. */
async function calmPerson(): Promise<typeof person> {
  const { items } = await own.get<Rows<{ readonly c_client: { readonly id: number; readonly name: string } }>>(
    'C_client/GetPagedAll?MaxResultCount=100',
  );
  const rows = items.map(
    (item) => item.c_client ?? (item as unknown as { readonly id: number; readonly name: string }),
  );
  for (const { id, name } of rows) {
    const open = await own.get<Rows<unknown>>(
      `AbnormalData/GetAll?useridFilter=${id}&stateFilter=0,1,2&MaxResultCount=1`,
    );
    if (open.totalCount === 0) return { id, name };
  }
  throw new Error('everybody has an open case');
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  person = await calmPerson();
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const casesOf = async (): Promise<readonly Case['abnormalData'][]> =>
  (await own.get<Rows<Case>>(`AbnormalData/GetAll?useridFilter=${person.id}&MaxResultCount=5`)).items.map(
    ({ abnormalData }) => abnormalData,
  );
const openDialog = (): Locator => desk.page.getByRole('dialog').last();

async function enterPressure(high: number, low: number): Promise<void> {
  const { page } = desk;
  await page.getByRole('button', { name: '录入测量' }).click();
  const drawer = openDialog();
  const first = drawer.getByLabel(/收缩压/);
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(String(high));
  await drawer.getByLabel(/舒张压/).fill(String(low));
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click();
}

/** Esc asks about unsaved input; the input is then discarded. */
async function escAsks(dialog: Locator): Promise<void> {
  const { page } = desk;
  await page.keyboard.press('Escape');
  await page.locator('.ant-modal-confirm-title', { hasText: '当前内容尚未保存，确定离开吗？' }).waitFor();
  await page.getByRole('button', { name: '离开' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('a typing error', () => {
  /** When the pressure was entered, to the minute: the demo may have a reading of the same hour. */
  let enteredAt = new Date();

  test('211/118 for 121/78 makes a critical case', async () => {
    const { page } = desk;
    await page.goto(`${product.url}/userManage/UserList/${person.id}`);
    await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
    await page.getByRole('button', { name: '录入测量' }).click();
    await openDialog().getByText(/岁/).waitFor();
    await picture(page, 'correction-entry');
    await page.keyboard.press('Escape');
    await openDialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '录入测量' }).click();
    await openDialog()
      .getByLabel(/收缩压/)
      .fill('90');
    await escAsks(openDialog());
    enteredAt = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    await enterPressure(211, 118);
    await page.getByText('请再测一次').waitFor();
    // The popup of the case waits as a line while the person is measured again.
    await page
      .getByRole('alert')
      .filter({ hasText: /紧急告警未响应/ })
      .waitFor();
    const finish = openDialog().getByRole('button', { name: /完\s*成/ });
    const beside = openDialog().getByRole('button', { name: '保存第二次' });
    expect((await finish.boundingBox())?.y, 'both buttons stand in the foot').toBe((await beside.boundingBox())?.y);
    await picture(page, 'correction-second');
    await finish.click();
    await expect.poll(async () => (await casesOf())[0]?.abnormaL_LEVEL).toBe(4);
    // The popup of the critical case folds when the case is opened from it.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^打\s*开$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: '异常数据' }).waitFor();
  });

  test('is corrected from the case, which ends with its reason', async () => {
    const { page } = desk;
    const id = (await casesOf())[0]?.id ?? 0;
    await page.goto(`${product.url}/jkfw/adnormal?id=${id}`);
    const article = page.getByRole('article');
    const readings = article.getByRole('region', { name: '本次测量' });
    await readings.getByText('211/118 mmHg').waitFor();
    await picture(page, 'correction-case');
    await article.getByRole('button', { name: '登记联系' }).click();
    await openDialog().getByText(/岁/).waitFor();
    await openDialog().getByLabel('备注').fill('无人');
    await escAsks(openDialog());
    await readings.getByRole('button', { name: /^更正/ }).click();
    const drawer = openDialog();
    await drawer.getByText(person.name).waitFor();
    await drawer.getByLabel(/收缩压/).fill('70');
    await drawer.getByText('收缩压须大于舒张压').waitFor();
    await drawer.getByLabel(/收缩压/).fill('121');
    await drawer.getByLabel(/舒张压/).fill('78');
    await drawer.getByRole('button', { name: /^保\s*存$/ }).click();
    await drawer.getByText('原因至少填写3个字').waitFor();
    await drawer.getByLabel('原因').fill('录入错误');
    await expectAccessible(page, 'correcting a reading', '.ant-drawer-section');
    await picture(page, 'correction-drawer');
    await page.keyboard.press('Control+Enter');
    await page.getByText('血压已更正，相关异常将重新判定').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-label="本次测量"]') !== null))
      .toBe(true);
    await expect.poll(async () => (await casesOf())[0]?.state).toBe(5);
    await article.getByText('系统 判定已自动恢复：读数已更正或作废，异常不再成立').waitFor();
    await readings.getByText('121/78 mmHg').waitFor();
    await readings.getByText(/原值 211\/118 mmHg · 录入错误/).waitFor();
    await expect.poll(() => page.locator('[data-case-list] li', { hasText: person.name }).count()).toBe(0);
    await picture(page, 'correction-case-done');
  });

  test('stands corrected in timeline, curve and list, with its former value', async () => {
    const { page } = desk;
    await page.goto(`${product.url}/userManage/UserList/${person.id}`);
    const timeline = page.getByRole('group', { name: '时间线' }).first();
    await timeline.getByText(/原值 211\/118 mmHg · 录入错误/).waitFor();
    expect(await timeline.getByText('收缩压 121，舒张压 78 mmHg').count()).toBe(1);
    await timeline.getByRole('button', { name: /血压$/ }).first().click();
    const drawer = openDialog();
    await drawer.getByRole('region', { name: '更正记录' }).waitFor();
    await drawer.getByRole('button', { name: /^更正/ }).waitFor();
    await picture(page, 'correction-reading');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    const points = await own.get<readonly { readonly high: number }[]>(
      `Watch_bps/GetList?userId=${person.id}&beginTime=${enteredAt.toISOString()}`,
    );
    expect(points.map(({ high }) => high)).toEqual([121]);
    await page.goto(`${product.url}/device/alldata?kind=bp&client=${person.id}`);
    const row = page.getByRole('row', { name: new RegExp(person.name) }).first();
    await row.getByText('已更正').waitFor();
    expect(await row.locator('del').allTextContents()).toEqual(['211', '118']);
    await picture(page, 'correction-list');
    await expectAccessible(page, 'a list with a corrected reading');
  });

  test('is declared void from its row, and stays to be found', async () => {
    const { page } = desk;
    const row = page.getByRole('row', { name: new RegExp(person.name) }).first();
    await row.getByRole('button', { name: /^作废/ }).click();
    const dialog = openDialog();
    await dialog.getByRole('button', { name: /^作\s*废$/ }).click();
    await dialog.getByText('原因至少填写3个字').waitFor();
    const reason = dialog.getByLabel('原因');
    await expect.poll(() => reason.evaluate((input) => input === document.activeElement)).toBe(true);
    await reason.fill('客户没有测量');
    await picture(page, 'correction-void');
    await expectAccessible(page, 'declaring a reading void', '.ant-modal');
    await dialog.getByRole('button', { name: /^作\s*废$/ }).click();
    await page.getByText('血压已作废，相关异常将重新判定').waitFor();
    await expect.poll(() => page.locator('del').count()).toBe(0);
    await page.goto(`${product.url}/userManage/UserList/${person.id}`);
    const timeline = page.getByRole('group', { name: '时间线' }).first();
    await timeline.getByText(/原值 121\/78 mmHg · 客户没有测量/).waitFor();
    expect(desk.complaints).toEqual([]);
  });
});
