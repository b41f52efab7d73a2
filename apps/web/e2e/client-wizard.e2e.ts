import { residentCheckCharacter } from '@kangmai/domain';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let page: Page;

const numberOf = (serial: string): string => {
  const head = `53010319480305${serial}`;
  return `${head}${residentCheckCharacter(head) ?? ''}`;
};
const filed = { name: '钱建档', number: numberOf('021') };
const fresh = { name: '孙新档', number: numberOf('042'), phone: '13987654321' };
const listPath = '/userManage/UserList';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  await admin.post('C_client/CreateOrEdit', {
    name: filed.name,
    certificate_no: filed.number,
    gender: '1',
    birthday: '1948-03-05',
    phone: '13900001111',
    regionCode: '530103',
  });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  ({ page } = desk);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const wizard = (): Locator => page.getByRole('dialog').first();
const field = (label: string): Locator => wizard().getByLabel(label, { exact: true });
const step = (): Promise<string | null> =>
  wizard().getByRole('group', { name: '建档步骤' }).locator('[aria-current=step]').textContent();
const isFocused = (input: Locator): Promise<boolean> =>
  input.evaluate((element) => element.contains(document.activeElement));
const next = (): Promise<void> => page.keyboard.press('Control+Enter');

/** Looks at a step in both sizes, in light and dark. */
async function look(name: string): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, `wizard-${name}-wide`);
  await page.setViewportSize({ width: 1366, height: 768 });
  await picture(page, `wizard-${name}`);
  await expectAccessible(page, `step ${name}`, '[role=dialog]');
  await expectReadableInDark(page, `step ${name}`, '[role=dialog]');
}

async function open(): Promise<void> {
  await page.goto(`${product.url}${listPath}`);
  await page.getByRole('button', { name: '新增' }).first().click();
  await expect.poll(() => isFocused(field('姓名'))).toBe(true);
}

test('a wrong check digit stops the first step, and a right one fills birthday and sex', async () => {
  await open();
  await page.keyboard.type(fresh.name);
  await page.keyboard.press('Enter');
  await field('证件号码').fill(fresh.number.slice(0, 17) + (fresh.number.endsWith('1') ? '2' : '1'));
  await next();
  await wizard().getByText('身份证号码校验位错误，请核对').waitFor();
  expect(await step()).toBe('身份信息');
  await expect.poll(() => isFocused(field('证件号码'))).toBe(true);
  await field('证件号码').fill(fresh.number);
  await wizard().getByText('身份证号码校验位错误，请核对').waitFor({ state: 'detached' });
  expect(await field('出生日期').inputValue()).toBe('1948-03-05');
  expect(await field('出生日期').isDisabled()).toBe(true);
  await look('identity');
});

test('the number of a filed person stops the step when it is left, and opens the file; what was typed stays', async () => {
  await field('证件号码').fill(filed.number);
  await page.keyboard.press('Tab');
  await wizard().getByText('该证件号码已建档，请打开已有档案').waitFor();
  await wizard().getByText('姓名与已有档案不一致，请核对').waitFor();
  await look('duplicate');
  await next();
  expect(await step()).toBe('身份信息');
  await wizard().getByRole('button', { name: '打开已有档案' }).click();
  await page.getByRole('heading', { level: 1, name: filed.name }).waitFor();
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await tabs.getByText('客户列表').click();
  expect(await field('姓名').inputValue()).toBe(fresh.name);
});

test('four steps by keys save an active client with consents, masked; a reveal leaves one row', async () => {
  await field('证件号码').fill(fresh.number);
  await next();
  await expect.poll(step).toBe('联系方式');
  await expect.poll(() => isFocused(field('手机号'))).toBe(true);
  await next();
  await wizard().getByText('请输入手机号').waitFor();
  expect(await step()).toBe('联系方式');
  await field('手机号').fill(fresh.phone);
  await wizard().getByRole('combobox', { name: '现住址区划' }).pressSequentially('yn kms plq');
  await page.getByRole('menuitemcheckbox', { name: '云南省 昆明市 盘龙区' }).click();
  await field('详细地址').fill('青年路1号');
  const map = wizard().getByRole('region', { name: '居住位置' });
  await map.locator('.leaflet-container').click({ position: { x: 300, y: 160 } });
  await expect.poll(async () => Number(await field('经度').inputValue())).toBeGreaterThan(73);
  await look('contact');
  await next();
  await expect.poll(step).toBe('服务与团队');
  await look('service');
  await next();
  await expect.poll(step).toBe('知情同意');
  await wizard().getByRole('region', { name: '请核对后保存' }).getByText('云南省 昆明市 盘龙区').waitFor();
  await wizard().getByRole('checkbox', { name: '健康信息（敏感）处理' }).check();
  await expect.poll(() => field('文本版本').inputValue(), { message: 'that of the newest consent' }).toMatch(/\S/);
  await field('文本版本').clear();
  await next();
  await wizard().getByText('请输入文本版本').waitFor();
  await wizard().getByRole('button', { name: '上一步' }).click();
  await expect.poll(step).toBe('服务与团队');
  await next();
  await wizard().getByRole('checkbox', { name: '个人信息处理' }).check();
  await field('文本版本').fill('2026-01');
  await look('consent');
  await next();
  await page.getByText('客户已新增').waitFor();
  await wizard().waitFor({ state: 'hidden' });

  const row = page.getByRole('row').filter({ hasText: fresh.name });
  await row.getByText('在管').waitFor();
  await row.getByText('139****4321').waitFor();
  const found = await admin.get<{ items: readonly { id: number }[] }>(
    `C_client/GetPagedAll?nameFilter=${encodeURIComponent(fresh.name)}`,
  );
  const id = found.items[0]?.id ?? 0;
  expect(found.items).toHaveLength(1);
  const consents = await admin.get<{ items: readonly { kind: string }[] }>(
    `ClientConsent/GetPagedAll?clientIdFilter=${id}&Sorting=kind`,
  );
  expect(consents.items.map(({ kind }) => kind).toSorted()).toEqual(['basic', 'health']);

  await row.getByRole('link', { name: fresh.name }).click();
  await page.getByRole('heading', { level: 1, name: fresh.name }).waitFor();
  await page.getByRole('button', { name: '查看完整手机号' }).first().click();
  await page.getByRole('combobox', { name: '查看理由' }).click();
  await page.locator('.ant-select-item-option', { hasText: '核对身份' }).click();
  await page
    .getByRole('button', { name: /^查\s*看$/ })
    .last()
    .click();
  await page.locator('main').getByText(fresh.phone).first().waitFor();
  const looks = await admin.get<{ items: readonly { field: string | null }[] }>(
    `SensitiveAccessLog/GetPagedAll?clientIdFilter=${id}&MaxResultCount=50`,
  );
  expect(looks.items.filter(({ field: shown }) => shown === 'phone')).toHaveLength(1);
});

test('VIP clients have a list of their own, in which a new client is a VIP; so have those of communities', async () => {
  const { totalCount } = await admin.get<{ totalCount: number }>('C_client/GetPagedAll?IsVipFilter=true');
  expect(totalCount).toBeGreaterThan(0);
  await page.goto(`${product.url}/xkh/vip`);
  await page.getByRole('heading', { level: 1, name: 'VIP客户' }).waitFor();
  await page.getByText(`共 ${totalCount} 条`, { exact: true }).waitFor();
  await picture(page, 'vip-clients');
  await expectAccessible(page, 'VIP clients');
  await page.getByRole('button', { name: '新增' }).first().click();
  await field('姓名').fill('周贵宾');
  await field('证件号码').fill(numberOf('063'));
  await next();
  await expect.poll(step).toBe('联系方式');
  await field('手机号').fill('13900002222');
  await wizard().getByRole('combobox', { name: '现住址区划' }).pressSequentially('yn kms plq');
  await page.getByRole('menuitemcheckbox', { name: '云南省 昆明市 盘龙区' }).click();
  await next();
  await expect.poll(step).toBe('服务与团队');
  const vip = wizard().locator('.ant-form-item').filter({ hasText: '是否VIP' });
  expect(await vip.getByRole('radio', { name: '是', exact: true }).isChecked()).toBe(true);
  await next();
  await next();
  await page.getByText('客户已新增').waitFor();
  await page.getByText(`共 ${totalCount + 1} 条`, { exact: true }).waitFor();

  await page.goto(`${product.url}/ycjh/conmunityUserInfo`);
  await page.getByRole('heading', { level: 1, name: '社区客户信息' }).waitFor();
  await page.getByRole('columnheader', { name: '所属机构' }).waitFor();
  await picture(page, 'community-clients');
  await expectAccessible(page, 'clients of communities');
});

test('Esc asks before input is lost, and the input is offered again', async () => {
  await open();
  await page.keyboard.type('未完成');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '当前内容尚未保存，确定离开吗？' });
  await question.getByRole('button', { name: '留在此页' }).click();
  expect(await field('姓名').inputValue()).toBe('未完成');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '离开' }).click();
  await wizard().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '新增' }).first().click();
  await wizard().getByRole('button', { name: '恢复' }).click();
  expect(await field('姓名').inputValue()).toBe('未完成');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('未完成');
  expect(desk.complaints).toEqual([]);
});
