import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const dayMs = 86_400_000;
const dayAt = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
const daysAhead = 35 - ((new Date(Date.now() + 8 * 3_600_000).getUTCDay() + 6) % 7);
/** The Monday of the fifth week to come, behind the roster of the demo. */
const monday = dayAt(Date.now() + daysAhead * dayMs);

let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let page: Page;
let doctors: readonly number[];
let people: readonly { readonly id: number; readonly displayName: string }[];

interface LookUp {
  readonly items: readonly { readonly id: number; readonly displayName: string }[];
}

async function addDoctor(userName: string, name: string): Promise<number> {
  const user = { userName, name, emailAddress: `${userName}@example.com`, password: product.password, isActive: true };
  await admin.post('User/CreateOrUpdateUser', {
    user: { ...user, shouldChangePasswordOnNextLogin: false },
    assignedRoleNames: ['Admin'],
  });
  const { items } = await admin.get<LookUp>(`XYJ_Appointments/GetAllUserForLookupTable?Filter=${userName}`);
  return items[0]?.id ?? 0;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  doctors = [await addDoctor('clinic.first', '周明远'), await addDoctor('clinic.second', '吴清和')];
  const type = { kind: 'outpatient', name: '专家门诊', shortName: '专', startTime: '08:00', endTime: '09:00' };
  const slots = { slotMinutes: 60, capacityPerSlot: 1, color: '#389E0D' };
  const dutyTypeId = await admin.post<number>('DutyType/CreateOrEdit', { ...type, ...slots });
  const entries = doctors.map((userId) => ({ userId, workDate: monday, dutyTypeId }));
  await admin.post('SchedulingTable/SaveWeek', { weekStart: monday, entries });
  await admin.post('SchedulingTable/Publish', { weekStart: monday });
  ({ items: people } = await admin.get<LookUp>('XYJ_Appointments/GetAllC_clientForLookupTable?MaxResultCount=5'));
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => page.getByRole('dialog').last();
const save = (): Locator => dialog().getByRole('button', { name: /^保\s*存$/ });

test('the last place is booked from the grid of free places; the next one is told that it is full', async () => {
  await page.goto(`${product.url}/jkfw/Appointments`);
  await page.getByRole('heading', { level: 1, name: '预约管理' }).waitFor();
  await page.locator('tbody tr').nth(3).waitFor();
  await picture(page, 'appointments');
  await expectAccessible(page, 'appointments');
  await page.getByRole('button', { name: '按号源预约' }).click();
  const cell = page.getByRole('button', { name: new RegExp(`周明远 ${monday}：余 1/1`) });
  for (let week = 7; week <= daysAhead; week += 7) await dialog().getByRole('button', { name: '后一周' }).click();
  await cell.click();
  await page.getByRole('button', { name: /^08:00/ }).waitFor();
  await picture(page, 'free-places');
  await expectAccessible(page, 'free places');
  await page.getByRole('button', { name: /^08:00/ }).click();
  await dialog().getByRole('combobox', { name: '客户' }).click();
  await page.keyboard.type(people[0]?.displayName ?? '');
  await page.locator('.ant-select-item-option:visible').first().click();
  await save().click();
  await page.locator('tbody').getByText('周明远').first().waitFor();
  const body = { userId: people[1]?.id, appointmentType: 'consult', doctorId: doctors[0] };
  const second = admin.post('XYJ_Appointments/CreateOrEdit', { ...body, appointmentTime: `${monday}T08:00:00+08:00` });
  await expect(second).rejects.toThrow(/409.*号源已满/);
});
