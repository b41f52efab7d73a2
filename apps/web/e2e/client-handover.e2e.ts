import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

const word = '移交客户';
const [count, booked] = [40, 5];
const dayMs = 86_400_000;

let product: Product;
let browser: Browser;
let admin: Caller;
let former: Caller;
let next: Caller;
let desks: Readonly<Record<'admin' | 'former' | 'next', Desk>>;
let names: { readonly former: string; readonly next: string };

interface Me {
  readonly user: { readonly name: string; readonly surname: string };
}
const fullName = async (caller: Caller): Promise<string> => {
  const { user } = await caller.get<Me>('Session/GetCurrentLoginInformations');
  return `${user.surname}${user.name}`;
};
const dayAt = (days: number): string => new Date(Date.now() + days * dayMs + 8 * 3_600_000).toISOString().slice(0, 10);

/** Books a client on the first day that is open for bookings. */
async function bookFor(userId: number, at: number): Promise<void> {
  for (let days = 2; days < 20; days += 1) {
    const appointmentTime = `${dayAt(days)}T1${at}:00:00+08:00`;
    const body = { userId, appointmentType: 'consult', appointmentTime };
    if (
      await former.post('XYJ_Appointments/CreateOrEdit', body).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error('no day is open for bookings');
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = (userName: string) => ({ tenancyName: 'Default', userName, isStill: true });
  [admin, former, next] = await Promise.all([
    signIn(product, who('admin')),
    signIn(product, who('manager')),
    signIn(product, who('manager2')),
  ]);
  names = { former: await fullName(former), next: await fullName(next) };
  for (let at = 0; at < count; at += 1) {
    const phone = `1381000${String(at).padStart(4, '0')}`;
    const id = await former.post<number>('C_client/CreateOrEditFromCustom', { name: `${word}${at}`, phone });
    if (at < booked) await bookFor(id, at);
  }
  const [own, one, two] = await Promise.all([
    openDesk(browser, product, who('admin')),
    openDesk(browser, product, who('manager')),
    openDesk(browser, product, who('manager2')),
  ]);
  desks = { admin: own, former: one, next: two };
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const listed = async (caller: Caller): Promise<number> =>
  (await caller.get<{ totalCount: number }>(`C_client/GetPagedAll?nameFilter=${encodeURIComponent(word)}`)).totalCount;
const bookings = async (caller: Caller): Promise<number> =>
  (
    await caller.get<{ items: readonly { readonly userName?: string }[] }>(
      'XYJ_Appointments/GetAll?MaxResultCount=1000',
    )
  ).items.filter((row) => JSON.stringify(row).includes(word)).length;

const notices = async (caller: Caller): Promise<string> =>
  JSON.stringify(await caller.get<object>('Notification/GetUserNotifications?MaxResultCount=5'));

async function showList({ page }: Desk, total: number): Promise<void> {
  await page.goto(`${product.url}/userManage/UserList?q=${encodeURIComponent(word)}`);
  await page
    .getByText(total > 0 ? `共 ${total} 条` : '没有符合条件的')
    .first()
    .waitFor();
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).fill(name);
  await page.locator('.ant-select-item-option:visible', { hasText: name }).first().click();
}

test('before the hand-over the former manager sees the clients with their bookings, the next one none', async () => {
  expect([await listed(former), await listed(next)]).toEqual([count, 0]);
  expect([await bookings(former), await bookings(next)]).toEqual([booked, 0]);
  await showList(desks.former, count);
  await showList(desks.next, 0);
});

test('forty clients with open bookings are handed over; both managers see it at the next look', async () => {
  const { page } = desks.admin;
  await page.goto(`${product.url}/userManage/UserList?q=${encodeURIComponent(word)}&size=50`);
  await page
    .locator('tr[data-row-key]')
    .nth(count - 1)
    .waitFor();
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await page.getByText(`已选择 ${count} 项`).waitFor();
  await page.getByRole('button', { name: '移交团队成员' }).click();
  await choose(page, '移交人', names.former);
  await choose(page, '接收人', names.next);
  await dialog(page).getByLabel('移交原因').fill('岗位调整');
  await picture(page, 'client-handover');
  await expectAccessible(page, 'the hand-over of clients', '[role="dialog"]');
  await dialog(page)
    .getByRole('button', { name: /^(移交团队成员|确\s*定)$/ })
    .click();
  await page
    .getByText(/已移交|成功/)
    .first()
    .waitFor();
  expect([await listed(former), await listed(next)]).toEqual([0, count]);
  expect([await bookings(former), await bookings(next)]).toEqual([0, booked]);
  await showList(desks.former, 0);
  await showList(desks.next, count);
  await expect.poll(() => notices(next)).toContain(names.former);
  for (const desk of Object.values(desks)) expect(desk.complaints).toEqual([]);
});
