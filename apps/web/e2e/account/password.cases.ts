import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { escape, expectAccessible, picture } from '../browser.ts';
import { signIn } from '../product.ts';
import { entries, userButton, openEntry, closed, leaveUnsaved, notice, type AccountDesk } from './desk.ts';

/** The user menu and changing the password. */
export function passwordCases({ product, desk }: AccountDesk): void {
  test('SH-038 the user menu shows who one is and its entries in order; the keyboard reaches them and comes back', async () => {
    const { page } = desk();
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
    await escape(page, dialog);
    await expect.poll(() => userButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('SH-068 SH-069 SH-070 the fields of 修改密码, their limit, and every message', async () => {
    const { page } = desk();
    const dialog = await openEntry(page, '修改密码');
    const [current, next, repeat] = ['当前密码', '新密码', '确认新密码'].map((name) =>
      dialog.getByLabel(name, { exact: true }),
    ) as [Locator, Locator, Locator];
    for (const field of [current, next, repeat]) expect(await field.getAttribute('maxlength')).toBe('1024');
    await dialog.getByRole('button', { name: '保存' }).click();
    for (const text of ['请输入当前密码', '请输入新密码', '请再次输入新密码'])
      await dialog.getByText(text, { exact: true }).waitFor();
    await current.fill(product().password);
    for (const weak of ['Aa1!', 'aaaa1!', 'AAAA1!', 'Aaaaa!', 'Aaaa11']) {
      await next.fill(weak);
      await dialog.getByText('密码至少6位，且必须包含大写字母、小写字母、数字和特殊字符', { exact: true }).waitFor();
    }
    await next.fill(product().password);
    await dialog.getByText('新密码不能与当前密码相同', { exact: true }).waitFor();
    await next.fill('Other-Horse-8');
    await repeat.fill('Other-Horse-9');
    await dialog.getByText('两次输入的密码不一致', { exact: true }).waitFor();
    await picture(page, 'account-password');
    await expectAccessible(page, 'the password dialog');
    await leaveUnsaved(page);
  });

  test("SH-070 a tenant's longer rule replaces text and check", async () => {
    const { page } = desk();
    await page.route('**/Profile/GetPasswordComplexitySetting*', (route) =>
      route.fulfill({
        json: {
          result: {
            setting: {
              requireDigit: true,
              requireLowercase: true,
              requireUppercase: true,
              requireNonAlphanumeric: true,
              requiredLength: 12,
            },
          },
          success: true,
          error: null,
          __abp: true,
        },
      }),
    );
    const dialog = await openEntry(page, '修改密码');
    await dialog.getByLabel('新密码', { exact: true }).fill('Other-Hor-8');
    await dialog.getByText('密码至少12位，且必须包含大写字母、小写字母、数字和特殊字符', { exact: true }).waitFor();
    await dialog.getByLabel('新密码', { exact: true }).fill('Other-Horse-8');
    await dialog.getByText(/密码至少/).waitFor({ state: 'detached' });
    await page.unroute('**/Profile/GetPasswordComplexitySetting*');
    await leaveUnsaved(page);
  });

  test('SH-071 a refusal leaves dialog and input, success closes it and ends the other sign-ins', async () => {
    const { page } = desk();
    const elsewhere = await signIn(product(), { tenancyName: 'Default', userName: 'nurse' });
    const dialog = await openEntry(page, '修改密码');
    await dialog.getByLabel('当前密码').fill('Wrong-Horse-1');
    await dialog.getByLabel('新密码', { exact: true }).fill('Other-Horse-8');
    await dialog.getByLabel('确认新密码').fill('Other-Horse-8');
    await dialog.getByRole('button', { name: '保存' }).click();
    await notice(page, '修改密码失败').waitFor();
    await notice(page, '当前密码不正确').waitFor();
    expect(await dialog.getByLabel('确认新密码').inputValue()).toBe('Other-Horse-8');
    const sent = page.waitForRequest('**/Profile/ChangePassword');
    await dialog.getByLabel('当前密码').fill(product().password);
    await dialog.getByRole('button', { name: '保存' }).click();
    expect((await sent).postDataJSON()).toEqual({ currentPassword: product().password, newPassword: 'Other-Horse-8' });
    await notice(page, '密码已修改').waitFor();
    await closed(page);
    await expect
      .poll(() =>
        elsewhere.get('Profile/GetPreferences').then(
          () => 'alive',
          (error: Error) => (error.message.includes('401') ? 'ended' : error.message),
        ),
      )
      .toBe('ended');
  });
}
