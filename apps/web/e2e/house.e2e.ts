import { model } from '@kangmai/model';
import { figures } from '@kangmai/model/figures';
import { figureQuery, jsonKeyOf, type Figure } from '@kangmai/resource';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let first: Desk;
let second: Desk;
let admin: Caller;

const zone = '+08:00';
const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const instantOf = (day: string, end: 'from' | 'to'): string =>
  new Date(`${day}T${end === 'from' ? '00:00:00.000' : '23:59:59.999'}${zone}`).toISOString();

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  const who = { tenancyName: 'Default', isStill: true } as const;
  [first, second] = await Promise.all([
    openDesk(browser, product, { ...who, userName: 'admin' }),
    openDesk(browser, product, { ...who, userName: 'admin', width: 1920, height: 1080 }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const ask = <T>(path: string, query: Readonly<Record<string, string | number>>): Promise<T> =>
  admin.get<T>(
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
  );

interface Meter {
  readonly id: number;
  readonly name: string;
  readonly lastReading: number;
}
const metersNow = async (): Promise<readonly Meter[]> =>
  (await ask<{ meters: readonly Meter[] }>('EnergyTelecoms/GetReadingSheet', { readDate: today() })).meters;

const inputOf = (page: Page, { name }: Meter): Locator => page.getByLabel(`${name} 本次读数`);
const barOf = (page: Page): Locator => page.locator(`[data-month="${today().slice(0, 7)}"]`);
const totalOf = async (page: Page): Promise<number> => Number(await barOf(page).getAttribute('data-total'));

async function openMeters(page: Page): Promise<void> {
  await page.goto(`${product.url}/jcpt/basicData/meterReading`);
  await page.locator('input[data-meter]').first().waitFor();
  await barOf(page).waitFor();
}

test('readings are entered by keys, the chart moves, one below the former is asked about', async () => {
  const { page } = first;
  await page.goto(`${product.url}/jcpt/basicData/energy`);
  await page.getByRole('button', { name: '抄表录入' }).click();
  await page.locator('input[data-meter]').first().waitFor();
  await barOf(page).waitFor();
  const [one, two, three] = (await metersNow()) as [Meter, Meter, Meter];
  const before = await totalOf(page);
  await inputOf(page, one).focus();
  await page.keyboard.type(String(one.lastReading + 100));
  await expect.poll(() => totalOf(page)).toBeGreaterThan(before);
  await page.keyboard.press('Enter');
  await expect.poll(() => inputOf(page, two).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowDown');
  const dialog = page.getByRole('dialog').filter({ hasText: '读数低于上次' });
  await dialog.waitFor();
  await expectAccessible(page, 'the question about a lower reading', '[role=dialog]');
  await dialog.getByRole('button', { name: /确\s*认/ }).click();
  await dialog.getByText('请填写说明').waitFor();
  await dialog.getByRole('textbox', { name: /说明/ }).fill('燃气表损坏，今日更换');
  await picture(page, 'meter-cause');
  await dialog.getByRole('button', { name: /确\s*认/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('已换表：燃气表损坏，今日更换').waitFor();
  await inputOf(page, three).fill(String(three.lastReading + 3));
  await expectAccessible(page, 'the grid of meters');
  await picture(page, 'meters');
  const typed = await totalOf(page);
  const strip = page.getByRole('navigation', { name: '已打开的页面' });
  await strip.getByRole('button', { name: '关闭 抄表录入' }).click();
  const question = page.getByRole('dialog', { name: '当前内容尚未保存，确定离开吗？' });
  await question.getByRole('button', { name: '留在此页' }).click();
  await question.waitFor({ state: 'hidden' });
  await inputOf(page, three).press('Control+s');
  await page.getByText('已保存 3 块表的读数').waitFor();
  await page.getByText(`已抄 12`).waitFor();
  await expect.poll(() => totalOf(page)).toBe(typed);
  const { items } = await ask<{ items: readonly { energyReading: { reason: string; meterChanged: boolean } }[] }>(
    'EnergyReadings/GetAll',
    { itemIdFilter: two.id, MaxResultCount: 1 },
  );
  expect(items[0]?.energyReading).toMatchObject({ meterChanged: true, reason: '燃气表损坏，今日更换' });
  await strip.getByRole('button', { name: '关闭 抄表录入' }).click();
  await strip.getByRole('button', { name: '关闭 抄表录入' }).waitFor({ state: 'detached' });
  expect(await question.isVisible()).toBe(false);
  expect(first.complaints).toEqual([]);
});

test('of two hands at one meter the second is told who was faster, and nothing of it is saved', async () => {
  const name = '东门水表';
  await admin.post('EnergyTelecoms/CreateOrEdit', { name, kind: 'water', price: 3, unit: '吨' });
  const other = '西门水表';
  await admin.post('EnergyTelecoms/CreateOrEdit', { name: other, kind: 'water', price: 3, unit: '吨' });
  for (const { page } of [first, second]) await openMeters(page);
  const [east, west] = [name, other].map((each) => ({ name: each }) as Meter) as [Meter, Meter];
  await inputOf(second.page, east).fill('7');
  await inputOf(second.page, west).fill('8');
  await inputOf(first.page, east).fill('5');
  await first.page.getByRole('button', { name: '保存读数' }).click();
  await first.page.getByText('已保存 1 块表').waitFor();
  await second.page.getByRole('button', { name: '保存读数' }).click();
  await second.page
    .getByText(/已录入 \d{4}-\d{2}-\d{2} 的读数 5/)
    .first()
    .waitFor();
  await picture(second.page, 'meters-second-hand');
  const meters = await metersNow();
  expect(meters.find((meter) => meter.name === name)?.lastReading).toBe(5);
  expect(meters.find((meter) => meter.name === other)?.lastReading).toBeNull();
});

test('a run of rooms is shown before it is made; taken numbers are named', async () => {
  const { page } = first;
  await page.goto(`${product.url}/jcpt/basicData/rooms`);
  await page.getByRole('button', { name: '批量新建' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '批量新建房间' });
  for (const [label, option] of [
    ['楼栋', '颐和楼'],
    ['房型', '双人间'],
  ] as const) {
    await dialog.getByLabel(label).click();
    await page.locator('.ant-select-item-option:visible', { hasText: option }).click();
    await dialog.locator('.ant-select', { hasText: option }).waitFor();
  }
  await dialog.getByLabel('楼层').fill('2');
  await dialog.getByLabel('起始房间号').fill('201');
  await dialog.getByLabel('结束房间号').fill('203');
  await dialog.getByText('房间号已存在：201、202、203').waitFor();
  expect(await dialog.getByRole('button', { name: '新建 3 间' }).isDisabled()).toBe(true);
  await dialog.getByLabel('起始房间号').fill('251');
  await dialog.getByLabel('结束房间号').fill('254');
  await dialog.getByText('4 间房，8 张床').waitFor();
  await expectAccessible(page, 'the dialog of a run of rooms', '[role=dialog]');
  await picture(page, 'room-run');
  await dialog.getByRole('button', { name: '新建 4 间' }).click();
  await page.getByText('已新建 4 间房间及床位').waitFor();
  const { totalCount } = await ask<{ totalCount: number }>('Rooms/GetAll', { RoomNoFilter: '25' });
  expect(totalCount).toBeGreaterThanOrEqual(4);
});

/** The number of a figure by the list that it counts. */
async function recounted(figure: Figure): Promise<number> {
  const resource = model.byName(figure.of);
  const page = await ask<{ totalCount: number; sums?: Readonly<Record<string, number>> }>(
    `${resource.wire.service}/${resource.wire.calls.list}`,
    { ...figureQuery(resource, figure, { today: today(), instantOf }), MaxResultCount: 1 },
  );
  if (figure.measure === 'count') return page.totalCount;
  const field = resource.fields[figure.measure.sum];
  return (field && page.sums?.[jsonKeyOf(figure.measure.sum, field)]) ?? 0;
}

test('every figure of the demo is the total of its list, and each number of the overview opens it', async () => {
  const { items } = await ask<{ items: readonly { name: string; value: number }[] }>('Figures/GetFigures', {
    names: Object.keys(figures).join(','),
  });
  expect(items).toHaveLength(Object.keys(figures).length);
  for (const { name, value } of items)
    expect([name, value]).toEqual([name, await recounted(figures[name as keyof typeof figures])]);
  expect(items.find(({ name }) => name === 'bedsTaken')?.value).toBeGreaterThan(0);
  const { page } = first;
  for (const { name, value } of items.filter(({ name: each }) => each !== 'beds')) {
    await page.goto(`${product.url}/jcpt/basicData/overview`);
    await page.locator(`[data-figure=${name}] a`).click();
    if (figures[name as keyof typeof figures].measure === 'count' && value > 0)
      await page
        .getByText(new RegExp(`共\\s*${value}\\s*条`))
        .first()
        .waitFor();
    else await page.waitForURL(/basicData\/|htgl/);
  }
});

test('the overview is readable for a manager, in light and dark, and a nurse sees her part of it', async () => {
  for (const [desk, name] of [
    [first, 'overview'],
    [second, 'overview-wide'],
  ] as const) {
    await desk.page.goto(`${product.url}/jcpt/basicData/overview`);
    await desk.page.locator('[data-figure=bedsFree]').waitFor();
    await barOf(desk.page).waitFor();
    await picture(desk.page, name);
  }
  await expectAccessible(first.page, 'the overview');
  await expectReadableInDark(first.page, 'the overview');
  await openMeters(first.page);
  await expectReadableInDark(first.page, 'the grid of meters');
  const nurse = await openDesk(browser, product, { tenancyName: 'Default', userName: 'nurse', isStill: true });
  await nurse.page.goto(`${product.url}/jcpt/basicData/overview`);
  await nurse.page.locator('[data-figure=bedsFree]').waitFor();
  expect(await nurse.page.locator('[data-figure]').count()).toBe(4);
  await picture(nurse.page, 'overview-nurse');
  await nurse.context.close();
});
