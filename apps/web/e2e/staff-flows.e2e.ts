import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, goTo, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { menuOf } from './frame/desk.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const dialog = (): Locator => desk.page.getByRole('dialog');
const openAs = (userName: string): Promise<Desk> =>
  openDesk(browser, product, { tenancyName: 'Default', userName, isStill: true });

interface Unit {
  readonly id: number;
  readonly displayName: string;
}

const addUnit = (displayName: string, parentId: number | null): Promise<Unit> =>
  admin.post<Unit>('OrganizationUnit/CreateOrganizationUnit', { displayName, parentId });

test('who may open one page sees that page alone, and is out of it when the account is deactivated', async () => {
  const above = await addUnit('呈贡片区', null);
  const below = await addUnit('呈贡一站', above.id);
  await admin.post('Role/CreateOrUpdateRole', {
    role: { displayName: '机构查看', dataScope: 'unit' },
    grantedPermissionNames: [
      'Pages',
      'Pages.Basicplatform',
      'Pages.Administration',
      'Pages.Administration.OrganizationUnits',
    ],
  });
  const { items } = await admin.get<{ items: readonly { readonly name: string; readonly displayName: string }[] }>(
    'Role/GetRoles',
  );
  const role = items.find(({ displayName }) => displayName === '机构查看')?.name;
  await admin.post('User/CreateOrUpdateUser', {
    user: {
      userName: 'onepage',
      surname: '赵',
      name: '一页',
      emailAddress: 'onepage@default.example',
      password: product.password,
      isActive: true,
      shouldChangePasswordOnNextLogin: false,
    },
    assignedRoleNames: [role],
    organizationUnits: [below.id],
  });
  const other = await openAs('onepage');
  const menu = menuOf(other.page);
  await menu.getByRole('button', { name: '基础平台' }).click();
  await menu.getByRole('link', { name: '组织机构' }).click();
  await other.page.getByText('呈贡一站').first().waitFor();
  const links = await menu.getByRole('link').allInnerTexts();
  expect(links.filter((link) => !['首页', '组织机构'].includes(link.trim()))).toEqual([]);
  expect(await menu.getByRole('button', { name: /远程监护|客户管理/ }).count()).toBe(0);
  await goTo(other.page, '/jcpt/yhgl');
  await other.page.getByText('403').first().waitFor();
  await goTo(other.page, '/jcpt/zzjg');
  await other.page.getByText('呈贡一站').first().waitFor();
  await picture(other.page, 'flow-one-page');

  await desk.page.goto(`${product.url}/jcpt/yhgl`);
  await findUser('onepage');
  await choose('赵一页', '停用');
  await dialog()
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await other.page.getByRole('button', { name: /登\s*录/ }).waitFor();
  await other.context.close();
});

async function findUser(word: string): Promise<void> {
  const { page } = desk;
  await page.getByRole('textbox', { name: '搜索用户名、姓名、邮箱' }).fill(word);
  await page.getByRole('row').filter({ hasText: word }).first().waitFor();
}

async function choose(name: string, what: string): Promise<void> {
  await desk.page.getByRole('button', { name: `${name}的更多操作` }).click();
  await desk.page.getByRole('menuitem', { name: what, exact: true }).click();
}

/** Puts one client of a station into the last of thirty units below another one. Answers the client's name. */
async function clientBelow(ids: readonly number[]): Promise<string> {
  const database = await openDatabase(product.folder);
  const found = await database.query<{ name: string }>(
    `update client set organization_unit_id = $1 where (tenant_id, id) = (select c.tenant_id, c.id from client c
       join organization_unit u on u.tenant_id = c.tenant_id and u.id = c.organization_unit_id
       where u.tenant_id = (select tenant_id from organization_unit where id = $1) and u.display_name like '五华%' and c.state = 'active' order by c.id limit 1)
     returning name`,
    [ids.at(-1)],
  );
  await database.end();
  return found.rows[0]?.name ?? '';
}

test('who sees a unit with all below it sees the clients of thirty units that are dragged below it', async () => {
  const area = await addUnit('官渡搬迁片区', null);
  const ids: number[] = [];
  for (let at = 1; at <= 30; at += 1) ids.push((await addUnit(`搬迁${at}站`, area.id)).id);
  const name = await clientBelow(ids);
  const head = await openAs('guandu.head');
  const isListed = async (): Promise<number> => {
    const answer = head.page.waitForResponse(
      (response) =>
        response.url().includes('C_client/GetPagedAll') && decodeURIComponent(response.url()).includes(name),
    );
    await head.page.goto(`${product.url}/userManage/UserList?q=${encodeURIComponent(name)}`);
    return ((await (await answer).json()) as { result: { totalCount: number } }).result.totalCount;
  };
  expect(await isListed()).toBe(0);
  const { page } = desk;
  await page.goto(`${product.url}/jcpt/zzjg`);
  await page.getByRole('textbox', { name: '搜索机构' }).fill('官渡');
  const unit = (title: string): Locator => page.locator('.ant-tree-title').filter({ hasText: title }).first();
  await unit('官渡搬迁片区').dragTo(unit('官渡分院'));
  await page
    .locator('.ant-modal-confirm-title')
    .filter({ hasText: '将“官渡搬迁片区”移动到“官渡分院”之下？' })
    .waitFor();
  await dialog()
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(isListed).toBe(1);
  await picture(head.page, 'flow-moved-unit');
  await head.context.close();
});

/** The sign-in page of a tenant, in a browser of its own. */
async function signInPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(product.url);
  await page.getByRole('button', { name: '切换' }).click();
  const box = page.getByRole('dialog');
  await box.getByRole('textbox').fill('Default');
  await box.getByRole('button', { name: /确\s*定/ }).click();
  await box.waitFor({ state: 'hidden' });
  return page;
}

async function tryPassword(page: Page, password: string): Promise<number> {
  await page.getByLabel('用户名', { exact: false }).first().fill('sales');
  await page.getByLabel('密码', { exact: true }).fill(password);
  const answer = page.waitForResponse(/TokenAuth\/Authenticate/);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  return (await answer).status();
}

test('wrong passwords lock an account, the list says so, and unlocking lets its user in', async () => {
  const page = await signInPage();
  for (let wrong = 0; wrong < 5; wrong += 1)
    expect(await tryPassword(page, `Wrong-${wrong}`)).toBeGreaterThanOrEqual(400);
  expect(await tryPassword(page, product.password)).toBeGreaterThanOrEqual(400);
  await picture(page, 'flow-locked');
  await desk.page.goto(`${product.url}/jcpt/yhgl`);
  await findUser('sales');
  const row = desk.page.getByRole('row').filter({ hasText: 'sales' });
  await row.getByText('已锁定').waitFor();
  await picture(desk.page, 'flow-locked-list');
  const label = (await row.getByRole('button', { name: /的更多操作$/ }).getAttribute('aria-label')) ?? '';
  await choose(label.replace('的更多操作', ''), '解锁');
  await row.getByText('已锁定').waitFor({ state: 'detached' });
  expect(await tryPassword(page, product.password)).toBe(200);
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await page.context().close();
  expect(desk.complaints).toEqual([]);
});

test('members of a team are chosen in two lists, each with a role; the leader stays', async () => {
  const { page } = desk;
  await page.goto(`${product.url}/StaffManagement/doctorTeam`);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: '成员' }) });
  await card.first().getByRole('button', { name: '成员' }).click();
  const chosen = dialog().getByRole('region', { name: /^已选/ });
  await expect.poll(() => dialog().getByRole('checkbox', { checked: false }).count()).toBeGreaterThan(2);
  const before = await chosen.getByRole('listitem').count();
  const free = dialog().getByRole('checkbox', { checked: false }).first();
  const name = (await free.getAttribute('aria-label')) ?? '';
  await dialog().getByRole('checkbox', { name, exact: true }).check();
  const row = chosen.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: '护士' }).click();
  await picture(page, 'team-members');
  await expectAccessible(page, 'members of a team', '[role=dialog]');
  expect(await chosen.getByRole('listitem').filter({ hasText: '团队长' }).getByRole('button').count()).toBe(0);
  await dialog()
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
  await page.getByText('成员已保存').waitFor();
  await card.first().getByRole('button', { name: '成员' }).click();
  await row.filter({ hasText: '护士' }).waitFor();
  expect(await chosen.getByRole('listitem').count()).toBe(before + 1);
  await chosen.getByRole('button', { name: `移除 ${name}` }).click();
  await dialog()
    .getByRole('button', { name: /^确\s*定$/ })
    .click();
  await dialog().waitFor({ state: 'hidden' });
});
