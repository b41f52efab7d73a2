// Finds everything by what both of the component library's versions draw, as the template's words depend on its texts.

const row = (page, word) => page.locator('.ant-table-tbody tr', { hasText: word });
const dialog = (page) => page.locator('.ant-modal-content:visible').last();

/** Waits until nothing with these words is listed. */
const gone = (page, word) => row(page, word).first().waitFor({ state: 'detached' });

/** Fills the fields of the open dialog by their names; a click waits until it stands still and its values are set. */
async function fill(page, values) {
  await dialog(page).locator('input').first().click();
  for (const [name, value] of Object.entries(values)) {
    const field = dialog(page).locator(`[id$="${name}"]`).first();
    if (typeof value === 'boolean') await field.setChecked(value);
    else await field.fill(value);
  }
}

/** Ticks a box of the second tab of the open dialog. */
async function tick(page, word) {
  await dialog(page).locator('.ant-tabs-tab').nth(1).click();
  await dialog(page).locator('.ant-checkbox-group .ant-checkbox-wrapper', { hasText: word }).first().click();
}

async function save(page) {
  await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click();
  await page.locator('.ant-modal-wrap:visible').waitFor({ state: 'hidden' });
}

/** Searches the list, which shows ten rows at a time. */
async function find(page, word) {
  const search = page.locator('.ant-input-search input');
  await search.fill(word);
  const answered = page.waitForResponse(/\/GetAll\?/i);
  await search.press('Enter');
  await answered;
  await row(page, word).first().waitFor();
}

/** The n-th entry of a row's menu: 0 edits, 1 deletes. */
async function choose(page, word, at) {
  await find(page, word);
  await row(page, word).first().locator('button').click();
  await page.locator('.ant-dropdown:visible .ant-dropdown-menu-item').nth(at).click();
}

const openNew = (page) => page.locator('button.ant-btn-circle').click();

async function remove(page, word) {
  await choose(page, word, 1);
  await page.locator('.ant-modal-confirm-btns .ant-btn-primary').click();
  await gone(page, word);
}

/** Goes to a page and waits for its list. */
async function visit({ page, url }, path) {
  await page.goto(`${url}${path}`);
  await page.locator('.ant-table-tbody').waitFor();
}

/** Signs in at a tenant, or at the host without one. */
export async function signIn({ page, url }, { tenant, userName, password }) {
  await page.context().clearCookies();
  await page.goto(`${url}/user/login`);
  if (tenant !== undefined) {
    await page.locator('.ant-card button').first().click();
    await dialog(page).locator('input').fill(tenant);
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click();
    await page.locator('.ant-card', { hasText: tenant }).first().waitFor();
  }
  await page.locator('[id$="userNameOrEmailAddress"]').fill(userName);
  await page.locator('input[type="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.locator('.ant-menu-item').first().waitFor();
}

/** Makes, changes and deletes a role, with the name of a permission as the template shows it. */
export async function roles(at, permission) {
  const { page } = at;
  await visit(at, '/roles');
  await openNew(page);
  await fill(page, { name: 'TemplateRole', displayName: 'Template role', description: 'made by the template' });
  await tick(page, permission);
  await save(page);
  await choose(page, 'TemplateRole', 0);
  await fill(page, { displayName: 'Template role two' });
  await save(page);
  await remove(page, 'Template role two');
}

/** Makes, changes and deletes a user with a role. */
export async function users(at, { role, password }) {
  const { page } = at;
  await visit(at, '/users');
  await openNew(page);
  await fill(page, {
    name: 'Anna',
    surname: 'Template',
    userName: 'anna.template',
    emailAddress: 'anna.template@example.com',
    password,
    confirm: password,
    isActive: true,
  });
  await tick(page, role);
  await save(page);
  await choose(page, 'anna.template', 0);
  await fill(page, { name: 'Annemarie' });
  await save(page);
  await remove(page, 'Annemarie');
}

/** Makes, changes and deletes a tenant, at the host. */
export async function tenants(at) {
  const { page } = at;
  await visit(at, '/tenants');
  await openNew(page);
  await fill(page, {
    tenancyName: 'TemplateTenant',
    name: 'Template tenant',
    adminEmailAddress: 'admin@template.example',
    isActive: true,
  });
  await save(page);
  await choose(page, 'TemplateTenant', 0);
  await fill(page, { name: 'Template tenant two' });
  await save(page);
  await remove(page, 'Template tenant two');
}
