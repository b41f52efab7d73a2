import { expect, test } from 'vitest';
import { expectAccessible, picture } from '../browser.ts';
import { openEntry, closed, notice, type AccountDesk } from './desk.ts';

/** Linked accounts and sign-in attempts. */
export function linkedCases({ product, desk }: AccountDesk): void {
  test('SH-073 SH-074 SH-075 linked accounts are added, listed and removed', async () => {
    const { page } = desk();
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
    await form.getByLabel('密码', { exact: true }).fill(product().password);
    await picture(page, 'account-link');
    await form.getByRole('button', { name: '保存' }).click();
    await notice(page, '账号已关联').waitFor();
    const row = dialog.getByRole('row', { name: /Default\s*manager/ });
    await row.waitFor();
    await picture(page, 'account-linked');
    await expectAccessible(page, 'linked accounts');
    await row.getByRole('button', { name: '解除关联' }).click();
    const sure = page.getByRole('dialog', { name: /确定要解除与账号/ });
    await sure.getByText('确定要解除与账号“Default\\manager”的关联吗？').last().waitFor();
    await sure.getByRole('button', { name: '解除关联' }).click();
    await notice(page, '关联已解除').waitFor();
    await dialog.getByText('还没有关联账号').waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
  });

  test('SH-077 登录记录 tells result, address, browser and time in words and figures', async () => {
    const { page } = desk();
    const dialog = await openEntry(page, '登录记录');
    await expect
      .poll(() => dialog.getByRole('columnheader').allTextContents())
      .toEqual(['结果', 'IP地址', '客户端', '浏览器', '时间']);
    const row = dialog.getByRole('row').filter({ hasText: 'Chrome' }).first();
    await row.getByText('成功').waitFor();
    expect(await row.getByRole('cell').last().textContent()).toMatch(
      /^(刚刚|\d+分钟前)（\d{4}-\d\d-\d\d ([01]\d|2[0-3]):\d\d:\d\d）$/,
    );
    await picture(page, 'account-attempts');
    await expectAccessible(page, 'sign-ins');
    await page.keyboard.press('Escape');
    await closed(page);
  });
}
