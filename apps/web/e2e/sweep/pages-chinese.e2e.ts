import { beforeAll, describe, test } from 'vitest';
import { visitedPages } from './list-pages.ts';
import { startPageDesk } from './page-desk.ts';

const desk = startPageDesk();

describe('SH-025 every page at 1366 × 768 in Chinese; screens of their own and covering lists light and dark, with their dialogs', () => {
  beforeAll(() => desk.page().setViewportSize({ width: 1366, height: 768 }));

  test.each(visitedPages.map((page) => [page.address, page] as const))('%s', (_address, page) =>
    desk.expectSoundPage(page),
  );

  test('the page of one client, with all its parts', () => desk.expectSoundClient(true));
});
