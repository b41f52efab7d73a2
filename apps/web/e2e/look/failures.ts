import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hold, fulfillRefusal, soon, type Seen } from './seen.ts';

const list = '**/DevicesType/GetAll?*';
const path = '/inventmanage/DevicesType';
const nothing = JSON.stringify({ result: { totalCount: 0, items: [] }, success: true, error: null, ['__abp']: true });

/** Every row of the catalogue of errors, forced in the product. */
export function failureTests(seen: Seen): void {
  const page = (): Page => seen().desk.page;
  const openPath = (to: string): Promise<unknown> => page().goto(`${seen().product.url}${to}`);
  const rows = (): Locator => page().locator('main .ant-table-tbody tr[data-row-key]');

  /** Deletes the first row with a refusing response. */
  async function removeFirst(): Promise<void> {
    await page()
      .getByRole('button', { name: /^更多 / })
      .first()
      .click();
    await page().getByRole('menuitem', { name: '删除' }).click();
    await page().locator('.ant-popconfirm').getByRole('button', { name: '删除' }).click();
  }

  describe('failures', () => {
    beforeEach(async () => {
      await openPath(path);
      await rows().first().waitFor();
    });
    afterEach(async () => {
      await seen().desk.context.setOffline(false);
      await page().unrouteAll({ behavior: 'ignoreErrors' });
      // The browser logs intentionally refused calls.
      seen().desk.complaints.splice(0);
    });

    test.each([
      {
        what: 'a sentence of the server',
        answer: { status: 400, message: '不能删除', details: '请先处理相关设备。' },
        look: 'error',
        texts: ['不能删除', '请先处理相关设备。'],
      },
      {
        what: 'too many calls',
        answer: { status: 429, message: '请求过于频繁，请在7秒后再试', headers: { 'retry-after': '7' } },
        look: 'warning',
        texts: ['操作过于频繁，请稍后再试', '请等待7秒后再试'],
      },
      {
        what: 'a fault without a sentence',
        answer: { status: 500, headers: { 'x-fault-id': 'abc123' } },
        look: 'error',
        texts: ['服务器开小差了，请稍后重试（错误编号 abc123）'],
      },
      {
        what: 'a fault with a sentence',
        answer: {
          status: 500,
          message: '服务器内部错误',
          details: '错误已记录。',
          headers: { 'x-fault-id': 'abc124' },
        },
        look: 'error',
        texts: ['服务器内部错误', '错误已记录。 错误编号 abc124'],
      },
    ])('SH-087 a write that is refused with $what tells it in a notice', async ({ answer, look, texts }) => {
      await page().route('**/DevicesType/Delete*', (route) => fulfillRefusal(route, answer));
      await removeFirst();
      const told = page().locator(`.ant-notification-notice-${look}`);
      await texts
        .reduce((found, text) => found.filter({ has: page().getByText(text, { exact: true }) }), told)
        .waitFor();
    });

    test('SH-087 a record that somebody else changed offers what is there now', async () => {
      await page().route('**/DevicesType/CreateOrEdit', (route) =>
        fulfillRefusal(route, { status: 409, message: '该记录已被 李雷 修改', reason: 'row.changed' }),
      );
      await page()
        .getByRole('button', { name: /^编辑 / })
        .first()
        .click();
      const form = page().getByRole('dialog', { name: /编辑设备类型/ });
      await form.getByRole('button', { name: '保存' }).click();
      const question = page().getByRole('dialog', { name: '该记录已被他人修改，请刷新后重试' });
      await question.getByText('该记录已被 李雷 修改').waitFor();
      await question.getByRole('button', { name: '查看最新' }).click();
      await question.waitFor({ state: 'hidden' });
    });

    test('SH-087 a list that fails says so with 重试, an empty one why it is empty', async () => {
      const main = page().locator('main');
      await page().route(list, (route) => fulfillRefusal(route, { status: 500, message: '服务器内部错误' }));
      await openPath(`${path}?size=50`);
      await main.getByText('加载失败').waitFor();
      await page().unrouteAll();
      await main.getByRole('button', { name: '重试' }).click();
      await rows().first().waitFor();
      await page().route(list, (route) => route.fulfill({ contentType: 'application/json', body: nothing }));
      await openPath(`${path}?size=20`);
      await main.getByText('暂无数据').waitFor();
      await openPath(`${path}?q=nobody`);
      await main.getByText('没有符合条件的数据').waitFor();
      await page().unrouteAll();
      await main.getByRole('button', { name: '清空条件' }).click();
      await rows().first().waitFor();
    });

    test('SH-087 without a network a bar stands below the header, and what failed is read again by itself', async () => {
      const bar = page().getByText('网络连接已断开，恢复后将自动重试');
      await page().route(list, (route) => route.abort('internetdisconnected'));
      await seen().desk.context.setOffline(true);
      await bar.waitFor();
      await page().getByRole('button', { name: '下一页' }).or(page().locator('.ant-pagination-next')).first().click();
      await page().locator('main').getByText('网络连接失败，请检查网络后重试').waitFor();
      await page().unrouteAll();
      await seen().desk.context.setOffline(false);
      await bar.waitFor({ state: 'hidden' });
      await page().locator('main').getByText('网络连接失败，请检查网络后重试').waitFor({ state: 'hidden' });
      await rows().first().waitFor();
    });

    test('SH-087 SH-090 what takes longer than 10 s says so and can be given up', async () => {
      const { held, letGo } = hold();
      await page().clock.install();
      await page().route(list, async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      await openPath(`${path}?size=50`);
      await page().locator('[aria-busy="true"]').waitFor();
      await page().clock.runFor(1_000);
      expect(await page().getByText('加载时间较长，请稍候…').count()).toBe(0);
      await page().clock.runFor(10_000);
      await page().getByText('加载时间较长，请稍候…').waitFor();
      const gone = page().waitForEvent('requestfailed', (request) => request.url().includes('DevicesType/GetAll'));
      await page().locator('main').getByRole('button', { name: '取消' }).click();
      await gone;
      await page().getByText('已停止加载').waitFor();
      letGo();
      await page().unrouteAll({ behavior: 'ignoreErrors' });
      await page().locator('main').getByRole('button', { name: '重试' }).click();
      await rows().first().waitFor();
    });

    test('SH-090 leaving a page gives up what it reads; no call may take longer than 3 000 000 ms', async () => {
      await page().evaluate(() => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => {
          document.documentElement.dataset['ceiling'] = String(ms);
          return timeout(ms);
        };
      });
      const { held, letGo } = hold();
      await page().route(list, async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      const asked = page().waitForRequest(/DevicesType\/GetAll/);
      await page().locator('.ant-pagination-next').first().click();
      await asked;
      const gone = page().waitForEvent('requestfailed', (request) => request.url().includes('DevicesType/GetAll'));
      await page().getByRole('link', { name: '首页' }).first().click();
      expect((await gone).failure()?.errorText).toContain('ERR_ABORTED');
      expect(await page().evaluate(() => document.documentElement.dataset['ceiling'])).toBe('3000000');
      letGo();
    });
  });

  describe('parts that do not load', () => {
    const chunk = '**/assets/dictionary.screen-*.js';
    const failed = (): Locator => page().getByText('页面资源加载失败，系统可能已更新');
    afterEach(async () => {
      await page().unrouteAll({ behavior: 'ignoreErrors' });
      seen().desk.complaints.splice(0);
    });

    test('SH-088 the page is loaded anew once for a build, then it says what is wrong and offers it', async () => {
      let loads = 0;
      const count = (): void => {
        loads += 1;
      };
      page().on('load', count);
      await page().route(chunk, (route) => route.abort());
      await openPath('/jcpt/dictionary');
      await expect.poll(() => loads, soon).toBe(2);
      await failed().waitFor();
      page().off('load', count);
      expect(loads).toBe(2);
      await page().unrouteAll();
      await page().getByRole('button', { name: '刷新页面' }).click();
      await page().getByRole('heading', { level: 1, name: '字典管理' }).waitFor();
    });

    test('SH-088 a part that has not come after 120 s counts as failed', async () => {
      const { held, letGo } = hold();
      await page().clock.install();
      const asked = page().waitForRequest(/dictionary\.screen-/);
      await page().route(chunk, async (route) => {
        await held;
        await route.abort().catch(() => undefined);
      });
      await openPath('/jcpt/dictionary');
      await asked;
      await page().clock.runFor(60_000);
      expect(await failed().count()).toBe(0);
      await page().clock.runFor(61_000);
      await failed().waitFor();
      letGo();
    });
  });
}
