import { model } from '@kangmai/model';
import { homePath } from '@kangmai/model/menu';
import { columnName, sealed, type AnyField, type AnyResource } from '@kangmai/resource';
import type { Client } from 'pg';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, openBrowser, openDesk, visitParts, type Desk } from './browser.ts';
import { openDatabase, signIn, startProduct, type Product } from './product.ts';
import { openedPages } from './sweep/list-pages.ts';

/** Each text contains the mark: as a class when it becomes an element, in `window` when it runs. */
const mark = 'plantedmark';
/** Part of the names of tenant, staff and roles, which the browser may store. */
const ownMark = 'ownmark';
const ownName = `<img class=${ownMark} src=x onerror="window.${ownMark}=1">`;
const payloads = [
  `<script class=${mark}>window.${mark}=1</script>`,
  `<img class=${mark} src=x onerror="window.${mark}=1">`,
  `"><svg class=${mark} onload="window.${mark}=1">`,
  `</textarea></title><b class=${mark}>x</b>`,
  `javascript:window.${mark}=1//`,
  `{{constructor.constructor('window.${mark}=1')()}}\${window.${mark}=1}`,
  `<style class=${mark}>*{display:none}</style>`,
  `<!--${mark}--><iframe class=${mark} srcdoc=x>`,
  `\u202e${mark}\u200b\u2066<i class=${mark}>`,
  `{a|${mark}}{b}<br class=${mark}>'"`,
];

let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;
const dialogs: string[] = [];

/** Words that the client needs for its logic; without them pages show nothing. */
const keys = new Set([
  'user.userName',
  'organizationUnit.code',
  'deviceType.typeCode',
  'dictionaryEntry.parentCode',
  'ingestSource.ipAllow',
  'ingestSource.imeiPrefix',
  'ingestSource.timeZone',
  'sensitiveAccessLog.resource',
  'sensitiveAccessLog.field',
  'abnormalRule.metric',
  'remindMessage.sourceType',
]);

/** Writable text columns; sealed ones need a key. */
const columnsOf = (resource: AnyResource): readonly string[] =>
  Object.entries(resource.fields).flatMap(([name, field]: [string, AnyField]) => {
    const { pattern } = field.options as { readonly pattern?: string };
    return field.kind === 'text' && pattern === undefined && !sealed(field) && !keys.has(`${resource.name}.${name}`)
      ? [columnName(name, field)]
      : [];
  });

const plainColumns =
  "select attname as name from pg_attribute where attrelid = to_regclass($1) and attname = any($2) and attgenerated = ''";

const tenant = "(select id from tenant where tenancy_name = 'Default')";

/** Writes the payloads into every text of every row of the tenant; constraints may refuse some. */
async function plant(database: Client, resource: AnyResource): Promise<number> {
  const { rows: columns } = await database.query<{ readonly name: string }>(plainColumns, [
    `public."${resource.table}"`,
    columnsOf(resource),
  ]);
  let changed = 0;
  for (const { name } of columns) {
    const done = await database
      .query(
        `update "${resource.table}" set "${name}" = ($1::text[])[id % ${payloads.length} + 1] || id
       where tenant_id = ${tenant} and id in (select id from "${resource.table}" where tenant_id = ${tenant} order by id desc limit 300)`,
        [payloads],
      )
      .catch(() => undefined);
    changed += done?.rowCount ?? 0;
  }
  return changed;
}

async function plantAll(): Promise<number> {
  const database = await openDatabase(product.folder);
  await database.query('set session_replication_role = replica; set row_security = off');
  let tables = 0;
  for (const resource of model.resources) if ((await plant(database, resource)) > 0) tables += 1;
  await database.query("update tenant set name = $1 where tenancy_name = 'Default'", [ownName]);
  await database.query(`update app_user set name = $1, surname = $1 where tenant_id = ${tenant}`, [ownName]);
  await database.query(`update app_role set name = $1 || id where tenant_id = ${tenant}`, [ownName]);
  await database.end();
  return tables;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  expect(await plantAll()).toBeGreaterThan(15);
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  ({ page } = desk);
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

async function settled(): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], [role="progressbar"], .ant-spin-spinning')].every(
      (element) => !element.checkVisibility(),
    ),
  );
}

/** Planted texts that became elements, attributes or scripts. */
const livingParts = (): Promise<readonly string[]> =>
  page.evaluate(
    ([word, own]) => {
      const isEvil = (element: Element): boolean =>
        element.classList.contains(word) ||
        element.classList.contains(own) ||
        [...element.attributes].some(
          ({ name, value }) =>
            (/^on/i.test(name) && value !== '') ||
            (['href', 'src', 'action', 'srcdoc'].includes(name) && /^\s*javascript:/i.test(value)),
        );
      const elements = [...document.querySelectorAll('*')]
        .filter(isEvil)
        .map((element) => element.outerHTML.slice(0, 200));
      return word in window || own in window ? ['a script ran', ...elements] : elements;
    },
    [mark, ownMark] as const,
  );

let seen = 0;
let hovered = 0;

async function expectDead(what: string): Promise<void> {
  await settled();
  expect(await livingParts(), what).toEqual([]);
  expect(desk.complaints, `${what}: console`).toEqual([]);
  expect(dialogs, what).toEqual([]);
  if ((await page.locator('body').innerText()).includes(mark)) seen += 1;
}

async function lookInto(button: Locator, what: string): Promise<void> {
  if ((await button.count()) === 0) return;
  await button.first().click();
  const dialog = page.getByRole('dialog');
  await dialog.first().waitFor();
  await expectDead(what);
  await page.locator(':is(.ant-drawer, .ant-modal-wrap):focus-within').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.first().waitFor({ state: 'detached' });
}

const closeTab = (): Promise<void> =>
  page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name: /关闭/ }).last().click();

/** Hovers over charts and markers to show their tooltips. */
async function hover(what: string): Promise<void> {
  // Charts load when they are needed.
  await page.waitForLoadState('networkidle');
  await settled();
  for (const drawn of (await page.locator('main canvas, main .leaflet-marker-icon').all()).slice(0, 6)) {
    // Markers come and go while a map moves.
    const isReached = await drawn.hover({ force: true, timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isReached) hovered += 1;
    await expectDead(what);
  }
}

test(
  'no stored text becomes an element, a script or an address on any page, form, detail, chart, map or paper',
  { timeout: 600_000 },
  async () => {
    for (const { address, title, isWhole } of openedPages) {
      await goTo(page, address);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expectDead(address);
      if (isWhole) {
        await lookInto(page.locator('main [data-opens-row]'), `${address}: detail`);
        await lookInto(page.locator('main').getByRole('button', { name: /^编辑 / }), `${address}: edit`);
        await hover(`${address}: drawn`);
      }
      if (address !== homePath) await closeTab();
    }
    expect(seen).toBeGreaterThan(20);
    expect(hovered).toBeGreaterThan(0);
  },
);

test('nor on the page of a person, its charts, its title, the bell and on paper', async () => {
  const caller = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const {
    items: [client],
  } = await caller.get<{ items: readonly { id: number; name: string }[] }>('C_client/GetPagedAll?MaxResultCount=1');
  expect(client?.name).toContain(mark);
  await goTo(page, `/userManage/UserList/${client?.id}`);
  await visitParts(page.locator('main'), async (part) => {
    await expectDead(`person: ${part}`);
    await hover('person: drawn');
  });
  await page.getByRole('button', { name: /异常提醒/ }).click();
  await expectDead('bell');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expectDead('paper');
  await page.emulateMedia({ media: null });
});

/** Everything the browser could have stored. */
const leftBehind = (): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    kept: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  }));

test('the browser keeps no worker, no cache, no database, and in its storage no word of persons', async () => {
  const { kept, ...places } = await leftBehind();
  expect(places).toEqual({ workers: 0, caches: [], databases: [] });
  expect(kept).not.toContain(mark);
});

test('after the sign-out nothing of it comes back with the back button', async () => {
  await goTo(page, '/jkfw/adnormal');
  await expect.poll(() => page.locator('body').innerText()).toContain(mark);
  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: /登\s*录/ }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: /登\s*录/ }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain(mark);
  const { kept, ...places } = await leftBehind();
  expect(places).toEqual({ workers: 0, caches: [], databases: [] });
  expect(kept).not.toContain(mark);
});
