import { describe, expect, test } from 'vitest';
import { picture } from '../browser.ts';
import { closeAll, expectTitles, goTo, headingOf, soon, stripOf, tabOf, type FrameDesk } from './desk.ts';
import type { Locator, Page } from 'playwright-core';

const form = ['/inventmanage/DevicesType', '设备类型'] as const;
const other = ['/ycjh/SOSInfo', '求助记录'] as const;

const panelOf = (page: Page): Locator => page.locator('[data-testid="tab-panel"]:visible > div');

/** Types into a new row and opens another page without saving. */
async function typeAndLeave(page: Page): Promise<void> {
  await goTo(page, ...form);
  await page.getByRole('main').getByRole('button', { name: '新增' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('尚未保存');
  await goTo(page, ...other);
}

/** The question about unsaved input, with the focus on staying. */
async function question(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog').filter({ hasText: '当前内容尚未保存，确定离开吗？' });
  await dialog.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toBe('留在此页');
  return dialog;
}

async function stay(page: Page): Promise<void> {
  const dialog = await question(page);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** State that pages keep in the background, and questions before it is lost. */
export function keptCases({ page: at, desk, product }: FrameDesk): void {
  describe('a page behind another one', () => {
    test('SH-050 SH-029 keeps its form, page, ticked rows, offset and drawer, and asks the server again only after 30 s; closed, it starts fresh', async () => {
      const page = at();
      const began = Date.now();
      await page.clock.setFixedTime(began);
      await goTo(page, '/userManage/UserList?page=2&size=50', '客户列表');
      const front = panelOf(page);
      const word = front.getByLabel('关键字');
      const boxes = front.getByRole('checkbox', { name: /^选择 / });
      await boxes.nth(20).waitFor();
      await word.fill('王');
      await boxes.nth(1).check();
      const table = front.locator('.ant-table-content');
      await table.evaluate((box) => box.scrollTo({ top: 333, behavior: 'instant' }));
      await front
        .getByRole('button', { name: /^编辑 / })
        .nth(15)
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^更多字段/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('工作单位').fill('昆明钢铁厂');
      const asked: string[] = [];
      const listen = (request: { url: () => string }): void => {
        if (request.url().includes('/C_client/')) asked.push(request.url());
      };
      page.on('request', listen);
      const dialog = page.getByRole('dialog');
      await goTo(page, ...other);
      await expect.poll(() => dialog.filter({ visible: true }).count(), soon).toBe(0);
      await goTo(page, '/userManage/UserList?page=2&size=50', '客户列表');
      expect(await dialog.getByLabel('工作单位').inputValue()).toBe('昆明钢铁厂');
      await page.keyboard.press('Escape');
      await (await question(page)).getByRole('button', { name: '离开' }).click();
      await expect.poll(() => dialog.count(), soon).toBe(0);
      expect(await word.inputValue()).toBe('王');
      expect(await boxes.nth(1).isChecked()).toBe(true);
      expect(Math.abs((await table.evaluate((box) => box.scrollTop)) - 333)).toBeLessThanOrEqual(1);
      expect(new URL(page.url()).search).toBe('?page=2&size=50');
      expect(asked).toEqual([]);
      await tabOf(page, other[1]).click();
      await page.clock.setFixedTime(began + 31_000);
      const again = page.waitForRequest(
        (request) => request.url().includes('C_client/GetPagedAll') || request.url().includes('C_client/GetAll'),
      );
      await tabOf(page, '客户列表').click();
      await again;
      page.off('request', listen);
      await stripOf(page).getByRole('button', { name: '关闭 客户列表' }).click();
      await goTo(page, '/userManage/UserList', '客户列表');
      await boxes.first().waitFor();
      expect(await word.inputValue()).toBe('');
      expect(await front.getByRole('checkbox', { checked: true }).count()).toBe(0);
      await page.clock.setSystemTime(Date.now());
      await closeAll(page);
    });

    test('SH-052 unsaved input is asked about before its tab closes, before all close, and before signing out', async () => {
      const page = at();
      await typeAndLeave(page);
      await stripOf(page)
        .getByRole('button', { name: `关闭 ${form[1]}` })
        .click();
      await picture(page, 'frame-unsaved');
      await stay(page);
      await expectTitles(page, ['首页', form[1], other[1]]);
      await page.getByRole('button', { name: '标签选项' }).click();
      await page.getByRole('menuitem', { name: '关闭所有' }).click();
      await stay(page);
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: '退出登录' }).click();
      await stay(page);
      await stripOf(page)
        .getByRole('button', { name: `关闭 ${other[1]}` })
        .click();
      await headingOf(page, form[1]).waitFor();
      expect(await page.getByRole('dialog').getByRole('textbox').first().inputValue()).toBe('尚未保存');
      await goTo(page, ...other);
      await stripOf(page)
        .getByRole('button', { name: `关闭 ${form[1]}` })
        .click();
      await (await question(page)).getByRole('button', { name: '离开' }).click();
      await expectTitles(page, ['首页', other[1]]);
      await closeAll(page);
    });

    test('SH-052 the browser asks before a window with unsaved input is closed', async () => {
      const page = await desk().context.newPage();
      await page.goto(`${product().url}/main/home`);
      await headingOf(page, '首页').waitFor();
      await typeAndLeave(page);
      const asked = new Promise<string>((resolve) => {
        page.on('dialog', (dialog) => {
          resolve(dialog.type());
          void dialog.accept();
        });
      });
      await page.close({ runBeforeUnload: true });
      expect(await asked).toBe('beforeunload');
      await closeAll(at());
    });
  });
}
