import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fulfillRefusal, soon, type Seen } from './seen.ts';

/** Figures of the home page and the lists that they count. */
export function homeTests(seen: Seen): void {
  const page = (): Page => seen().desk.page;
  const main = (): Locator => page().locator('main');
  const card = (name: string): Locator =>
    main().locator('section', { has: page().getByRole('heading', { level: 2, name, exact: true }) });

  async function openHome(): Promise<void> {
    await page().goto(`${seen().product.url}/main/home`);
    await page().getByRole('heading', { level: 1, name: '首页' }).waitFor();
  }

  /** A figure and the row count of the list it leads to. */
  async function bothNumbers(label: string): Promise<{ readonly home: string; readonly list: string }> {
    await openHome();
    const link = main().getByRole('link', { name: new RegExp(`^${label} \\d`) });
    const home = ((await link.getAttribute('aria-label')) ?? '').slice(label.length + 1);
    await link.click();
    await page().getByRole('heading', { level: 1, name: '首页' }).waitFor({ state: 'hidden' });
    const total = main()
      .getByText(/共 [\d+]+ 条/)
      .or(main().getByText(/没有符合条件的数据|暂无数据/))
      .first();
    return { home, list: /共 ([\d+]+) 条/.exec(await total.innerText())?.[1] ?? '0' };
  }

  describe('home', () => {
    test.each([
      '未处理异常',
      '提示（1级）',
      '未处理求助',
      '今日异常',
      '客户总数',
      'VIP 客户',
      '65岁及以上',
      '已绑定设备',
      '在线设备',
      '在用离线设备',
    ])('%s is what its list shows', async (label) => {
      // The demo is live: a case may appear between the two reads.
      await expect
        .poll(async () => {
          const { home, list } = await bothNumbers(label);
          return home === list ? 'same' : `${home} at home, ${list} in the list`;
        })
        .toBe('same');
    });

    test('a card fails alone, and comes back alone', async () => {
      await page().route('**/Device_binds/GetAll?*', (route) =>
        fulfillRefusal(route, { status: 400, message: '暂时无法统计' }),
      );
      await openHome();
      await card('设备').getByText('加载失败').waitFor();
      await card('客户')
        .getByRole('link', { name: /^客户总数 \d/ })
        .waitFor();
      await page().unrouteAll();
      await card('设备').getByRole('button', { name: '重试' }).click();
      await card('设备')
        .getByRole('link', { name: /^已绑定设备 \d/ })
        .waitFor();
      await card('设备')
        .getByText(/^更新于 \d\d:\d\d$/)
        .waitFor();
    });

    test('a chart has its values as a table beside it', async () => {
      await card('异常趋势').locator('figure').getByRole('img').waitFor();
      await card('异常趋势').getByRole('button', { name: '查看数据' }).click();
      await expect.poll(() => card('异常趋势').getByRole('row').count(), soon).toBe(8);
    });

    test('who may not see devices has no card of them', async () => {
      await page().route('**/AbpUserConfiguration/GetAll*', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { result: { auth: { grantedPermissions: Record<string, string> } } };
        const granted = Object.entries(body.result.auth.grantedPermissions).filter(
          ([name]) => !name.startsWith('Pages.WatChDataManage'),
        );
        body.result.auth.grantedPermissions = Object.fromEntries(granted);
        await route.fulfill({ response, json: body });
      });
      await openHome();
      await card('客户')
        .getByRole('link', { name: /^客户总数 \d/ })
        .waitFor();
      expect(await card('设备').count()).toBe(0);
      await page().unrouteAll();
    });
  });
}
