import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, goTo, openBrowser, openDesk, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';
import { settled, shownPage } from './sweep/page-desk.ts';

let product: Product;
let browser: Browser;
let own: Desk;
let doctors: Desk;
let admin: Caller;
let names: { readonly client: string; readonly team: string; readonly doctor: string };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const doctor = await signIn(product, { tenancyName: 'Default', userName: 'doctor' });
  const { user } = await doctor.get<{ user: { id: number; name: string } }>('Session/GetCurrentLoginInformations');
  const [team] = await admin.get<readonly { teamName: string }[]>(`XYJ_DoctorUserTeam/GetTeamsByUserId?id=${user.id}`);
  await admin.post('C_client/CreateOrEditFromCustom', { name: '签约客户', phone: '13800007777' });
  names = { client: '签约客户', team: team?.teamName ?? '', doctor: user.name };
  [own, doctors] = await Promise.all([
    openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true }),
    openDesk(browser, product, { tenancyName: 'Default', userName: 'doctor', isStill: true }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function choose(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label });
  await box.fill(name);
  await page.locator('.ant-select-item-option:visible', { hasText: name }).first().click();
}

async function openAgreements({ page }: Desk): Promise<void> {
  await goTo(page, '/jcpt/doctorSign');
  await page.getByRole('heading', { level: 1, name: '医生签约' }).waitFor();
}

test('staff propose an agreement; its doctor accepts it and becomes the doctor of the client', async () => {
  await openAgreements(own);
  const { page } = own;
  await page.getByRole('button', { name: '新增' }).click();
  await choose(page, '客户', names.client);
  await choose(page, '签约团队', names.team);
  await choose(page, '签约医生', names.doctor);
  const until = page.getByRole('dialog').getByLabel('到期日期');
  await until.fill(`${new Date().getFullYear() + 2}-01-31`);
  await until.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^保\s*存$/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await openAgreements(doctors);
  const { page: desk } = doctors;
  await desk.getByRole('tab', { name: /待审核/ }).click();
  const row = desk.locator('tr', { hasText: names.client });
  await row.locator('[data-row-page]').first().click();
  await desk.getByRole('button', { name: '同意签约' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^(确\s*定|同意签约)$/ })
    .click();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });
  await shownPage(desk).getByText('履约中').filter({ visible: true }).first().waitFor();
  await settled(desk);
  await expectAccessible(desk, 'an agreement');

  await openAgreements(own);
  await page.getByRole('button', { name: '签约统计' }).click();
  await page.getByRole('dialog').getByText('续签率', { exact: true }).waitFor();
  await expectAccessible(page, 'figures of agreements');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const rows = page.locator('tr', { hasText: names.client });
  await page.getByPlaceholder('协议编号 / 客户').fill(names.client);
  await page.getByPlaceholder('协议编号 / 客户').press('Enter');
  await rows.getByRole('link', { name: names.client }).click();
  await page.getByRole('heading', { level: 1, name: names.client }).waitFor();
  const facts = shownPage(page);
  await facts.getByText(names.team).filter({ visible: true }).first().waitFor();
  await facts.getByText(names.doctor).filter({ visible: true }).first().waitFor();
  expect([own.complaints, doctors.complaints]).toEqual([[], []]);
});

interface Agreement {
  readonly id: number;
  readonly agreementNo: string;
  readonly beginDate: string;
  readonly endDate: string;
  readonly renewedFromId: number | null;
}
const running = async (more = ''): Promise<readonly Agreement[]> =>
  (
    await admin.get<{ items: readonly Agreement[] }>(
      `DoctorSign/GetPagedAll?stateFilter=1&Sorting=endDate&MaxResultCount=200${more}`,
    )
  ).items;
const dayAfter = (day: string): string =>
  new Date(Date.parse(day.slice(0, 10)) + 86_400_000).toISOString().slice(0, 10);

test('an agreement that ends soon is renewed from the day after its end, once; then it expires by the clock', async () => {
  const [ending] = await running();
  if (!ending) throw new Error('the demo has no running agreement');
  const { page } = own;
  await page.goto(`${product.url}/jcpt/doctorSign/${ending.id}`);
  const press = async (): Promise<void> => {
    await shownPage(page).getByRole('button', { name: '续签' }).click();
    await page.getByRole('dialog').getByLabel('年数').fill('2');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^确\s*定$/ })
      .click();
  };
  await press();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const renewals = (await running()).filter(({ renewedFromId }) => renewedFromId === ending.id);
  expect(renewals.map(({ beginDate }) => beginDate.slice(0, 10))).toEqual([dayAfter(ending.endDate)]);
  await press();
  await page.getByText(`${renewals[0]?.agreementNo}`).first().waitFor();
  expect((await running()).filter(({ renewedFromId }) => renewedFromId === ending.id)).toHaveLength(1);
  await page.keyboard.press('Escape');

  const database = await openDatabase(product.folder);
  await database.query('set row_security = off');
  await database.query('update doctor_agreement set ends_on = current_date - 2 where id = $1 and agreement_no = $2', [
    ending.id,
    ending.agreementNo,
  ]);
  await database.end();
  await expect.poll(async () => (await running()).some(({ id }) => id === ending.id), { timeout: 60_000 }).toBe(false);
  await page.goto(`${product.url}/jcpt/doctorSign/${ending.id}`);
  await shownPage(page).getByText('已到期').filter({ visible: true }).first().waitFor();
});
