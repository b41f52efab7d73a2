import { describe, expect, test } from 'vitest';
import { expectAccessible, openDesk, picture } from '../browser.ts';
import { closeAll, goTo, headingOf, menuOf, prefer, soon, tabOf, type FrameDesk } from './desk.ts';
import type { Browser, Page } from 'playwright-core';

const widthOf = (page: Page): Promise<number> => menuOf(page).evaluate((nav) => nav.getBoundingClientRect().width);
const expandedState = (page: Page, title: string): Promise<string | null> =>
  menuOf(page).getByRole('button', { name: title }).getAttribute('aria-expanded');

export function menuCases({ page: at, product }: FrameDesk, browser: () => Browser): void {
  describe('the side menu', () => {
    test('SH-022 it is 256 px wide, 80 px when collapsed by the toggle, and stays so over a reload', async () => {
      const page = at();
      await expect.poll(() => widthOf(page), soon).toBe(256);
      await page.getByRole('button', { name: '收起菜单' }).click();
      await expect.poll(() => widthOf(page), soon).toBe(80);
      await page.reload();
      await page.getByRole('button', { name: '展开菜单' }).waitFor();
      expect(await widthOf(page)).toBe(80);
      await page.getByRole('button', { name: '展开菜单' }).click();
      await expect.poll(() => widthOf(page), soon).toBe(256);
    });

    test('SH-026 the page in front is marked, its groups are open after a reload by address, one top group is open at a time', async () => {
      const page = at();
      await page.goto(`${product().url}/jcpt/systemSettings/abnormalRules`);
      await headingOf(page, '异常规则').waitFor();
      const current = menuOf(page).locator('[aria-current="page"]');
      await expect.poll(() => current.allInnerTexts(), soon).toEqual(['异常规则']);
      expect([await expandedState(page, '基础平台'), await expandedState(page, '系统设置')]).toEqual(['true', 'true']);
      await menuOf(page).getByRole('button', { name: '远程监护' }).click();
      expect([await expandedState(page, '基础平台'), await expandedState(page, '远程监护')]).toEqual(['false', 'true']);
      await prefer(page, { menuOpening: 'several' });
      await menuOf(page).getByRole('button', { name: '远程监护' }).click();
      expect([await expandedState(page, '基础平台'), await expandedState(page, '远程监护')]).toEqual(['true', 'true']);
      await prefer(page, { menuOpening: 'single' });
    });

    test('SH-023 SH-024 only permitted pages stand in it; groups left empty are gone; hidden pages open by address', async () => {
      const page = at();
      await menuOf(page).getByRole('button', { name: '客户管理' }).click();
      await expect.poll(() => menuOf(page).getByRole('link', { name: '客户列表' }).count(), soon).toBe(1);
      expect(await menuOf(page).getByText('客户详情').count()).toBe(0);
      expect(await menuOf(page).getByText('销售管理').count()).toBe(0);
      const nurse = await openDesk(browser(), product(), { tenancyName: 'Default', userName: 'nurse', isStill: true });
      await menuOf(nurse.page).getByRole('button', { name: '远程监护' }).waitFor();
      expect(await menuOf(nurse.page).getByText('库存管理').count()).toBe(0);
      await menuOf(nurse.page).getByRole('button', { name: '基础平台' }).click();
      await menuOf(nurse.page).getByRole('button', { name: '基础数据' }).click();
      await menuOf(nurse.page).getByRole('link', { name: '房间信息' }).waitFor();
      for (const title of ['字典管理', '用户管理', '合同管理', '业务设置'])
        expect(await menuOf(nurse.page).getByText(title).count(), title).toBe(0);
      await nurse.context.close();
      await menuOf(page).getByRole('link', { name: '客户列表' }).click();
      await headingOf(page, '客户列表').waitFor();
      await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
      await expect.poll(() => page.url(), soon).toMatch(/UserList\/\d+$/);
      await closeAll(page);
    });

    test.each(['light', 'dark'])('SH-025 the %s menu is readable in every state', async (menuTheme) => {
      const page = at();
      await prefer(page, { menuTheme });
      await menuOf(page).getByRole('button', { name: '设备数据' }).click();
      await menuOf(page).getByRole('link', { name: '设备定位' }).hover();
      await expectAccessible(page, `${menuTheme} menu`, 'nav[aria-label="主菜单"]');
      await picture(page, `frame-menu-${menuTheme}`);
    });

    test('SH-027 collapsed, a group opens as a fly-out by pointing or by focus; its icon has its title as name', async () => {
      const page = at();
      await page.getByRole('button', { name: '收起菜单' }).click();
      const icon = menuOf(page).getByRole('button', { name: '设备数据', exact: true });
      const panel = menuOf(page).getByRole('group', { name: '设备数据' });
      await icon.hover();
      await panel.waitFor();
      await page.mouse.move(800, 500);
      await panel.waitFor({ state: 'detached' });
      await icon.focus();
      await panel.waitFor();
      await expectAccessible(page, 'fly-out');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(await icon.evaluate((element) => element === document.activeElement)).toBe(true);
      await icon.hover();
      await panel.getByRole('link', { name: '求助记录' }).click();
      await headingOf(page, '求助记录').waitFor();
      expect(new URL(page.url()).pathname).toBe('/device/SOSInfo');
      await page.getByRole('button', { name: '展开菜单' }).click();
      await closeAll(page);
    });

    test('SH-028 Ctrl+K finds a page by title, initials, pinyin and address, opens it, and lists the last ones', async () => {
      const page = at();
      for (const [path, title] of [
        ['/ycjh/yjgl', '硬件管理'],
        ['/ycjh/Trajectory', '轨迹回放'],
        ['/jcpt/dictionary', '字典管理'],
      ] as const)
        await goTo(page, path, title);
      await goTo(page, '/main/home', '首页');
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: /姓名、首字母/ });
      await field.waitFor();
      const found = page.getByRole('group', { name: /页面/ }).getByRole('option');
      await found.first().waitFor();
      expect((await found.allInnerTexts()).map((text) => text.split('\n')[0]).slice(0, 3)).toEqual([
        '字典管理',
        '轨迹回放',
        '硬件管理',
      ]);
      for (const question of ['硬件', 'yjgl', 'yingjian', 'ycjh/yj']) {
        await field.fill(question);
        await expect.poll(() => found.first().innerText(), soon).toContain('硬件管理');
      }
      await field.fill('语言管理');
      await page.getByText('没有匹配的客户或页面').waitFor();
      await expectAccessible(page, 'menu search', '[role="dialog"]');
      await field.fill('guiji');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await headingOf(page, '轨迹回放').waitFor();
      expect(new URL(page.url()).pathname).toBe('/device/lssj');
      expect(await tabOf(page, '轨迹回放').count()).toBe(2);
      await closeAll(page);
    });
  });
}
