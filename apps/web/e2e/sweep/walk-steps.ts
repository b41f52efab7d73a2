import { homePath } from '@kangmai/model/menu';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectReadableInDark, goTo } from '../browser.ts';
import { closeTab, flawsOf, overflowOf, settled, shownPage } from './page-desk.ts';
import { codesIn, coveredIn, gapsOf, hasFocusedInput, outsideOf, stateInputsIn, unlinkedIn } from './walk-flaws.ts';
import { linkedLabels, stateLabels, type WalkedPage } from './walk-pages.ts';
import { answered, saidOf } from './walk-watch.ts';
import { callOf } from './list-desk.ts';

export type Note = (where: string, flaws: readonly string[]) => void;

/** A page of the walk with what is noted about it. */
export interface Step {
  readonly page: Page;
  readonly walked: WalkedPage;
  readonly note: Note;
}

export const sizes = {
  usual: { width: 1366, height: 768 },
  wide: { width: 1920, height: 1080 },
  phone: { width: 375, height: 812 },
} as const;
type Size = (typeof sizes)[keyof typeof sizes];

const dialogs = '[role="dialog"]';

export async function quiet(page: Page): Promise<void> {
  await answered(page);
  await settled(page);
}

const failureOf = (work: Promise<void>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: unknown) => [String(error instanceof Error ? error.message : error).slice(0, 2000)],
  );

async function noteAxe({ page, note }: Step, where: string, part?: string): Promise<void> {
  note(where, await failureOf(expectAccessible(page, 'axe', part)));
  note(where, await failureOf(expectReadableInDark(page, 'axe', part)));
}

/** What was said of missing rows before the answer arrived, or was replaced later. */
async function noteSaid({ page, walked: { list }, note }: Step, part: Locator): Promise<void> {
  const shown = await part.innerText();
  const asked = list && callOf(list.resource);
  for (const { words, pending } of await saidOf(page)) {
    const waiting = pending.filter((call) => asked?.test(call));
    if (waiting.length > 0 || !shown.includes(words)) note('too early', [`"${words}" while ${pending.join(', ')}`]);
  }
}

async function noteWords({ walked: { list }, note }: Step, where: string, part: Locator): Promise<void> {
  note(where, await flawsOf(part));
  note(where, await codesIn(part));
  if (list) note(where, await unlinkedIn(part, linkedLabels(list.resource)));
}

/** Opens a page in a window of a size and waits for its answers. */
async function open(step: Step, size: Size): Promise<void> {
  const { page, walked } = step;
  await saidOf(page);
  await page.setViewportSize(size);
  await goTo(page, walked.address);
  await page.getByRole('heading', { level: 1, name: walked.title, exact: true }).waitFor();
  await quiet(page);
  await noteSaid(step, shownPage(page));
  step.note(`${size.width}: width`, await overflowOf(page));
  step.note(`${size.width}: pager`, await coveredIn(page));
  if (size !== sizes.phone) step.note(`${size.width}: rows`, await gapsOf(page));
}

async function close({ page, walked }: Step): Promise<void> {
  if (walked.address !== homePath) await closeTab(page);
}

const newButton = (page: Page): Locator => shownPage(page).getByRole('button', { name: '新增' });
export const rowOpener = (page: Page): Locator =>
  shownPage(page).locator('[data-opens-row]:visible, [data-row-page]:visible');

/** Every filter of a list, in a popover that stays inside the window. */
async function visitFilters(step: Step, where: string): Promise<void> {
  const { page, note } = step;
  const button = shownPage(page).getByRole('button', { name: '筛选', exact: true });
  if ((await button.count()) === 0) return;
  await button.first().scrollIntoViewIfNeeded();
  await button.first().dispatchEvent('click');
  const filters = page.getByRole('form', { name: '筛选' });
  await filters.waitFor();
  await quiet(page);
  note(where, await outsideOf(filters));
  await noteWords(step, where, filters);
  await page.keyboard.press('Escape');
  await filters.waitFor({ state: 'detached' });
}

/** Opens the form for a new row; false where there is none. */
export async function openForm(page: Page): Promise<Locator | undefined> {
  const button = newButton(page).first();
  if ((await newButton(page).count()) === 0) return undefined;
  await button.dispatchEvent('click');
  const form = page.locator(dialogs).last();
  await form.waitFor();
  await quiet(page);
  return form;
}

/** Esc with changed input asks, and leaving closes the form. */
async function leaveForm({ page, note }: Step, form: Locator): Promise<void> {
  const input = form.locator('input[type=text]:not([readonly], [role=combobox]):enabled, textarea:enabled').first();
  const isTyped = (await input.count()) > 0;
  if (isTyped) await input.fill('走查');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '当前内容尚未保存，确定离开吗？' });
  const answer = question.getByRole('button', { name: /^离\s*开$/ });
  if (isTyped) note('form', await failureOf(answer.click()));
  await page.locator(dialogs).first().waitFor({ state: 'detached' });
}

async function visitForm(step: Step): Promise<void> {
  const { page, walked, note } = step;
  const form = await openForm(page);
  if (!form) return;
  const focused = page.waitForFunction(() => document.activeElement?.matches('[role=dialog] :is(input, textarea)'));
  note('form: first focus', await failureOf(focused.then(async () => undefined)));
  if (!(await hasFocusedInput(form))) note('form: first focus', ['is no input']);
  await noteWords(step, 'form', form);
  if (walked.list) note('form', await stateInputsIn(form, stateLabels(walked.list.resource)));
  note('form: width', await overflowOf(page));
  await noteAxe(step, 'form', dialogs);
  await leaveForm(step, form);
}

/** Opens the first row; the part that shows it, and how it is closed. */
export async function openRow(page: Page): Promise<{ readonly shown: Locator; readonly close: () => Promise<void> }> {
  const opener = rowOpener(page).first();
  const isPage = (await opener.getAttribute('data-row-page')) !== null;
  await opener.dispatchEvent('click');
  if (isPage) {
    await page.waitForURL(/\/\d+(?:\?|$)/);
    await quiet(page);
    return { shown: shownPage(page), close: () => closeTab(page) };
  }
  const dialog = page.locator(dialogs).last();
  await dialog.waitFor();
  await quiet(page);
  const closeDialog = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  return { shown: dialog, close: closeDialog };
}

async function visitRow(step: Step): Promise<void> {
  const { page, note } = step;
  if ((await rowOpener(page).count()) === 0) return;
  await saidOf(page);
  const row = await openRow(page);
  await noteSaid(step, row.shown);
  await noteWords(step, 'detail', row.shown);
  note('detail: width', await overflowOf(page));
  await noteAxe(step, 'detail', (await page.locator(dialogs).count()) > 0 ? dialogs : undefined);
  await row.close();
}

/** A page as staff at a desk see it: its list at two sizes, its form and a row. */
export async function visitAtDesk(step: Step): Promise<void> {
  const { page } = step;
  await open(step, sizes.usual);
  await noteWords(step, 'page', shownPage(page));
  await noteAxe(step, 'page');
  if (step.walked.list) {
    await visitFilters(step, 'filters');
    await visitForm(step);
    await visitRow(step);
  }
  await close(step);
  await open(step, sizes.wide);
  await close(step);
}

/** A page, its form and a row on a phone: nothing scrolls sideways. */
export async function visitOnPhone(step: Step): Promise<void> {
  const { page, walked, note } = step;
  await open(step, sizes.phone);
  await noteWords(step, 'phone', shownPage(page));
  if (walked.list) {
    await visitFilters(step, 'phone: filters');
    const form = await openForm(page);
    if (form) {
      note('phone: width of the form', await overflowOf(page));
      await leaveForm(step, form);
    }
    if ((await rowOpener(page).count()) > 0) {
      const row = await openRow(page);
      note('phone: width of the detail', await overflowOf(page));
      await row.close();
    }
  }
  await close(step);
}
