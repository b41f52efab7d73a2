import { beforeAll, describe, test } from 'vitest';
import { closeTab, menuPages, startPageDesk } from './page-desk.ts';

const desk = startPageDesk();

describe('SH-025 every page at 1366 × 768 in Chinese, light and dark', () => {
  beforeAll(() => desk.page().setViewportSize({ width: 1366, height: 768 }));

  test.each(menuPages.map((entry) => [entry.path, entry] as const))('%s', async (_path, entry) => {
    try {
      await desk.expectSoundPage(entry, true);
    } finally {
      if (entry.path !== '/main/home') await closeTab(desk.page());
    }
  });

  test('the page of one client, with all its parts', () => desk.expectSoundClient(true));
});
