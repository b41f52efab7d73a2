import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callOf, soon, startListDesk, tableBox } from './list-desk.ts';
import { listsOfToday } from './list-pages.ts';

const desk = startListDesk();
const { rows, table, quiet, openList, withRoute } = desk;
let page: Page;
beforeAll(() => {
  page = desk.page();
});

describe.each(listsOfToday.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const call = callOf(list.resource);

  test('a slow network: real headings over bars, old rows stay, the newer question wins, a lost read is asked again', async () => {
    const held: (() => void)[] = [];
    let isHeld = true;
    let lost = 0;
    const holdOrContinue = async (route: Route): Promise<void> => {
      if (lost > 0) {
        lost -= 1;
        return route.abort('connectionreset');
      }
      if (isHeld)
        await new Promise<void>((letGo) => {
          held.push(letGo);
        });
      return route.continue().catch(() => undefined);
    };
    const releaseAll = (): void => {
      for (const one of held.splice(0)) one();
    };
    await withRoute(list, holdOrContinue, async () => {
      await openList(list, 'size=50');
      await expect.poll(() => held.length, soon).toBeGreaterThan(0);
      await page.locator(`${tableBox}[aria-busy="true"] th`).nth(1).waitFor();
      releaseAll();
      await quiet();
      const before = await rows().count();
      await page.getByRole('button', { name: '刷新' }).first().click();
      await expect.poll(() => held.length, soon).toBe(1);
      await expect.poll(() => table().getAttribute('aria-busy'), soon).toBe('true');
      expect(await rows().count(), 'old rows stay').toBe(before);
      await page.getByRole('progressbar').first().waitFor();
      const ask = page.getByRole('button', { name: '查询' });
      // A list without filters has no such button.
      if ((await ask.count()) > 0) expect(await ask.first().isEnabled()).toBe(true);
      const gone = page.waitForEvent('requestfailed', (request) => call.test(request.url()));
      await page.getByRole('button', { name: '刷新' }).first().click();
      expect((await gone).failure()?.errorText).toContain('ABORTED');
      isHeld = false;
      lost = 1;
      releaseAll();
      await quiet();
      await page.getByRole('button', { name: '刷新' }).first().click();
      await quiet();
      expect(await rows().count()).toBe(before);
      expect(await page.locator('main').getByRole('alert').count(), 'nobody is told of what was made good').toBe(0);
    });
  });
});
