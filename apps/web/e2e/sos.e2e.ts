import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { boundOf, hostGateway, popupOf, unboundImei, type Bound, type Rows } from './sos-desk.ts';
import { deliver, signIn, startProduct, type Caller, type Gateway, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let own: Caller;
let one: Desk;
let two: Desk;
let gateway: Gateway;
let bound: Bound;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  own = await signIn(product, { tenancyName: 'Default', userName: 'manager' });
  await own.put('Profile/UpdatePreferences', { theme: 'system' });
  bound = await boundOf(own);
  const id = await admin.post<number>('IngestSources/CreateOrEdit', {
    sourceName: '求助网关',
    sourceCode: 'e2e-sos',
    protocol: 'json',
    authType: 'hmac',
    imeiList: [bound.imei],
    ratePerMinute: 600_000,
  });
  const { apiKey } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id });
  gateway = { code: 'e2e-sos', key: apiKey };
  [one, two] = await Promise.all([
    openDesk(browser, product, { tenancyName: 'Default', userName: 'manager', isStill: true }),
    openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', width: 1920, height: 1080, isStill: true }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const deliverPress = (event = 'sos', more: object = {}) =>
  deliver(product, gateway, {
    imei: bound.imei,
    dataType: 'event',
    measuredAt: new Date().toISOString(),
    values: { event },
    ...more,
  });
const waitingCall = async (): Promise<{ readonly id: number; readonly caseId: number; readonly state: number }> => {
  const { items } = await admin.get<
    Rows<{ readonly ['soS_Record']: { readonly id: number; readonly caseId: number; readonly state: number } }>
  >(`SOS_Records/GetAll?userIdFilter=${bound.clientId}&Sorting=sosTime desc&MaxResultCount=1`);
  const [row] = items;
  if (!row) throw new Error('no call');
  return row['soS_Record'];
};

test('a call for help of an unregistered device is told loudly on the screens of those who see everybody', async () => {
  const imei = '869000000000001';
  expect(await deliverPress('sos', { imei })).toMatchObject({ status: 'quarantined' });
  const notice = two.page.getByRole('alert').filter({ hasText: '未登记设备求助' });
  await notice.waitFor();
  expect(await notice.innerText()).toContain(`设备 ${imei}（来源 e2e-sos）没有登记`);
  await expectAccessible(two.page, 'an unregistered device calls');
  await notice.click();
  await two.page.waitForURL(/systemSettings\/quarantine/);
  expect(await notice.count()).toBe(0);
});

describe('a call for help on two screens', () => {
  test('opens on both, with the focus on the response; opening the case folds it on that screen only', async () => {
    expect(await deliverPress('sos', { location: { longitude: 116.397428, latitude: 39.90923 } })).toMatchObject({
      status: 'stored',
      abnormalLevel: 4,
    });
    await Promise.all([popupOf(one.page).waitFor(), popupOf(two.page).waitFor()]);
    await popupOf(one.page).getByText(bound.name).first().waitFor();
    const respond = popupOf(one.page).getByRole('button', { name: /响\s*应/ });
    await expect.poll(() => respond.evaluate((button) => button === document.activeElement)).toBe(true);
    await popupOf(one.page).getByRole('region', { name: '求助位置' }).waitFor();
    await picture(one.page, 'sos-1366');
    await picture(two.page, 'sos-1920');
    await expectAccessible(one.page, 'popup of a call', '[role="dialog"]');
    await expectReadableInDark(one.page, 'popup of a call', '[role="dialog"]');
    await one.page.emulateMedia({ colorScheme: 'dark' });
    await picture(one.page, 'sos-1366-dark');
    await one.page.emulateMedia({ colorScheme: 'light' });
    await one.page.keyboard.press('Escape');
    expect(await popupOf(one.page).isVisible()).toBe(true);
    await popupOf(two.page)
      .getByRole('button', { name: /打\s*开/ })
      .click();
    const line = two.page.getByRole('alert').filter({ hasText: '紧急告警未响应' });
    await line.waitFor();
    expect(await popupOf(one.page).isVisible()).toBe(true);
    await two.page.reload();
    await line.waitFor();
    expect(await popupOf(two.page).count(), 'the call stays folded after a reload').toBe(0);
    await two.page.getByRole('button', { name: '返回告警' }).click();
    await popupOf(two.page).waitFor();
    await popupOf(two.page)
      .getByRole('button', { name: `查看完整手机号 ${bound.name}` })
      .click();
    const link = popupOf(two.page).getByRole('link', { name: `拨打${bound.name}的电话` });
    expect(await link.getAttribute('href')).toMatch(/^tel:\d{11}$/);
  });

  test('stands above the notice of another case, which goes with its case, and so does its place on the bell', async () => {
    const bell = two.page.getByRole('button', { name: /异常提醒/, includeHidden: true });
    const userId = await admin.post<number>('C_client/CreateOrEditFromCustom', {
      name: '别的客户',
      phone: '13800007777',
    });
    await admin.post('Watch_bps/CreateOrEdit', { userId, high: 186, low: 112, measure_time: new Date().toISOString() });
    const notice = two.page.locator('.ant-notification-notice', { hasText: '别的客户：' });
    await notice.waitFor();
    await popupOf(two.page)
      .getByRole('button', { name: /响\s*应/ })
      .click({ trial: true });
    const { items } = await admin.get<Rows<{ readonly abnormalData: { readonly id: number } }>>(
      `AbnormalData/GetAll?useridFilter=${userId}&MaxResultCount=1`,
    );
    const id = items[0]?.abnormalData.id;
    await admin.post('AbnormalData/LogContact', { id, callOutcome: 1, note: '本人平安' });
    await admin.post('AbnormalData/CreateOrEdit', { id, state: 4, handleResult: '袖带绑在衣服上' });
    await notice.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => {
        const { unhandled } = await admin.get<{ readonly unhandled: number }>('AbnormalData/GetAbnormalDataCount');
        return (await bell.getAttribute('aria-label')) === `异常提醒，${unhandled} 条未处理`;
      })
      .toBe(true);
  });

  test('a response on one screen closes the popup of the other; closing needs a contact', async () => {
    await one.page.keyboard.press('Enter');
    await Promise.all([popupOf(one.page).waitFor({ state: 'hidden' }), popupOf(two.page).waitFor({ state: 'hidden' })]);
    const call = await waitingCall();
    expect(call.state).toBe(1);
    const file = one.page.getByRole('article').getByRole('region', { name: '紧急求助' });
    await file.getByText(/^随报文定位 · (刚刚|\d+分钟前)（/).waitFor();
    await file.getByRole('region', { name: '求助位置' }).waitFor();
    await picture(one.page, 'sos-case-1366');
    await expectAccessible(one.page, 'case of a call');
    await expectReadableInDark(one.page, 'case of a call');
    await one.page.emulateMedia({ colorScheme: 'dark' });
    await picture(one.page, 'sos-case-1366-dark');
    await one.page.emulateMedia({ colorScheme: 'light' });
    const closing = { id: call.id, state: 3, cause: 5, handleResult: '已联系家属，本人平安' };
    await expect(admin.post('SOS_Records/CreateOrEdit', closing)).rejects.toThrow('400');
    await admin.post('AbnormalData/LogContact', { id: call.caseId, callOutcome: 2, note: '家属已到场' });
    // Pressed again before it was closed: who was reached earlier proves nothing.
    expect(await deliverPress()).toMatchObject({ status: 'stored' });
    const again = await waitingCall();
    expect(again.caseId).toBe(call.caseId);
    await expect(admin.post('SOS_Records/CreateOrEdit', { ...closing, id: again.id })).rejects.toThrow('400');
    await admin.post('AbnormalData/LogContact', { id: call.caseId, callOutcome: 2, note: '家属仍在现场' });
    await admin.post('SOS_Records/CreateOrEdit', { ...closing, id: again.id });
    expect((await waitingCall()).state).toBe(3);
  });

  test('what was missed while offline opens; what was answered meanwhile does not', async () => {
    await two.context.setOffline(true);
    const other = one.page.locator('[data-case-list] li button:not([aria-current])').first();
    const words = (await other.locator('[title]').first().textContent()) ?? '';
    await other.click();
    await one.page.getByRole('article', { name: words }).waitFor();
    await deliverPress('fall');
    await popupOf(one.page).waitFor();
    await two.context.setOffline(false);
    await popupOf(two.page).waitFor();
    await two.context.setOffline(true);
    await popupOf(one.page)
      .getByRole('button', { name: /响\s*应/ })
      .click();
    await popupOf(one.page).waitFor({ state: 'hidden' });
    await two.context.setOffline(false);
    await popupOf(two.page).waitFor({ state: 'hidden' });
    const call = await waitingCall();
    expect(call.state).toBe(1);
    await expect.poll(() => new URL(one.page.url()).searchParams.get('id')).toBe(String(call.caseId));
    await one.page.getByRole('article').getByRole('region', { name: '紧急求助' }).waitFor();
  });

  test('a fall that its wearer cancels leaves both screens; on a phone the popup fits', async () => {
    const { caseId, id } = await waitingCall();
    await admin.post('AbnormalData/LogContact', { id: caseId, callOutcome: 1, note: '本人平安' });
    await admin.post('SOS_Records/CreateOrEdit', { id, state: 4, cause: 6 });
    await one.page.setViewportSize({ width: 375, height: 812 });
    await deliverPress('fall');
    await Promise.all([popupOf(one.page).waitFor(), popupOf(two.page).waitFor()]);
    await popupOf(one.page).getByRole('region', { name: '监护人与联系人' }).waitFor();
    await picture(one.page, 'sos-375');
    await expectAccessible(one.page, 'popup of a call on a phone', '[role="dialog"]');
    expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    expect(await deliverPress('fallCancelled')).toMatchObject({ status: 'stored' });
    await Promise.all([popupOf(one.page).waitFor({ state: 'hidden' }), popupOf(two.page).waitFor({ state: 'hidden' })]);
    expect(await waitingCall()).toMatchObject({ state: 4 });
    expect(
      [...one.complaints, ...two.complaints].filter((line) => !line.includes('net::ERR_INTERNET_DISCONNECTED')),
    ).toEqual([]);
  });
});

test('a call of an unbound device opens for those who see everybody, with its imei; an unknown imei stands on the screen of the host', async () => {
  const imei = await unboundImei(admin);
  expect(imei).toMatch(/^\d{15}$/);
  const hostGate = await hostGateway(product);
  const hostDesk = await openDesk(browser, product, { tenancyName: '', userName: 'admin', isStill: true });
  const stranger = '869000000000002';
  const press = (number: string): Promise<object> =>
    deliver(product, hostGate, {
      imei: number,
      dataType: 'event',
      measuredAt: new Date().toISOString(),
      values: { event: 'sos' },
    });
  expect(await press(stranger)).toMatchObject({ status: 'quarantined', reason: 'unknown_imei' });
  await hostDesk.page.getByRole('button', { name: /^通知，\d+条未读$/ }).click();
  await hostDesk.page
    .getByText(new RegExp(`设备${stranger}发出求助`))
    .first()
    .waitFor();
  expect(hostDesk.complaints).toEqual([]);
  await hostDesk.context.close();
  expect(await press(imei)).toMatchObject({ status: 'stored', abnormalLevel: 4 });
  await popupOf(two.page).getByText('未绑定客户').first().waitFor();
  await popupOf(two.page).getByText(imei).first().waitFor();
  expect(await popupOf(one.page).count(), 'a manager sees the own clients alone').toBe(0);
  await popupOf(two.page)
    .getByRole('button', { name: /响\s*应/ })
    .click();
  await popupOf(two.page).waitFor({ state: 'hidden' });
});

describe('a critical case and a call for help on two screens', () => {
  const critical = (page: Page) => page.getByRole('dialog', { name: /危急异常/ });

  test('are one queue, the older first; who takes one closes it on both', async () => {
    await one.page.setViewportSize({ width: 1366, height: 768 });
    const userId = await own.post<number>('C_client/CreateOrEditFromCustom', {
      name: '危急客户',
      phone: '13800006666',
    });
    await admin.post('Watch_bps/CreateOrEdit', { userId, high: 208, low: 131, measure_time: new Date().toISOString() });
    await Promise.all([critical(one.page).waitFor(), critical(two.page).waitFor()]);
    await deliverPress('sos');
    for (const { page } of [one, two]) {
      await critical(page).getByText('危急客户').first().waitFor();
      await critical(page)
        .getByText(/^已等\d/)
        .waitFor();
      await critical(page).getByText('另有 1 起待处理').waitFor();
      await critical(page).getByRole('region', { name: '监护人与联系人' }).waitFor();
    }
    await expectAccessible(one.page, 'popup of a critical case', '[role="dialog"]');
    await expectReadableInDark(one.page, 'popup of a critical case', '[role="dialog"]');
    await picture(one.page, 'critical-1366');
    await picture(two.page, 'critical-1920');
    await one.page.emulateMedia({ colorScheme: 'dark' });
    await picture(one.page, 'critical-1366-dark');
    await one.page.emulateMedia({ colorScheme: 'light' });
    const claim = critical(one.page).getByRole('button', { name: /认\s*领/ });
    await expect.poll(() => claim.evaluate((button) => button === document.activeElement)).toBe(true);
    await one.page.keyboard.press('Enter');
    await Promise.all([
      critical(one.page).waitFor({ state: 'hidden' }),
      critical(two.page).waitFor({ state: 'hidden' }),
    ]);
    const { items } = await admin.get<Rows<{ readonly abnormalData: { readonly state: number } }>>(
      `AbnormalData/GetAll?useridFilter=${userId}&MaxResultCount=1`,
    );
    expect(items[0]?.abnormalData.state).toBe(1);
    const bar = one.page.getByRole('alert').filter({ hasText: '1 条紧急告警未响应' });
    await Promise.all([bar.waitFor(), popupOf(two.page).waitFor()]);
    expect(await popupOf(one.page).count(), 'the page of the case just taken is not covered').toBe(0);
    await one.page.getByRole('article').getByText('危急客户').first().waitFor();
    await picture(one.page, 'urgent-bar-1366');
    await expectAccessible(one.page, 'bar of a call', '[role="alert"]');
    await expectReadableInDark(one.page, 'bar of a call', '[role="alert"]');
    await two.page.keyboard.press('Enter');
    await Promise.all([bar.waitFor({ state: 'hidden' }), popupOf(two.page).waitFor({ state: 'hidden' })]);
    expect((await waitingCall()).state).toBe(1);
  });
});
