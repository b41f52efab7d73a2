import { expect, test } from 'vitest';
import { expectAccessible, picture } from '../browser.ts';
import { userButton, openEntry, closed, notice, fail, type AccountDesk } from './desk.ts';

export function spaceCases({ desk }: AccountDesk): void {
  test('the page about oneself: picture cut out of a file, preferences that stay', async () => {
    const { page } = desk();
    await userButton(page).click();
    await page.getByRole('menuitem', { name: '个人空间' }).click();
    await page.getByRole('heading', { level: 1, name: '个人空间' }).waitFor();
    await page.getByRole('button', { name: '更换头像' }).click();
    const dialog = page.getByRole('dialog', { name: '更换头像' });
    const png = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
      const context = canvas.getContext('2d');
      for (const [colour, left] of [
        ['#c00', 0],
        ['#0a0', 200],
      ] as const) {
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
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
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
    await page
      .getByRole('radiogroup', { name: '关闭后跳转' })
      .getByRole('radio', { name: '最近使用', checked: true })
      .waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await picture(page, 'account-space-1920');
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(desk().complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('SH-087 what fails around the own account is told by its own words and the status', async () => {
    const { page } = desk();
    const told = async (title: string): Promise<void> => {
      await page
        .locator('.ant-notification-notice', { hasText: title })
        .getByText('500 Internal Server Error')
        .first()
        .waitFor();
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
    for (const path of [
      'Profile/UpdateGoogleAuthenticatorKey',
      'Profile/UpdateCurrentUserProfile',
      'Profile/SendVerificationSms',
    ])
      await fail(page, path);
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
}
