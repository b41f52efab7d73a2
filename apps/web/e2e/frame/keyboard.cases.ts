import { expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { expectTitles, headingOf, soon, type FrameDesk } from './desk.ts';
import type { Page } from 'playwright-core';

const focused = (page: Page): Promise<string> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
  );

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (isThere(await focused(page))) return;
  }
  throw new Error(`the focus never came to ${name}`);
}

/** Presses the down key until the menu entry has the focus. */
async function arrowTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 9; presses += 1) {
    // The menu moves its focus in the next frame.
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done));
        }),
    );
    if ((await focused(page)) === name) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows never came to ${name}`);
}

export function keyboardCases({ page: at }: FrameDesk): void {
  test('the whole frame works by keyboard alone', async () => {
    const page = at();
    await page.reload();
    await headingOf(page, '首页').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('跳到主要内容');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), soon).toBe('main');
    await page.reload();
    await headingOf(page, '首页').waitFor();
    await tabTo(page, '首页');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('远程监护');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('求助记录');
    await page.keyboard.press('Enter');
    await headingOf(page, '求助记录').waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toBe('远程监护');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('false');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('基础平台');
    await tabTo(page, '收起菜单');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('展开菜单');
    await page.keyboard.press('Enter');
    await tabTo(page, '首页');
    await tabTo(page, '搜索客户、页面');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: /姓名、首字母/ }).waitFor();
    await page.keyboard.type('zdgl');
    await expect.poll(() => page.getByRole('option').count(), soon).toBe(1);
    await page.keyboard.press('Enter');
    await headingOf(page, '字典管理').waitFor();
    await tabTo(page, '语言');
    await tabTo(page, '首页');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await headingOf(page, '求助记录').waitFor();
    await page.keyboard.press('Delete');
    await expectTitles(page, ['首页', '字典管理']);
    await tabTo(page, '标签选项');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '关闭所有' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role="menu"]') !== null), soon)
      .toBe(true);
    await arrowTo(page, '关闭所有');
    await page.keyboard.press('Enter');
    await expectTitles(page, ['首页']);
    await headingOf(page, '首页').waitFor();
    await expectAccessible(page, 'after the keyboard');
  });
}
