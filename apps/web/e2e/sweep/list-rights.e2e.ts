import { permissionsOfWrite } from '@kangmai/resource';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDesk, type Desk } from '../browser.ts';
import { openDatabase, signIn } from '../product.ts';
import { soon, startListDesk, who } from './list-desk.ts';
import { listsOfToday } from './list-pages.ts';

const desk = startListDesk();
const { rows, quiet } = desk;
let page: Page;
beforeAll(() => {
  page = desk.page();
});

describe('somebody with fewer rights', () => {
  let nurse: Desk;
  let granted: ReadonlySet<string>;
  beforeAll(async () => {
    nurse = await openDesk(desk.browser(), desk.product(), { ...who, userName: 'nurse' });
    const [response] = await Promise.all([
      nurse.page.waitForResponse(/AbpUserConfiguration\/GetAll/),
      nurse.page.reload(),
    ]);
    const { result } = (await response.json()) as { result: { auth: { grantedPermissions: object } } };
    granted = new Set(Object.keys(result.auth.grantedPermissions));
  });

  test.each(listsOfToday.filter(({ search }) => search === '').map((list) => [list.name, list] as const))(
    '%s: what may not be done has no button',
    async (_name, { entry, resource }) => {
      await nurse.page.goto(`${desk.product().url}${entry.path}`);
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
    const client = await openDatabase(desk.product().folder);
    const {
      rows: [sample],
    } = await client.query<{ tenant: string; type: string; product: string }>(
      "select d.tenant_id as tenant, d.type_id as type, d.product_id as product from device d join tenant t on t.id = d.tenant_id where t.tenancy_name = 'Default' and not d.is_deleted limit 1",
    );
    const file = join(desk.product().folder, 'devices.csv');
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
    await page.goto(`${desk.product().url}/ycjh/yjgl?size=100`);
    await quiet();
    const {
      items: [last],
      totalCount,
    } = await (
      await signIn(desk.product(), who)
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
    const caller = await signIn(desk.product(), who);
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
