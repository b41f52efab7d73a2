import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const dayMs = 86_400_000;
const dayAt = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
const daysAhead = 21 - ((new Date(Date.now() + 8 * 3_600_000).getUTCDay() + 6) % 7);
/** The Monday of the third week to come, behind the roster of the demo. */
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

test('the doctor is stopped in the roster, the booking goes to the other one and the client gets a message', async () => {
  await page.goto(`${product.url}/StaffManagement/SchedulingTableWeek?week=${monday}`);
  await page.locator('td [data-entry]').first().waitFor();
  const row = page.getByRole('row').filter({ hasText: '周明远' });
  await row.locator('td [data-entry]').first().click();
  await page.getByRole('button', { name: /^停\s*班$/ }).click();
  await dialog().getByText('已有 1 个预约').waitFor();
  await dialog().getByLabel('原因').fill('外出会诊');
  await dialog().getByRole('radio', { name: '改约到其他医生' }).check();
  await dialog().getByRole('combobox', { name: '改约医生' }).click();
  await page.keyboard.type('吴清和');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: '吴清和' }).click();
  await picture(page, 'stop-with-bookings');
  await expectAccessible(page, 'a stop with bookings');
  await dialog()
    .getByRole('button', { name: /^确\s*[定认]$/ })
    .click();
  await page.getByText('已停班，已通知本人').waitFor();
  const filter = `DoctorIdFilter=${doctors[1]}`;
  const found = await admin.get<{ items: readonly object[] }>(`XYJ_Appointments/GetAll?${filter}`);
  expect(found.items).toHaveLength(1);
  await expect
    .poll(async () => (await admin.get<LookUp>('OutgoingMessages/GetAll?PurposeFilter=bookingMoved')).items.length)
    .toBe(1);
});

test('a visit of today goes from the desk to its outcome', async () => {
  const today = dayAt(Date.now());
  const made = { hospital: '省人民医院', department: '03', visitType: 'again', visitDate: today, state: 1 };
  const id = await admin.post<number>('XYJ_OutpatientAppointment/CreateOrEdit', {
    ...made,
    userId: people[2]?.id,
    timeRange: '23:50-23:59',
    disease: '头晕待查',
  });
  await page.goto(`${product.url}/jkfw/Outpatient`);
  await page.locator('tbody tr').nth(3).waitFor();
  await picture(page, 'visits');
  await expectAccessible(page, 'visits');
  await page.goto(`${product.url}/jkfw/Outpatient/${id}`);
  await page.getByRole('button', { name: /^签\s*到$/ }).click();
  await page.getByRole('button', { name: '填写就诊结果' }).click();
  await dialog().getByLabel('就诊结果').fill('血压正常，建议补水休息');
  await dialog()
    .getByRole('button', { name: /^(确\s*定|填写就诊结果)$/ })
    .click();
  await page.getByText('血压正常，建议补水休息').first().waitFor();
  const seen = await admin.get<{ today: number; done: number }>('OutpatientAppointment/GetPatientAppointmentCount');
  expect(seen.done).toBeGreaterThan(0);
});
