import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { chosen, fillDesk, finding, type Listed, type Page } from './desk-cases.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let own: Caller;
let desk: Desk;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await fillDesk(product, own);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

describe('the desk', () => {
  test('leads from the bell to a closed critical case in six clicks and one text', async () => {
    const { page } = desk;
    let clicks = 0;
    await page.exposeFunction('countClick', () => {
      clicks += 1;
    });
    await page.evaluate(() =>
      addEventListener('pointerdown', () => (globalThis as unknown as { countClick: () => void }).countClick(), true),
    );
    await page.getByRole('button', { name: /异常提醒/ }).click();
    await page.getByRole('heading', { level: 1, name: '异常数据' }).waitFor();
    await page.getByRole('heading', { level: 2, name: /^危急 \d+$/ }).waitFor();
    const asked = await own.get<Page<Listed>>(
      'AbnormalData/GetAll?stateFilter=0,1,2&Sorting=deskRank asc,alarmedTime asc&MaxResultCount=2',
    );
    await page.getByRole('button', { name: '处理完成' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('已联系监护人').click();
    await dialog.getByLabel('处理方式').click();
    await page.getByTitle('电话随访').click();
    await dialog.getByLabel('处理结果').evaluate((input) => (input as HTMLElement).focus());
    await page.keyboard.type('已联系监护人，情况稳定');
    await dialog.getByRole('button', { name: /确\s*定/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(clicks).toBe(6);
    const first = asked.items[0]?.abnormalData.id ?? 0;
    const file = await own.get<Listed & { readonly contacts: readonly object[] }>(
      `AbnormalData/GetAbnormalDataForEdit?id=${first}`,
    );
    expect([file.abnormalData.state, file.contacts.length]).toEqual([3, 1]);
    const top = await own.get<Page<{ readonly abnormalData: { readonly 'abnormaL_DIA': string } }>>(
      'AbnormalData/GetAll?stateFilter=0,1,2&Sorting=deskRank asc,alarmedTime asc&MaxResultCount=1',
    );
    await expect.poll(() => finding(page).textContent()).toBe(top.items[0]?.abnormalData['abnormaL_DIA']);
  });

  test('shows eight rows at 1366x768 under the head of the critical ones', async () => {
    const { page } = desk;
    const whole = await page.locator('[data-case-list] li').evaluateAll((rows) => {
      const pane = rows[0]?.closest('[role="group"]')?.getBoundingClientRect();
      const most = Math.min(innerHeight - 32, pane?.bottom ?? 0) - 30;
      return rows.filter((row) => row.getBoundingClientRect().bottom <= most).length;
    });
    expect(whole).toBeGreaterThanOrEqual(8);
    await expectAccessible(page, 'desk with many cases');
    await picture(page, 'desk-1366');
  });

  test('keeps its filters and tools on one line; the other filters stand behind a button that counts those in use', async () => {
    const { page } = desk;
    const form = page.getByRole('search');
    const tops = await form.locator('input, button').evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
    const tools = await page.getByRole('button', { name: '导出' }).boundingBox();
    expect(Math.max(...tops, (tools?.y ?? 0) + 16) - Math.min(...tops), 'one line at 1366').toBeLessThan(16);
    await form.getByTitle('未处理、已认领、处理中').waitFor();
    expect(await page.getByRole('group', { name: '当前条件' }).count(), 'no line of chips').toBe(0);

    const more = form.getByRole('button', { name: '筛选' });
    const focused = (): Promise<string | undefined> =>
      page.evaluate(
        () =>
          (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ??
          document.activeElement?.closest('.ant-btn')?.getAttribute('aria-label') ??
          document.activeElement?.textContent ??
          undefined,
      );
    const order: (string | undefined)[] = [];
    await form.getByLabel('关键字').focus();
    for (let at = 0; at < 8 && order.at(-1) !== '筛选'; at += 1) {
      order.push((await focused())?.replaceAll(/\s/g, ''));
      await page.keyboard.press('Tab');
    }
    expect(order.filter(Boolean), 'clearing a filled filter has no name in the order').toEqual([
      '关键字',
      '查询',
      '级别',
      '处理状态',
      '筛选',
    ]);
    await more.click();
    const panel = page.getByRole('form', { name: '筛选' });
    await panel.waitFor();
    const names = await panel.locator('label[for]').allTextContents();
    expect(names.toSorted()).toEqual(
      [
        '观察至',
        '级别',
        '处理状态',
        '异常类型',
        '处理人',
        '客户',
        '时效',
        '最近时间',
        '网关告警类型',
        '设备IMEI',
        '责任团队',
      ].toSorted(),
    );
    const lefts = await panel
      .locator('label[for]')
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().x)));
    expect(new Set(lefts).size, 'labels stand in one column').toBe(1);
    await expectAccessible(page, 'desk with all filters', '.ant-popover');
    await panel.getByLabel('设备IMEI').fill('861000000000001');
    await page.keyboard.press('Enter');
    await page.getByText('设备IMEI：861000000000001').waitFor();
    await form.getByRole('button', { name: '重置' }).click();
    await page.getByText('设备IMEI：861000000000001').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 2, name: /^危急 \d+$/ }).waitFor();
  });

  test('is worked by the keyboard: focus follows the choice, Enter opens the moves, Esc goes back', async () => {
    const { page } = desk;
    await chosen(page).focus();
    const before = await chosen(page).textContent();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page).textContent()).not.toBe(before);
    expect(await chosen(page).evaluate((line) => line === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: '误报' }).waitFor();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-case-moves]') !== null))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => chosen(page).evaluate((line) => line === document.activeElement)).toBe(true);
  });

  test('works a case by the keyboard alone: choose, claim, contact and close; the next is the top of the order', async () => {
    const { page } = desk;
    const isFocused = (selector: string): Promise<boolean> =>
      page.evaluate((part) => Boolean(document.activeElement?.closest(part)), selector);
    const tabTo = async (selector: string): Promise<void> => {
      for (let step = 0; step < 150 && !(await isFocused(selector)); step += 1) await page.keyboard.press('Tab');
      expect(await isFocused(selector), selector).toBe(true);
    };
    const order = () =>
      own.get<Page<Listed & { readonly abnormalData: { readonly 'abnormaL_DIA': string } }>>(
        'AbnormalData/GetAll?stateFilter=0,1,2&Sorting=deskRank asc,alarmedTime asc&MaxResultCount=2',
      );
    const [, second] = (await order()).items;
    const { id, 'abnormaL_DIA': words = '' } = second?.abnormalData ?? { id: 0 };
    const fileOf = () =>
      own.get<Listed & { readonly contacts: readonly object[] }>(`AbnormalData/GetAbnormalDataForEdit?id=${id}`);
    await page.goto(`${product.url}/jkfw/adnormal`);
    await chosen(page).waitFor();
    expect(await chosen(page).textContent()).toContain('危急');
    const seen = await chosen(page).evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight);
    expect(seen, 'the first critical case is in view').toBe(true);

    await tabTo('[data-case-list] [aria-current="true"]');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => finding(page).textContent()).toBe(words);
    await page.keyboard.press('Enter');
    expect(await isFocused('[data-move="claim"]')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await fileOf()).abnormalData.state).toBe(1);
    await expect.poll(() => isFocused('[data-move="contact"]')).toBe(true);
    await tabTo('[data-move="handle"]');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => isFocused('[role="dialog"] input[type="radio"]')).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('设备问题');
    await page.keyboard.press('Enter');
    await dialog.getByText('设备问题才可不经联系直接处理').waitFor();
    await expectAccessible(page, 'closing dialog', '[role="dialog"]');
    await picture(page, 'desk-closing');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await dialog.getByText('设备问题才可不经联系直接处理').waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await tabTo('textarea');
    await page.keyboard.type('已联系本人，设备已更换');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    const closed = await fileOf();
    expect([closed.abnormalData.state, closed.contacts.length]).toEqual([3, 1]);
    const [top] = (await order()).items;
    await expect.poll(() => finding(page).textContent()).toBe(top?.abnormalData['abnormaL_DIA']);
    await expect.poll(() => isFocused('[data-case-list] [aria-current="true"]')).toBe(true);
    expect(desk.complaints).toEqual([]);
  });

  test('a notice or a row of the bell leads to its case on a desk that is open already', async () => {
    const { page } = desk;
    await page.getByRole('button', { name: /异常提醒/ }).hover();
    const row = page.getByRole('tooltip').locator('li').last().getByRole('button');
    // A row adds when its figure was measured.
    const [, words = ''] = /：(.*?)(?: · 测于 .*)?$/.exec((await row.textContent()) ?? '') ?? [];
    await row.click();
    await expect.poll(() => finding(page).textContent()).toBe(words);
    const isInView = (): Promise<boolean> =>
      chosen(page).evaluate((line) => {
        const [own, pane] = [line, line.closest('[role="group"]')].map((part) => part?.getBoundingClientRect());
        return own !== undefined && pane !== undefined && own.top >= pane.top && own.bottom <= pane.bottom;
      });
    await expect.poll(isInView).toBe(true);
    const asked = new URL(page.url()).searchParams.get('id');
    const other = page.locator('[data-case-list] li button:not([aria-current])').first();
    const otherWords = await other.locator('[title]').first().textContent();
    await other.click();
    await expect.poll(() => finding(page).textContent()).toBe(otherWords);
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(asked);
    await page.getByRole('button', { name: /异常提醒/ }).hover();
    await row.click();
    await expect.poll(() => finding(page).textContent()).toBe(words);
    expect(new URL(page.url()).searchParams.get('id')).toBe(asked);
    await page.mouse.move(0, 700);
    await row.waitFor({ state: 'hidden' });
  });

  test('shows a number where it stands, for a reason that is filled in', async () => {
    const { page } = desk;
    await page
      .getByRole('list', { name: '联系人' })
      .getByRole('button', { name: /查看完整/ })
      .first()
      .click();
    const link = page.getByRole('list', { name: '联系人' }).getByRole('link', { name: /拨打/ });
    expect(await link.first().getAttribute('href')).toMatch(/^tel:\d{11}$/);
    expect(desk.complaints).toEqual([]);
  });

  test('counts silent devices on all pages and leads to them; the home page counts what its list shows', async () => {
    const { page } = desk;
    await page.goto(`${product.url}/jkfw/adnormal`);
    const { groups } = await own.get<{
      readonly groups: readonly { readonly silent: boolean; readonly count: number }[];
    }>('AbnormalData/GetAbnormalDataCount');
    const head = page.getByRole('button', { name: `设备离线 ${groups.find(({ silent }) => silent)?.count}` });
    await head.waitFor();
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await head.click();
    await page.getByText('第 2 页').waitFor();
    await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');
    await page.goto(product.url);
    const figure = page.getByRole('link', { name: /^其中设备离线/ });
    const shown = await figure.textContent();
    expect(Number(shown)).toBeGreaterThan(0);
    await figure.click();
    await page.getByText(`共 ${shown} 条`).waitFor();
    expect(desk.complaints).toEqual([]);
  });

  test('on a phone the list comes first, a case over it, and back', async () => {
    const phone = await openDesk(browser, product, {
      tenancyName: 'Default',
      userName: 'admin',
      width: 375,
      height: 812,
      isStill: true,
    });
    const { page } = phone;
    await page.goto(`${product.url}/jkfw/adnormal`);
    const line = page.locator('[data-case-list] li button').first();
    await line.waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await line.click();
    await finding(page).waitFor();
    await expectAccessible(page, 'case on a phone');
    await picture(page, 'desk-phone');
    await page.getByRole('button', { name: '返回' }).click();
    await line.waitFor();
    expect(phone.complaints).toEqual([]);
  });
});
