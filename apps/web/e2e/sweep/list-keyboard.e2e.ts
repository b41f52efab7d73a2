import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callOf, soon, startListDesk } from './list-desk.ts';
import { listsOfToday } from './list-pages.ts';

const desk = startListDesk();
const { rows, quiet, openList, closeTab } = desk;
let page: Page;
beforeAll(() => {
  page = desk.page();
});

describe.each(listsOfToday.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const call = callOf(list.resource);

  test('by keyboard: to the search form, along the rows, open, edit, tick, refresh', async () => {
    await openList(list, 'size=20&page=1');
    try {
      await quiet();
      await page.getByRole('heading', { level: 1 }).click();
      const first = page.getByRole('search').locator('input[data-first-filter], [data-first-filter] input');
      if ((await first.count()) > 0) {
        await page.keyboard.press('/');
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest('[role=search]') !== null), soon)
          .toBe(true);
        await page.keyboard.press('r');
        expect(await page.evaluate(() => document.activeElement?.tagName), 'keys are off while typing').toBe('INPUT');
      }
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await Promise.all([page.waitForRequest(call), page.keyboard.press('r')]);
      await quiet();
      if ((await rows().count()) === 0) return;
      await rows().first().focus();
      if ((await rows().count()) > 1) {
        await page.keyboard.press('ArrowDown');
        expect(
          await rows()
            .nth(1)
            .evaluate((row) => row === document.activeElement),
        ).toBe(true);
        await page.keyboard.press('ArrowUp');
      }
      const box = rows().first().getByRole('checkbox');
      if ((await box.count()) > 0) {
        await page.keyboard.press('Space');
        expect(await box.isChecked()).toBe(true);
        await page.keyboard.press('Space');
        expect(await box.isChecked()).toBe(false);
      }
      if ((await rows().first().locator('[data-opens-row]').count()) === 0) return;
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (
        (await rows()
          .first()
          .getByRole('button', { name: /^编辑 / })
          .count()) === 0
      )
        return;
      await rows().first().focus();
      await page.keyboard.press('e');
      await page.getByRole('dialog', { name: /编辑/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    } finally {
      await closeTab();
    }
  });
});
