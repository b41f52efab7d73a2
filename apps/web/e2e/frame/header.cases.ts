import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../browser.ts';
import { closeAll, goTo, headingOf, menuOf, overflowOf, soon, stripOf, type FrameDesk } from './desk.ts';

const userEntries = ['返回我的账号', '个人空间', '修改密码', '登录记录', '我的设置', '管理关联账号', '退出登录'];

export function headerCases({ page: at }: FrameDesk): void {
  describe('the header', () => {
    test('SH-030 its items stand in their order and have names; SH-031 SH-033 what leads to a page that is not there is absent', async () => {
      const page = at();
      const header = page.getByRole('banner');
      const items = [
        header.getByRole('button', { name: '收起菜单' }),
        header.getByRole('navigation', { name: '面包屑导航' }),
        header.getByRole('button', { name: '全屏' }),
        header.getByRole('button', { name: /^异常提醒/ }),
        header.getByRole('button', { name: '语言' }),
        header.getByRole('button').last(),
      ];
      const places = await Promise.all(items.map(async (item) => (await item.boundingBox())?.x ?? -1));
      expect(places[0]).toBeGreaterThanOrEqual(0);
      expect(places.toSorted((one, other) => one - other)).toEqual(places);
      for (const name of ['健康聊天', '视频通话', '信息填报', '待办提醒'])
        expect(await header.getByRole('button', { name }).count(), name).toBe(0);
      const nameless = await header
        .locator('button, a')
        .evaluateAll(
          (all) => all.filter((one) => !one.getAttribute('aria-label') && one.textContent?.trim() === '').length,
        );
      expect(nameless).toBe(0);
    });

    test('SH-031 the bell leads to the abnormal data', async () => {
      const page = at();
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^异常提醒/ })
        .click();
      await headingOf(page, '异常数据').waitFor();
      expect(new URL(page.url()).pathname).toBe('/jkfw/adnormal');
      await closeAll(page);
    });

    test('SH-034 full screen goes on and off, is noticed when it ends otherwise, and says when the browser refuses', async () => {
      const page = at();
      const [on, off] = [
        page.getByRole('button', { name: '全屏', exact: true }),
        page.getByRole('button', { name: '退出全屏' }),
      ];
      await on.click();
      await off.waitFor();
      await off.click();
      await on.waitFor();
      await on.click();
      await off.waitFor();
      await page.evaluate(() => document.exitFullscreen());
      await on.waitFor();
      await page.evaluate(() => {
        Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
      });
      await on.click();
      await page.getByText('当前浏览器不支持全屏').waitFor();
      await page.reload();
    });

    test('SH-038 the entries of the user stand in their order', async () => {
      const page = at();
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: '退出登录' }).waitFor();
      const shown = (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim());
      expect(shown.at(-1)).toBe('退出登录');
      const known = shown.filter((text) => userEntries.includes(text));
      expect(known).toEqual(userEntries.filter((text) => known.includes(text)));
      await page.keyboard.press('Escape');
      await page.reload();
    });

    test('SH-040 the breadcrumb leads from home over the group to the page', async () => {
      const page = at();
      await goTo(page, '/jcpt/systemSettings/ingestSources', '数据接入');
      const crumbs = page.getByRole('navigation', { name: '面包屑导航' });
      await expect
        .poll(() => crumbs.getByRole('listitem').allInnerTexts(), soon)
        .toEqual(['首页', '基础平台', '系统设置', '数据接入']);
      expect(await crumbs.locator('[aria-current="page"]').allInnerTexts()).toEqual(['数据接入']);
      await expect.poll(() => page.title(), soon).toBe('数据接入 - 健康管理平台');
      await crumbs.getByRole('link', { name: '首页' }).click();
      await headingOf(page, '首页').waitFor();
      await closeAll(page);
    });
  });

  test('SH-041 a static page opens over everything, is named after itself, closes by 关闭 and by Esc, and gives the focus back', async () => {
    const page = at();
    const opener = page.getByRole('button', { name: '使用帮助' });
    const dialog = page.getByRole('dialog', { name: '使用帮助' });
    const hasFocus = (): Promise<boolean> => opener.evaluate((element) => element === document.activeElement);
    await opener.click();
    await dialog.waitFor();
    await page.frameLocator('iframe').getByRole('heading', { level: 1, name: '使用帮助' }).waitFor();
    const box = await dialog.boundingBox();
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 1366, 768]);
    await expectAccessible(page, 'embedded page');
    await picture(page, 'frame-help');
    await dialog.getByRole('button', { name: '关闭' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(hasFocus, soon).toBe(true);
    await page.keyboard.press('Enter');
    const embedded = page.frameLocator('iframe');
    await embedded.getByRole('heading', { level: 1, name: '使用帮助' }).click();
    // Shortcuts work once the page is loaded, which may be after it is visible.
    await expect
      .poll(() => embedded.locator('html').evaluate((root) => root.ownerDocument.readyState), soon)
      .toBe('complete');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(hasFocus, soon).toBe(true);
  });

  describe('a narrow screen', () => {
    test('SH-065 the menu lies above the page, the header has 更多, the tabs are a picker; nothing scrolls sideways', async () => {
      const page = at();
      await page.setViewportSize({ width: 375, height: 812 });
      try {
        await goTo(page, '/no/such/page', '404');
        expect(
          await page
            .getByRole('combobox', { name: '已打开的页面' })
            .evaluate((picker: HTMLSelectElement) => picker.selectedOptions[0]?.textContent),
        ).toBe('已打开的页面');
        for (const [path, title] of [
          ['/main/home', '首页'],
          ['/userManage/UserList', '客户列表'],
          ['/jkfw/adnormal', '异常数据'],
          ['/jcpt/dictionary', '字典管理'],
        ] as const) {
          await goTo(page, path, title);
          await expect.poll(() => overflowOf(page), { ...soon, message: path }).toEqual([]);
        }
        await expectAccessible(page, 'narrow');
        await picture(page, 'frame-narrow');
        const crumbs = page.getByRole('navigation', { name: '面包屑导航' }).getByRole('listitem');
        await expect
          .poll(
            () => crumbs.evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)),
            soon,
          )
          .toEqual(['字典管理']);
        await page.getByRole('button', { name: '展开菜单' }).click();
        const dialog = page.getByRole('dialog', { name: '主菜单' });
        await dialog.waitFor();
        await expectAccessible(page, 'menu above the page');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await expect
          .poll(
            () =>
              page.getByRole('button', { name: '展开菜单' }).evaluate((element) => element === document.activeElement),
            soon,
          )
          .toBe(true);
        await page.getByRole('button', { name: '展开菜单' }).click();
        await menuOf(page).getByRole('button', { name: '远程监护' }).click();
        await menuOf(page).getByRole('link', { name: '求助记录' }).click();
        await headingOf(page, '求助记录').waitFor();
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: '更多', exact: true }).first().click();
        await page.getByRole('button', { name: '语言' }).waitFor();
        await expectAccessible(page, 'more');
        await page.keyboard.press('Escape');
        await stripOf(page).getByRole('combobox').selectOption({ label: '首页' });
        await headingOf(page, '首页').waitFor();
      } finally {
        await page.setViewportSize({ width: 1366, height: 768 });
      }
      await closeAll(page);
    });
  });
}
