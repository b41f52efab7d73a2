import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const title = '膝关节养护';
const small = { width: 375, height: 812 };

let product: Product;
let admin: Caller;
let lecture: number;
let browser: Browser;
let desk: Desk;
let page: Page;

const complaints: (readonly string[])[] = [];

const minutesAhead = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  const written = { title, kind: 'lecture', content: '<p>养护要点</p>', place: '多功能厅', maxCount: 1 };
  const times = { startTime: minutesAhead(40), endTime: minutesAhead(100) };
  lecture = await admin.post<number>('HealthEducation/CreateOrEdit', { ...written, ...times });
  await admin.post('HealthEducation/Publish', { id: lecture });
  for (const [name, phone] of Object.entries({ 何先到: '13987000001', 何后到: '13987000002' }))
    await admin.post('HealthEducationEnroll/CreateOrEdit', { healthEducationId: lecture, name, phone });
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

test('the waiting list moves up on a cancellation', async () => {
  await page.goto(`${product.url}/jkfw/healtheducationenroll`);
  await page.getByRole('heading', { level: 1, name: '健康教育报名' }).waitFor();
  await rowOf('何后到').filter({ hasText: '候补' }).first().waitFor();
  await picture(page, 'enrolments');
  await expectAccessible(page, 'enrolments');
  await act('何先到', '取消报名');
  await confirm();
  await rowOf('何后到').filter({ hasText: '报名成功' }).first().waitFor();
});

/** What the dialog shows to be scanned: the link of a poster, the picture of the screen at the door. */
const scannedAt = (purpose: string): Promise<string> =>
  admin
    .get<{ url: string }>(`HealthEducation/GetQrCode?id=${lecture}&purpose=${purpose}`)
    .then(({ url }) => product.url + url);

async function stateOf(phone: string): Promise<number | undefined> {
  const { items } = await admin.get<{ items: readonly { readonly status: number }[] }>(
    `HealthEducationEnroll/GetAll?phoneFilter=${phone}`,
  );
  return items[0]?.status;
}

async function openPhone(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: small, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const phone = await context.newPage();
  complaints.push(complaintsOf(phone));
  await phone.goto(address);
  return phone;
}

async function expectSound(phone: Page, what: string): Promise<void> {
  await picture(phone, `activity-${what}`);
  await expectAccessible(phone, what);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), what).toBe(false);
}

async function codeOf(recipient: string): Promise<string> {
  const host = await signIn(product, { userName: 'admin' });
  const asked = { tenancyName: 'Default', recipient, reason: '本机测试' };
  const { body } = await host.post<{ body: string }>('OutgoingMessages/GetWholeText', asked);
  return /\d{6}(?!\d)/.exec(body)?.[0] ?? 'none';
}

test('an activity without a limit says so, an article that nobody enrols for it', async () => {
  const content = '<p>养护要点</p>';
  const times = { startTime: minutesAhead(4000), endTime: minutesAhead(4060) };
  const talk = { title: '不限人数的讲座', kind: 'lecture', content, place: '多功能厅', ...times };
  await admin.post('HealthEducation/CreateOrEdit', talk);
  await admin.post('HealthEducation/CreateOrEdit', { title: '饮食要点图文', kind: 'article', content });
  await page.goto(`${product.url}/jkfw/healtheducation`);
  await rowOf(talk.title).getByRole('cell', { name: '不限', exact: true }).waitFor();
  await rowOf('饮食要点图文').getByRole('cell', { name: '无需报名', exact: true }).waitFor();
  await rowOf(title).getByRole('cell', { name: '1', exact: true }).first().waitFor();
});

test('whoever scans the poster enrols on the own phone, here for the waiting list', async () => {
  await page.goto(`${product.url}/jkfw/healtheducation`);
  await act(title, '二维码');
  const dialog = page.getByRole('dialog').last();
  const link = await dialog.getByLabel('链接', { exact: true }).inputValue();
  expect(link).toMatch(/\/phoneIndex\/activity#[\w-]+$/);
  await picture(page, 'activity-code');
  await expectAccessible(page, 'the code of an activity', '[role=dialog]');
  const phone = await openPhone(link);
  await phone.getByRole('heading', { name: title }).waitFor();
  await phone.getByRole('button', { name: '提交报名' }).click();
  await phone.getByText('请填写姓名').waitFor();
  await expectSound(phone, 'enrol');
  await phone.getByLabel('姓名').fill('何扫码');
  await phone.getByLabel('手机号').fill('13987000003');
  await phone.getByRole('button', { name: '获取验证码' }).click();
  await phone.getByText('验证码已发出').waitFor();
  await phone.getByLabel('验证码').fill(await codeOf('13987000003'));
  await phone.getByRole('button', { name: '提交报名' }).click();
  await phone.getByRole('heading', { name: '名额已满，已进入候补' }).waitFor();
  await phone.getByText('候补第').waitFor();
  await expectSound(phone, 'waiting');
  await dialog.getByRole('button', { name: /关闭|Close/ }).click();
  await dialog.waitFor({ state: 'hidden' });
});

test('who moved up signs in by the code at the door; the others are no-shows after the end', async () => {
  await act(title, '二维码');
  const dialog = page.getByRole('dialog').last();
  await dialog.getByText('现场签到').click();
  await dialog.getByRole('img', { name: '现场签到二维码' }).or(dialog.getByLabel('现场签到二维码')).first().waitFor();
  await picture(page, 'activity-door');
  const phone = await openPhone(await scannedAt('signIn'));
  await phone.getByLabel('报名时的手机号').fill('13987000009');
  await phone.getByRole('button', { name: '签到' }).click();
  await phone.getByText('没有找到此手机的报名').waitFor();
  await expectSound(phone, 'unknown');
  await phone.getByLabel('报名时的手机号').fill('139 8700 0002');
  await phone.getByRole('button', { name: '签到' }).click();
  await phone.getByRole('heading', { name: '签到已完成' }).waitFor();
  await expectSound(phone, 'signed-in');
  await page.goto(`${product.url}/jkfw/healtheducationenroll`);
  await rowOf('何后到').filter({ hasText: '已签到' }).first().waitFor();

  // A second place, taken by somebody who does not come; then the end.
  await admin.post('HealthEducation/CreateOrEdit', { id: lecture, maxCount: 2 });
  await expect.poll(() => stateOf('13987000003')).toBe(1);
  const database = await openDatabase(product.folder);
  await database.query(
    "update health_education set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 minute' where id = $1",
    [lecture],
  );
  await database.end();
  await expect.poll(() => stateOf('13987000003'), { timeout: 60_000 }).toBe(5);
  await page.reload();
  await rowOf('何扫码').filter({ hasText: '未到场' }).first().waitFor();
  // The browser itself reports the refused number, and nothing else.
  expect(complaints.flat()).toEqual([expect.stringContaining('400')]);
  const late = await openPhone(`${product.url}/phoneIndex/activity#over`);
  await late.getByRole('heading', { name: '二维码已失效' }).waitFor();
  await expectSound(late, 'over');
});

test('the record of the activity is printed with who came', async () => {
  await page.goto(`${product.url}/print/activitySheet/${lecture}`);
  await page.getByText('健康教育活动记录表').first().waitFor();
  await page.getByText('何后到').first().waitFor();
  await page.getByText('未到场').first().waitFor();
  await picture(page, 'activity-sheet');
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
