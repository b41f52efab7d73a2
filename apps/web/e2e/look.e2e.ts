import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, type Desk } from './browser.ts';
import { dictionaryTests } from './look/dictionary.ts';
import { failureTests } from './look/failures.ts';
import { homeTests } from './look/home.ts';
import { soon } from './look/seen.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

const who = { tenancyName: 'Default', userName: 'admin' } as const;
const usual = { theme: 'light', zoom: 'auto', fontSize: 'standard' } as const;
type Preferences = { readonly [Name in keyof typeof usual]?: string };

let product: Product;
let browser: Browser;
let admin: Caller;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  desk = await openDesk(browser, product, { ...who, isStill: true });
  ({ page } = desk);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const heading = (name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const openPath = (path: string): Promise<unknown> => page.goto(`${product.url}${path}`);

/** Saves preferences and reloads. */
async function prefer(preferences: Preferences): Promise<void> {
  await admin.put('Profile/UpdatePreferences', { ...usual, ...preferences });
  await openPath('/main/home');
  await heading('首页').waitFor();
}

describe('theme', () => {
  const colours = () =>
    page.evaluate(() => ({
      theme: document.documentElement.dataset['theme'],
      ground: getComputedStyle(document.body).backgroundColor,
    }));
  const dark = { theme: 'dark', ground: 'rgb(15, 17, 21)' };

  test('SH-061 the theme is stored with the user, and a reload shows no other one before the program runs', async () => {
    await prefer({ theme: 'dark' });
    expect(await colours()).toEqual(dark);
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.first').waitFor({ state: 'attached' });
    expect(await colours()).toEqual(dark);
    letGo();
    await heading('首页').waitFor();
    await page.unrouteAll();
    expect(await colours()).toEqual(dark);
  });

  test('SH-061 the sign-in page of the same browser is dark too, and readable', async () => {
    const context = await browser.newContext({
      storageState: { cookies: await desk.context.cookies(), origins: [] },
      viewport: { width: 1366, height: 768 },
      locale: 'zh-CN',
    });
    const other = await context.newPage();
    await other.goto(product.url);
    await other.getByRole('button', { name: '登录' }).waitFor();
    expect(await other.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await expectAccessible(other, 'sign-in, dark');
    await context.close();
  });

  test('SH-061 the system is followed where that was chosen, and paper is always light', async () => {
    await prefer({ theme: 'system' });
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' });
    await page.emulateMedia({ colorScheme: null, media: null });
    await prefer({});
  });
});

describe('size', () => {
  const rootFont = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  const zoom = (): Promise<number> => page.evaluate(() => Number(getComputedStyle(document.body).zoom));
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  test.each([
    [999, '10px'],
    [1000, '12px'],
    [1599, '12px'],
    [1600, '18px'],
  ])('SH-059 the root font at %i px is %s', async (width, size) => {
    await page.setViewportSize({ width, height: 768 });
    await expect.poll(rootFont, soon).toBe(size);
  });

  test('SH-060 the size of text is a preference', async () => {
    await prefer({ fontSize: 'larger' });
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('18px');
    await prefer({});
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('14px');
  });

  test.each([
    { width: 1440, mode: 'proportional', drawn: 0.75 },
    { width: 1920, mode: 'auto', drawn: 1 },
    { width: 2560, mode: 'auto', drawn: 1.3333 },
  ])('SH-060 lists, calendars and borders are hit at $drawn', async ({ width, mode, drawn }) => {
    await page.setViewportSize({ width, height: Math.round(width * 0.5625) });
    await prefer({ zoom: mode });
    expect(await zoom()).toBeCloseTo(drawn, 3);

    await openPath('/jcpt/dictionary?type=gender');
    const border = page.getByRole('separator', { name: '调整宽度' });
    await border.waitFor();
    const [left, at] = [await boxOf(page.getByRole('region', { name: '字典类型' })), await boxOf(border)];
    await page.mouse.move(at.x + at.width / 2, at.y + 60);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 60, at.y + 60, { steps: 3 });
    await page.mouse.up();
    await expect
      .poll(
        async () => Math.abs((await boxOf(page.getByRole('region', { name: '字典类型' }))).width - left.width - 60),
        soon,
      )
      .toBeLessThanOrEqual(2);

    await openPath('/userManage/UserList');
    const select = page.getByRole('search').getByRole('combobox', { name: '性别' });
    await select.click();
    const option = page.locator('.ant-select-item-option', { hasText: '男' });
    await option.waitFor();
    const frame = page.getByRole('search').locator('.ant-select').first();
    const [field, list] = [await boxOf(frame), await boxOf(page.locator('.ant-select-dropdown:visible'))];
    expect(Math.abs(list.x - field.x)).toBeLessThanOrEqual(2);
    expect(Math.abs(list.y - field.y - field.height)).toBeLessThanOrEqual(8);
    const target = await boxOf(option);
    await page.mouse.click(target.x + target.width / 2, target.y + target.height / 2);
    await frame.getByText('男').waitFor();

    await openPath('/jcpt/rzgl/alerts');
    await page.getByRole('search').getByRole('button', { name: '筛选' }).click();
    const from = page.getByRole('form', { name: '筛选' }).getByPlaceholder('从').first();
    await from.click();
    const panel = page.locator('.ant-picker-dropdown:visible');
    await panel.waitFor();
    const picker = page.getByRole('form', { name: '筛选' }).locator('.ant-picker').first();
    const [input, calendar] = [await boxOf(picker), await boxOf(panel)];
    expect(Math.abs(calendar.x - input.x)).toBeLessThanOrEqual(8);
    const day = await boxOf(panel.locator('.ant-picker-cell-in-view').nth(9));
    await page.mouse.click(day.x + day.width / 2, day.y + day.height / 2);
    await expect.poll(() => from.inputValue(), soon).toMatch(/-10( |$)/);
  });

  test('SH-060 nothing is scaled where that was chosen', async () => {
    await prefer({ zoom: 'off' });
    expect(await zoom()).toBe(1);
    await page.setViewportSize({ width: 1366, height: 768 });
    await prefer({});
  });
});

describe('language', () => {
  test('SH-035 another language asks before input is lost, then the page and the server speak it', async () => {
    await openPath('/inventmanage/DevicesType');
    await page.getByRole('button', { name: '新增' }).first().click();
    await page.getByRole('dialog').getByLabel('类型名称').fill('x');
    await page.getByRole('button', { name: '语言' }).dispatchEvent('click');
    await expect
      .poll(() => page.locator('.ant-dropdown:visible').getByRole('menuitem').allInnerTexts(), soon)
      .toEqual(['English']);
    await page.getByRole('menuitem', { name: 'English' }).dispatchEvent('click');
    const question = page.getByRole('dialog', { name: '当前内容尚未保存，确定离开吗？' });
    await question.getByRole('button', { name: '留在此页' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByRole('dialog').getByLabel('类型名称').inputValue()).toBe('x');
    await page.getByRole('button', { name: '语言' }).dispatchEvent('click');
    await page.getByRole('menuitem', { name: 'English' }).dispatchEvent('click');
    // A question of the browser would be a second one.
    page.once('dialog', (second) => void second.dismiss());
    await Promise.all([page.waitForEvent('load'), question.getByRole('button', { name: '离开' }).click()]);
    await heading('Device types').waitFor();
    expect((await desk.context.cookies()).find(({ name }) => name === 'Abp.Localization.CultureName')?.value).toBe(
      'en',
    );
    await page.getByRole('button', { name: /New/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter Name', { exact: true }).first().waitFor();
    const asked = page.waitForRequest(/DevicesType\/GetAll/);
    await openPath('/inventmanage/DevicesType');
    const request = await asked;
    const refused = await desk.context.request.get(`${request.url()}&Sorting=nothing`, {
      headers: await request.allHeaders(),
    });
    expect(((await refused.json()) as { error: { message: string } }).error.message).toMatch(/^[\x20-\x7e]+$/);
    await page.getByRole('button', { name: 'Language' }).click();
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: '简体中文' }).click()]);
    await heading('设备类型').waitFor();
  });

  afterAll(() => admin.post('Profile/ChangeLanguage', { languageName: 'zh-Hans' }));
});

describe('footer', () => {
  test('SH-062 copyright and the two registrations stand below, each only when it is set', async () => {
    const footer = page.getByRole('contentinfo');
    await openPath('/main/home');
    await footer.getByText('康脉 Kangmai').waitFor();
    expect(await footer.getByRole('link').count()).toBe(0);
    await page.route('**/AbpUserConfiguration/GetAll*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { result: { setting: { values: Record<string, string> } } };
      Object.assign(body.result.setting.values, {
        'App.Footer.PoliceRecord': '滇公网安备 53010000000000 号',
        'App.Footer.IcpRecord': '滇ICP备00000000号',
      });
      await route.fulfill({ response, json: body });
    });
    await page.reload();
    const links = await Promise.all(
      [
        ['滇公网安备 53010000000000 号', 'https://beian.mps.gov.cn/'],
        ['滇ICP备00000000号', 'https://beian.miit.gov.cn/'],
      ].map(async ([name = '', href = '']) => {
        const link = footer.getByRole('link', { name });
        await link.waitFor();
        return (await link.getAttribute('href')) === href && (await link.getAttribute('target')) === '_blank';
      }),
    );
    expect(links).toEqual([true, true]);
    await page.unrouteAll();
  });
});

describe('lists', () => {
  test('SH-067 a list begins with page 1 of as many rows as fit, the list beside a map has eight', async () => {
    // The home page uses the same call for its counts, with one row.
    const asked = page.waitForRequest(/C_client\/GetPagedAll\?(?!.*MaxResultCount=1(?!\d))/);
    await openPath('/userManage/UserList');
    const question = new URL((await asked).url()).searchParams;
    const fitting = Number(question.get('MaxResultCount'));
    expect(question.get('SkipCount')).toBe('0');
    expect(fitting).toBeGreaterThanOrEqual(8);
    const rows = page.locator('.ant-table-tbody tr[data-row-key]');
    await rows.nth(fitting - 1).waitFor();
    expect(await rows.count()).toBe(fitting);
    await openPath('/ycjh/devicesLocations');
    const people = page.getByRole('list', { name: '佩戴人列表' }).getByRole('button');
    await people.nth(7).waitFor();
    expect(await people.count()).toBe(8);
  });
});

const seen = () => ({ product, desk, admin });
homeTests(seen);
dictionaryTests(seen);
failureTests(seen);
