import { expect, test } from 'vitest';
import { expectAccessible, openDesk, picture, type Desk } from '../browser.ts';
import { entries, userButton, openEntry, notice, fail, messageTo, openStranger, type AccountDesk } from './desk.ts';

/** Switching accounts and the less common ways to sign in. */
export function otherNameCases(at: AccountDesk): void {
  const { product, browser, desk, admin } = at;
  let stranger: Desk;

  test('SH-076 going over asks for the token first; a refusal leaves the user signed in', async () => {
    const { page } = desk();
    const dialog = await openEntry(page, '管理关联账号');
    await dialog.getByRole('button', { name: '新建关联' }).click();
    const form = page.getByRole('dialog', { name: '新建关联' });
    await form.getByLabel('租户名称').fill('Default');
    await form.getByLabel('用户名或邮箱').fill('doctor');
    await form.getByLabel('密码', { exact: true }).fill(product().password);
    await form.getByRole('button', { name: '保存' }).click();
    const row = dialog.getByRole('row', { name: /Default\s*doctor/ });
    await row.waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/SwitchToLinkedAccount|LogOut|views\/transfer/.test(request.url()))
        calls.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    await fail(page, 'Account/SwitchToLinkedAccount');
    await row.getByRole('button', { name: '切换' }).click();
    await notice(page, '切换账号失败').waitFor();
    expect(calls).toEqual(['SwitchToLinkedAccount']);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const over = page.waitForRequest(/\/views\/transfer\?switchAccountToken=\d+\.[\w-]+&tenantId=\d+$/);
    await row.getByRole('button', { name: '切换' }).click();
    await over;
    await expect.poll(() => calls).toEqual(['SwitchToLinkedAccount', 'SwitchToLinkedAccount', 'LogOut', 'transfer']);
  });

  test('SH-072 who must change the password meets the dialog before the first page, without a way round it', async () => {
    stranger = await openStranger(at);
    const { page } = stranger;
    const envelopeOf = (result: object): object => ({ json: { result, success: true, error: null, __abp: true } });
    let asked = 0;
    await page.route('**/api/TokenAuth/Authenticate', async (route) => {
      asked += 1;
      if (asked > 1)
        return route.continue({
          postData: JSON.stringify({ ...(route.request().postDataJSON() as object), password: product().password }),
        });
      return route.fulfill(
        envelopeOf({
          accessToken: null,
          encryptedAccessToken: null,
          expireInSeconds: 0,
          shouldResetPassword: true,
          passwordResetCode: 'one-use',
          userId: 4,
          requiresTwoFactorVerification: false,
          twoFactorAuthProviders: null,
          twoFactorRememberClientToken: null,
          returnUrl: null,
          refreshToken: null,
          refreshTokenExpireInSeconds: 0,
        }),
      );
    });
    await page.route('**/Account/ResetPassword', (route) =>
      route.fulfill(envelopeOf({ canLogin: true, userName: 'manager' })),
    );
    await page.getByLabel('用户名', { exact: false }).first().fill('manager');
    await page.getByLabel('密码', { exact: true }).fill(product().password);
    await page.getByRole('button', { name: /登\s*录/ }).click();
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.waitFor();
    expect(
      await dialog
        .getByRole('button', { name: 'Close' })
        .or(dialog.getByRole('button', { name: '关闭' }))
        .count(),
    ).toBe(0);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('新密码', { exact: true }).fill(product().password);
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

  test("SH-038 who acts in another's name finds the way back as first entry", async () => {
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
    const menu = page.getByRole('menu').filter({ hasText: '退出登录' });
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual(['返回我的账号', ...entries]);
    await page.getByRole('menuitem', { name: '返回我的账号' }).click();
    await notice(page, '返回我的账号失败').waitFor();
    await stranger.context.close();
  });

  test('a forgotten password is set anew by the link of a mail, which leaves the address at once', async () => {
    const { page, context } = await openDesk(browser(), product(), {
      tenancyName: 'Default',
      userName: 'doctor',
      isStill: true,
    });
    await userButton(page).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByRole('button', { name: '忘记密码' }).click();
    const dialog = page.getByRole('dialog', { name: '忘记密码' });
    await dialog.getByLabel('邮箱').fill('doctor@default.example');
    await picture(page, 'account-forgot');
    await dialog.getByRole('button', { name: '发送' }).click();
    await dialog.getByText(/重置链接已发出/).waitFor();
    const path =
      /\/account\/reset-password\?c=\S+/.exec(await messageTo(product(), 'doctor@default.example'))?.[0] ?? '';
    await page.goto(`${product().url}${path}`);
    await page.getByLabel('新密码', { exact: true }).fill('Fresh-Horse-2');
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('确认新密码').fill('Fresh-Horse-2');
    await picture(page, 'account-reset');
    await expectAccessible(page, 'the page of a link');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('密码已设置，请用新密码登录').waitFor();
    await page.goto(`${product().url}${path}`);
    await page.getByLabel('新密码', { exact: true }).fill('Fresh-Horse-3');
    await page.getByLabel('确认新密码').fill('Fresh-Horse-3');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('alert').getByText('链接已失效，请重新申请').waitFor();
    await context.close();
  });
}
