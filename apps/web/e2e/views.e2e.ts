import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';
import { at, cell, dayOf, dragTo, item, monday, week } from './week-desk.ts';

let product: Product;
let browser: Browser;
let admin: Caller;
let first: Desk;
let second: Desk;
let room: number;

const idOf = async (path: string, body: object): Promise<number> => admin.post<number>(path, body);

interface Booking {
  readonly id: number;
  readonly title: string;
  readonly beginTime: string;
  readonly endTime: string;
}
const bookingsNow = async (): Promise<readonly Booking[]> =>
  admin.get<readonly Booking[]>(`ActivityRooms/GetBookings?id=${room}&beginDate=${monday}&endDate=${monday}`);
const beginOf = async (title: string): Promise<string | undefined> => {
  const found = (await bookingsNow()).find((booking) => booking.title === title);
  return found && new Date(found.beginTime).toISOString();
};

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
  admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  room = await idOf('ActivityRooms/CreateOrEdit', { name: '排练厅', capacity: 20, openTime: '06:00' });
  const kind = await idOf('ActivityTypes/CreateOrEdit', { name: '排练', category: 'culture', defaultMinutes: 60 });
  const book = (title: string, hour: number): Promise<number> =>
    idOf('ActivityRoomBookings/CreateOrEdit', {
      activityRoomId: room,
      activityTypeId: kind,
      title,
      beginTime: at(0, hour),
      endTime: at(0, hour + 1),
    });
  for (const [title, hour] of [
    ['合唱', 9],
    ['舞蹈', 10],
    ['戏曲', 13],
  ] as const)
    await book(title, hour);
  [first, second] = await Promise.all([
    openDesk(browser, product, who),
    openDesk(browser, product, { ...who, width: 1920, height: 1080 }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function openWeek(page: Page): Promise<void> {
  await page.goto(`${product.url}/jcpt/basicData/activityBookings?as=week&at=${monday}&activityRoom=${room}`);
  await item(page, '合唱').waitFor();
}
describe('the week of a room', () => {
  beforeAll(async () => {
    for (const { page } of [first, second]) await openWeek(page);
  });

  test('shows bookings at their hours without findings, in light and dark', async () => {
    const { page } = first;
    await picture(page, 'week');
    await picture(second.page, 'week-wide');
    await expectAccessible(page, 'a week of bookings');
    await expectReadableInDark(page, 'a week of bookings');
    expect(
      await week(page)
        .getByRole('button', { name: /^已预订 合唱 09:00–10:00/ })
        .count(),
    ).toBe(1);
  });

  test('a booking is dragged to a free hour; of two hands on one hour the second is refused', async () => {
    await dragTo(first.page, '舞蹈', { day: 0, hour: 15 });
    await first.page.getByText(/^舞蹈 已改到 周一 .* 15:00$/).waitFor();
    expect(await beginOf('舞蹈')).toBe(at(0, 15));
    await dragTo(second.page, '戏曲', { day: 0, hour: 15 });
    await second.page.getByText('已被「舞蹈」占用').first().waitFor();
    await picture(second.page, 'week-second-hand');
    await item(second.page, '戏曲').filter({ hasText: '13:00–14:00' }).waitFor();
    await item(second.page, '舞蹈').filter({ hasText: '15:00–16:00' }).waitFor();
    expect(await beginOf('戏曲')).toBe(at(0, 13));
  });

  test('a row that somebody changed meanwhile goes back and says who changed it', async () => {
    const booking = (await bookingsNow()).find(({ title }) => title === '合唱');
    await admin.post('ActivityRoomBookings/CreateOrEdit', { id: booking?.id, title: '合唱团' });
    await dragTo(second.page, '合唱', { day: 0, hour: 17 });
    await second.page.getByText(/修改/).first().waitFor();
    await item(second.page, '合唱团').filter({ hasText: '09:00–10:00' }).waitFor();
    expect(await beginOf('合唱团')).toBe(at(0, 9));
  });

  test('a booking is moved by keys, and Esc puts it back', async () => {
    const { page } = first;
    await page.keyboard.press('r');
    await item(page, '合唱团').focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('戏曲');
    await page.keyboard.press(' ');
    await page.getByText(/^已拿起 .*戏曲/).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByText(/戏曲.* 已放回$/).waitFor();
    expect(await beginOf('戏曲')).toBe(at(0, 13));
    await page.keyboard.press('Enter');
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByText(/^戏曲 已改到 周一 .* 12:00$/).waitFor();
    expect(await beginOf('戏曲')).toBe(at(0, 12));
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('12:00–13:00');
    expect(first.complaints).toEqual([]);
  });

  test('the month shows the same rows, a drop changes the day, the layout stays in the address and is kept', async () => {
    const { page } = first;
    await page.keyboard.press('v');
    await page.getByRole('table').first().waitFor();
    await page.keyboard.press('v');
    await page.getByRole('group', { name: /年\d+月$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('as')).toBe('calendar');
    await picture(page, 'month');
    await cell(page, 0).getByText('合唱团').waitFor();
    const tall = await page
      .locator('[data-day]')
      .evaluateAll((days) =>
        days.flatMap(({ scrollHeight, clientHeight }) => (scrollHeight > clientHeight ? [scrollHeight] : [])),
      );
    expect(tall).toEqual([]);
    await expectAccessible(page, 'a month of bookings');
    await expectReadableInDark(page, 'a month of bookings');
    await item(page, '戏曲').dragTo(cell(page, 2));
    await page.getByText(/^戏曲 已改到 周三/).waitFor();
    await cell(page, 2).getByText('戏曲').waitFor();
    await item(page, '戏曲').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await cell(page, 0).getByText('戏曲').waitFor();
    await expect.poll(() => beginOf('戏曲')).toBe(at(0, 12));
    await page.goto(`${product.url}/jcpt/basicData/activityBookings`);
    await page.getByRole('group', { name: /年\d+月$/ }).waitFor();
    await page.getByTitle(/^表格/).first().click();
    await page.getByRole('table').first().waitFor();
    expect(first.complaints).toEqual([]);
  });
});

describe('bookings of clients', () => {
  const open = async (path: string): Promise<Page> => {
    await first.page.setViewportSize({ width: 1366, height: 620 });
    await first.page.goto(`${product.url}${path}`);
    await first.page.locator('[role=group][aria-busy=false] [data-item]').first().waitFor();
    return first.page;
  };
  afterAll(() => first.page.setViewportSize({ width: 1366, height: 768 }));

  test('a short row among hours shows the name of its client', async () => {
    const page = await open('/jkfw/Appointments?as=week');
    const hidden = await page.locator('button[data-item]').evaluateAll((items) =>
      items.flatMap((item) => {
        const name = item.querySelector('[class*=name]');
        if (!name) return ['no name'];
        return name.getBoundingClientRect().bottom > item.getBoundingClientRect().bottom ? [item.textContent] : [];
      }),
    );
    expect(hidden).toEqual([]);
    await picture(page, 'week-of-clients');
  });

  test('the present month opens at the week of today, its past days are quieter and readable', async () => {
    const page = await open('/jkfw/Outpatient?as=calendar');
    const [box, today] = await Promise.all([
      page.getByRole('group', { name: /年\d+月$/ }).boundingBox(),
      page.locator(`[data-day="${dayOf(Date.now())}"]`).boundingBox(),
    ]);
    expect((today?.y ?? 0) + 20).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    const days = await page
      .locator('section[data-day]')
      .evaluateAll((shown) =>
        shown.map((day) => ({ day: day.dataset['day'] ?? '', isQuiet: /past/.test(day.className) })),
      );
    const isOver = ({ day }: { readonly day: string }): boolean => day < dayOf(Date.now());
    expect(days.filter(({ isQuiet }) => isQuiet)).toEqual(days.filter(isOver));
    await picture(page, 'month-of-clients');
    await expectAccessible(page, 'the present month');
    await expectReadableInDark(page, 'the present month');
    expect(first.complaints).toEqual([]);
  });
});

describe('contracts as a board', () => {
  const column = (page: Page, state: string): Locator => page.getByRole('region', { name: new RegExp(`^${state} `) });
  const dialog = (page: Page): Locator => page.getByRole('dialog');
  const confirm = (page: Page): Promise<void> =>
    dialog(page)
      .getByRole('button', { name: /^确\s*定$/ })
      .click();
  const inColumn = (state: string, text: string): Promise<void> =>
    column(first.page, state).locator('button[data-item]').filter({ hasText: text }).waitFor();

  beforeAll(async () => {
    const { userId } = await admin
      .get<{ readonly userId: number }>('Session/GetCurrentLoginInformations')
      .then((found) => ({ userId: (found as unknown as { readonly user: { readonly id: number } }).user.id }));
    const make = async (name: string): Promise<number> => {
      return idOf('XYJ_Contract/CreateOrEdit', {
        name,
        contractType: 'purchase',
        partyName: '粮油店',
        chargeUserId: userId,
        startDate: dayOf(Date.now()),
        endDate: monday,
      });
    };
    for (const name of ['米面采购', '油料采购', '蔬菜采购', '鲜蛋采购']) await make(name);
    await first.page.goto(`${product.url}/jcpt/htgl?as=board`);
    await inColumn('草稿', '米面采购');
  });

  test('shows columns with counts and cards without findings, in light and dark', async () => {
    const { page } = first;
    await picture(page, 'board');
    await expectAccessible(page, 'a board of contracts');
    await expectReadableInDark(page, 'a board of contracts');
  });

  test('a card dropped by mouse asks as the move does; cancelled it stays, confirmed it goes', async () => {
    const { page } = first;
    await item(page, '米面采购').dragTo(column(page, '审批中'));
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await dialog(page)
      .getByRole('button', { name: /^取\s*消$/ })
      .click();
    await inColumn('草稿', '米面采购');
    await item(page, '米面采购').dragTo(column(page, '审批中'));
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await confirm(page);
    await inColumn('审批中', '米面采购');
    await item(page, '油料采购').dragTo(column(page, '已终止'));
    await page.getByText(/不能从“草稿”改为“已终止”$/).waitFor();
    await inColumn('草稿', '油料采购');
  });

  test('a card is moved by keys; a move that needs input asks for it', async () => {
    const { page } = first;
    await item(page, '油料采购').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowRight');
    await page.getByText('审批中', { exact: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await confirm(page);
    await inColumn('审批中', '油料采购');

    const inForce = column(page, '执行中').locator('button[data-item]').first();
    const name = (await inForce.textContent()) ?? '';
    const number = /HT\d+/.exec(name)?.[0] ?? '';
    await inForce.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('终止后不能恢复').waitFor();
    await confirm(page);
    await dialog(page).locator('.ant-form-item-explain-error').first().waitFor();
    await dialog(page).getByLabel('终止日期').fill(dayOf(Date.now()));
    await dialog(page).getByLabel('终止日期').press('Tab');
    await dialog(page).getByLabel('原因').fill('双方协商一致');
    await confirm(page);
    await inColumn('已终止', number);
  });

  test('a card that somebody moved meanwhile is refused and stands where it is now', async () => {
    const { page } = first;
    const { items } = await admin.get<{ items: { ['xyJ_Contract']: { id: number; name: string } }[] }>(
      `XYJ_Contract/GetAll?MaxResultCount=50&Filter=${encodeURIComponent('蔬菜采购')}`,
    );
    await item(page, '蔬菜采购').dragTo(column(page, '审批中'));
    await dialog(page).getByText('提交后合同条款不能修改').waitFor();
    await admin.post('XYJ_Contract/Submit', { id: items[0]?.['xyJ_Contract'].id });
    await confirm(page);
    await page.getByText(/该记录已被.*修改/).waitFor();
    await dialog(page)
      .getByRole('button', { name: /^取\s*消$/ })
      .click();
    await inColumn('审批中', '蔬菜采购');
  });

  test('in the calendar a draft can be moved, a contract under approval only opened', async () => {
    const { page } = first;
    await page.goto(`${product.url}/jcpt/htgl?as=calendar&at=${monday}&kind=purchase`);
    await item(page, '蔬菜采购').waitFor();
    const held = (text: string): Promise<readonly (string | null)[]> =>
      Promise.all(['draggable', 'aria-pressed'].map((name) => item(page, text).getAttribute(name)));
    expect([await held('鲜蛋采购'), await held('蔬菜采购')]).toEqual([
      ['true', 'false'],
      ['false', null],
    ]);
    await item(page, '蔬菜采购').focus();
    await page.keyboard.press(' ');
    await page.getByText(/蔬菜采购.* 不能移动$/).waitFor();
  });

  test('a shared view kept on the board brings it back for a colleague, who chose the table', async () => {
    const { page } = first;
    const viewMenu = (on: Page): Locator => on.getByRole('button', { name: /^视图：/ });
    await page.goto(`${product.url}/jcpt/htgl?as=board&kind=purchase`);
    await inColumn('审批中', '蔬菜采购');
    await viewMenu(page).click();
    await page.getByRole('menuitem', { name: '保存为视图' }).click();
    await dialog(page).getByLabel('视图名称').fill('采购看板');
    await dialog(page).getByRole('radio', { name: '本机构所有人' }).check();
    await dialog(page)
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByRole('button', { name: '视图：采购看板', exact: true }).waitFor();
    await page.keyboard.press('v');
    await page.getByRole('button', { name: '视图：采购看板（已修改）' }).waitFor();

    await admin.post('User/CreateOrUpdateUser', {
      user: {
        userName: 'view.reader',
        name: '同事',
        emailAddress: 'view.reader@example.com',
        password: product.password,
        isActive: true,
        shouldChangePasswordOnNextLogin: false,
      },
      assignedRoleNames: ['Admin'],
    });
    const reader = await openDesk(browser, product, { tenancyName: 'Default', userName: 'view.reader', isStill: true });
    const theirs = reader.page;
    await theirs.goto(`${product.url}/jcpt/htgl`);
    await theirs.getByRole('table').first().waitFor();
    await theirs.getByRole('button', { name: '快捷键' }).click();
    await theirs.getByText('切换视图方式', { exact: true }).waitFor();
    await theirs.keyboard.press('Escape');
    await viewMenu(theirs).click();
    await theirs.getByRole('menuitem', { name: /^采购看板（/ }).click();
    await item(theirs, '蔬菜采购').waitFor();
    expect(new URL(theirs.url()).searchParams.get('as')).toBe('board');
    await viewMenu(theirs).click();
    await theirs.getByRole('menuitem', { name: '设为默认视图' }).click();
    await theirs.getByRole('button', { name: '视图：采购看板', exact: true }).waitFor();
    await theirs.goto(`${product.url}/jcpt/htgl`);
    await item(theirs, '蔬菜采购').waitFor();
    await theirs.goto(`${product.url}/inventmanage/DevicesType`);
    await theirs.getByRole('button', { name: '快捷键' }).click();
    await theirs.getByText('刷新', { exact: true }).waitFor();
    expect(await theirs.getByText('切换视图方式', { exact: true }).count()).toBe(0);
    expect(reader.complaints).toEqual([]);
    await reader.context.close();
  });
});
