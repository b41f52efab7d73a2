import { startCluster, type Cluster } from '@kangmai/testkit/cluster';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let cluster: Cluster;
let desk: Desk;
let url: string;

beforeAll(async () => {
  [product, browser, cluster] = await Promise.all([startProduct(), openBrowser(), startCluster()]);
  url = await cluster.database();
  desk = await openDesk(browser, product, { tenancyName: '', userName: 'admin', isStill: true });
  await desk.page.goto(`${product.url}/jcpt/zhgl`);
});

afterAll(async () => {
  await browser.close();
  await product.stop();
  await cluster.stop();
});

const main = (page: Page): Locator => page.locator('main');
const rowOf = (page: Page, name: string): Locator => main(page).getByRole('row', { name: new RegExp(name) });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const confirm = async (page: Page): Promise<void> => {
  await dialog(page)
    .getByRole('button', { name: /确\s*定|保\s*存/ })
    .click();
  await dialog(page).waitFor({ state: 'hidden' });
};
const chooseTenantAction = async (page: Page, name: string, what: string): Promise<void> => {
  await main(page)
    .getByRole('button', { name: `${name}的更多操作` })
    .click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
  await dialog(page).waitFor();
};

test('the host makes a tenant by a form whose refusals stand at their fields', async () => {
  const { page } = desk;
  await rowOf(page, 'Default').waitFor();
  await picture(page, 'tenants-list');
  await expectAccessible(page, 'the list of tenants');
  await main(page).getByRole('button', { name: '新增租户' }).click();
  await dialog(page).getByLabel('租户名').waitFor();
  await picture(page, 'tenants-new');
  await expectAccessible(page, 'a new tenant');
  await dialog(page).getByLabel('租户名').fill('default');
  await dialog(page).getByLabel('名称', { exact: true }).fill('彩虹健康中心');
  await dialog(page).getByLabel('管理员邮箱').fill('admin@rainbow.example');
  await dialog(page).getByLabel('管理员密码').fill('Right-Horse-7');
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog(page).getByText('该租户名已被使用').waitFor();
  await dialog(page).getByLabel('租户名').fill('rainbow');
  await confirm(page);
  await rowOf(page, '彩虹健康中心').getByText('平台数据库').waitFor();
});

test('a tenant moves to a database of its own before the eyes of the host, who never sees the connection again, and back', async () => {
  const { page } = desk;
  await chooseTenantAction(page, '彩虹健康中心', '迁移到独立数据库');
  await dialog(page).getByLabel('独立数据库连接').fill('postgresql://nobody:secret@127.0.0.1:1/x');
  await dialog(page)
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog(page).getByText('无法连接该数据库').waitFor();
  await dialog(page).getByLabel('独立数据库连接').fill(url);
  await confirm(page);
  await chooseTenantAction(page, '彩虹健康中心', '迁移记录');
  await dialog(page).getByText('已完成').waitFor();
  await picture(page, 'tenants-moved');
  await expectAccessible(page, 'a move');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await rowOf(page, '彩虹健康中心').getByText('独立数据库').waitFor();
  expect(await page.content()).not.toContain(new URL(url).password);
  await picture(page, 'tenants-own');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, 'tenants-wide');
  await page.setViewportSize({ width: 1366, height: 768 });
  await chooseTenantAction(page, '彩虹健康中心', '迁回平台数据库');
  await confirm(page);
  await rowOf(page, '彩虹健康中心').getByText('平台数据库').waitFor();
});

test('what a tenant may have is set in a dialog', async () => {
  const { page } = desk;
  await chooseTenantAction(page, '彩虹健康中心', '功能设置');
  await dialog(page).getByLabel('最多用户数').fill('30');
  await dialog(page).getByRole('switch', { name: '在线沟通' }).click();
  await picture(page, 'tenants-features');
  await expectAccessible(page, 'features');
  await confirm(page);
  await chooseTenantAction(page, '彩虹健康中心', '功能设置');
  expect(await dialog(page).getByLabel('最多用户数').inputValue()).toBe('30');
  expect(await dialog(page).getByRole('switch', { name: '在线沟通' }).isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
});

test('the home of the host counts its tenants and leads to the pages of its menu', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/main/home`);
  const count = main(page).getByRole('link', { name: /^租户总数 \d/ });
  const home = (await count.getAttribute('aria-label'))?.slice('租户总数 '.length);
  expect(await main(page).getByText('在线设备').count(), 'the host has no devices').toBe(0);
  await picture(page, 'host-home');
  await expectAccessible(page, 'home of the host');
  await main(page).getByRole('link', { name: '租户管理', exact: true }).click();
  await rowOf(page, 'Default').waitFor();
  await main(page).getByText(`共 ${home} 条`, { exact: true }).waitFor();
});

test('a tenant that is changed, deleted and taken back', async () => {
  const { page } = desk;
  await main(page).getByRole('button', { name: '编辑彩虹健康中心' }).click();
  await dialog(page).getByLabel('名称', { exact: true }).fill('晨光健康中心');
  await confirm(page);
  await rowOf(page, '晨光健康中心').waitFor();
  await chooseTenantAction(page, '晨光健康中心', '删除');
  await dialog(page).getByText('数据保留30天').waitFor();
  await picture(page, 'tenants-delete');
  await confirm(page);
  await rowOf(page, '晨光健康中心').waitFor({ state: 'detached' });
  await page.goto(`${product.url}/jcpt/zhgl?isDeleted=true`);
  await rowOf(page, '晨光健康中心').waitFor();
  await picture(page, 'tenants-deleted');
  await main(page).getByRole('button', { name: '恢复晨光健康中心' }).click();
  await confirm(page);
  await page.goto(`${product.url}/jcpt/zhgl`);
  await rowOf(page, '晨光健康中心').waitFor();
  // The browser logs the refused save too.
  expect(desk.complaints.filter((line) => !line.includes('status of 400'))).toEqual([]);
});
