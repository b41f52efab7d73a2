import { literal } from './names.mjs';
import { periodBody } from './server.mjs';

const notTyped = new Set(['age', 'json', 'file', 'secret']);

const actionTest = ({ fields, action }) => {
  const states = fields.find(({ isStates }) => isStates);
  const done = states.entries.find(({ name }) => name === action.to);
  return `
test('${action.name} is offered at the row and changes its state', async () => {
  const main = page.getByRole('main');
  const atRow = main.getByRole('button', { name: ${literal(`${action.label} `)} }).first();
  // With room the next move stands at the row.
  if (await atRow.isVisible()) await atRow.click();
  else {
    await main.getByRole('button', { name: /^更多 / }).first().click();
    await page.getByRole('menuitem', { name: ${literal(action.label)} }).click();
  }
  await page.getByRole('dialog').getByRole('button', { name: /确\\s*定/ }).click();
  await main.getByRole('cell', { name: ${literal(done.label)} }).first().waitFor();
});
`;
};

/** The browser test of a resource: its page in the menu, a row, its form, its action. */
export function browserTestSource(parts) {
  const { names, title, fields, action, group } = parts;
  const asked = fields.filter(({ kind, isReadonly }) => !notTyped.has(kind) && !isReadonly);
  const more = fields.some(({ after }) => after !== undefined) ? `, ${periodBody(fields)}` : '';
  const required = asked.find(({ isRequired }) => isRequired);
  return `import { ${names.name} } from '@kangmai/model';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';
import { saveSample } from './sample-rows.ts';

const who = { tenancyName: 'Default', userName: 'admin', isStill: true } as const;

let product: Product;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  await saveSample(await signIn(product, who), ${names.name}${more});
  desk = await openDesk(browser, product, who);
  page = desk.page;
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('its page is opened from the menu and shows the row', async () => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: ${literal(group.title)} }).click();
  await menu.getByRole('link', { name: ${literal(title)} }).click();
  await page.getByRole('heading', { level: 1, name: ${literal(title)} }).waitFor();
  await page.getByRole('button', { name: /^编辑 / }).first().waitFor();
  await expectAccessible(page, ${literal(names.file)});
});
${action ? actionTest(parts) : ''}
test('its form asks for every field and says what is missing', async () => {
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog');
  for (const label of [${asked.map(({ label }) => literal(label)).join(', ')}])
    await form.locator('label').filter({ hasText: label }).first().waitFor();
${
  required
    ? `  await form.getByRole('button', { name: /^保\\s*存$/ }).click();
  await form.locator('.ant-form-item-explain-error').filter({ hasText: ${literal(required.label)} }).first().waitFor();
`
    : ''
}  expect(desk.complaints).toEqual([]);
});
`;
}
