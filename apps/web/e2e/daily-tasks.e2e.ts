import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
/** A device that nobody wears. */
let spare: string;
let person: { readonly id: number; readonly name: string; readonly pinyin: string; readonly phone: string };

interface Clients {
  readonly items: readonly (typeof person)[];
}

const count = <T>(values: readonly T[], value: T): number => values.filter((each) => each === value).length;

async function spareDevice({ get }: Caller): Promise<string> {
  const { items } = await get<{ readonly items: readonly { displayName: string; hint: string | null }[] }>(
    'Device_binds/GetAllDeviceForLookupTable',
  );
  const free = items.find(({ hint }) => hint === null);
  if (!free) throw new Error('every device of the demo is worn');
  return free.displayName;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const nurse = await signIn(product, { tenancyName: 'Default', userName: 'nurse' });
  const { items: people } = await nurse.get<Clients>('C_client/GetPagedAll?MaxResultCount=200');
  const initials = people.map(({ pinyin }) => pinyin);
  const tails = people.map(({ phone }) => phone.slice(-4));
  // Somebody whom three letters and four digits tell from all others.
  const alone = people.find(
    ({ pinyin, phone }) => pinyin.length === 3 && count(initials, pinyin) === 1 && count(tails, phone.slice(-4)) === 1,
  );
  if (!alone) throw new Error('nobody of the demo has initials and a phone tail of their own');
  person = alone;
  spare = await spareDevice(nurse);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'nurse', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Effort {
  clicks: number;
  keys: number;
  pages: number;
}

const table = readFileSync(resolve(import.meta.dirname, '../../../docs/ux.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** The effort that the table of daily tasks allows. */
function allowed(task: string): Effort {
  const [, , clicks, keys, pages] = table.find(([, name]) => name === task) ?? [];
  if (pages === undefined) throw new Error(`docs/ux.md has no task ${task}`);
  return { clicks: Number(clicks), keys: Number(keys), pages: Number(pages) };
}

/** A hand that counts what it does; a chord is one key. */
function handOf(page: Page): {
  readonly effort: Effort;
  readonly click: (target: Locator) => Promise<void>;
  readonly press: (chord: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly arrive: (address: RegExp) => Promise<void>;
} {
  const effort: Effort = { clicks: 0, keys: 0, pages: 0 };
  const press = async (chord: string): Promise<void> => {
    effort.keys += 1;
    await page.keyboard.press(chord);
  };
  return {
    effort,
    click: async (target) => {
      effort.clicks += 1;
      await target.click();
    },
    press,
    type: async (text) => {
      effort.keys += text.length;
      await page.keyboard.type(text);
    },
    arrive: async (address) => {
      await page.waitForURL(address);
      effort.pages += 1;
    },
  };
}

const focused = (input: Locator): Promise<void> =>
  expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);

async function openPerson(word: string): Promise<Effort> {
  const { page } = desk;
  await page.goto(`${product.url}/main/home`);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  const { effort, press, type, arrive } = handOf(page);
  await press('Control+k');
  await page.getByRole('combobox', { name: /姓名、首字母/ }).waitFor();
  await type(word);
  await press('Enter');
  await arrive(new RegExp(`/userManage/UserList/${person.id}$`));
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
  return effort;
}

test('a person by initials', async () => {
  expect(await openPerson(person.pinyin)).toEqual(allowed('a person by three initials'));
});

test('a person by the end of the phone number', async () => {
  expect(await openPerson(person.phone.slice(-4))).toEqual(allowed('a person by the end of the phone number'));
});

async function showPerson(): Promise<Page> {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/UserList/${person.id}`);
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
  return page;
}

const openDialog = (): Locator => desk.page.getByRole('dialog').last();

test('a blood pressure by hand, and its correction', async () => {
  const page = await showPerson();
  const first = handOf(page);
  await first.click(page.getByRole('button', { name: '录入测量' }));
  await focused(openDialog().getByLabel(/收缩压/));
  await first.type('118');
  await first.press('Enter');
  await first.type('76');
  await first.press('Control+Enter');
  const timeline = page.getByRole('group', { name: '时间线' }).first();
  await timeline.getByText('收缩压 118，舒张压 76 mmHg').first().waitFor();
  expect(first.effort).toEqual(allowed('a blood pressure by hand, from the person'));

  await openDialog().waitFor({ state: 'hidden' });
  const second = handOf(page);
  await second.click(timeline.getByRole('button', { name: /血压$/ }).first());
  await second.click(openDialog().getByRole('button', { name: /^更正/ }));
  await focused(openDialog().getByLabel(/收缩压/));
  await second.press('Control+a');
  await second.type('128');
  await second.click(openDialog().getByLabel('原因'));
  await second.type('录入错误');
  await second.press('Control+Enter');
  await page.getByText('血压已更正，相关异常将重新判定').waitFor();
  expect(second.effort).toEqual(allowed('a reading corrected, from the person'));
});

test('the last week of a person', async () => {
  const page = await showPerson();
  const { effort, click } = handOf(page);
  await click(page.getByText('7天', { exact: true }));
  await page.locator('.ant-segmented-item-selected', { hasText: '7天' }).waitFor();
  expect(effort).toEqual(allowed('the last week of a person'));
});

test('a device is bound to a person', async () => {
  const page = await showPerson();
  const { effort, click, press, type } = handOf(page);
  await click(page.getByRole('tab', { name: '设备', exact: true }));
  await click(page.getByRole('button', { name: '绑定设备' }));
  await focused(openDialog().getByRole('combobox', { name: '设备IMEI' }));
  await openDialog()
    .locator('.ant-drawer-title')
    .getByText(new RegExp(`^新增设备绑定：${person.name} · [男女] · \\d+岁$`))
    .waitFor();
  await type(spare);
  await page.locator('.ant-select-item-option-active:visible', { hasText: spare }).waitFor();
  await press('Enter');
  await press('Control+Enter');
  await page.getByText('设备绑定已新增').waitFor();
  await page.getByRole('row').filter({ hasText: spare }).first().waitFor();
  expect(effort).toEqual(allowed('a device is bound, from the person'));
});

test('the rows of a filtered list as a spreadsheet', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/userManage/UserList?text=${encodeURIComponent(person.pinyin)}`);
  await page.locator('.ant-table-row:not([data-row-key^="-"])').first().waitFor();
  const { effort, click } = handOf(page);
  const download = page.waitForEvent('download');
  await click(page.getByRole('button', { name: /导\s*出/ }));
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  expect(effort).toEqual(allowed('a filtered list as a spreadsheet'));
});

test('the search offers people viewed of late, tells people of a name apart, and leaves nobody twice', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/main/home`);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.getByRole('button', { name: '搜索客户、页面' }).click();
  const recent = page.getByRole('group', { name: '最近查看的客户' }).getByRole('option');
  await recent.first().waitFor();
  expect(await recent.first().textContent()).toContain(person.name);
  await page.getByRole('combobox', { name: /姓名、首字母/ }).fill(person.name.slice(0, 1));
  const people = page.getByRole('group', { name: '客户', exact: true }).getByRole('option');
  await people.first().waitFor();
  expect(await people.first().textContent()).toMatch(/[男女] · \d+岁 · 1\d\d\*{4}\d{4}.*最近查看/);
  const lines = await people.allTextContents();
  expect(new Set(lines).size).toBe(lines.length);
  await expectAccessible(page, 'search for people', '[role="dialog"]');
  await page.getByRole('combobox', { name: /姓名、首字母/ }).fill('没有这个人');
  await page.getByText('没有匹配的客户或页面').waitFor();
  await page.keyboard.press('Escape');
  expect(desk.complaints).toEqual([]);
});
