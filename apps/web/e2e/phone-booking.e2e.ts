import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { authenticate, openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const small = { width: 375, height: 812 };
const [phone, records] = ['13900130375', 'HealthServicesAppointmentRecord'];

let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let clientId: number;
let link: string;
let page: Page;
let complaints: readonly string[];

async function upload(): Promise<string> {
  const drawn = sharp({ create: { width: 320, height: 240, channels: 3, background: '#7FB8A4' } });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await drawn.png().toBuffer())]), 'cover.png');
  const { accessToken } = await authenticate(product, who);
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${product.url}/UpLoad/UpLoadFile2`, { method: 'POST', body: form, headers });
  return ((await response.json()) as { result: { id: string } }).result.id;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  const { items } = await admin.get<{ items: readonly { readonly id: number }[] }>(
    `${records}/GetAllC_clientForLookupTable?MaxResultCount=1`,
  );
  clientId = items[0]?.id ?? 0;
  await admin.post('C_client/CreateOrEdit', { id: clientId, phone });
  const service = await admin.post<number>('HealthServices/CreateOrEdit', {
    title: '肩颈理疗',
    category: '1',
    introduction: '<p>由康复师进行肩颈部位的<b>推拿</b>与热敷。</p>',
    cover: await upload(),
    place: '一楼理疗室',
    provider: '康脉健康中心',
    price: 98,
    openDays: [1, 2, 3, 4, 5, 6, 7],
    opensOnHolidays: true,
    timeRanges: [
      { start: '09:00', end: '10:00', capacity: 3 },
      { start: '14:00', end: '15:30', capacity: 1 },
    ],
  });
  await admin.post('HealthServices/Offer', { id: service });
  desk = await openDesk(browser, product, who);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => desk.page.getByRole('dialog').last();
const isWide = (): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/** What holds for every step of the phone pages: nothing sideways, nothing for axe, nothing small. */
async function expectSound(what: string): Promise<void> {
  await picture(page, `phone-${what}`);
  await expectAccessible(page, what);
  expect(await isWide(), what).toBe(false);
  const low = await page.evaluate(() =>
    [...document.querySelectorAll('button, label:has(input)')]
      .filter((each) => each.getBoundingClientRect().height < 48)
      .map((each) => each.textContent),
  );
  expect(low, what).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await isWide(), `${what} at 320`).toBe(false);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await isWide(), `${what} with large text`).toBe(false);
  await picture(page, `phone-${what}-large`);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(small);
}

test('staff make a link at the bookings of a client, with a code to scan, and see its state', async () => {
  await desk.page.goto(`${product.url}/userManage/UserList/${clientId}`);
  await desk.page.getByRole('tab', { name: '预约', exact: true }).click();
  await desk.page.getByRole('tab', { name: '健康服务预约' }).click();
  await desk.page.getByRole('button', { name: '发送预约链接' }).click();
  await dialog().getByText('139****0375').first().waitFor();
  await picture(desk.page, 'phone-link-form');
  await expectAccessible(desk.page, 'the form of a link', '[role=dialog]');
  await dialog().getByRole('button', { name: '生成链接' }).click();
  link = await dialog().getByLabel('链接', { exact: true }).inputValue();
  expect(link).toMatch(/\/phoneauthToken#[\w-]+$/);
  await dialog().getByText('未使用').waitFor();
  await picture(desk.page, 'phone-link');
  await expectAccessible(desk.page, 'a link', '[role=dialog]');
});

async function codeOf(): Promise<string> {
  const host = await signIn(product, { userName: 'admin' });
  const asked = { tenancyName: 'Default', recipient: phone, reason: '本机测试' };
  const { body } = await host.post<{ body: string }>('OutgoingMessages/GetWholeText', asked);
  return /\d{6}(?!\d)/.exec(body)?.[0] ?? 'none';
}

test('the client enters with the code and books a free place', async () => {
  const context = await browser.newContext({ viewport: small, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  page = await context.newPage();
  complaints = complaintsOf(page);
  await page.goto(link);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('验证码已发出').waitFor();
  await expectSound('auth');
  await page.getByLabel('验证码').fill(await codeOf());
  await page.getByRole('button', { name: '进入' }).click();
  await page.getByRole('button', { name: /肩颈理疗/ }).waitFor();
  expect(page.url()).toBe(`${product.url}/phoneIndex/booking`);
  await page.locator('img[src^="data:image/webp"]').first().waitFor();
  await expectSound('services');
  await page.getByRole('button', { name: /肩颈理疗/ }).click();
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('radio', { name: /^14:00-15:30/ }).check();
  await expectSound('places');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('heading', { name: '确认预约' }).waitFor();
  await expectSound('summary');
  await page.getByRole('button', { name: '提交预约' }).click();
  await page.getByRole('heading', { name: '预约已提交，请等待审核' }).waitFor();
  await expectSound('done');
  await page.getByRole('button', { name: '查看我的预约' }).click();
  await page.getByText('待审核').waitFor();
  await page.getByRole('button', { name: '取消预约' }).click();
  await page.getByRole('button', { name: '确定取消' }).waitFor();
  await expectSound('cancel');
  await page.getByRole('button', { name: '保留' }).click();
  await expectSound('own');
});

interface Record {
  readonly id: number;
  readonly status: number;
  readonly source: string;
  readonly serviceTitle: string;
}
const listed = async (): Promise<readonly Record[]> =>
  (await admin.get<{ data: readonly Record[] }>(`${records}/GetAll?userIdFilter=${clientId}&MaxResultCount=50`)).data;
const booked = async (): Promise<Record | undefined> =>
  (await listed()).find(({ serviceTitle }) => serviceTitle === '肩颈理疗');

test('staff approve and finish it; a done booking goes back to no earlier state', async () => {
  const row = await booked();
  expect(row).toMatchObject({ status: 0, source: 'app' });
  const change = (status: number, more: object = {}): Promise<unknown> =>
    admin.put(`${records}/UpdateAppointmentRecordStatus`, { id: row?.id, status, ...more });
  await change(1);
  await page.reload();
  await page.getByRole('button', { name: '我的预约' }).click();
  await page.getByText('已通过').waitFor();
  const database = await openDatabase(product.folder);
  // On the day itself; after it the clock records a no-show.
  const today = "(now() at time zone 'Asia/Shanghai')::date";
  await database.query(`update health_service_booking set day = ${today} where id = $1`, [row?.id]);
  await database.end();
  await change(3, { result: '已完成理疗，肩颈放松' });
  expect(await booked()).toMatchObject({ status: 3 });
  await expect(change(0)).rejects.toThrow('状态不允许变更');
  await expect(change(1)).rejects.toThrow('状态不允许变更');
});

test('a used link says so, and a revoked session ends with a friendly page', async () => {
  const again = await browser.newContext({ viewport: small, locale: 'en-GB' });
  const other = await again.newPage();
  await other.goto(link);
  await other.getByLabel('Code').fill('123456');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('heading', { name: 'This access has ended' }).waitFor();
  await expectAccessible(other, 'an ended link');
  await desk.page.reload();
  const { links } = await admin.get<{ links: readonly { readonly id: number; readonly state: string }[] }>(
    `PhoneAccess/GetLinks?userId=${clientId}`,
  );
  expect(links[0]?.state).toBe('used');
  expect(complaints).toEqual([]);
  await admin.post('PhoneAccess/Revoke', { id: links[0]?.id });
  await page.reload();
  await page.getByRole('heading', { name: '无法继续访问' }).waitFor();
  await picture(page, 'phone-ended');
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('phoneToken')])).toEqual([
    expect.any(Number),
    null,
  ]);
});
