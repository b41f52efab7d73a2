import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { refused, startListDesk } from './list-desk.ts';
import { listsOfToday } from './list-pages.ts';

const desk = startListDesk();
const { rows, quiet, openList, withRoute } = desk;
let page: Page;
beforeAll(() => {
  page = desk.page();
});

describe.each(listsOfToday.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  test('a lost session: signed in again over the page, which goes on where it was', async () => {
    let isDead = false;
    await withRoute(
      list,
      (route) => (isDead ? route.fulfill(refused(401, '登录已失效')) : route.continue()),
      async () => {
        await openList(list, 'size=100');
        await quiet();
        const before = await rows().count();
        const search = page.getByRole('search').getByRole('textbox').first();
        const isTyped = (await search.count()) > 0;
        if (isTyped) await search.fill('未提交');
        await page.route('**/TokenAuth/RefreshToken', (route) => route.fulfill(refused(401, '登录已失效')));
        isDead = true;
        await page.getByRole('button', { name: '刷新' }).first().click();
        const dialog = page.getByRole('dialog', { name: /登录/ });
        await dialog.waitFor();
        isDead = false;
        await dialog.getByLabel('密码', { exact: true }).fill(desk.product().password);
        await dialog.getByRole('button', { name: '重新登录' }).click();
        await dialog.waitFor({ state: 'hidden' });
        await quiet();
        expect(await rows().count()).toBe(before);
        if (isTyped) expect(await search.inputValue()).toBe('未提交');
      },
    );
  });

  test('no permission: said inside the frame, the page stays', async () => {
    await withRoute(
      list,
      (route) => route.fulfill(refused(403, '需要查看权限')),
      async () => {
        await openList(list, 'size=10');
        await page.locator('main').getByText('无权查看').waitFor();
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        expect(await rows().count()).toBe(0);
      },
    );
  });
});
