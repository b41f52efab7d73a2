import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

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
  await dialog().waitFor({ state: 'hidden' });
  await page.goto(`${product.url}/jkfw/Appointments?startsAt=${monday}..${monday}`);
  await page.locator('tbody').getByText('周明远').first().waitFor();
  const body = { userId: people[1]?.id, appointmentType: 'consult', doctorId: doctors[0] };
  const second = admin.post('XYJ_Appointments/CreateOrEdit', { ...body, appointmentTime: `${monday}T08:00:00+08:00` });
  await expect(second).rejects.toThrow(/409.*号源已满/);
});

const body = (): Locator => page.locator('tbody');
const confirm = (): Promise<void> =>
  dialog()
    .getByRole('button', { name: /^确\s*定$/ })
    .click();

test('the doctor is stopped: the booking goes to another one, and the client gets a message', async () => {
  await page.goto(`${product.url}/StaffManagement/SchedulingTableWeek?week=${monday}`);
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: '周明远' });
  await row.locator('[data-entry]').first().click();
  await page.getByRole('button', { name: /^停\s*班$/ }).click();
  await dialog().getByLabel('原因').fill('临时会诊');
  await dialog().getByRole('radio', { name: '改约到其他医生' }).check();
  await dialog().getByRole('combobox', { name: '改约医生' }).click();
  await page.keyboard.type('吴清和');
  await page.locator('.ant-select-item-option:visible', { hasText: '吴清和' }).first().click();
  await picture(page, 'shift-stopped');
  await expectAccessible(page, 'the stop of a shift with bookings', '[role="dialog"]');
  await confirm();
  await page.getByText('已停班，已通知本人').waitFor();
  await page.goto(`${product.url}/jkfw/Appointments?startsAt=${monday}..${monday}`);
  await body().getByText('吴清和').first().waitFor();
  expect(await body().getByText('周明远').count()).toBe(0);
  const told = async (): Promise<boolean> =>
    (await admin.get<{ items: readonly { body: string }[] }>('OutgoingMessages/GetAll?MaxResultCount=20')).items.some(
      (message) => message.body.includes('吴清和'),
    );
  await expect.poll(told, { timeout: 30_000 }).toBe(true);
});

/** A booked visit of the demo, as if it had begun five minutes ago; its number. */
async function begunVisit(): Promise<string> {
  const database = await openDatabase(product.folder);
  await database.query('set row_security = off');
  const found = await database.query<{ no: string }>(
    `update outpatient_appointment v set starts_at = now() - interval '5 minutes', ends_at = now() + interval '25 minutes',
       visit_date = (now() at time zone 'Asia/Shanghai')::date
     from (select tenant_id, id from outpatient_appointment where state = 1 and starts_at > now() + interval '1 day' order by id limit 1) f
     where v.tenant_id = f.tenant_id and v.id = f.id returning v.appointment_no as no`,
  );
  await database.end();
  return found.rows[0]?.no ?? '';
}

test('a client of a clinic is checked in and leaves with an outcome', async () => {
  const no = await begunVisit();
  await page.goto(`${product.url}/jkfw/Outpatient?q=${no}`);
  const row = body().getByRole('row').filter({ hasText: no });
  const act = async (name: string): Promise<void> => {
    await row.hover();
    await row.getByRole('button', { name: `${name} ${no}` }).click();
  };
  await row.getByText('已预约').waitFor();
  await act('签到');
  await confirm();
  await row.getByText('已签到').waitFor();
  await act('填写就诊结果');
  await dialog().getByLabel('就诊结果').fill('血压平稳，维持现用药');
  await expectAccessible(page, 'the outcome of a visit', '[role="dialog"]');
  await confirm();
  await row.getByText('已就诊').waitFor();
  await picture(page, 'visit-done');
  expect(desk.complaints).toEqual([]);
});

describe('bookings as week and month', () => {
  beforeAll(async () => {
    await admin.put('Profile/UpdatePreferences', { theme: 'system' });
    await page.setViewportSize({ width: 1366, height: 620 });
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(`${product.url}${path}`);
    await page.locator('[role=group][aria-busy=false] [data-item]').first().waitFor();
  };

  test('a short row among hours shows the name of its client', async () => {
    await open('/jkfw/Appointments?as=week');
    const hidden = await page.locator('button[data-item]').evaluateAll((items) =>
      items.flatMap((item) => {
        const name = item.querySelector('[class*=name]');
        if (!name) return ['no name'];
        return name.getBoundingClientRect().bottom > item.getBoundingClientRect().bottom ? [item.textContent] : [];
      }),
    );
    expect(hidden).toEqual([]);
    await picture(page, 'week-of-clients');
  });

  test('the present month opens at the week of today, its past days are quieter and readable', async () => {
    await open('/jkfw/Outpatient?as=calendar');
    const [box, today] = await Promise.all([
      page.getByRole('group', { name: /年\d+月$/ }).boundingBox(),
      page.locator(`[data-day="${dayAt(Date.now())}"]`).boundingBox(),
    ]);
    expect((today?.y ?? 0) + 20).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    const days = await page
      .locator('section[data-day]')
      .evaluateAll((shown) =>
        shown.map((day) => ({ day: day.dataset['day'] ?? '', isQuiet: /past/.test(day.className) })),
      );
    const isOver = ({ day }: { readonly day: string }): boolean => day < dayAt(Date.now());
    expect(days.filter(({ isQuiet }) => isQuiet)).toEqual(days.filter(isOver));
    await picture(page, 'month-of-clients');
    await expectAccessible(page, 'the present month');
    await expectReadableInDark(page, 'the present month');
    expect(desk.complaints).toEqual([]);
  });
});
