import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, goTo } from '../browser.ts';
import { visitedPages } from './list-pages.ts';
import { closeTab, flawsOf, overflowOf, shownPage, startPageDesk } from './page-desk.ts';

const desk = startPageDesk();

async function changeLanguage(page: Page, to: 'English' | '简体中文'): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)$/ }).click();
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: to }).click()]);
  await page.getByRole('heading', { level: 1, name: /^(首页|Home)$/ }).waitFor();
}

describe('SH-035 screens of their own and covering lists at 1920 × 1080 in English', () => {
  beforeAll(async () => {
    await desk.page().setViewportSize({ width: 1920, height: 1080 });
    await changeLanguage(desk.page(), 'English');
  });

  test.each(visitedPages.filter(({ isWhole }) => isWhole).map((page) => [page.address, page] as const))(
    '%s',
    (_address, page) => desk.expectSoundInEnglish(page),
  );

  test('the page of one client, with all its parts', () => desk.expectSoundClient(false));

  test('back to Chinese', async () => {
    await goTo(desk.page(), '/main/home');
    await changeLanguage(desk.page(), '简体中文');
  });
});

describe('a list that does not answer as hoped', () => {
  const asked = '**/DevicesType/GetAll?*';
  const refusedBecause = (status: number, message: string, reason: string) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({
      result: null,
      targetUrl: null,
      success: false,
      error: { code: 0, message, details: null, validationErrors: null, reason },
      unAuthorizedRequest: false,
      ['__abp']: true,
    }),
  });
  const path = '/inventmanage/DevicesType';

  beforeAll(() => desk.page().setViewportSize({ width: 1366, height: 768 }));

  async function expectSoundState(what: string): Promise<void> {
    const page = desk.page();
    expect(await flawsOf(shownPage(page)), what).toEqual([]);
    expect(await overflowOf(page), what).toEqual([]);
    await expectAccessible(page, what);
    desk.forgive();
    await page.unrouteAll();
  }

  test('waiting: the real headings over empty bars', async () => {
    const page = desk.page();
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route(asked, async (route) => {
      await held;
      await route.continue();
    });
    await goTo(page, `${path}?size=10`);
    await page.getByRole('columnheader', { name: '类型名称' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(1);
    await expectAccessible(page, 'waiting');
    letGo();
    await page
      .getByRole('button', { name: /^编辑 / })
      .first()
      .waitFor();
    await page.unrouteAll();
  });

  test('failed: the sentence and a way to try again; then the rows', async () => {
    const page = desk.page();
    await closeTab(page);
    await page.route(asked, (route) =>
      route.fulfill(refusedBecause(500, '服务器内部错误，请稍后重试', 'server.internal')),
    );
    await goTo(page, `${path}?size=50`);
    await page.getByText('服务器内部错误').waitFor();
    await expectSoundState('failed');
    await page.getByRole('button', { name: '重试' }).click();
    await page
      .getByRole('button', { name: /^编辑 / })
      .first()
      .waitFor();
  });

  test('refused and empty say why', async () => {
    const page = desk.page();
    await page.route(asked, (route) => route.fulfill(refusedBecause(403, '没有“设备类型”权限', 'access.denied')));
    await goTo(page, `${path}?size=100`);
    await page.getByText('没有“设备类型”权限').waitFor();
    await expectSoundState('refused');
    await goTo(page, `${path}?q=nothing-like-this`);
    await page.getByRole('button', { name: '清空条件' }).waitFor();
    await expectSoundState('empty');
    await closeTab(page);
  });
});
