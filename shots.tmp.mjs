import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
const [, url, password] = /ready: (http\S+).*password (\S+)/.exec(readFileSync('/tmp/look/server.log', 'utf8'));
const [width, height, theme, what] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4], process.argv.slice(5)];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' });
await context.addCookies([{ name: 'look', value: `${theme}.auto.standard`, url }]);
const page = await context.newPage();
page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) console.log('CONSOLE', m.text()); });
page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
const shot = (name) => page.screenshot({ path: `/tmp/look/shots/${name}-${theme}-${width}.png` });
await page.goto(url);
await page.getByRole('button', { name: '切换' }).click();
await page.getByRole('dialog').getByRole('textbox').fill('Default');
await page.getByRole('dialog').getByRole('button', { name: /确\s*定/ }).click();
await page.getByRole('dialog').waitFor({ state: 'hidden' });
await page.getByLabel('用户名', { exact: false }).first().fill('admin');
await shot('signin');
await page.getByLabel('密码', { exact: true }).fill(password);
await page.getByRole('button', { name: /登\s*录/ }).click();
await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
await page.evaluate(async (theme) => {
  const token = JSON.parse(localStorage.getItem('Abp.AuthToken') ?? sessionStorage.getItem('Abp.AuthToken') ?? 'null');
  const bearer = token?.token ?? token;
  const tenant = document.cookie.match(/Abp\.TenantId=(\d+)/)?.[1];
  const r = await fetch('/api/services/app/Profile/UpdatePreferences', { method: 'PUT', headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, 'Abp.TenantId': tenant }, body: JSON.stringify({ theme }) });
  if (!r.ok) throw new Error('prefs ' + r.status);
}, theme);
await page.reload();
await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
const quiet = async () => { await page.waitForLoadState('networkidle').catch(() => {}); await page.waitForTimeout(400); };
const steps = {
  home: async () => { await quiet(); await shot('home'); },
  list: async () => { await page.goto(url + '/userManage/UserList'); await quiet(); await shot('list'); },
  form: async () => { await page.goto(url + '/inventmanage/DevicesType'); await quiet(); await page.getByRole('button', { name: '新增' }).first().click(); await quiet(); await shot('form'); },
  dialog: async () => { await page.goto(url + '/ycjh/yjgl'); await quiet(); await page.getByRole('button', { name: /^更多 / }).first().click(); await quiet(); await shot('menu'); const item = page.getByRole('menuitem').first(); await item.click(); await quiet(); await shot('dialog'); },
  e404: async () => { await page.goto(url + '/nowhere'); await quiet(); await shot('404'); },
  e403: async () => { await page.goto(url + '/error-403'); await quiet(); await shot('403'); },
  dict: async () => { await page.goto(url + '/jcpt/dictionary'); await quiet(); await page.locator('.ant-tree-switcher').nth(2).click(); await quiet(); await page.locator('.ant-tree-node-content-wrapper').nth(4).click(); await quiet(); await page.locator('.ant-tree-node-content-wrapper').nth(4).click({ button: 'right' }); await quiet(); await shot('dict'); },
  alarms: async () => { await page.goto(url + '/jkfw/adnormal'); await quiet(); await shot('alarms'); },
  map: async () => { await page.goto(url + '/ycjh/devicesLocations'); await quiet(); await shot('map'); },
  looks: async () => { await page.goto(url + '/jcpt/rzgl/sensitive'); await quiet(); await shot('looks'); },
  alerts: async () => { await page.goto(url + '/jcpt/rzgl/alerts'); await quiet(); await shot('alerts'); },
  consents: async () => { await page.goto(url + '/userManage/consents'); await quiet(); await shot('consents'); },
  measure: async () => { await page.goto(url + '/device/alldata'); await quiet(); await shot('measure'); },
  client: async () => { await page.goto(url + '/userManage/UserList'); await quiet(); await page.locator('.ant-table-tbody a').first().click(); await quiet(); await page.waitForTimeout(800); await shot('client'); },
  tools: async () => { await page.goto(url + '/userManage/UserList'); await quiet(); await page.getByRole('button', { name: '列设置' }).click(); await quiet(); await shot('tools'); },
};
for (const name of what.length ? what : Object.keys(steps)) { try { await steps[name](); } catch (e) { console.log('FAILED', name, e.message.split('\n')[0]); } }
await browser.close();
