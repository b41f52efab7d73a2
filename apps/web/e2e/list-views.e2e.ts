import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let other: Desk;
let admin: Caller;

const path = '/public/UserDevice';
const soon = { interval: 50 };
const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, who);
  other = await openDesk(browser, product, { ...who, userName: 'manager' });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Opens the list by address, as a typed or copied link does. */
async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`${product.url}${path}${search}`);
  await page.getByRole('heading', { level: 1, name: '设备绑定' }).waitFor();
  await page
    .getByRole('button', { name: /^编辑 / })
    .first()
    .waitFor();
}

const headings = (page: Page): Promise<readonly string[]> =>
  page
    .getByRole('table')
    .first()
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent.trim()).filter((text) => text !== ''));
const searchOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);
const viewButton = (page: Page) => page.getByRole('button', { name: /^视图：/ });
const saved = (page: Page, call: string): Promise<unknown> =>
  page.waitForResponse((response) => response.url().includes(call) && response.ok());

/** The pagination lies within the frame. */
const expectPagesInView = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      const [pages, frame] = [
        await page.locator('main .ant-pagination').boundingBox(),
        await page.locator('main').boundingBox(),
      ];
      return pages && frame ? pages.y + pages.height - frame.y - frame.height : Number.POSITIVE_INFINITY;
    }, soon)
    .toBeLessThanOrEqual(0);

test('at 1366 × 768 as many rows as fit, ten or more, and the pages below them are in view', async () => {
  const { page } = desk;
  await openList(page);
  expect(await page.getByRole('button', { name: /^编辑 / }).count()).toBeGreaterThanOrEqual(10);
  await expectPagesInView(page);
  await page.goto(`${product.url}/device/alldata`);
  await page.getByText('按客户查询后').waitFor();
  await page.locator('main [data-opens-row]').nth(7).waitFor();
  await expectPagesInView(page);
});

test('rows are ticked one by one, all between two with Shift, and the page at once', async () => {
  const { page } = desk;
  await openList(page);
  const box = (at: number) => page.locator('main tbody tr[data-row-key]').nth(at).getByRole('checkbox');
  const isSelected = (n: number): Promise<void> => page.getByText(`已选择 ${n} 项`, { exact: true }).waitFor();
  await box(1).check();
  await isSelected(1);
  await box(4).click({ modifiers: ['Shift'] });
  await isSelected(4);
  expect(await box(3).isChecked()).toBe(true);
  const whole = page.locator('main thead').getByRole('checkbox').first();
  expect(await whole.evaluate((input) => (input as HTMLInputElement).indeterminate)).toBe(true);
  await whole.check();
  await isSelected(await page.locator('main tbody tr[data-row-key]').count());
  await page.getByRole('button', { name: '取消选择' }).click();
  await page
    .getByText(/已选择/)
    .first()
    .waitFor({ state: 'detached' });
  expect(await box(1).isChecked()).toBe(false);
});

describe('columns', () => {
  test('are hidden, moved, pinned and widened; kept on the server, and there from the first drawing', async () => {
    const { page } = desk;
    await openList(page);
    await page.getByRole('button', { name: '列设置' }).click();
    const panel = page.getByRole('group', { name: '列设置' });
    await panel.waitFor();
    await expectAccessible(page, 'column settings');
    await picture(page, 'list-columns');
    await Promise.all([saved(page, 'SaveLook'), panel.getByRole('checkbox', { name: '解绑原因' }).click()]);
    await Promise.all([saved(page, 'SaveLook'), panel.getByRole('button', { name: '上移 客户' }).click()]);
    await panel.getByRole('combobox', { name: '固定 状态' }).click();
    await Promise.all([
      saved(page, 'SaveLook'),
      page
        .getByRole('option', { name: '左侧' })
        .or(page.locator('.ant-select-item-option', { hasText: '左侧' }))
        .last()
        .click(),
    ]);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => headings(page), soon)
      .toEqual(['状态', '客户', '设备IMEI', '绑定关系', '绑定时间', '解绑时间', '操作']);
    const seen: (readonly string[])[] = [];
    await page.exposeFunction('sawHeadings', (texts: readonly string[]) => {
      seen.push(texts);
    });
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const texts = [...document.querySelectorAll('main thead th')]
          .map((cell) => cell.textContent.trim())
          .filter((text) => text !== '');
        if (texts.length > 0)
          (globalThis as unknown as { sawHeadings: (texts: readonly string[]) => void }).sawHeadings(texts);
      }).observe(document, { childList: true, subtree: true });
    });
    await openList(page);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map((texts) => texts.join(' '))), 'no other columns were ever drawn').toEqual(
      new Set(['状态 客户 设备IMEI 绑定关系 绑定时间 解绑时间 操作']),
    );
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('list.')))).toEqual([]);
  });

  test('a border that is dragged stays where it was let go', async () => {
    const { page } = desk;
    const cell = page.getByRole('columnheader', { name: '客户' }).first();
    const before = await cell.boundingBox();
    if (!before) throw new Error('no heading');
    await page.mouse.move(before.x + before.width, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 80, before.y + 10, { steps: 4 });
    await Promise.all([saved(page, 'SaveLook'), page.mouse.up()]);
    await openList(page);
    expect((await page.getByRole('columnheader', { name: '客户' }).first().boundingBox())?.width).toBeGreaterThan(
      before.width + 60,
    );
    expect(searchOf(page), 'the drag did not sort').toBe('');
  });

  test('two tabs: the later one takes the newer arrangement and says so', async () => {
    const { page } = desk;
    const second = await desk.context.newPage();
    await openList(second);
    await page.getByRole('button', { name: '密度' }).click();
    await Promise.all([saved(page, 'SaveLook'), page.getByRole('menuitem', { name: '宽松' }).click()]);
    await second.getByRole('button', { name: '密度' }).click();
    await second.getByRole('menuitem', { name: '标准' }).click();
    await second.getByText('列表设置已在另一处修改').waitFor();
    const mine = await admin.get<{ looks: readonly { resource: string; look: { density: string } }[] }>(
      'Lists/GetMine',
    );
    expect(mine.looks.find(({ resource }) => resource === 'deviceBinding')?.look.density).toBe('large');
    await second.close();
    desk.complaints.splice(0);
  });

  test('restoring gives the usual columns at the first press', async () => {
    const { page } = desk;
    await page.getByRole('button', { name: '列设置' }).click();
    await Promise.all([saved(page, 'SaveLook'), page.getByRole('button', { name: '恢复默认' }).click()]);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => headings(page), soon)
      .toEqual(['设备IMEI', '客户', '绑定关系', '状态', '绑定时间', '解绑时间', '解绑原因', '操作']);
  });
});

describe('views', () => {
  test('filter, order and page stand in the address: reload and going back give the same lists', async () => {
    const { page } = desk;
    await openList(page);
    await page.getByRole('search').getByRole('textbox', { name: '关键字' }).fill('8');
    await page.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => searchOf(page), soon).toBe('?q=8');
    await page.getByRole('columnheader', { name: '绑定时间' }).click();
    await expect.poll(() => searchOf(page), soon).toBe('?q=8&sort=boundAt');
    await page.getByRole('listitem', { name: '2' }).first().click();
    await expect.poll(() => searchOf(page), soon).toBe('?q=8&sort=boundAt&page=2');
    await page.locator('.ant-pagination-item-2.ant-pagination-item-active').waitFor();
    await page.locator('main [class*=tableBox][aria-busy="false"]').waitFor();
    const rows = (): Promise<readonly string[]> =>
      page.locator('tr[data-row-key]').evaluateAll((all) => all.map((row) => row.getAttribute('data-row-key') ?? ''));
    const shown = await rows();
    await page.reload();
    await page
      .getByRole('button', { name: /^编辑 / })
      .first()
      .waitFor();
    expect(await rows()).toEqual(shown);
    await page.goBack();
    await expect.poll(() => searchOf(page), soon).toBe('?q=8&sort=boundAt');
    await page.goBack();
    await expect.poll(() => searchOf(page), soon).toBe('?q=8');
    await page.goBack();
    await expect.poll(() => searchOf(page), soon).toBe('');
    await expect
      .poll(() => page.getByRole('search').getByRole('textbox', { name: '关键字' }).inputValue(), soon)
      .toBe('');
  });

  test('what is shown is kept under a name with its columns, chosen again, changed and updated', async () => {
    const { page } = desk;
    await openList(page, '?sort=boundAt&size=50');
    await page.getByRole('button', { name: '列设置' }).click();
    await Promise.all([
      saved(page, 'SaveLook'),
      page.getByRole('group', { name: '列设置' }).getByRole('checkbox', { name: '解绑原因' }).click(),
    ]);
    await page.keyboard.press('Escape');
    await viewButton(page).click();
    await picture(page, 'list-views');
    await page.getByRole('menuitem', { name: '保存为视图' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('视图名称').fill('最早绑定');
    await dialog.getByRole('radio', { name: '本机构所有人' }).check();
    await expectAccessible(page, 'view dialog', '[role="dialog"]');
    await dialog.getByRole('button', { name: /保\s*存/ }).click();
    await expect.poll(() => searchOf(page), soon).toMatch(/^\?sort=boundAt&size=50&view=\d+$/);
    await page.getByRole('button', { name: '视图：最早绑定' }).waitFor();
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('group', { name: '列设置' }).getByRole('checkbox', { name: '解绑时间' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '视图：最早绑定（已修改）' }).click();
    await Promise.all([saved(page, 'SaveView'), page.getByRole('menuitem', { name: '更新当前视图' }).click()]);
    await page.getByRole('button', { name: '视图：最早绑定', exact: true }).waitFor();
    await expect.poll(() => headings(page), soon).toEqual(['设备IMEI', '客户', '绑定关系', '状态', '绑定时间', '操作']);
  });

  test('a shared view is there for a colleague, who may open with it and not change it', async () => {
    const { page } = other;
    await openList(page);
    expect(await headings(page)).toContain('解绑原因');
    await viewButton(page).click();
    await page.getByRole('menuitem', { name: /^最早绑定（/ }).click();
    await expect.poll(() => searchOf(page), soon).toContain('sort=boundAt');
    await expect.poll(() => headings(page), soon).toEqual(['设备IMEI', '客户', '绑定关系', '状态', '绑定时间', '操作']);
    await viewButton(page).click();
    expect(await page.getByRole('menuitem', { name: '删除当前视图' }).count()).toBe(0);
    await Promise.all([saved(page, 'ChooseView'), page.getByRole('menuitem', { name: '设为默认视图' }).click()]);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('Device_binds/GetAll?')) asked.push(request.url());
    });
    await openList(page);
    expect(searchOf(page)).toMatch(/^\?sort=boundAt&size=50&view=\d+$/);
    expect(
      asked.filter((url) => !url.includes('Sorting=')),
      'the list was never asked for as it usually is',
    ).toEqual([]);
    await page.getByRole('button', { name: '重置' }).click();
    await expect.poll(() => searchOf(page), soon).toBe('?size=50&view=0');
    await page.reload();
    await page
      .getByRole('button', { name: /^编辑 / })
      .first()
      .waitFor();
    expect(searchOf(page), 'put aside on purpose').toBe('?size=50&view=0');
    expect(other.complaints).toEqual([]);
  });

  test('its owner renames and deletes it; the colleague’s list opens as usual again', async () => {
    const { page } = desk;
    await viewButton(page).click();
    await page.getByRole('menuitem', { name: '修改名称与共享' }).click();
    await page.getByRole('dialog').getByLabel('视图名称').fill('最早的绑定');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByRole('button', { name: '视图：最早的绑定' }).click();
    await page.getByRole('menuitem', { name: '删除当前视图' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /删\s*除/ })
      .click();
    await page.getByRole('button', { name: '视图：默认视图' }).waitFor();
    await openList(other.page);
    expect(searchOf(other.page)).toBe('');
    expect(desk.complaints).toEqual([]);
  });
});

test('single letters work until they are turned off, for every list', async () => {
  const { page } = desk;
  await openList(page);
  await page.keyboard.press('n');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '快捷键' }).click();
  const turn = page.getByRole('switch', { name: '启用字母快捷键' });
  await turn.waitFor();
  await expectAccessible(page, 'keys', '.ant-popover');
  await picture(page, 'list-keys');
  await Promise.all([saved(page, 'SaveKeys'), turn.click()]);
  await page.goto(`${product.url}/inventmanage/DevicesType`);
  await page
    .getByRole('button', { name: /^编辑 / })
    .first()
    .waitFor();
  await page.keyboard.press('n');
  await page.locator('tr[data-row-key]').first().focus();
  await page.keyboard.press('e');
  await page.keyboard.press('ArrowDown');
  expect(
    await page
      .locator('tr[data-row-key]')
      .nth(1)
      .evaluate((row) => row === document.activeElement),
    'arrows stay',
  ).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

describe('on paper', () => {
  test('the list with its head, its filters in words and nothing of the frame; on the last sheet the heading again', async () => {
    const { page } = desk;
    await page.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = 'yes';
      };
    });
    await openList(page, '?state=active');
    await page.getByRole('group', { name: '当前条件' }).getByText('状态：有效').waitFor();
    const said = saved(page, 'Lists/LogPrint');
    await page.getByRole('button', { name: /打印/ }).click();
    await page.getByRole('menuitem', { name: /^打印全部/ }).click();
    await said;
    await page.locator('html[data-printed=yes]').waitFor();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByTestId('print-sheet');
    const text = await sheet.locator('header').innerText();
    const { tenant } = await admin.get<{ tenant: { name: string } }>('Session/GetCurrentLoginInformations');
    for (const word of [tenant.name, '设备绑定', '查询条件：状态：有效', '打印时间：', '打印人：'])
      expect(text).toContain(word);
    expect(await page.locator('#root').isVisible(), 'nothing of the frame').toBe(false);
    const rows = await sheet.locator('tbody tr').count();
    expect(rows).toBeGreaterThan(100);
    expect(await sheet.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group');
    expect(
      await sheet
        .locator('td')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length),
      'nothing is cut',
    ).toBe(0);
    await page.setViewportSize({ width: 1047, height: 700 });
    await picture(page, 'list-print');
    await page.setViewportSize({ width: 1366, height: 768 });
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheets.match(/\/Type\s*\/Page[^s]/g)?.length ?? 0).toBeGreaterThan(3);
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(sheets) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))], 'A4, lying').toEqual([842, 595]);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await sheet.waitFor({ state: 'detached' });
    expect(desk.complaints).toEqual([]);
  });
});
