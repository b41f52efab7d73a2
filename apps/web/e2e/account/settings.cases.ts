import { expect, test } from 'vitest';
import { expectAccessible, openDesk, picture } from '../browser.ts';
import { openEntry, closed, leaveUnsaved, notice, messageTo, digitsOf, type AccountDesk } from './desk.ts';

/** Profile: name, address, number, second factor. */
export function settingsCases({ product, browser, desk, admin }: AccountDesk): void {
  test('SH-078 SH-082 my settings: the fields, every message, saving, and a changed time zone', async () => {
    const { page } = desk();
    let dialog = await openEntry(page, '我的设置');
    await dialog.getByLabel('邮箱').waitFor();
    for (const name of ['姓', '名', '邮箱', '手机号', '用户名', '时区'])
      expect(await dialog.getByLabel(name, { exact: true }).count(), name).toBe(1);
    for (const [name, text] of [
      ['名', '请输入名'],
      ['姓', '请输入姓'],
      ['用户名', '请输入用户名'],
      ['邮箱', '请输入邮箱'],
    ] as const) {
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
    await notice(page, '个人信息已更新').waitFor();
    await closed(page);
    await page.getByRole('banner').getByRole('button', { name: '何小红' }).waitFor();
    dialog = await openEntry(page, '我的设置');
    await dialog.getByLabel('时区').click();
    await page.keyboard.type('Asia/Tokyo');
    await page.keyboard.press('Enter');
    // The notice appears a moment before the page reloads.
    await Promise.all([
      page.waitForEvent('load'),
      notice(page, '时区已修改，页面将刷新').waitFor(),
      dialog.getByRole('button', { name: '保存' }).click(),
    ]);
    await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  });

  test("SH-079 the administrator's user name stays", async () => {
    const own = await openDesk(browser(), product(), { tenancyName: 'Default', userName: 'admin', isStill: true });
    const dialog = await openEntry(own.page, '我的设置');
    await dialog.getByText('管理员用户名不能修改').waitFor();
    expect(await dialog.getByLabel('用户名').isDisabled()).toBe(true);
    await own.page.keyboard.press('Escape');
    await closed(own.page);
    await own.page.goto(`${product().url}/jcpt/rzgl/messages`);
    await own.page.getByRole('heading', { level: 1, name: '消息发件箱' }).waitFor();
    await own.page.getByText('验证码和链接不在此显示。').waitFor();
    expect(await own.page.getByRole('button', { name: '查看完整内容' }).count()).toBe(0);
    await own.context.close();
  });

  test('SH-080 a number is verified by the code of a short message, and another one can be asked for after a minute', async () => {
    const { page } = desk();
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
    const code = /\d{6}/.exec(await messageTo(product(), '13800000009'))?.[0] ?? '';
    await form.getByLabel('验证码').fill(code === '000000' ? '000001' : '000000');
    await form.getByRole('button', { name: '验证' }).click();
    await notice(page, '验证短信验证码失败').waitFor();
    await notice(page, '400 Bad Request').waitFor();
    await picture(page, 'account-phone');
    await form.getByLabel('验证码').fill(code);
    await form.getByRole('button', { name: '验证' }).click();
    await notice(page, '手机号已验证').waitFor();
    await dialog.getByText('已验证').waitFor();
    await leaveUnsaved(page);
  });

  test('SH-081 a new authenticator key is shown as a picture and counts from its first right code on', async () => {
    const { page } = desk();
    const dialog = await openEntry(page, '我的设置');
    const part = dialog.getByRole('region', { name: '谷歌验证器' });
    await part.getByText('未启用').waitFor();
    await part.getByRole('button', { name: '生成新密钥' }).click();
    const image = part.getByRole('img', { name: '谷歌验证器绑定二维码' });
    await image.waitFor();
    expect(await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth > 0))).toBe(
      true,
    );
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
}
