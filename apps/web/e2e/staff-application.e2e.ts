import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';
import { startSmsProvider, type SmsProvider } from './sms-provider.ts';

const nurse = { name: '温如玉', phone: '13712340001', idNumber: '11010119900307002X', email: 'wen.ruyu@example.com' };
const examinePath = '/StaffManagement/Examine';
const dayMs = 86_400_000;
const licenceEnds = new Date(Date.now() + 45 * dayMs).toISOString().slice(0, 10);

let sms: SmsProvider;
let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  sms = await startSmsProvider();
  [product, browser] = await Promise.all([startProduct(sms.env), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  sms.stop();
});

const field = (label: string): Locator => page.getByLabel(label, { exact: true });
const inDialog = (on: Page, name: RegExp): Locator => on.getByRole('dialog').last().getByRole('button', { name });

/** Codes rest a minute; the former one becomes older than that. */
async function forgetRest(): Promise<void> {
  const database = await openDatabase(product.folder);
  await database.query('set row_security = off');
  await database.query("update phone_proof set created_at = created_at - interval '2 minutes'");
  await database.end();
}

async function enterCode(registrationCode: string): Promise<void> {
  const former = sms.codeOf(nurse.phone);
  await field('注册码').fill(registrationCode);
  await field('手机号').fill(nurse.phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('验证码已发送').waitFor();
  await expect.poll(() => sms.codeOf(nurse.phone), { timeout: 30_000 }).not.toBe(former);
  await field('短信验证码').fill(sms.codeOf(nurse.phone) ?? '');
}

async function choose(label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-item-option:visible').getByText(name, { exact: true }).click();
}

/** The row of the nurse among the applications. */
async function openExamine(): Promise<Locator> {
  await desk.page.goto(`${product.url}${examinePath}`);
  const row = desk.page.locator('main').getByRole('row').filter({ hasText: nurse.name });
  await row.waitFor();
  return row;
}

async function houseCode(): Promise<string> {
  const { page: own } = desk;
  await own.goto(`${product.url}${examinePath}`);
  await own.getByRole('button', { name: '注册码' }).click();
  await own.getByRole('dialog').waitFor();
  const code = own.getByRole('dialog').getByLabel('注册码', { exact: true });
  const open = inDialog(own, /^开\s*放/);
  await expect.poll(async () => (await code.count()) + (await open.count())).toBeGreaterThan(0);
  if ((await code.count()) === 0) await open.click();
  await expectAccessible(own, 'the code of the house', '[role=dialog]');
  const value = await code.inputValue();
  await inDialog(own, /^完\s*成$/).click();
  return value;
}

let code: string;

test('a nurse applies with the code of the house and the one sent to her phone', async () => {
  code = await houseCode();
  await page.goto(`${product.url}/views/staffRegister`);
  await page.getByRole('button', { name: '选择机构' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Default');
  await page.keyboard.press('Enter');
  await page.getByText('申请加入：').waitFor();
  await enterCode(code);
  await field('姓名').fill(nurse.name);
  await choose('用户类型', '护士');
  await field('身份证号').fill(nurse.idNumber);
  await field('邮箱').fill(nurse.email);
  await field('执业机构').fill('昆明市第一人民医院');
  await choose('职称', '护师');
  await field('执业证书号').fill('201253000123');
  await field('证书有效期至').fill(licenceEnds);
  const drawn = sharp({ create: { width: 640, height: 400, channels: 3, background: '#4F8A8B' } });
  const scan = { name: 'licence.png', mimeType: 'image/png', buffer: await drawn.png().toBuffer() };
  await page.locator('input[type=file]').setInputFiles(scan);
  await page.getByRole('img', { name: '证件照片 1' }).waitFor();
  await page.getByRole('checkbox').check();
  await expectAccessible(page, 'an application of staff');
  await picture(page, 'staff-application');
  await page.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('申请已提交').waitFor();
  expect(complaints).toEqual([]);
});

test('it is refused with a remark, which she reads with a new code, and she applies again', async () => {
  const row = await openExamine();
  const { page: own } = desk;
  await own.getByRole('row').filter({ hasText: '罗佳怡' }).getByRole('img', { name: '缺证件照片' }).waitFor();
  expect(await row.getByRole('img', { name: /缺/ }).count()).toBe(0);
  await row.getByText(nurse.name).click();
  await own.getByRole('dialog').getByText('昆明市第一人民医院').first().waitFor();
  await picture(own, 'staff-application-examined');
  await inDialog(own, /^驳\s*回/).click();
  await own.getByLabel('审核意见').last().fill('证书照片不清晰，请重新拍摄');
  await own
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^(驳\s*回|确\s*定)$/ })
    .last()
    .click();
  await row.getByText('已驳回').waitFor();

  await forgetRest();
  await page.reload();
  await enterCode(code);
  await page.getByRole('button', { name: '查看我的申请' }).click();
  await page.getByText('审核意见：证书照片不清晰，请重新拍摄').waitFor();
  expect(await field('姓名').inputValue()).toBe(nurse.name);
  await expectAccessible(page, 'a refused application');
  await field('科室').fill('护理部');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '重新提交' }).click();
  await page.getByText('申请已提交').waitFor();
  expect(complaints).toEqual([]);
});

interface Row {
  readonly id: number;
}

test('approved, she has account, role, staff code and team; her licence is marked as ending soon', async () => {
  const row = await openExamine();
  const { page: examiner } = desk;
  await row.getByText('待审核').waitFor();
  await row.getByText(nurse.name).click();
  await inDialog(examiner, /^通\s*过/).click();
  await examiner.getByRole('dialog').last().getByRole('combobox', { name: '团队' }).fill('五华');
  await examiner.locator('.ant-select-item-option:visible', { hasText: '五华区健康服务团队' }).click();
  await picture(examiner, 'staff-application-approval');
  await examiner
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^(通\s*过|确\s*定)$/ })
    .last()
    .click();
  await row.getByText('已通过').waitFor();
  await row.getByRole('note', { name: new RegExp(`^${licenceEnds} 证书`) }).waitFor();

  const { items: users } = await admin.get<{ items: readonly Row[] }>(
    `User/GetUsers?Filter=${encodeURIComponent(nurse.name)}`,
  );
  expect(users).toHaveLength(1);
  const codes = await admin.get<{ items: readonly object[] }>(
    `GY_YGDMs/GetAll?filter=${encodeURIComponent(nurse.name)}`,
  );
  expect(codes.items).toHaveLength(1);
  const teams = await admin.get<readonly { teamName: string }[]>(
    `XYJ_DoctorUserTeam/GetTeamsByUserId?id=${users[0]?.id ?? 0}`,
  );
  expect(teams.map(({ teamName }) => teamName)).toEqual(['五华区健康服务团队']);
  const { items } = await admin.get<{ items: readonly Readonly<Record<string, object>>[] }>(
    `wcmp_users/GetAll?nameFilter=${encodeURIComponent(nurse.name)}`,
  );
  expect(items).toMatchObject([{ wcmp_user: { examineState: 1, examineRemark: null } }]);
  expect(desk.complaints).toEqual([]);
});

test('her application is linked to her own client file, which the drawer leads to', async () => {
  await admin.post('C_client/CreateOrEdit', {
    name: nurse.name,
    gender: '2',
    birthday: '1990-03-07',
    phone: nurse.phone,
    certificate_no: nurse.idNumber,
    regionCode: '530102',
  });
  const row = await openExamine();
  const { page: examiner } = desk;
  await row.getByText(nurse.name).click();
  await inDialog(examiner, /^关联客户$/).click();
  await examiner.getByRole('dialog').last().getByRole('combobox', { name: '关联客户' }).fill(nurse.name);
  await examiner.locator('.ant-select-item-option:visible', { hasText: nurse.name }).click();
  await examiner
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^(关联客户|确\s*定)$/ })
    .last()
    .click();
  await examiner.getByRole('dialog').getByRole('link', { name: nurse.name }).first().waitFor();
  await picture(examiner, 'staff-application-linked');
  expect(desk.complaints).toEqual([]);
});
