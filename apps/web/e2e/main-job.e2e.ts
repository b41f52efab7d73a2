import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { deliver, signIn, startProduct, type Caller, type Gateway, type Product } from './product.ts';
import { sheetOf } from './sheets.ts';

interface Page<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
interface Bound {
  readonly imei: string;
  readonly clientId: number;
  readonly name: string;
}

let product: Product;
let browser: Browser;
let manager: Desk;
let stranger: Desk;
let gateway: Gateway;
let bound: Bound;

/** A client of the manager who wears an approved cuff. */
async function wearerOfCuff(admin: Caller, own: Caller): Promise<Bound> {
  const products = await admin.get<
    Page<{ deviceProduct: { id: number; registrationNo: string | null }; typeName: string }>
  >('DeviceProduct/GetAll?MaxResultCount=100');
  const cuffs = products.items
    .filter((each) => each.deviceProduct.registrationNo && each.typeName === '血压计')
    .map((each) => each.deviceProduct.id);
  for (const id of cuffs) {
    const devices = await admin.get<Page<{ device: { imei: string } }>>(
      `Devices/GetAll?deviceProductIdFilter=${id}&MaxResultCount=200`,
    );
    for (const { device } of devices.items) {
      const binds = await own.get<Page<{ device_bind: { userId: number }; userName: string }>>(
        `Device_binds/GetAll?imeiFilter=${device.imei}&RelationFilter=0&StateFilter=1`,
      );
      const [first] = binds.items;
      const open =
        first &&
        (await own.get<Page<unknown>>(
          `AbnormalData/GetAll?useridFilter=${first.device_bind.userId}&stateFilter=0,1,2`,
        ));
      if (first && open?.totalCount === 0)
        return { imei: device.imei, clientId: first.device_bind.userId, name: first.userName };
    }
  }
  throw new Error('the demo has no client with an approved cuff');
}

async function gatewayOf(admin: Caller): Promise<Gateway> {
  const devices = await admin.get<Page<{ device: { imei: string } }>>('Devices/GetAll?MaxResultCount=1000');
  const imeiList = devices.items.map(({ device }) => device.imei);
  const id = await admin.post<number>('IngestSources/CreateOrEdit', {
    sourceName: '测试网关',
    sourceCode: 'e2e-gateway',
    protocol: 'json',
    authType: 'hmac',
    imeiList,
    ratePerMinute: 600_000,
  });
  const { apiKey } = await admin.post<{ apiKey: string }>('IngestSources/RotateKey', { id });
  return { code: 'e2e-gateway', key: apiKey };
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const [admin, own] = await Promise.all([
    signIn(product, { tenancyName: 'Default', userName: 'admin' }),
    signIn(product, { tenancyName: 'Default', userName: 'manager' }),
  ]);
  [gateway, bound] = await Promise.all([gatewayOf(admin), wearerOfCuff(admin, own)]);
  [manager, stranger] = await Promise.all([
    openDesk(browser, product, { tenancyName: 'Default', userName: 'manager', isStill: true }),
    openDesk(browser, product, { tenancyName: 'qianjiang', userName: 'admin', isStill: true }),
  ]);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** Chooses how a case was handled and waits until the list of choices is closed. */
async function chooseMethod(page: Desk['page']): Promise<void> {
  await page.getByRole('dialog').getByLabel('处理方式').click();
  await page.getByTitle('电话随访').click();
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
}

const bellOf = (desk: Desk) => desk.page.getByRole('button', { name: /异常提醒/ });

describe('from the cuff to the closed case', () => {
  test('the manager sees clients with their devices', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/userManage/UserList`);
    await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    await picture(page, 'clients-1366');
    await expectAccessible(page, 'client list');
    await page.goto(`${product.url}/userManage/UserList/${bound.clientId}`);
    await page.getByRole('heading', { level: 1, name: bound.name }).waitFor();
    await page.getByRole('tab', { name: '设备', exact: true }).click();
    await page.getByText(bound.imei).first().waitFor();
    await expectAccessible(page, 'client page');
    await picture(page, 'client-1366');
  });

  test('the client page shows the limits that judge the person, and as many pressures inside of them as the list of days', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/userManage/UserList/${bound.clientId}`);
    await page.getByText(/^正常范围（家庭）：收缩压 \d+–\d+，舒张压 \d+–\d+(（.*）)? mmHg/).waitFor();
    // Thirty days in the tenant's zone, UTC+8.
    const first = new Date(Date.now() - (29 * 24 - 8) * 3_600_000).toISOString().slice(0, 10);
    const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
    const { items } = await admin.get<Page<{ inTargetCount: number; judgedCount: number }>>(
      `Watch_day_summarys/GetPagedAll?userIdFilter=${bound.clientId}&dataTypeFilter=bp&Minsummary_dateFilter=${first}&MaxResultCount=100`,
    );
    const sum = (name: 'inTargetCount' | 'judgedCount'): number => items.reduce((total, row) => total + row[name], 0);
    expect(sum('judgedCount')).toBeGreaterThan(0);
    // The cards of other kinds say the same of theirs; that of pressures is the first of all, but may be drawn later.
    const inside = page.getByText(/^达标 \d+\/\d+ 次/).first();
    await expect.poll(() => inside.innerText()).toContain(`达标 ${sum('inTargetCount')}/${sum('judgedCount')} 次`);
  });

  test('188/112 of an approved cuff stands on the bell, in a notice and on the list, once; another tenant sees nothing', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/jkfw/adnormal`);
    await page.getByRole('heading', { level: 1, name: '异常数据' }).waitFor();
    const before = await bellOf(manager).getAttribute('aria-label');
    const reading = {
      imei: bound.imei,
      dataType: 'bp',
      measuredAt: new Date().toISOString(),
      values: { high: 188, low: 112, heart: 82 },
    };
    expect(await deliver(product, gateway, reading)).toMatchObject({ status: 'stored', abnormalLevel: 3 });
    expect(await deliver(product, gateway, reading)).toMatchObject({ status: 'duplicate', abnormalLevel: 3 });
    await page.getByText(bound.name, { exact: false }).filter({ hasText: '188/112' }).first().waitFor();
    const rows = page.getByRole('group', { name: '异常列表' }).getByText('188/112');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await expect.poll(() => bellOf(manager).getAttribute('aria-label')).not.toBe(before);
    await picture(page, 'abnormal-1366');
    await expectAccessible(page, 'abnormal desk with a notice');
    expect(await stranger.page.getByText('188/112').count()).toBe(0);
    await stranger.page.goto(`${product.url}/jkfw/adnormal`);
    await stranger.page.getByRole('heading', { level: 1, name: '异常数据' }).waitFor();
    expect(await stranger.page.getByText(bound.name).count()).toBe(0);
  });

  test('the manager opens the case, sees the curve, claims it, handles it and closes it', async () => {
    const { page } = manager;
    await page.getByRole('group', { name: '异常列表' }).getByText('188/112').first().click();
    await page.getByRole('img', { name: /前后7天趋势/ }).waitFor();
    await page
      .getByRole('article')
      .getByText(/^正常范围（家庭）：收缩压/)
      .first()
      .waitFor();
    await page.locator('main').getByRole('button', { name: '认领', exact: true }).click();
    await page.getByRole('button', { name: '登记联系' }).waitFor();
    await page.getByRole('button', { name: '处理完成' }).click();
    const dialog = page.getByRole('dialog');
    await chooseMethod(page);
    await dialog.getByLabel('处理结果').fill('已电话联系本人，复测后就医');
    await expectAccessible(page, 'closing dialog');
    await dialog.getByRole('button', { name: /确\s*定|处理完成|保\s*存/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    const own = await signIn(product, { tenancyName: 'Default', userName: 'manager' });
    const cases = await own.get<
      Page<{ abnormalData: { state: number; ['abnormaL_LEVEL']: number; ['abnormaL_DIA']: string } }>
    >(
      `AbnormalData/GetAll?useridFilter=${bound.clientId}&MinTO_TIMEFilter=${new Date(Date.now() - 3_600_000).toISOString()}`,
    );
    // The clock may meanwhile have created a case for a silent device.
    const ofReading = cases.items.filter(({ abnormalData }) => abnormalData['abnormaL_DIA'].includes('188/112'));
    expect(ofReading.map(({ abnormalData }) => [abnormalData.state, abnormalData['abnormaL_LEVEL']])).toEqual([[3, 3]]);
  });

  test('hints are ticked and handled together; what is more serious cannot be ticked', async () => {
    const { page } = manager;
    const list = page.getByRole('group', { name: '异常列表' });
    const hints = list
      .getByRole('listitem')
      .filter({ hasText: /提示|关注/ })
      .getByRole('checkbox');
    await hints.first().waitFor();
    const serious = list
      .getByRole('listitem')
      .filter({ hasText: /警告|危急/ })
      .getByRole('checkbox');
    for (const box of await serious.all()) expect(await box.isDisabled()).toBe(true);
    // By name, because new cases move the others down.
    const names = new Set(await hints.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? '')));
    const two = [...names].slice(0, 2).map((name) => list.getByRole('checkbox', { name, exact: true }));
    const before = await Promise.all(two.map((box) => box.count()));
    for (const box of two) await box.first().check();
    await page.getByRole('button', { name: '批量处理' }).click();
    const dialog = page.getByRole('dialog');
    await chooseMethod(page);
    await expectAccessible(page, 'batch dialog', '[role="dialog"]');
    await dialog.getByRole('button', { name: /确\s*定/ }).click();
    await page.getByText('已处理 2 条异常').waitFor();
    await expect.poll(() => Promise.all(two.map((box) => box.count()))).toEqual(before.map((count) => count - 1));
  });

  test('a field that is emptied in a form is empty afterwards', async () => {
    const { page } = manager;
    const own = await signIn(product, { tenancyName: 'Default', userName: 'manager' });
    const workUnit = async (): Promise<unknown> =>
      (await own.get<{ ['c_client']: { workUnit: unknown } }>(`C_client/GetC_clientForEdit?id=${bound.clientId}`))[
        'c_client'
      ].workUnit;
    await page.goto(`${product.url}/userManage/UserList/${bound.clientId}`);
    for (const text of ['昆明钢铁厂', '']) {
      await page.getByRole('button', { name: '编辑档案' }).click();
      const form = page.getByRole('dialog');
      // An empty field that is rarely filled in is folded.
      if (text !== '')
        await form
          .getByRole('button', { name: /^更多字段/ })
          .first()
          .click();
      await form.getByLabel('工作单位').fill(text);
      await form.getByRole('button', { name: /保\s*存/ }).click();
      await form.waitFor({ state: 'hidden' });
      expect(await workUnit()).toBe(text === '' ? null : text);
    }
  });

  test('a region is chosen by levels or by initials, finds what lies in it, and is shown by its names', async () => {
    const { page } = manager;
    await page.goto(`${product.url}/userManage/UserList/${bound.clientId}`);
    await page.getByRole('button', { name: '编辑档案' }).click();
    const form = page.getByRole('dialog');
    const home = form.getByRole('combobox', { name: '现住址区划' });
    await home.click();
    await home.pressSequentially('yn kms plq');
    await page.getByRole('menuitemcheckbox', { name: '云南省 昆明市 盘龙区' }).click();
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: '档案' }).click();
    await page.getByRole('region', { name: '住址' }).getByText('云南省 昆明市 盘龙区').waitFor();

    await page.goto(`${product.url}/userManage/UserList`);
    await page.getByRole('button', { name: '筛选' }).click();
    const filter = page.getByRole('combobox', { name: '现住址区划' });
    await filter.click();
    for (const name of ['云南省', '昆明市']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.getByRole('menuitemcheckbox', { name: '盘龙区' }).waitFor();
    await expectAccessible(page, 'choosing a region');
    await page
      .getByRole('form', { name: '筛选' })
      .getByRole('button', { name: /查\s*询/ })
      .click();
    await expect.poll(() => new URL(page.url()).searchParams.get('regionCode')).toBe('530100');
    await page.getByText('现住址区划：云南省 昆明市').waitFor();
    const own = await signIn(product, { tenancyName: 'Default', userName: 'manager' });
    const { totalCount } = await own.get<Page<unknown>>('C_client/GetPagedAll?regionCodeFilter=530100');
    expect(totalCount).toBeGreaterThan(0);
    await page.getByText(`共 ${totalCount} 条`).first().waitFor();
  });

  test('clients come in from a spreadsheet: checked, what is wrong left out, the others written', async () => {
    await manager.page.goto(`${product.url}/userManage/UserList`);
    await manager.page.getByRole('button', { name: '导出' }).waitFor();
    expect(await manager.page.getByRole('button', { name: '导入' }).count()).toBe(0);
    const desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
    const { page } = desk;
    await page.goto(`${product.url}/userManage/UserList`);
    await page.getByRole('button', { name: '导入' }).click();
    const dialog = page.getByRole('dialog');
    const bytes = await sheetOf([
      ['姓名', '性别', '出生日期', '手机号', '证件类型', '证件号码', '现住址区划'],
      ...[1, 2, 3].map((at) => [
        `表格${at}`,
        at === 2 ? '不明' : '女',
        '1951-02-03',
        `1390000000${at}`,
        '其他法定有效证件',
        `SHEET${at}00`,
        '110101',
      ]),
    ]);
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '客户.xlsx', mimeType: 'application/octet-stream', buffer: bytes });
    await dialog.getByText('性别不在可选范围内').waitFor();
    await expectAccessible(page, 'check report of an import', '[role="dialog"]');
    await dialog.getByRole('button', { name: '取消导入' }).click();
    await page.getByRole('dialog', { name: '确定取消本次导入吗？' }).getByRole('button', { name: '取消导入' }).click();
    await dialog.getByText('没有写入任何数据').waitFor();
    await dialog.getByRole('button', { name: '重新上传' }).click();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '客户.xlsx', mimeType: 'application/octet-stream', buffer: bytes });
    await dialog.getByText('性别不在可选范围内').waitFor();
    await dialog.getByRole('checkbox', { name: '只导入没有问题的行' }).check();
    await dialog.getByRole('button', { name: '导入 2 行' }).click();
    await dialog.getByText('导入完成，写入 2 行').waitFor();
    const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
    expect(
      (await admin.get<Page<unknown>>(`C_client/GetPagedAll?nameFilter=${encodeURIComponent('表格')}`)).totalCount,
    ).toBe(2);
    await expectAccessible(page, 'finished import', '[role="dialog"]');
    await picture(page, 'import');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(desk.complaints).toEqual([]);
    await page.close();
  });

  test('a reload keeps the tabs; nothing was complained about', async () => {
    const { page } = manager;
    const tabs = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link');
    const before = await tabs.count();
    expect(before).toBeGreaterThan(2);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor();
    expect(await tabs.count()).toBe(before);
    expect(manager.complaints).toEqual([]);
    expect(stranger.complaints).toEqual([]);
  });
});
