import { createHmac } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;
/** Nobody yet, at the sign-in page of Default. */
let stranger: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'nurse', isStill: true });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openStranger(): Promise<Desk> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' });
  const [cookie] = (await desk.context.cookies()).filter(({ name }) => name === 'Abp.TenantId');
  await context.addCookies([{ name: 'Abp.TenantId', value: cookie?.value ?? '', url: product.url }]);
  const page = await context.newPage();
  await page.goto(product.url);
  stranger = { page, context, complaints: [] };
  return stranger;
}

const entries = ['个人空间', '修改密码', '登录记录', '我的设置', '管理关联账号', '退出登录'];
const userButton = (page: Page): Locator => page.getByRole('banner').getByRole('button').last();

async function openEntry(page: Page, name: string): Promise<Locator> {
  await userButton(page).click();
  await page.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  return dialog;
}

const closed = async (page: Page): Promise<void> => page.getByRole('dialog').first().waitFor({ state: 'detached' });
const notice = (page: Page, text: string): Locator => page.locator('.ant-notification, .ant-message').getByText(text).first();
const fail = (page: Page, path: string): Promise<unknown> => page.route(`**/${path}*`, (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }));

/** The newest message to a recipient, as the administrator reads it. */
async function messageTo(recipient: string): Promise<string> {
  const { items } = await admin.get<{ items: readonly { body: string }[] }>(`OutgoingMessages/GetAll?RecipientFilter=${encodeURIComponent(recipient)}`);
  return items[0]?.body ?? '';
}

/** Six digits of an authenticator program (RFC 6238) at this moment. */
function digitsOf(key: string): string {
  const bits = key.replaceAll(/\s/g, '').split('').map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))).update(counter).digest();
  return String((digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

test('SH-038 the user menu shows who one is and its entries in order; the keyboard reaches them and comes back', async () => {
  const { page } = desk;
  await userButton(page).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu').filter({ hasText: '退出登录' });
  await menu.waitFor();
  expect(await menu.getByRole('menuitem').allTextContents()).toEqual(entries);
  await page.getByText('nurse@default.example').first().waitFor();
  await picture(page, 'account-menu');
  await page.keyboard.press('Escape');
  const dialog = await openEntry(page, '修改密码');
  await dialog.getByLabel('当前密码').waitFor();
  await page.keyboard.press('Escape');
  await closed(page);
  await expect.poll(() => userButton(page).evaluate((button) => button === document.activeElement), { timeout: 20_000 }).toBe(true);
});

test('SH-068 SH-069 SH-070 the fields of 修改密码, their limit, and every message', async () => {
  const { page } = desk;
  const dialog = await openEntry(page, '修改密码');
  const [current, next, repeat] = ['当前密码', '新密码', '确认新密码'].map((name) => dialog.getByLabel(name, { exact: true })) as [Locator, Locator, Locator];
  for (const field of [current, next, repeat]) expect(await field.getAttribute('maxlength')).toBe('1024');
  await dialog.getByRole('button', { name: '保存' }).click();
  for (const text of ['请输入当前密码', '请输入新密码', '请再次输入新密码']) await dialog.getByText(text, { exact: true }).waitFor();
  await current.fill(product.password);
  for (const weak of ['Aa1!', 'aaaa1!', 'AAAA1!', 'Aaaaa!', 'Aaaa11']) {
    await next.fill(weak);
    await dialog.getByText('密码至少6位，且必须包含大写字母、小写字母、数字和特殊字符', { exact: true }).waitFor();
  }
  await next.fill(product.password);
  await dialog.getByText('新密码不能与当前密码相同', { exact: true }).waitFor();
  await next.fill('Other-Horse-8');
  await repeat.fill('Other-Horse-9');
  await dialog.getByText('两次输入的密码不一致', { exact: true }).waitFor();
  await picture(page, 'account-password');
  await expectAccessible(page, 'the password dialog');
  await page.keyboard.press('Escape');
  await closed(page);
});

test('SH-070 a tenant\'s longer rule replaces text and check', async () => {
  const { page } = desk;
  await page.route('**/Profile/GetPasswordComplexitySetting*', (route) => route.fulfill({ json: { result: { setting: { requireDigit: true, requireLowercase: true, requireUppercase: true, requireNonAlphanumeric: true, requiredLength: 12 } }, success: true, error: null, __abp: true } }));
  const dialog = await openEntry(page, '修改密码');
  await dialog.getByLabel('新密码', { exact: true }).fill('Other-Hor-8');
  await dialog.getByText('密码至少12位，且必须包含大写字母、小写字母、数字和特殊字符', { exact: true }).waitFor();
  await dialog.getByLabel('新密码', { exact: true }).fill('Other-Horse-8');
  await dialog.getByText(/密码至少/).waitFor({ state: 'detached' });
  await page.unroute('**/Profile/GetPasswordComplexitySetting*');
  await page.keyboard.press('Escape');
  await closed(page);
});

test('SH-071 a refusal leaves dialog and input, success closes it and ends the other sign-ins', async () => {
  const { page } = desk;
  const elsewhere = await signIn(product, { tenancyName: 'Default', userName: 'nurse' });
  const dialog = await openEntry(page, '修改密码');
  await dialog.getByLabel('当前密码').fill('Wrong-Horse-1');
  await dialog.getByLabel('新密码', { exact: true }).fill('Other-Horse-8');
  await dialog.getByLabel('确认新密码').fill('Other-Horse-8');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, '修改密码失败').waitFor();
  await notice(page, '当前密码不正确').waitFor();
  expect(await dialog.getByLabel('确认新密码').inputValue()).toBe('Other-Horse-8');
  const sent = page.waitForRequest('**/Profile/ChangePassword');
  await dialog.getByLabel('当前密码').fill(product.password);
  await dialog.getByRole('button', { name: '保存' }).click();
  expect((await sent).postDataJSON()).toEqual({ currentPassword: product.password, newPassword: 'Other-Horse-8' });
  await notice(page, '密码修改成功').waitFor();
  await closed(page);
  await expect.poll(() => elsewhere.get('Profile/GetPreferences').then(() => 'alive', (error: Error) => (error.message.includes('401') ? 'ended' : error.message)), { timeout: 20_000 }).toBe('ended');
});

test('SH-073 SH-074 SH-075 linked accounts are added, listed and removed', async () => {
  const { page } = desk;
  const dialog = await openEntry(page, '管理关联账号');
  await dialog.getByText('还没有关联账号').waitFor();
  await dialog.getByRole('button', { name: '新建关联' }).click();
  const form = page.getByRole('dialog', { name: '新建关联' });
  await form.getByRole('button', { name: '保存' }).click();
  for (const text of ['请输入用户名或邮箱', '请输入密码']) await form.getByText(text, { exact: true }).waitFor();
  await form.getByLabel('租户名称').fill('Default');
  await form.getByLabel('用户名或邮箱').fill('manager');
  await form.getByLabel('密码', { exact: true }).fill('wrong');
  await form.getByRole('button', { name: '保存' }).click();
  await notice(page, '新建关联失败').waitFor();
  await form.getByLabel('密码', { exact: true }).fill(product.password);
  await picture(page, 'account-link');
  await form.getByRole('button', { name: '保存' }).click();
  await notice(page, '添加成功').waitFor();
  const row = dialog.getByRole('row', { name: /Default\s*manager/ });
  await row.waitFor();
  await picture(page, 'account-linked');
  await expectAccessible(page, 'linked accounts');
  await row.getByRole('button', { name: '解除关联' }).click();
  const sure = page.getByRole('dialog', { name: /确定要解除与账号/ });
  await sure.getByText('确定要解除与账号“Default\\manager”的关联吗？').last().waitFor();
  await sure.getByRole('button', { name: '解除关联' }).click();
  await notice(page, '解除关联成功').waitFor();
  await dialog.getByText('还没有关联账号').waitFor();
  await page.keyboard.press('Escape');
  await closed(page);
});

test('SH-077 登录记录 tells result, address, browser and time in words and figures', async () => {
  const { page } = desk;
  const dialog = await openEntry(page, '登录记录');
  await expect.poll(() => dialog.getByRole('columnheader').allTextContents(), { timeout: 20_000 }).toEqual(['结果', 'IP地址', '客户端', '浏览器', '时间']);
  const row = dialog.getByRole('row').filter({ hasText: 'Chrome' }).first();
  await row.getByText('成功').waitFor();
  expect(await row.getByRole('cell').last().textContent()).toMatch(/^(刚刚|\d+分钟前)（\d{4}-\d\d-\d\d ([01]\d|2[0-3]):\d\d:\d\d）$/);
  await picture(page, 'account-attempts');
  await expectAccessible(page, 'sign-ins');
  await page.keyboard.press('Escape');
  await closed(page);
});

test('SH-078 SH-082 my settings: the fields, every message, saving, and a changed time zone', async () => {
  const { page } = desk;
  let dialog = await openEntry(page, '我的设置');
  await dialog.getByLabel('邮箱').waitFor();
  for (const name of ['姓', '名', '邮箱', '手机号', '用户名', '时区']) expect(await dialog.getByLabel(name, { exact: true }).count(), name).toBe(1);
  for (const [name, text] of [['名', '请输入名'], ['姓', '请输入姓'], ['用户名', '请输入用户名'], ['邮箱', '请输入邮箱']] as const) {
    await dialog.getByLabel(name, { exact: true }).fill('x');
    await dialog.getByLabel(name, { exact: true }).fill('');
    await dialog.getByText(text, { exact: true }).waitFor();
  }
  await dialog.getByLabel('邮箱').fill('no address');
  await dialog.getByLabel('邮箱').blur();
  await dialog.getByText('邮箱格式不正确', { exact: true }).waitFor();
  await dialog.getByLabel('姓', { exact: true }).fill('何');
  await dialog.getByLabel('名', { exact: true }).fill('小红');
  await dialog.getByLabel('用户名').fill('nurse');
  await dialog.getByLabel('邮箱').fill('nurse@default.example');
  await dialog.getByLabel('手机号').fill('13800000009');
  await picture(page, 'account-settings');
  await expectAccessible(page, 'my settings');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, '个人信息更新成功').waitFor();
  await closed(page);
  await page.getByRole('banner').getByRole('button', { name: '何小红' }).waitFor();
  dialog = await openEntry(page, '我的设置');
  await dialog.getByLabel('时区').click();
  await page.keyboard.type('Asia/Tokyo');
  await page.keyboard.press('Enter');
  const reloaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: '保存' }).click();
  await notice(page, '时区已修改，页面将刷新').waitFor();
  await reloaded;
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
});

test('SH-079 the administrator\'s user name stays', async () => {
  const own = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  const dialog = await openEntry(own.page, '我的设置');
  await dialog.getByText('管理员用户名不能修改').waitFor();
  expect(await dialog.getByLabel('用户名').isDisabled()).toBe(true);
  await own.page.keyboard.press('Escape');
  await closed(own.page);
  await own.page.goto(`${product.url}/jcpt/rzgl/messages`);
  await own.page.getByRole('heading', { level: 1, name: '消息发件箱' }).waitFor();
  await own.context.close();
});

test('SH-080 a number is verified by the code of a short message, and another one can be asked for after a minute', async () => {
  const { page } = desk;
  const dialog = await openEntry(page, '我的设置');
  await dialog.getByLabel('手机号').fill('13800000010');
  await dialog.getByRole('button', { name: '验证' }).waitFor({ state: 'detached' });
  await dialog.getByLabel('手机号').fill('13800000009');
  await dialog.getByRole('button', { name: '验证' }).click();
  const form = page.getByRole('dialog', { name: '验证手机号' });
  await form.getByRole('button', { name: /重新发送（\d+秒）/ }).waitFor();
  expect(await form.getByRole('button', { name: /重新发送/ }).isDisabled()).toBe(true);
  await form.getByRole('button', { name: '验证' }).click();
  await form.getByText('请输入验证码', { exact: true }).waitFor();
  const code = /\d{6}/.exec(await messageTo('13800000009'))?.[0] ?? '';
  await form.getByLabel('验证码').fill(code === '000000' ? '000001' : '000000');
  await form.getByRole('button', { name: '验证' }).click();
  await notice(page, '验证短信验证码失败').waitFor();
  await notice(page, '400 Bad Request').waitFor();
  await picture(page, 'account-phone');
  await form.getByLabel('验证码').fill(code);
  await form.getByRole('button', { name: '验证' }).click();
  await notice(page, '手机号验证成功').waitFor();
  await dialog.getByText('已验证').waitFor();
  await page.keyboard.press('Escape');
  await closed(page);
});

test('SH-081 a new authenticator key is shown as a picture and counts from its first right code on', async () => {
  const { page } = desk;
  const dialog = await openEntry(page, '我的设置');
  const part = dialog.getByRole('region', { name: '谷歌验证器' });
  await part.getByText('未启用').waitFor();
  await part.getByRole('button', { name: '生成新密钥' }).click();
  const image = part.getByRole('img', { name: '谷歌验证器绑定二维码' });
  await image.waitFor();
  expect(await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth > 0))).toBe(true);
  await part.getByText('未启用').waitFor();
  const key = (await part.locator('code').textContent()) ?? '';
  await picture(page, 'account-authenticator');
  await expectAccessible(page, 'the authenticator');
  await part.getByLabel('验证码').fill(digitsOf(key));
  await part.getByRole('button', { name: '启用', exact: true }).click();
  await part.getByText('已启用').waitFor();
  await part.getByRole('button', { name: '停用' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: '停用' }).click();
  await part.getByText('未启用').waitFor();
  await page.keyboard.press('Escape');
  await closed(page);
});

test('the page about oneself: picture cut out of a file, preferences that stay', async () => {
  const { page } = desk;
  await userButton(page).click();
  await page.getByRole('menuitem', { name: '个人空间' }).click();
  await page.getByRole('heading', { level: 1, name: '个人空间' }).waitFor();
  await page.getByRole('button', { name: '更换头像' }).click();
  const dialog = page.getByRole('dialog', { name: '更换头像' });
  const png = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
    const context = canvas.getContext('2d');
    for (const [colour, left] of [['#c00', 0], ['#0a0', 200]] as const) {
      if (context) context.fillStyle = colour;
      context?.fillRect(left, 0, 200, 200);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const file = dialog.getByLabel('选择图片');
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) });
  await notice(page, '文件大小不能超过2MB').waitFor();
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  const area = dialog.getByRole('button', { name: /裁剪区域/ });
  await area.focus();
  for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowRight');
  await picture(page, 'account-cut');
  await expectAccessible(page, 'the picture dialog');
  await dialog.getByRole('button', { name: '保存' }).click();
  const shown = page.getByRole('img', { name: /的头像$/ });
  await shown.waitFor();
  const [red, green] = await shown.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...(context?.getImageData(128, 128, 1, 1).data ?? [])];
  });
  expect(red).toBeGreaterThan(150);
  expect(green).toBeLessThan(80);
  await page.getByRole('radiogroup', { name: '关闭后跳转' }).getByText('最近使用').click();
  await notice(page, '偏好已保存').waitFor();
  await picture(page, 'account-space');
  await expectAccessible(page, 'the page about oneself');
  await page.reload();
  await page.getByRole('radiogroup', { name: '关闭后跳转' }).getByRole('radio', { name: '最近使用', checked: true }).waitFor({ state: 'attached' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'account-space-1920');
  await page.setViewportSize({ width: 1366, height: 768 });
  expect(desk.complaints.filter((text) => !text.includes('400'))).toEqual([]);
});

test('SH-087 what fails around the own account is told by its own words and the status', async () => {
  const { page } = desk;
  const told = async (title: string): Promise<void> => {
    await page.locator('.ant-notification-notice', { hasText: title }).getByText('500 Internal Server Error').first().waitFor();
  };
  await fail(page, 'Profile/GetProfilePicture');
  await page.reload();
  await told('获取头像失败');
  await fail(page, 'UserLogin/GetRecentUserLoginAttempts');
  await openEntry(page, '登录记录');
  await told('获取登录信息失败');
  await page.keyboard.press('Escape');
  await closed(page);
  await fail(page, 'Profile/GetCurrentUserProfileForEdit');
  await openEntry(page, '我的设置');
  await told('获取登录信息失败');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.unroute('**/Profile/GetCurrentUserProfileForEdit*');
  const dialog = await openEntry(page, '我的设置');
  for (const path of ['Profile/UpdateGoogleAuthenticatorKey', 'Profile/UpdateCurrentUserProfile', 'Profile/SendVerificationSms']) await fail(page, path);
  await dialog.getByRole('button', { name: '生成新密钥' }).click();
  await told('获取谷歌验证信息失败');
  await dialog.getByRole('button', { name: '保存' }).click();
  await told('保存个人信息失败');
  await page.unroute('**/Profile/UpdateCurrentUserProfile*');
  await dialog.getByLabel('手机号').fill('13800000011');
  await dialog.getByRole('button', { name: '保存' }).click();
  await closed(page);
  await (await openEntry(page, '我的设置')).getByRole('button', { name: '验证' }).click();
  await told('发送验证短信失败');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Escape');
  await closed(page);
});

test('SH-076 going over asks for the token first; a refusal leaves the user signed in', async () => {
  const { page } = desk;
  const dialog = await openEntry(page, '管理关联账号');
  await dialog.getByRole('button', { name: '新建关联' }).click();
  const form = page.getByRole('dialog', { name: '新建关联' });
  await form.getByLabel('租户名称').fill('Default');
  await form.getByLabel('用户名或邮箱').fill('doctor');
  await form.getByLabel('密码', { exact: true }).fill(product.password);
  await form.getByRole('button', { name: '保存' }).click();
  const row = dialog.getByRole('row', { name: /Default\s*doctor/ });
  await row.waitFor();
  const calls: string[] = [];
  page.on('request', (request) => { if (/SwitchToLinkedAccount|LogOut|views\/transfer/.test(request.url())) calls.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''); });
  await fail(page, 'Account/SwitchToLinkedAccount');
  await row.getByRole('button', { name: '切换' }).click();
  await notice(page, '切换账号失败').waitFor();
  expect(calls).toEqual(['SwitchToLinkedAccount']);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const over = page.waitForRequest(/\/views\/transfer\?switchAccountToken=\d+\.[\w-]+&tenantId=\d+$/);
  await row.getByRole('button', { name: '切换' }).click();
  await over;
  await expect.poll(() => calls, { timeout: 20_000 }).toEqual(['SwitchToLinkedAccount', 'SwitchToLinkedAccount', 'LogOut', 'transfer']);
});

test('SH-072 who must change the password meets the dialog before the first page, without a way round it', async () => {
  const { page } = await openStranger();
  const answer = (result: object): object => ({ json: { result, success: true, error: null, __abp: true } });
  let asked = 0;
  await page.route('**/api/TokenAuth/Authenticate', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), password: product.password }) });
    return route.fulfill(answer({ accessToken: null, encryptedAccessToken: null, expireInSeconds: 0, shouldResetPassword: true, passwordResetCode: 'one-use', userId: 4, requiresTwoFactorVerification: false, twoFactorAuthProviders: null, twoFactorRememberClientToken: null, returnUrl: null, refreshToken: null, refreshTokenExpireInSeconds: 0 }));
  });
  await page.route('**/Account/ResetPassword', (route) => route.fulfill(answer({ canLogin: true, userName: 'manager' })));
  await page.getByLabel('用户名', { exact: false }).first().fill('manager');
  await page.getByLabel('密码', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await dialog.waitFor();
  expect(await dialog.getByRole('button', { name: 'Close' }).or(dialog.getByRole('button', { name: '关闭' })).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('新密码', { exact: true }).fill(product.password);
  await dialog.getByText('新密码不能与当前密码相同', { exact: true }).waitFor();
  await picture(page, 'account-first-password');
  await expectAccessible(page, 'the first password');
  await dialog.getByLabel('新密码', { exact: true }).fill('Fresh-Horse-1');
  await dialog.getByLabel('确认新密码').fill('Fresh-Horse-1');
  const sent = page.waitForRequest('**/Account/ResetPassword');
  await dialog.getByRole('button', { name: '保存' }).click();
  expect((await sent).postDataJSON()).toEqual({ userId: 4, resetCode: 'one-use', password: 'Fresh-Horse-1' });
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('SH-038 who acts in another\'s name finds the way back as first entry', async () => {
  const { page } = stranger;
  await page.route('**/AbpUserConfiguration/GetAll*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { session: { impersonatorUserId: number | null } } };
    body.result.session.impersonatorUserId = 1;
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await page.getByText('您正以 manager 的身份操作').waitFor();
  await userButton(page).click();
  expect(await page.getByRole('menu').filter({ hasText: '退出登录' }).getByRole('menuitem').allTextContents()).toEqual(['返回我的账号', ...entries]);
  await page.getByRole('menuitem', { name: '返回我的账号' }).click();
  await notice(page, '返回我的账号失败').waitFor();
  await stranger.context.close();
});

test('a forgotten password is set anew by the link of a mail, which leaves the address at once', async () => {
  const { page, context } = await openDesk(browser, product, { tenancyName: 'Default', userName: 'doctor', isStill: true });
  await userButton(page).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '忘记密码' }).click();
  const dialog = page.getByRole('dialog', { name: '忘记密码' });
  await dialog.getByLabel('邮箱').fill('doctor@default.example');
  await picture(page, 'account-forgot');
  await dialog.getByRole('button', { name: '发送' }).click();
  await dialog.getByText(/重置链接已发出/).waitFor();
  const path = /\/account\/reset-password\?c=\S+/.exec(await messageTo('doctor@default.example'))?.[0] ?? '';
  await page.goto(`${product.url}${path}`);
  await page.getByLabel('新密码', { exact: true }).fill('Fresh-Horse-2');
  expect(new URL(page.url()).search).toBe('');
  await page.getByLabel('确认新密码').fill('Fresh-Horse-2');
  await picture(page, 'account-reset');
  await expectAccessible(page, 'the page of a link');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByText('密码已设置，请用新密码登录').waitFor();
  await page.goto(`${product.url}${path}`);
  await page.getByLabel('新密码', { exact: true }).fill('Fresh-Horse-3');
  await page.getByLabel('确认新密码').fill('Fresh-Horse-3');
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('alert').getByText('链接已失效，请重新申请').waitFor();
  await context.close();
});
