import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let manager: Caller;
let one: Desk;
let two: Desk;
let id: number;

interface Rows<T> {
  readonly items: readonly T[];
}
interface Listed {
  readonly abnormalData: {
    readonly id: number;
    readonly state: number;
    readonly escalationStep: number;
    readonly 'abnormaL_LEVEL': number;
  };
}

const name = '周桂英';
const popupOf = (page: Page) => page.getByRole('dialog', { name: /危急异常/ });

async function caseOf(clientId: number): Promise<Listed['abnormalData'] | undefined> {
  const { items } = await admin.get<Rows<Listed>>(`AbnormalData/GetAll?useridFilter=${clientId}&MaxResultCount=1`);
  return items[0]?.abnormalData;
}

/** Lets the claim of the case lapse now in place of five minutes after it. */
async function lapse(): Promise<void> {
  const database = await openDatabase(product.folder);
  await database.query("update abnormal_case set next_due_at = now() - interval '1 second' where id = $1", [id]);
  await database.query(
    "update outbox set available_at = now() where topic = 'case.due' and (payload ->> 'id')::bigint = $1 and payload ->> 'unseen' is null",
    [id],
  );
  await database.end();
}

/** Logs what came of a call by the list beside the person. */
async function logCall(page: Page, whom: string, outcome: string): Promise<void> {
  await page.getByRole('button', { name: `登记与${whom}的联系结果` }).click();
  await page.getByRole('menuitem', { name: outcome }).click();
  await page.getByRole('listitem').filter({ hasText: whom }).getByText(`${outcome} ·`).waitFor();
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  [admin, manager] = (await Promise.all(
    ['admin', 'manager'].map((userName) => signIn(product, { tenancyName: 'Default', userName })),
  )) as [Caller, Caller];
  [one, two] = (await Promise.all(
    ['manager', 'admin'].map((userName) =>
      openDesk(browser, product, { tenancyName: 'Default', userName, isStill: true }),
    ),
  )) as [Desk, Desk];
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('a critical pressure is claimed by one of two, lapses without a contact, climbs, and is closed after one', async () => {
  const person = await manager.post<number>('C_client/CreateOrEditFromCustom', { name, phone: '13800006666' });
  const contact = { 'client_id': person, name: '周小梅', relation: '2', phone: '13800006667', isGuardian: true };
  await admin.post('C_contact/CreateOrEdit', contact);
  const measured = { userId: person, high: 205, low: 122, measure_time: new Date().toISOString() };
  await admin.post('Watch_bps/CreateOrEdit', measured);
  await Promise.all([popupOf(one.page).waitFor(), popupOf(two.page).waitFor()]);
  const found = await caseOf(person);
  expect(found).toMatchObject({ state: 0, 'abnormaL_LEVEL': 4 });
  id = found?.id ?? 0;

  await popupOf(one.page)
    .getByRole('button', { name: /认\s*领/ })
    .click();
  await Promise.all([one, two].map(({ page }) => popupOf(page).waitFor({ state: 'hidden' })));
  await expect(admin.post('AbnormalData/Claim', { id })).rejects.toThrow(/409: .+ 已认领该异常/);

  const people = one.page.getByRole('article').getByRole('list', { name: '联系人' });
  await people.getByRole('listitem').filter({ hasText: name }).getByText('先拨').waitFor();
  await logCall(one.page, name, '无人接听');
  await people.getByRole('listitem').filter({ hasText: '周小梅' }).getByText('先拨').waitFor();
  await picture(one.page, 'critical-pressure-1366');
  await expectAccessible(one.page, 'call list of a case', 'article');

  await lapse();
  await expect.poll(() => caseOf(person)).toMatchObject({ state: 0, escalationStep: 1 });
  await Promise.all([popupOf(one.page).waitFor(), popupOf(two.page).waitFor()]);
  const notices = await admin.get<Rows<{ readonly alarmNotice: { readonly rung: number; readonly receiver: string } }>>(
    `AlarmNotices/GetAll?abnormalIdFilter=${id}&MaxResultCount=50`,
  );
  expect(notices.items.map(({ alarmNotice: { rung, receiver } }) => `${rung} ${receiver}`)).toContain('1 周小梅');

  await popupOf(two.page)
    .getByRole('button', { name: /打\s*开/ })
    .click();
  await two.page.getByRole('article').getByRole('list', { name: '联系人' }).waitFor();
  await logCall(two.page, '周小梅', '已联系监护人');
  await popupOf(one.page).waitFor({ state: 'hidden' });

  await two.page.getByRole('button', { name: '处理完成' }).click();
  const dialog = two.page.getByRole('dialog');
  await dialog.getByLabel('处理方式').click();
  await two.page.getByTitle('建议就医').click();
  await dialog.getByLabel('处理结果').fill('女儿陪同去急诊复测');
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await expect.poll(() => caseOf(person)).toMatchObject({ state: 3 });
});
