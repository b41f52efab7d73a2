import type { Locator, Page } from 'playwright-core';

const dayMs = 86_400_000;
const zoneMs = 8 * 3_600_000;
export const dayOf = (ms: number): string => new Date(ms + zoneMs).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);
/** The Monday after next, in a week without bookings of the demo. */
export const monday = ((): string => {
  const today = new Date(Date.now() + zoneMs);
  return dayOf(startOf(dayOf(Date.now())) + (70 - ((today.getUTCDay() + 6) % 7)) * dayMs);
})();
export const at = (day: number, hour: number): string =>
  new Date(startOf(monday) + day * dayMs + hour * 3_600_000).toISOString();

export const item = (page: Page, text: string): Locator => page.locator('button[data-item]').filter({ hasText: text });
export const week = (page: Page): Locator => page.getByRole('group', { name: /^活动室预订：/ });
export const cell = (page: Page, day: number): Locator =>
  page.locator(`[data-day="${dayOf(startOf(monday) + day * dayMs)}"]`);

/** Drags an item of the week to an hour of a day. */
export async function dragTo(page: Page, text: string, { day, hour }: { readonly day: number; readonly hour: number }) {
  const from = await item(page, text).boundingBox();
  const to = await cell(page, day).boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 30, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + hour * 44 + 10, { steps: 8 });
  await page.mouse.up();
}
