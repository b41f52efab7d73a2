import { client, device, model, rawReading, readingOfKind } from '@kangmai/model';
import { routes, type RouteEntry } from '@kangmai/model/menu';
import { permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { writeFileSync, readFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Browser, Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openDesk, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

interface ListPage {
  readonly name: string;
  readonly path: string;
  readonly search: string;
  readonly resource: AnyResource;
}

const pagesOf = (entries: readonly RouteEntry[]): readonly RouteEntry[] =>
  entries.flatMap((entry) => (entry.children ? pagesOf(entry.children) : [entry]));
const ofScreen: Readonly<Record<string, AnyResource>> = { clients: client, devices: device, deviceData: rawReading };

/** Every list with a page in the menu, each once. */
const lists: readonly ListPage[] = [
  ...new Map(
    pagesOf(routes).flatMap((entry): readonly (readonly [string, ListPage])[] => {
      if (entry.screen === 'measurements') {
        return Object.entries(readingOfKind)
          .filter(([kind]) => kind !== 'location')
          .map(([kind, resource]) => [
            resource.name,
            { name: resource.name, path: entry.path, search: `kind=${kind}&`, resource },
          ]);
      }
      const resource = entry.resource === undefined ? ofScreen[entry.screen ?? ''] : model.byName(entry.resource);
      return resource === undefined || entry.path.includes(':')
        ? []
        : [[resource.name, { name: resource.name, path: entry.path, search: '', resource }]];
    }),
  ).values(),
];

const soon = { timeout: 30_000, interval: 50 };
const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;
let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desk = await openDesk(browser, product, who);
  ({ page } = desk);
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const callOf = ({ wire }: AnyResource): RegExp =>
  new RegExp(`/${wire.service}/${wire.calls.list ?? wire.calls.paged ?? ''}\\?`, 'i');

/** Navigates like a click in the menu. Another page size than before keeps the cache from answering. */
async function openList(list: ListPage, search: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `${list.path}?${list.search}${search}`);
}

const closeTab = (): Promise<void> =>
  page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name: /关闭/ }).last().click();
/** The box around the table, with `aria-busy` while rows load. */
const tableBox = 'main [class*=tableBox]';
const table = () => page.locator(tableBox).first();
const rows = () => page.locator('main tr[data-row-key]');
const quiet = (): Promise<void> => page.locator(`${tableBox}[aria-busy="false"]`).first().waitFor();
const refused = (status: number, message: string): Parameters<Route['fulfill']>[0] => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({
    result: null,
    targetUrl: null,
    success: false,
    error: { code: 0, message, details: null, validationErrors: null, reason: 'test' },
    unAuthorizedRequest: status === 401,
    ['__abp']: true,
  }),
});

/** Intercepts the calls of a list while `work` runs. */
async function withRoute(
  list: ListPage,
  answer: (route: Route) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(callOf(list.resource), answer);
  try {
    await work();
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await closeTab();
  }
}

interface WirePage {
  totalCount: number;
  totalCountCapped?: boolean;
  items: unknown[];
}

/** The real response with a total of one hundred thousand rows. */
async function asIfMany(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as { result: WirePage };
  await route.fulfill({
    response,
    json: { ...body, result: { ...body.result, totalCount: 100_000, totalCountCapped: true } },
  });
}

const numberParam = (request: Request, name: string): number => Number(new URL(request.url()).searchParams.get(name));

describe.each(lists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const call = callOf(list.resource);

  test('100,000 rows: the server pages, sorts and counts; an export is a task', async () => {
    await withRoute(list, asIfMany, async () => {
      const [first] = await Promise.all([
        page.waitForRequest((request) => call.test(request.url()) && numberParam(request, 'MaxResultCount') !== 1),
        openList(list, 'size=20'),
      ]);
      expect([numberParam(first, 'SkipCount'), numberParam(first, 'MaxResultCount')]).toEqual([0, 20]);
      await page.getByText('共 100000+ 条').first().waitFor();
      const jump = page.locator('.ant-pagination-options-quick-jumper input').first();
      const [last] = await Promise.all([page.waitForRequest(call), jump.fill('5000').then(() => jump.press('Enter'))]);
      expect([numberParam(last, 'SkipCount'), numberParam(last, 'MaxResultCount')]).toEqual([99_980, 20]);
      await quiet();
      expect(await rows().count()).toBeLessThanOrEqual(20);
      const sorter = page.locator('main th.ant-table-column-has-sorters').first();
      if ((await sorter.count()) > 0) {
        const [sorted] = await Promise.all([
          page.waitForRequest((request) => call.test(request.url()) && request.url().includes('Sorting=')),
          sorter.click(),
        ]);
        expect(numberParam(sorted, 'SkipCount'), 'another order begins at its first page').toBe(0);
      }
      const exported = page.getByRole('button', { name: /导出$/ });
      if ((await exported.count()) === 0) return;
      await page.route(/\/ExportAsTask$/, (route) =>
        route.fulfill({
          json: { result: { taskId: 1, totalCount: 100_000 }, success: true, error: null, ['__abp']: true },
        }),
      );
      const [task] = await Promise.all([page.waitForRequest(/\/ExportAsTask$/), exported.click()]);
      expect(task.method()).toBe('POST');
    });
  });

  test('a slow network: real headings over bars, old rows stay, the newer question wins, a lost read is asked again', async () => {
    const held: (() => void)[] = [];
    let isHeld = true;
    let lost = 0;
    const holdOrContinue = async (route: Route): Promise<void> => {
      if (lost > 0) {
        lost -= 1;
        return route.abort('connectionreset');
      }
      if (isHeld)
        await new Promise<void>((letGo) => {
          held.push(letGo);
        });
      return route.continue().catch(() => undefined);
    };
    const releaseAll = (): void => {
      for (const one of held.splice(0)) one();
    };
    await withRoute(list, holdOrContinue, async () => {
      await openList(list, 'size=50');
      await expect.poll(() => held.length, soon).toBeGreaterThan(0);
      await page.locator(`${tableBox}[aria-busy="true"] th`).nth(1).waitFor();
      releaseAll();
      await quiet();
      const before = await rows().count();
      await page.getByRole('button', { name: '刷新' }).first().click();
      await expect.poll(() => held.length, soon).toBe(1);
      await expect.poll(() => table().getAttribute('aria-busy'), soon).toBe('true');
      expect(await rows().count(), 'old rows stay').toBe(before);
      await page.getByRole('progressbar').first().waitFor();
      expect(
        await page
          .getByRole('button', { name: '查询' })
          .first()
          .isEnabled()
          .catch(() => true),
      ).toBe(true);
      const gone = page.waitForEvent('requestfailed', (request) => call.test(request.url()));
      await page.getByRole('button', { name: '刷新' }).first().click();
      expect((await gone).failure()?.errorText).toContain('ABORTED');
      isHeld = false;
      lost = 1;
      releaseAll();
      await quiet();
      await page.getByRole('button', { name: '刷新' }).first().click();
      await quiet();
      expect(await rows().count()).toBe(before);
      expect(await page.locator('main').getByRole('alert').count(), 'nobody is told of what was made good').toBe(0);
    });
  });

  test('a lost session: signed in again over the page, which goes on where it was', async () => {
    let isDead = false;
    await withRoute(
      list,
      (route) => (isDead ? route.fulfill(refused(401, '登录已失效')) : route.continue()),
      async () => {
        await openList(list, 'size=100');
        await quiet();
        const before = await rows().count();
        const search = page.getByRole('search').getByRole('textbox').first();
        const isTyped = (await search.count()) > 0;
        if (isTyped) await search.fill('未提交');
        await page.route('**/TokenAuth/RefreshToken', (route) => route.fulfill(refused(401, '登录已失效')));
        isDead = true;
        await page.getByRole('button', { name: '刷新' }).first().click();
        const dialog = page.getByRole('dialog', { name: /登录/ });
        await dialog.waitFor();
        isDead = false;
        await dialog.getByLabel('密码', { exact: true }).fill(product.password);
        await dialog.getByRole('button', { name: '重新登录' }).click();
        await dialog.waitFor({ state: 'hidden' });
        await quiet();
        expect(await rows().count()).toBe(before);
        if (isTyped) expect(await search.inputValue()).toBe('未提交');
      },
    );
  });

  test('no permission: said inside the frame, the page stays', async () => {
    await withRoute(
      list,
      (route) => route.fulfill(refused(403, '需要查看权限')),
      async () => {
        await openList(list, 'size=10');
        await page.locator('main').getByText('无权查看').waitFor();
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        expect(await rows().count()).toBe(0);
      },
    );
  });

  test('by keyboard: to the search form, along the rows, open, edit, tick, refresh', async () => {
    await openList(list, 'size=20&page=1');
    try {
      await quiet();
      await page.getByRole('heading', { level: 1 }).click();
      if ((await page.getByRole('search').locator('[data-first-filter]').count()) > 0) {
        await page.keyboard.press('/');
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest('[role=search]') !== null), soon)
          .toBe(true);
        await page.keyboard.press('r');
        expect(await page.evaluate(() => document.activeElement?.tagName), 'keys are off while typing').toBe('INPUT');
      }
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await Promise.all([page.waitForRequest(call), page.keyboard.press('r')]);
      await quiet();
      if ((await rows().count()) === 0) return;
      await rows().first().focus();
      if ((await rows().count()) > 1) {
        await page.keyboard.press('ArrowDown');
        expect(
          await rows()
            .nth(1)
            .evaluate((row) => row === document.activeElement),
        ).toBe(true);
        await page.keyboard.press('ArrowUp');
      }
      const box = rows().first().getByRole('checkbox');
      if ((await box.count()) > 0) {
        await page.keyboard.press('Space');
        expect(await box.isChecked()).toBe(true);
        await page.keyboard.press('Space');
        expect(await box.isChecked()).toBe(false);
      }
      if (
        (await rows()
          .first()
          .getByRole('button', { name: /^查看 / })
          .count()) === 0
      )
        return;
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (
        (await rows()
          .first()
          .getByRole('button', { name: /^编辑 / })
          .count()) === 0
      )
        return;
      await rows().first().focus();
      await page.keyboard.press('e');
      await page.getByRole('dialog', { name: /编辑/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    } finally {
      await closeTab();
    }
  });
});

describe('somebody with fewer rights', () => {
  let nurse: Desk;
  let granted: ReadonlySet<string>;
  beforeAll(async () => {
    nurse = await openDesk(browser, product, { ...who, userName: 'nurse' });
    nurse.page.setDefaultTimeout(20_000);
    const [response] = await Promise.all([
      nurse.page.waitForResponse(/AbpUserConfiguration\/GetAll/),
      nurse.page.reload(),
    ]);
    const { result } = (await response.json()) as { result: { auth: { grantedPermissions: object } } };
    granted = new Set(Object.keys(result.auth.grantedPermissions));
  });

  test.each(lists.filter(({ search }) => search === '').map((list) => [list.name, list] as const))(
    '%s: what may not be done has no button',
    async (_name, { path, resource }) => {
      await nurse.page.goto(`${product.url}${path}`);
      const main = nurse.page.locator('main');
      await main.getByText('403').or(main.locator('[class*=tableBox][aria-busy="false"]')).first().waitFor();
      const may = (write: 'Create' | 'Edit' | 'Delete'): boolean =>
        permissionsOfWrite(resource, write).some((name) => granted.has(name));
      const hasButton = async (name: RegExp): Promise<boolean> =>
        (await main.getByRole('button', { name }).count()) > 0;
      if (!may('Create')) expect(await hasButton(/^(plus )?新增/)).toBe(false);
      if (!may('Edit')) expect(await hasButton(/^编辑 /)).toBe(false);
      if (!may('Delete')) expect(await hasButton(/^删除 /)).toBe(false);
    },
  );
});

describe('a hundred thousand real rows', () => {
  const count = 100_000;

  beforeAll(async () => {
    const home = join(product.folder, 'postgres');
    const client = new Client({
      host: join(home, 'run'),
      user: 'kangmai_owner',
      password: readFileSync(join(home, 'admin.secret'), 'utf8').trim(),
      database: 'kangmai',
    });
    await client.connect();
    const {
      rows: [sample],
    } = await client.query<{ tenant: string; type: string; product: string }>(
      "select d.tenant_id as tenant, d.type_id as type, d.product_id as product from device d join tenant t on t.id = d.tenant_id where t.tenancy_name = 'Default' and not d.is_deleted limit 1",
    );
    const file = join(product.folder, 'devices.csv');
    writeFileSync(
      file,
      Array.from(
        { length: count },
        (_, at) =>
          `${sample?.tenant},86${String(1_000_000_000_000 + at).padStart(13, '0')},${sample?.type},${sample?.product},3,0\n`,
      ).join(''),
    );
    chmodSync(file, 0o644);
    await client.query(
      `copy device (tenant_id, imei, type_id, product_id, lifecycle, online) from '${file}' with (format csv)`,
    );
    await client.query('analyze device');
    await client.end();
  });

  test('are paged through to the last, sorted and searched; the page never holds more than it shows', async () => {
    await page.goto(`${product.url}/ycjh/yjgl?size=100`);
    await quiet();
    const {
      items: [last],
      totalCount,
    } = await (
      await signIn(product, who)
    ).get<{ totalCount: number; items: readonly { device: { imei: string } }[] }>(
      `Devices/GetAll?SkipCount=${count - 1}&MaxResultCount=1`,
    );
    expect([totalCount, last?.device.imei.length]).toEqual([count, 15]);
    await page.getByText(`共 ${count}+ 条`).first().waitFor();
    expect(await rows().count()).toBe(100);
    const jump = page.locator('.ant-pagination-options-quick-jumper input').first();
    await Promise.all([page.waitForResponse(/Devices\/GetAll\?/), jump.fill('1000').then(() => jump.press('Enter'))]);
    await quiet();
    expect(await rows().count()).toBe(100);
    expect(await page.locator('*').count(), 'elements on the page').toBeLessThan(12_000);
    const search = page.getByRole('search').getByRole('textbox', { name: '关键字' });
    await search.fill('861000000099999');
    await search.press('Enter');
    await expect.poll(() => rows().count(), soon).toBe(1);
  });

  test('are exported as a task, all of them', async () => {
    const caller = await signIn(product, who);
    const { taskId } = await caller.post<{ taskId: number }>('Devices/ExportAsTask', {
      columns: ['imei', 'lifecycle'],
    });
    interface Task {
      readonly state: string;
      readonly doneRows: number;
    }
    await expect
      .poll(async () => (await caller.get<Task>(`ListTasks/Get?id=${taskId}`)).state, {
        timeout: 90_000,
        interval: 500,
      })
      .toBe('done');
    expect((await caller.get<Task>(`ListTasks/Get?id=${taskId}`)).doneRows).toBeGreaterThan(count);
  });
});
