import { openPages } from '@kangmai/model/menu';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture } from '../browser.ts';
import {
  closeAll,
  expectTitles,
  goTo,
  headingOf,
  prefer,
  soon,
  stripOf,
  tabOf,
  titlesOf,
  type FrameDesk,
} from './desk.ts';
import type { Locator, Page } from 'playwright-core';

const a = ['/ycjh/SOSInfo', '求助记录'] as const;
const b = ['/ycjh/jhrgl', '监护人管理'] as const;
const c = ['/inventmanage/DevicesType', '设备类型'] as const;
const d = ['/inventmanage/DeviceProduct', '设备产品'] as const;

async function openInTurn(page: Page, ...pages: readonly (readonly [string, string])[]): Promise<void> {
  for (const [path, title] of pages) await goTo(page, path, title);
}

/** Chooses an entry of a tab's menu. */
async function chooseTabCommand(page: Page, title: string, entry: string): Promise<void> {
  await tabOf(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const closeButton = (page: Page, title: string): Locator =>
  stripOf(page).getByRole('button', { name: `关闭 ${title}` });
const scrollOf = (page: Page): Promise<number> =>
  stripOf(page)
    .getByRole('list')
    .evaluate((row) => row.scrollLeft);

export function tabCases({ page: at }: FrameDesk): void {
  describe('the tab strip', () => {
    test('SH-043 SH-044 a click navigates, home cannot be closed, an open page is opened once, a record has its own tab', async () => {
      const page = at();
      await openInTurn(page, a, b, a);
      await expectTitles(page, ['首页', a[1], b[1]]);
      await tabOf(page, b[1]).click();
      await headingOf(page, b[1]).waitFor();
      expect(await closeButton(page, '首页').count()).toBe(0);
      expect(await closeButton(page, a[1]).count()).toBe(1);
      await goTo(page, '/userManage/UserList', '客户列表');
      const links = page.getByRole('main').getByRole('row').locator('a[href*="UserList/"]');
      await links.nth(1).waitFor();
      const people = await links.evaluateAll((all) =>
        all.slice(0, 2).map((one) => ({ path: one.getAttribute('href') ?? '', name: one.textContent ?? '' })),
      );
      for (const { path, name } of people) await goTo(page, path, name);
      await expectTitles(page, ['首页', a[1], b[1], '客户列表', ...people.map(({ name }) => name)]);
      await closeAll(page);
    });

    test('SH-046 标签选项 closes all or the others; a tab has a menu, closes with Delete and with the middle button, and can be pinned', async () => {
      const page = at();
      await openInTurn(page, a, b, c, d);
      await tabOf(page, c[1]).click({ button: 'right' });
      await page.getByRole('menuitem', { name: '关闭左侧' }).waitFor();
      expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
        '刷新',
        '关闭',
        '固定',
        '关闭左侧',
        '关闭右侧',
        '关闭其他',
        '关闭所有',
      ]);
      await expectAccessible(page, 'menu of a tab');
      await page.getByRole('menuitem', { name: '关闭左侧' }).click();
      await expectTitles(page, ['首页', c[1], d[1]]);
      await chooseTabCommand(page, c[1], '固定');
      await expect.poll(() => closeButton(page, c[1]).count(), soon).toBe(0);
      await chooseTabCommand(page, '首页', '关闭右侧');
      await expectTitles(page, ['首页', c[1]]);
      await chooseTabCommand(page, c[1], '取消固定');
      await closeButton(page, c[1]).waitFor();
      await openInTurn(page, a, b, d);
      await tabOf(page, a[1]).click({ button: 'middle' });
      await expectTitles(page, ['首页', c[1], b[1], d[1]]);
      await tabOf(page, c[1]).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Delete');
      await expectTitles(page, ['首页', c[1], d[1]]);
      expect(await tabOf(page, c[1]).evaluate((link) => link === document.activeElement)).toBe(true);
      const again = page.waitForResponse((response) => response.url().includes('DeviceProduct/GetAll'));
      await chooseTabCommand(page, d[1], '刷新');
      await again;
      await page.getByRole('button', { name: '标签选项' }).click();
      await page.getByRole('menuitem', { name: '关闭其他' }).click();
      await expectTitles(page, ['首页', d[1]]);
      await closeAll(page);
      await expectTitles(page, ['首页']);
    });

    test('SH-047 closing the tab in front leads to the second tab, or to the first; closing another changes nothing', async () => {
      const page = at();
      await openInTurn(page, a, b, c);
      await closeButton(page, c[1]).click();
      await headingOf(page, a[1]).waitFor();
      await closeButton(page, b[1]).click();
      await expectTitles(page, ['首页', a[1]]);
      expect(await headingOf(page, a[1]).isVisible()).toBe(true);
      await closeButton(page, a[1]).click();
      await headingOf(page, '首页').waitFor();
    });

    test('a page that is opened again while its tab closes is displayed', async () => {
      const page = at();
      await openInTurn(page, a);
      await closeButton(page, a[1]).evaluate(async (button: HTMLElement, path) => {
        button.click();
        while (location.pathname === path) await Promise.resolve();
        history.pushState(history.state, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, a[0]);
      await expectTitles(page, ['首页', a[1]]);
      await headingOf(page, a[1]).waitFor();
      await closeAll(page);
    });

    test('SH-047 by preference it leads to the tab beside it or to the one used last', async () => {
      const page = at();
      await prefer(page, { afterClose: 'neighbour' });
      await openInTurn(page, a, b, c, d, c);
      await closeButton(page, c[1]).click();
      await headingOf(page, d[1]).waitFor();
      await prefer(page, { afterClose: 'recent' });
      await openInTurn(page, a, b, d);
      await closeButton(page, d[1]).click();
      await headingOf(page, b[1]).waitFor();
      await prefer(page, { afterClose: 'second' });
      await closeAll(page);
    });

    test('SH-048 a reload brings the tabs back in their order; those that may not be opened are dropped without a word', async () => {
      const page = at();
      await openInTurn(page, c, a, b);
      await chooseTabCommand(page, c[1], '固定');
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.endsWith('.openedTabs')) ?? '';
        const tabs = JSON.parse(localStorage.getItem(key) ?? '[]') as object[];
        localStorage.setItem(key, JSON.stringify([...tabs, { key: '/jcpt/zhgl/none' }, { key: '/jcpt/languages' }]));
      });
      await page.reload();
      await headingOf(page, b[1]).waitFor();
      await expectTitles(page, ['首页', c[1], a[1], b[1]]);
      expect(await closeButton(page, c[1]).count()).toBe(0);
      await closeAll(page);
    });

    test('SH-048 after a reload tabs of records have their names, in front and behind, and none is stored', async () => {
      const page = at();
      const namesOf = async (path: string, title: string): Promise<readonly { path: string; name: string }[]> => {
        await goTo(page, path, title);
        const links = page
          .getByRole('main')
          .locator('[data-testid="tab-panel"]:visible')
          .getByRole('row')
          .locator(`a[href^="${path}/"]`);
        await links.nth(1).waitFor();
        return links.evaluateAll((all) =>
          all.slice(0, 2).map((one) => ({ path: one.getAttribute('href') ?? '', name: one.textContent ?? '' })),
        );
      };
      const people = await namesOf('/userManage/UserList', '客户列表');
      const bindings = await namesOf('/public/UserDevice', '设备绑定');
      await closeAll(page);
      for (const { path, name } of people) await goTo(page, path, name);
      for (const { path } of bindings) {
        await goTo(page, path);
        await page.getByRole('region', { name: '变更记录' }).filter({ visible: true }).waitFor();
      }
      // The name of a record comes with its data, which may follow the page's regions.
      await expect
        .poll(() => titlesOf(page).then((titles) => titles.slice(3).filter((one) => /\d{15} \d{4}-/.test(one))), soon)
        .toHaveLength(2);
      const before = await titlesOf(page);
      expect(before.slice(1, 3)).toEqual(people.map(({ name }) => name));
      const asked: string[] = [];
      const listen = (request: { url: () => string }): void => {
        if (request.url().includes('IdFilter=')) asked.push(request.url());
      };
      page.on('request', listen);
      await page.reload();
      await expectTitles(page, before);
      page.off('request', listen);
      expect(asked).toHaveLength(2);
      expect(await page.title()).toContain(before.at(-1));
      const stored = await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      );
      for (const { name } of people) expect(stored).not.toContain(name);
      await closeAll(page);
    });

    test('SH-045 a row that is too long moves by wheel and by arrows; SH-051 twelve pages stay alive', async () => {
      const page = at();
      const many = openPages().slice(0, 16);
      for (const { path, title } of many) {
        await goTo(page, path, title);
        // Two neighbours have the same title, so the address is compared.
        await stripOf(page).locator(`a[aria-current="page"][href^="${path}"]`).waitFor();
      }
      await expect.poll(() => titlesOf(page).then(({ length }) => length), soon).toBe(16);
      expect(await page.getByTestId('tab-panel').count()).toBe(12);
      await expect.poll(() => scrollOf(page), soon).toBeGreaterThan(0);
      const box = await stripOf(page).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + 20);
      await page.mouse.wheel(0, -5000);
      await expect.poll(() => scrollOf(page), soon).toBe(0);
      await page.getByRole('button', { name: '向右滚动标签' }).click();
      await expect.poll(() => scrollOf(page), soon).toBe(240);
      await page.getByRole('button', { name: '向左滚动标签' }).click();
      await expect.poll(() => scrollOf(page), soon).toBe(0);
      await goTo(page, many[0]?.path ?? '', many[0]?.title);
      expect(await page.getByTestId('tab-panel').count()).toBe(12);
      await picture(page, 'frame-many-tabs');
      await closeAll(page);
    });

    test('SH-051 the 31st page asks which of the five used longest ago to close', async () => {
      const page = at();
      await openInTurn(page, a);
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.endsWith('.openedTabs')) ?? '';
        const people = Array.from({ length: 28 }, (_, at) => ({
          key: `/userManage/UserList/${900_000 + at}`,
          isPinned: false,
        }));
        localStorage.setItem(key, JSON.stringify([{ key: '/main/home' }, { key: '/ycjh/SOSInfo' }, ...people]));
      });
      await page.reload();
      await headingOf(page, a[1]).waitFor();
      await expect.poll(() => titlesOf(page).then(({ length }) => length), soon).toBe(30);
      await goTo(page, c[0]);
      const dialog = page.getByRole('dialog');
      await dialog.getByText('打开的页面过多，请先关闭部分页面').waitFor();
      expect(await dialog.getByRole('checkbox').count()).toBe(5);
      await expectAccessible(page, 'too many tabs', '[role="dialog"]');
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('button', { name: '关闭所选' }).click();
      await headingOf(page, c[1]).waitFor();
      expect((await titlesOf(page)).length).toBe(30);
      await closeAll(page);
    });
  });
}
