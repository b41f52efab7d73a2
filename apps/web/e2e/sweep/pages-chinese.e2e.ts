import { beforeAll, describe, test } from 'vitest';
import { visitedPages } from './list-pages.ts';
import { startPageDesk } from './page-desk.ts';
import { pagesOfDay } from './walk-pages.ts';

const desk = startPageDesk();
/** The walk checks these pages today, with their first form and row; a run of one resource checks its page here too. */
const walkedPages = process.env['RESOURCE'] === undefined ? pagesOfDay(new Date().getDate()) : [];
const walked = new Set(walkedPages.map(({ address }) => address));

describe('SH-025 every page at 1366 × 768 in Chinese; screens of their own and covering lists light and dark, with their dialogs', () => {
  beforeAll(() => desk.page().setViewportSize({ width: 1366, height: 768 }));

  test.each(visitedPages.map((page) => [page.address, page] as const))('%s', (address, page) =>
    desk.expectSoundPage(page, walked.has(address)),
  );

  test('the page of one client, with all its parts', () => desk.expectSoundClient(true));
});
