import { describe, expect, test } from 'vitest';
import { expectAccessible, openDesk, picture } from '../browser.ts';
import { closeAll, expectTitles, goTo, headingOf, menuOf, soon, tabOf, type FrameDesk } from './desk.ts';
import { rowOpener } from '../sweep/walk-steps.ts';
import type { Browser } from 'playwright-core';

const refusal = JSON.stringify({
  result: null,
  targetUrl: null,
  success: false,
  error: { code: 0, message: '没有权限', details: null, validationErrors: null, reason: 'access.denied' },
  unAuthorizedRequest: false,
  ['__abp']: true,
});

export function guardCases({ page: at, desk, product }: FrameDesk, browser: () => Browser): void {
  describe('the guard', () => {
    test('SH-018 SH-019 a page that needs a permission leads to 403 inside the frame; it opens no tab', async () => {
      const nurse = await openDesk(browser(), product(), { tenancyName: 'Default', userName: 'nurse', isStill: true });
      const { page } = nurse;
      await goTo(page, '/ycjh/SOSInfo', '求助记录');
      await goTo(page, '/jcpt/dictionary', '403');
      expect(new URL(page.url()).pathname).toBe('/error-403');
      await page.getByText('抱歉，您没有访问该页面的权限').waitFor();
      await page.getByText(/^所需权限：字典/).waitFor();
      await expectTitles(page, ['首页', '求助记录']);
      await menuOf(page).waitFor();
      await expectAccessible(page, '403');
      await picture(page, 'frame-403');
      await page.getByRole('button', { name: '返回上一页' }).click();
      await headingOf(page, '求助记录').waitFor();
      await goTo(page, '/jcpt/dictionary', '403');
      await page.getByRole('button', { name: '返回首页' }).click();
      await headingOf(page, '首页').waitFor();
      expect(
        await page.evaluate(() =>
          Object.entries(localStorage).filter(
            ([, value]) => value.includes('error-403') || value.includes('dictionary'),
          ),
        ),
      ).toEqual([]);
      expect(nurse.complaints).toEqual([]);
      await nurse.context.close();
    });

    test('SH-018 the listed public addresses ask nobody to sign in, other addresses with phone in them do', async () => {
      const context = await browser().newContext({ locale: 'zh-CN' });
      const page = await context.newPage();
      for (const path of ['/yuqing', '/phoneIndex/input']) {
        await page.goto(`${product().url}${path}`);
        await page.getByText('您访问的页面不存在').waitFor();
        expect(await page.getByLabel('密码', { exact: true }).count(), path).toBe(0);
      }
      await expectAccessible(page, 'public 404');
      for (const path of ['/phonebook', '/jcpt/phonemap', '/ycjh/yjgl']) {
        await page.goto(`${product().url}${path}`);
        await page.getByLabel('密码', { exact: true }).waitFor();
      }
      await context.close();
    });

    test('SH-020 an unknown address and a page that is not built show 404', async () => {
      const page = at();
      for (const path of ['/nowhere', '/jcpt/languages', '/yxgl']) {
        await goTo(page, path, '404');
        await page.getByText('您访问的页面不存在').waitFor();
      }
      await expectAccessible(page, '404');
      await picture(page, 'frame-404');
      await page.getByRole('button', { name: '返回首页' }).click();
      await headingOf(page, '首页').waitFor();
      await goTo(page, '/main', '首页');
      await expect.poll(() => new URL(page.url()).pathname, soon).toBe('/main/home');
    });

    test('SH-020 a page that throws while it draws shows its number; menu and other tabs go on', async () => {
      const { context } = desk();
      const page = await context.newPage();
      await page.route('**/assets/rules.screen-*.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'const RulesScreen=()=>{throw new Error("broken on purpose")};export{RulesScreen};',
        }),
      );
      await page.goto(`${product().url}/jcpt/systemSettings/abnormalRules`);
      await page.getByText('页面出现错误').waitFor();
      await page.getByText(/^错误编号 \w+$/).waitFor();
      await page.getByRole('button', { name: '重试' }).waitFor();
      await expectAccessible(page, 'broken page');
      await menuOf(page).getByRole('button', { name: '远程监护' }).click();
      await menuOf(page).getByRole('link', { name: '求助记录' }).click();
      await headingOf(page, '求助记录').waitFor();
      await tabOf(page, '异常规则').click();
      await page.getByRole('main').getByRole('button', { name: '返回首页' }).click();
      await headingOf(page, '首页').waitFor();
      await page.close();
      await closeAll(at());
    });

    test('SH-021 after a refused call the rights are read anew: what is no longer allowed closes, with a notice', async () => {
      const { context } = desk();
      const page = await context.newPage();
      await page.goto(`${product().url}/jcpt/dictionary`);
      await headingOf(page, '字典管理').waitFor();
      await goTo(page, '/inventmanage/DevicesType', '设备类型');
      // A first fetch that is still under way would be awaited instead of repeated.
      await rowOpener(page).first().waitFor();
      await page.route('**/AbpUserConfiguration/GetAll*', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { result: { auth: { grantedPermissions: Record<string, string> } } };
        delete body.result.auth.grantedPermissions['Pages.Basicplatform'];
        await route.fulfill({ response, json: body });
      });
      await page.route('**/DevicesType/GetAll?*', (route) =>
        route.fulfill({ status: 403, contentType: 'application/json', body: refusal }),
      );
      await page.getByRole('main').getByRole('button', { name: '刷新' }).click();
      await page.getByText('您的权限已变更').waitFor();
      await expect.poll(() => menuOf(page).getByText('基础平台').count(), soon).toBe(0);
      await expectTitles(page, ['首页', '设备类型']);
      await page.close();
    });
  });
}
