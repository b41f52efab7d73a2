import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTo } from './account/desk.ts';
import { expectAccessible, goTo, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const phone = '13888001234';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The page of applicants, in a browser without a session. */
async function openForm(): Promise<Page> {
  const [cookie] = (await desk.context.cookies()).filter(({ name }) => name === 'Abp.TenantId');
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  if (cookie) await context.addCookies([{ name: cookie.name, value: cookie.value, url: product.url }]);
  const page = await context.newPage();
  await page.goto(`${product.url}/views/staffRegister`);
  await page.getByRole('heading', { name: '人员申请' }).waitFor();
  return page;
}

async function prove(page: Page, code: string): Promise<void> {
  await page.getByLabel('注册码', { exact: true }).fill(code);
  await page.getByLabel('手机号', { exact: true }).fill(phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('验证码已发送').first().waitFor();
  await page.getByLabel('短信验证码', { exact: true }).fill(/\d{6}/.exec(await messageTo(product, phone))?.[0] ?? '');
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
}

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel('姓名', { exact: true }).fill('林晓燕');
  await choose(page, '用户类型', '护士');
  await page.getByLabel('身份证号', { exact: true }).fill('11010119900307002X');
  await page.getByLabel('邮箱', { exact: true }).fill('linxiaoyan@example.com');
  await page.getByLabel('执业机构', { exact: true }).fill('市第一人民医院');
  await choose(page, '职称', '护师');
  await page.getByLabel('执业证书号', { exact: true }).fill('201253000123');
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('证书有效期至', { exact: true }).fill(soon);
  await page.locator('input[type=file]').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: png });
  await page.getByRole('img', { name: '证件照片 1' }).waitFor();
  await page.getByRole('checkbox').check();
}

/** As if the last code had been sent two minutes ago. */
async function later(): Promise<void> {
  const database = await openDatabase(product.folder);
  await database.query("update applicant_code set created_at = created_at - interval '2 minutes'");
  await database.end();
}

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: '林晓燕' });

/** Opens the row by keys alone and presses a button of its drawer. */
async function decide(page: Page, button: string): Promise<void> {
  await rowOf(page).focus();
  await page.keyboard.press('Enter');
  const pressed = page.getByRole('dialog').getByRole('button', { name: button, exact: true });
  await pressed.focus();
  await page.keyboard.press('Enter');
}

test('a nurse applies, is refused with a remark, applies again and is approved', async () => {
  const { page } = desk;
  await goTo(page, '/StaffManagement/Examine');
  await page.getByRole('button', { name: '注册码' }).click();
  const code = await page.getByRole('textbox', { name: '注册码' }).inputValue();
  await picture(page, 'application-code');
  await page.getByRole('button', { name: /完\s*成/ }).click();

  const form = await openForm();
  await prove(form, code);
  await fillForm(form);
  await picture(form, 'application-form');
  await expectAccessible(form, 'the form of applicants');
  await form.getByRole('button', { name: '提交申请' }).click();
  await form.getByText('申请已提交').waitFor();
  await form.context().close();

  await page.getByRole('button', { name: '刷新' }).first().click();
  await rowOf(page)
    .getByRole('note', { name: /证书\d+天后到期/ })
    .waitFor();
  await picture(page, 'application-queue');
  await decide(page, '驳回');
  const refusal = page.getByRole('dialog', { name: /驳回/ });
  await refusal.getByLabel('审核意见').fill('证书照片不清晰');
  await page.keyboard.press('Control+Enter');
  await rowOf(page).getByText('已驳回').waitFor();

  await later();
  const again = await openForm();
  await prove(again, code);
  await again.getByRole('button', { name: '查看我的申请' }).click();
  await again.getByText('证书照片不清晰').waitFor();
  await again.getByRole('checkbox').check();
  await again.getByRole('button', { name: '重新提交' }).click();
  await again.getByText('申请已提交').waitFor();
  await again.context().close();

  await page.reload();
  await rowOf(page).getByText('待审核').waitFor();
  await decide(page, '通过');
  await picture(page, 'application-approval');
  const approval = page.getByRole('dialog', { name: /通过/ });
  await approval.getByLabel('加入团队').click();
  await page.locator('.ant-select-dropdown:visible').getByRole('option').first().waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await rowOf(page).getByText('已通过').waitFor();
  const found = await admin.get<{ items: readonly { readonly userName: string }[] }>('User/GetUsers?filter=linxiaoyan');
  expect(found.items.map(({ userName }) => userName)).toEqual(['linxiaoyan@example.com']);
  await goTo(page, '/StaffManagement/doctorUserIndex');
  await page.getByRole('row').filter({ hasText: '林晓燕' }).first().waitFor();
  await picture(page, 'doctors');
  await expectAccessible(page, 'doctors');
  expect(desk.complaints).toEqual([]);
});
