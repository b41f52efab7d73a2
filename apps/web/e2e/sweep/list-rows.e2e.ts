import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callOf, startListDesk } from './list-desk.ts';
import { listsOfToday } from './list-pages.ts';

const desk = startListDesk();
const { rows, quiet, openList, withRoute } = desk;
let page: Page;
beforeAll(() => {
  page = desk.page();
});

interface WirePage {
  totalCount: number;
  totalCountCapped?: boolean;
  items: unknown[];
}

/** The real response with a total of one hundred thousand rows. */
async function asIfMany(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { result: WirePage };
  await route.fulfill({
    response,
    json: { ...body, result: { ...body.result, totalCount: 100_000, totalCountCapped: true } },
  });
}

const numberParam = (request: Request, name: string): number => Number(new URL(request.url()).searchParams.get(name));

describe.each(listsOfToday.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const call = callOf(list.resource);

  test('100,000 rows: the server pages, sorts and counts; an export is a task', async () => {
    await withRoute(list, asIfMany, async () => {
      const [first] = await Promise.all([
        page.waitForRequest((request) => call.test(request.url()) && numberParam(request, 'MaxResultCount') !== 1),
        openList(list, 'size=20'),
      ]);
      expect([numberParam(first, 'SkipCount'), numberParam(first, 'MaxResultCount')]).toEqual([0, 20]);
      await page.getByText('共 100000+ 条').first().waitFor();
      const jump = page.locator('.ant-pagination-options-quick-jumper input').first();
      const [last] = await Promise.all([page.waitForRequest(call), jump.fill('5000').then(() => jump.press('Enter'))]);
      expect([numberParam(last, 'SkipCount'), numberParam(last, 'MaxResultCount')]).toEqual([99_980, 20]);
      await quiet();
      expect(await rows().count()).toBeLessThanOrEqual(20);
      const sorter = page.locator('main th.ant-table-column-has-sorters').first();
      if ((await sorter.count()) > 0) {
        const [sorted] = await Promise.all([
          page.waitForRequest((request) => call.test(request.url()) && request.url().includes('Sorting=')),
          sorter.click(),
        ]);
        expect(numberParam(sorted, 'SkipCount'), 'another order begins at its first page').toBe(0);
      }
      const exported = page.getByRole('button', { name: /导出$/ });
      if ((await exported.count()) === 0) return;
      await page.route(/\/ExportAsTask$/, (route) =>
        route.fulfill({
          json: { result: { taskId: 1, totalCount: 100_000 }, success: true, error: null, ['__abp']: true },
        }),
      );
      const [task] = await Promise.all([page.waitForRequest(/\/ExportAsTask$/), exported.click()]);
      expect(task.method()).toBe('POST');
    });
  });
});
