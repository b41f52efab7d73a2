import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectReadableInDark, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
const path = '/jcpt/systemSettings/abnormalRules';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, who);
  await admin.put('Profile/UpdatePreferences', { theme: 'system' });
  desk = await openDesk(browser, product, who);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function chooseOption(
  page: Page,
  within: Locator,
  { label, word }: { readonly label: string; readonly word: string },
): Promise<void> {
  await within.getByLabel(label, { exact: true }).first().click();
  const option = page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByText(word, { exact: true })
    .last();
  await option.click();
  await option.waitFor({ state: 'hidden' });
}

/** Whether nothing covers the centre of an element, such as the footer of a form. */
const isInSight = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });

interface Stored {
  readonly abnormalRule: {
    readonly id: number;
    readonly ruleCode: string;
    readonly metric: string;
    readonly condition: unknown;
    readonly version: number;
  };
}

/** The stored rule with a code. */
async function stored(code: string): Promise<Stored['abnormalRule'] | undefined> {
  const { items } = await admin.get<{ items: readonly Stored[] }>('AbnormalRules/GetAll?MaxResultCount=200');
  return items.find(({ abnormalRule }) => abnormalRule.ruleCode === code)?.abnormalRule;
}

const saved = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'hidden' });

test('a rule is written in words, with its mistakes named where they are', async () => {
  const { page } = desk;
  await page.goto(product.url + path);
  await page
    .getByRole('button', { name: /新\s*增/ })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('group', { name: '条件', exact: true }).getByText('请先选择测量类型').waitFor();
  await form.getByLabel('规则编码').fill('OWN-BP');
  await form.getByLabel('规则名称').fill('本院血压关注');
  await chooseOption(page, form, { label: '测量类型', word: '心率' });
  const item = form.getByRole('group', { name: '第 1 项' });
  await item.getByText('心率 (次/分)', { exact: true }).waitFor();
  // The other kind does not have the metric, so it is removed from the items too.
  await chooseOption(page, form, { label: '测量类型', word: '血压' });
  await item.getByText('心率 (次/分)', { exact: true }).waitFor({ state: 'hidden' });
  await chooseOption(page, form, { label: '指标', word: '收缩压 (mmHg)' });
  await item.getByText('收缩压 (mmHg)', { exact: true }).waitFor();
  await item.getByLabel('阈值', { exact: true }).fill('1600');
  await item.getByText('超出可测范围（30–350）').waitFor();
  await chooseOption(page, form, { label: '适用层级', word: '租户' });
  await form.getByRole('radio', { name: '偏高' }).check();
  await chooseOption(page, form, { label: '级别', word: '警告' });
  await form.getByRole('button', { name: '添加一项（或）' }).click();
  const second = form.getByRole('group', { name: /第 2 项/ });
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await second.getByText('请选择指标').waitFor();
  await form.getByText('条件有 3 处需要修改：超出可测范围（30–350）').waitFor();
  // The form's focus moves on to the invalid input.
  await expect
    .poll(() => item.getByLabel('阈值', { exact: true }).evaluate((input) => input === document.activeElement))
    .toBe(true);
  await expectAccessible(page, 'mistakes', '[role="dialog"]');
  await expectReadableInDark(page, 'mistakes', '[role="dialog"]');
  await picture(page, 'rule-mistakes');

  await item.getByLabel('阈值', { exact: true }).fill('185');
  await chooseOption(page, second, { label: '指标', word: '舒张压 (mmHg)' });
  await second.getByLabel('阈值', { exact: true }).fill('112');
  await second.getByText('限定年龄、性别或情形').press('Enter');
  await second.getByLabel('最小年龄').fill('60');
  await form.getByText('收缩压 ≥ 185 mmHg，或舒张压 ≥ 112 mmHg（60岁及以上）').waitFor();
  // Only the server knows that the host's limit is stricter.
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  const refusal = form.getByText(/警告和危急级别只能比平台标准（BP-H3.*）更严格/);
  await refusal.waitFor();
  await expect.poll(() => isInSight(refusal)).toBe(true);
  await picture(page, 'rule-refused');
  // Browsers log every refused call.
  expect(desk.complaints.splice(0)).toEqual([
    'Failed to load resource: the server responded with a status of 400 (Bad Request)',
  ]);
  await chooseOption(page, form, { label: '级别', word: '关注' });
  await form.getByRole('button', { name: '试算最近7天' }).click();
  await form.getByText(/最近7天有读数的 \d+ 人中/).waitFor();
  await form.getByRole('button', { name: '测算', exact: true }).click();
  const bench = page.getByRole('dialog', { name: '测算：本院血压关注' });
  await bench.getByRole('button', { name: '开始测算' }).click();
  await bench.getByText(/^现行规则 \d+ 次，本规则生效后 \d+ 次，涉及 \d+ 人$/).waitFor();
  await bench.getByRole('progressbar').waitFor({ state: 'hidden' });
  await bench.getByText(/按未保存的内容/).waitFor();
  await expectAccessible(page, 'bench', '.ant-modal-container');
  await expectReadableInDark(page, 'bench', '.ant-modal-container');
  await picture(page, 'rule-bench');
  await page.keyboard.press('Escape');
  await bench.waitFor({ state: 'hidden' });
  // A notice under the pointer would stay open and cover the button.
  await page.mouse.move(0, 0);
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await saved(page);

  await page.goto(`${product.url}${path}?q=OWN-BP`);
  await page.getByRole('cell', { name: '收缩压 ≥ 185 mmHg，或舒张压 ≥ 112 mmHg（60岁及以上）' }).waitFor();
  const condition = {
    terms: [
      { metric: 'high', op: '>=', value: 185 },
      { metric: 'low', op: '>=', value: 112, minAge: 60 },
    ],
  };
  expect(await stored('OWN-BP')).toMatchObject({ metric: 'high', condition });
  await page.getByRole('button', { name: /^任务/ }).click();
  const tasks = page.getByRole('tooltip');
  await tasks.getByText('规则测算').waitFor();
  await tasks.getByText(/^现行规则的异常 \d+、拟用规则的异常 \d+、已测算人数 [1-9]\d*$/).waitFor();
  await picture(page, 'rule-tried-on-all');
});

test.each([
  ['OWN-BP', '第 1 项'],
  ['HR-S3-U6', '第 3 段'],
  ['OFF-1', '事件'],
])('%s opens as it is and is saved unchanged', async (code, part) => {
  const { page } = desk;
  const before = await stored(code);
  await page.goto(`${product.url}${path}?q=${code}`);
  await page
    .getByRole('button', { name: /^编辑 / })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('group', { name: part }).waitFor();
  await expectAccessible(page, code, '[role="dialog"]');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await saved(page);
  const after = await stored(code);
  expect(after?.version).toBe((before?.version ?? 0) + 1);
  expect(after?.condition).toEqual(before?.condition);
  expect(after?.metric).toBe(before?.metric);
  expect(desk.complaints).toEqual([]);
});

test('a rule is benched, tried, confirmed by another person, and judges', async () => {
  const { page } = desk;
  const userId = await admin.post<number>('C_client/CreateOrEditFromCustom', {
    name: '试运行客户',
    phone: '13900007777',
  });
  const measure = (low: number) =>
    admin.post('Watch_bps/CreateOrEdit', { userId, high: 140, low, measure_time: new Date().toISOString() });
  const casesOfRule = async (): Promise<readonly number[]> => {
    const { items } = await admin.get<{
      items: readonly { abnormalData: { readonly id: number; readonly abnormaL_LEVEL: number } }[];
    }>(`AbnormalData/GetAll?USERIDFilter=${userId}&ABNORMAL_TYPEFilter=bpHigh&stateFilter=0,1,2`);
    return items.map(({ abnormalData }) => abnormalData.abnormaL_LEVEL);
  };
  await page.goto(product.url + path);
  await page
    .getByRole('button', { name: /新\s*增/ })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel('规则编码').fill('OWN-TRIAL');
  await form.getByLabel('规则名称').fill('本院血压警告');
  await chooseOption(page, form, { label: '测量类型', word: '血压' });
  await chooseOption(page, form, { label: '指标', word: '舒张压 (mmHg)' });
  await chooseOption(page, form, { label: '适用层级', word: '租户' });
  await form.getByRole('radio', { name: '偏高' }).check();
  await chooseOption(page, form, { label: '级别', word: '警告' });
  await form.getByRole('group', { name: '第 1 项' }).getByLabel('阈值', { exact: true }).fill('105');
  for (const more of (await form.getByText(/^更多字段/).all()).toReversed()) await more.click();
  await form.getByLabel('试运行至').fill(tomorrow());
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await saved(page);

  await page.goto(`${product.url}${path}?q=OWN-TRIAL`);
  await page.getByText('试运行：0 次 / 涉及 0 人').waitFor();
  await page.getByRole('button', { name: '测算 本院血压警告' }).press('Enter');
  const bench = page.getByRole('dialog', { name: '测算：本院血压警告' });
  await bench.getByText('该规则尚未测算').waitFor();
  await bench.getByRole('button', { name: '开始测算' }).press('Enter');
  await bench.getByText(/测算，第 1 版$/).waitFor();
  await bench.getByRole('progressbar').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await bench.waitFor({ state: 'hidden' });

  const before = await casesOfRule();
  await measure(106);
  await expect
    .poll(
      async () =>
        (await admin.get<{ items: readonly { readonly episodes: number }[] }>('AbnormalRules/GetTrials')).items
          .slice(-1)
          .map(({ episodes }) => episodes),
      { timeout: 60_000 },
    )
    .toEqual([1]);
  expect((await casesOfRule()).filter((level) => level === 3)).toEqual(before.filter((level) => level === 3));
  await page.reload();
  await page.getByText('试运行：1 次 / 涉及 1 人').waitFor();
  await picture(page, 'rule-on-trial');

  const lead = await openDesk(browser, product, { ...who, userName: 'doctor' });
  await lead.page.goto(`${product.url}${path}?q=OWN-TRIAL`);
  await lead.page.getByRole('button', { name: '确认 本院血压警告' }).click();
  await lead.page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s*[认定]$/ })
    .click();
  await lead.page.getByRole('cell', { name: /已确认/ }).waitFor();
  await picture(lead.page, 'rule-confirmed');
  expect(lead.complaints).toEqual([]);

  const database = await openDatabase(product.folder);
  await database.query(
    "update abnormal_rule set trial_until = now(), row_version = row_version + 1 where code = 'OWN-TRIAL'",
  );
  await database.end();
  await expect
    .poll(
      async () => {
        await measure(107);
        return (await casesOfRule()).includes(3);
      },
      { timeout: 60_000, interval: 2000 },
    )
    .toBe(true);
});

test('the settings of alarms are changed beside the policies: bounds are said at the field, the saved value stands', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/ycjh/alarmPolicys`);
  await page.getByRole('button', { name: '告警设置' }).click();
  const drawer = page.getByRole('dialog', { name: '告警设置' });
  const late = drawer.getByLabel('超过多久算补传');
  await late.fill('13');
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click();
  await drawer.getByText(/超过多久算补传.*1.*12/).waitFor();
  await late.fill('3');
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click();
  await page.getByText('已保存').waitFor();
  await expectAccessible(page, 'alarm settings', '[role="dialog"]');
  await picture(page, 'alarm-settings');
  await drawer.getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '告警设置' }).click();
  await expect.poll(() => late.inputValue()).toBe('3');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(desk.complaints).toEqual([]);
});

function tomorrow(): string {
  const [day = '', time = ''] = new Date(Date.now() + 32 * 3_600_000).toISOString().split('T');
  return `${day} ${time.slice(0, 5)}`;
}
