import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;

const soon = { interval: 50 };
const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const people = '/userManage/UserList';
const bindings = '/public/UserDevice';
const visits = '/jkfw/Outpatient';
const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const rows = () => page.locator('main tr[data-row-key]:visible');
const isFocused = (selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);

async function openList(path: string): Promise<void> {
  await page.goto(`${product.url}${path}`);
  await page.locator('main [class*=tableBox][aria-busy="false"]').waitFor();
  await page.locator('main [data-row-key]').first().waitFor();
}

/** Room below the last row, in rows; and how far the pager lies outside of the list. */
async function measured(): Promise<{ readonly left: number; readonly below: number }> {
  const box = page.locator('main [class*=tableBox]');
  const placeOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
  const [body, pages, pager, frame] = [
    await placeOf(box.locator('tbody')),
    await placeOf(box.locator('[data-pages]')),
    await placeOf(box.locator('.ant-pagination')),
    await placeOf(page.locator('main [data-list]')),
  ];
  const room = pages.y - body.y - body.height;
  return {
    left: room / (body.height / (await rows().count())),
    below: pager.y + pager.height - frame.y - frame.height,
  };
}

describe('rows that fit', () => {
  test.each(sizes)('fill a window of $width × $height, the pager at its foot', async (size) => {
    await page.setViewportSize(size);
    await openList(people);
    const { left, below } = await measured();
    expect(left).toBeGreaterThanOrEqual(-0.5);
    expect(left).toBeLessThan(1.5);
    expect(below).toBeLessThanOrEqual(0);
    await picture(page, `list-fit-${size.width}`);
    await expectAccessible(page, `list at ${size.width}`);
  });

  test.each(sizes)('lie between the counts of the day and a pager in view at $width × $height', async (size) => {
    await page.setViewportSize(size);
    await openList(visits);
    const { left, below } = await measured();
    expect(left).toBeGreaterThanOrEqual(-1);
    expect(left).toBeLessThan(1.5);
    expect(below).toBeLessThanOrEqual(0);
    expect(await rows().count()).toBeGreaterThanOrEqual(8);
  });

  test('follow a window that grows, and stay on a later page', async () => {
    await page.setViewportSize(sizes[0]);
    await openList(people);
    const before = await rows().count();
    await page.setViewportSize(sizes[1]);
    await expect.poll(() => rows().count(), soon).toBeGreaterThan(before);
    const { left } = await measured();
    expect(left).toBeLessThan(1.5);
    await page.locator('main .ant-pagination-item-2').click();
    await page.waitForURL(/page=2/);
    await page.locator('main [class*=tableBox][aria-busy="false"]').waitFor();
    const tall = await rows().count();
    await page.setViewportSize(sizes[0]);
    await page.locator('main [data-row-key]').first().waitFor();
    expect(await rows().count()).toBe(tall);
  });

  test('a size of one’s own stays, under a head that stays in view; 自动 brings back what fits', async () => {
    await page.setViewportSize(sizes[0]);
    await openList(people);
    const fitting = await rows().count();
    const choose = async (word: RegExp): Promise<void> => {
      await page.getByRole('combobox', { name: '每页条数' }).click();
      await Promise.all([
        page.waitForResponse(/SaveLook/),
        page.locator('.ant-select-item-option').filter({ hasText: word }).click(),
      ]);
    };
    await choose(/^50 条/);
    await expect.poll(() => rows().count(), soon).toBe(50);
    expect(new URL(page.url()).search).toBe('');
    const head = page.locator('main thead th').first();
    const before = await head.boundingBox();
    await rows().last().scrollIntoViewIfNeeded();
    expect((await head.boundingBox())?.y).toBe(before?.y);
    await openList(people);
    await expect.poll(() => rows().count(), soon).toBe(50);
    await choose(/^自动/);
    await expect.poll(() => rows().count(), soon).toBe(fitting);
  });
});

describe('one line of filters', () => {
  test('names what the search field looks in; the popover holds every filter and no helper column', async () => {
    await openList(people);
    const form = page.getByRole('search');
    expect(await form.getByRole('textbox', { name: '关键字' }).getAttribute('placeholder')).toBe(
      '姓名 / 首字母 / 手机号后4位 / 证件号码',
    );
    await form.getByRole('button', { name: '筛选' }).click();
    const panel = page.getByRole('form', { name: '筛选' });
    await panel.waitFor();
    const labels = await panel.locator('label').allTextContents();
    expect(labels).toContain('性别');
    expect(labels).not.toContain('首字母');
    expect(await panel.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await picture(page, 'list-filters');
    await expectAccessible(page, 'filters', '.ant-popover');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await form.getByRole('button', { name: '筛选' }).evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
  });
});

describe('by keyboard', () => {
  test('/ letters Enter leads to the first row; Enter opens it, E edits it, Esc leads back', async () => {
    await openList(bindings);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused('tr[data-row-key]'), soon).toBe(true);
    const [first, second] = await rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-row-key')));
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`${bindings}/${first}$`));
    await page.getByRole('button', { name: '下一条' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(new RegExp(`${bindings}/${second}$`));
    await page.getByRole('button', { name: '上一条' }).waitFor();
    await page.keyboard.press('e');
    const form = page.getByRole('dialog', { name: /编辑/ });
    await form.waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname === bindings);
  });

  test('↓ leads into the rows from anywhere, M opens the menu of a row, ? says which keys there are', async () => {
    await openList(bindings);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ArrowDown');
    expect(await isFocused('tr[data-row-key]')).toBe(true);
    await page.keyboard.press('m');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByText('从详情返回列表').waitFor();
    await expectAccessible(page, 'keys', '.ant-popover');
    await page.keyboard.press('Escape');
  });
});

test('a name leads to the page of the person; resting on it tells the person from others of the name', async () => {
  await openList(bindings);
  const personOf = (row: number): Locator => rows().nth(row).locator('a[href^="/userManage/UserList/"]').first();
  const name = personOf(6);
  expect(await name.getAttribute('href')).toMatch(/^\/userManage\/UserList\/\d+$/);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('GetCards') && asked.push(request.postData() ?? ''));
  await name.hover();
  const card = page.locator('.ant-popover:visible');
  for (const word of ['年龄', '手机号', '所属机构', '管理状态']) await card.getByText(word, { exact: true }).waitFor();
  expect(asked).toHaveLength(1);
  expect(JSON.parse(asked[0] ?? '{}')).toMatchObject({ ids: expect.any(Array) as number[] });
  await picture(page, 'list-card');
  await expectAccessible(page, 'card', '.ant-popover');
  await page.getByRole('heading', { level: 1 }).hover();
  await card.waitFor({ state: 'hidden' });
  await personOf(9).hover();
  await expect.poll(() => card.count(), soon).toBe(1);
  expect(asked, 'the cards of a page travel together').toHaveLength(1);
  await page.getByRole('heading', { level: 1 }).hover();
  await card.waitFor({ state: 'hidden' });
  await personOf(4).focus();
  await card.waitFor();
  expect(await personOf(4).evaluate((link) => link === document.activeElement), 'focus while the card shows').toBe(
    true,
  );
  await page.getByRole('heading', { level: 1 }).click();
  await card.waitFor({ state: 'hidden' });
});

describe('columns', () => {
  test('nothing pinned covers a column at 1366', async () => {
    await page.setViewportSize(sizes[0]);
    for (const path of [people, bindings, '/ycjh/yjgl', '/ycjh/SOSInfo']) {
      await openList(path);
      const covered = await page.evaluate(() => {
        const cells = [...document.querySelectorAll('main tbody tr[data-row-key]:first-of-type > td')];
        const boxes = cells.map((cell) => cell.getBoundingClientRect());
        return boxes.some((box, at) => boxes.some((other, next) => next > at && other.left < box.right - 1));
      });
      expect(covered, path).toBe(false);
    }
  });

  test('their settings lie on the screen, tell the widths, and offer nothing technical', async () => {
    await openList(people);
    await page.getByRole('button', { name: '列设置' }).click();
    const panel = page.getByRole('group', { name: '列设置' });
    await panel.waitFor();
    // The panel gets its place after it is there.
    await expect
      .poll(async () => {
        const box = await page.locator('.ant-popover:visible').boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= sizes[0].height;
      })
      .toBe(true);
    const width = panel.getByRole('spinbutton', { name: '姓名列宽' });
    await expect.poll(() => width.getAttribute('placeholder')).toMatch(/^自动 \d+$/);
    const offered = await panel
      .getByRole('checkbox')
      .evaluateAll((all) => all.map((one) => one.closest('label')?.textContent));
    expect(offered).not.toContain('首字母');
    await picture(page, 'list-column-settings');
    await page.keyboard.press('Escape');
  });
});

describe('on a phone', () => {
  test('rows are cards with name, state, two facts and their action', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await openList(people);
    const card = page.locator('main li[data-row-key]').first();
    expect(await card.getByRole('link').count()).toBeGreaterThanOrEqual(1);
    expect(await card.locator('dt').count()).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await picture(page, 'list-phone');
    await expectAccessible(page, 'list on a phone');
    await page.setViewportSize(sizes[0]);
  });
});

test('nothing was complained about', () => {
  expect(desk.complaints).toEqual([]);
});
