import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf, expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { poppler, requirePoppler } from './paper-picture.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

const payments = 120;
const partyName = '青松餐饮服务有限公司';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;
let id: number;

const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 10 + at * 7)).toISOString().slice(0, 10);

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const { user } = await admin.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations');
  id = await admin.post<number>('XYJ_Contract/CreateOrEdit', {
    name: '助餐服务合同',
    contractType: 'provider',
    partyName,
    startDate: '2026-01-01',
    endDate: '2028-12-31',
    amount: payments * 100,
    chargeUserId: user.id,
    remark: '每月十日前结清上月餐费。',
    payPlan: Array.from({ length: payments }, (_, at) => ({ date: dayOf(at), amount: 100, paid: at < 3 })),
  });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const ready = (page: Page): Promise<void> => page.locator('[data-print=ready]').waitFor();

const daysIn = (text: string): readonly string[] => text.match(/\d{4}-\d{2}-\d{2}(?= +100\.00)/g) ?? [];

test('a contract leads to its paper in a tab of its own, which is accessible and looks as it is printed', async () => {
  const { page, context } = desk;
  await page.goto(`${product.url}/jcpt/htgl/${id}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: '打印合同' }).click();
  const paper = await opened;
  await ready(paper);
  expect(new URL(paper.url()).pathname).toBe(`/print/contract/${id}`);
  await expect.poll(() => paper.locator('article').textContent()).toContain(partyName);
  await expectAccessible(paper, 'the paper of a contract');
  await picture(paper, 'print-contract');
  await paper.close();
});

test('its PDF holds the words as text with their fonts; the heading of the lines stands on every sheet and no line is cut', async ({
  skip,
}) => {
  const { page } = desk;
  await page.goto(`${product.url}/print/contract/${id}`);
  await ready(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`合同-${id}.pdf`);
  requirePoppler(skip);
  const path = await file.path();
  const fonts = poppler('pdffonts', path).split('\n').slice(2, -1);
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((font) => !/ yes +(yes|no) +(yes|no) +\d+ +\d+$/.test(font))).toEqual([]);
  const pages = poppler('pdftotext', '-layout', path, '-').split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[0]).toContain(partyName);
  expect(pages.at(-1)).toMatch(new RegExp(`甲方 +乙方\\s+\\S+健康管理中心 +${partyName}`));
  expect(pages.map((text) => text.includes('付款日期'))).toEqual(pages.map((text) => daysIn(text).length > 0));
  expect(pages.flatMap(daysIn)).toEqual(Array.from({ length: payments }, (_, at) => dayOf(at)));
  expect(pages.map((text, at) => new RegExp(`\\b${at + 1} ?/ ?${pages.length}\\b`).test(text))).not.toContain(false);
});

test('the printing browser leaves no sign-in behind, and the log of accesses names the printed row', async () => {
  const client = await openDatabase(product.folder);
  const live = await client.query<{ n: number }>(
    "select count(*)::int as n from user_token where kind = 'access' and revoked_at is null and expires_at < now() + interval '2 minutes' and expires_at > now()",
  );
  const logged = await client.query<{ record: string; action: string }>(
    "select record, action from sensitive_access_log where resource = 'contract' and record is not null",
  );
  await client.end();
  expect(live.rows[0]?.n).toBe(0);
  expect(logged.rows).toContainEqual({ record: String(id), action: 'print' });
});

test('a paper of another tenant, of an unknown kind or row is not there, on the page and as PDF', async () => {
  const other = await signIn(product, { tenancyName: 'qianjiang', userName: 'admin' });
  await expect(other.post('Documents/MakePdf', { key: 'contract', id })).rejects.toThrow('404');
  await expect(admin.post('Documents/MakePdf', { key: 'contract', id: 999_999_999 })).rejects.toThrow('404');
  await expect(admin.post('Documents/MakePdf', { key: 'passport', id })).rejects.toThrow('400: 没有这种单据');
  const nurse = await signIn(product, { tenancyName: 'Default', userName: 'nurse' });
  await expect(nurse.post('Documents/MakePdf', { key: 'contract', id })).rejects.toThrow('403');
  const { page } = desk;
  for (const [path, words] of [
    ['/print/contract/999999999', '单据不存在'],
    ['/print/passport/1', '单据不存在'],
  ]) {
    await page.goto(`${product.url}${path}`);
    await page.locator('[data-print=absent]').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain(words);
  }
});

test('whoever opens the address of a paper without a session signs in first and then sees it', async () => {
  const context = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${product.url}/print/contract/${id}`);
  await page.getByRole('button', { name: '切换' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Default');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByLabel('用户名', { exact: false }).first().fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await ready(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('without a browser on the server the page says what to do', async () => {
  const plain = await startProduct({ CHROME_PATH: '/nowhere' });
  const caller = await signIn(plain, { tenancyName: 'Default', userName: 'admin' });
  const { user } = await caller.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations');
  const own = await caller.post<number>('XYJ_Contract/CreateOrEdit', {
    name: '合同',
    contractType: 'other',
    partyName,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    chargeUserId: user.id,
  });
  await expect(caller.post('Documents/MakePdf', { key: 'contract', id: own })).rejects.toThrow(
    '400: 服务器未安装 Chromium',
  );
  await plain.stop();
});

test('a template dresses the paper and its PDF: tried from its list, chosen on the paper, made the default', async ({
  skip,
}) => {
  const { page, context } = desk;
  await page.goto(`${product.url}/jcpt/reportPreview`);
  const tried = context.waitForEvent('page');
  await page.getByRole('button', { name: '预览合同（盖章用）' }).click();
  const paper = await tried;
  await ready(paper);
  expect(new URL(paper.url()).pathname).toBe(`/print/contract/${id}`);
  const sheet = paper.locator('article');
  await expect.poll(() => sheet.textContent()).toContain('康脉示范健康管理中心 · 合同档案');
  expect(await sheet.textContent()).toMatch(/双方各执一份，盖章后生效。.*合同编号 HT\d{11}/s);
  await expectAccessible(paper, 'a paper with a template');
  await paper.getByRole('combobox', { name: '选择模板' }).click();
  await paper.getByTitle('合同（存根）').click();
  await paper.locator('article[data-paper=A5]').waitFor();
  await ready(paper);
  await expect.poll(() => sheet.textContent()).toContain('康脉示范健康管理中心 · 存根');
  await paper.close();

  await page.getByRole('button', { name: '更多 合同（存根）' }).click();
  await page.getByRole('menuitem', { name: '设为默认' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goto(`${product.url}/print/contract/${id}`);
  await ready(page);
  await expect.poll(() => page.locator('article').getAttribute('data-paper')).toBe('A5');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  requirePoppler(skip);
  expect(poppler('pdftotext', '-layout', await file.path(), '-')).toContain('· 存根');

  const order = { code: 'contract-seal', dataId: id, format: 'pdf' };
  const { fileToken } = await admin.post<{ readonly fileToken: string }>('ReportTemplates/Render', order);
  const rendered = await page.context().request.get(`${product.url}/File/DownloadTempFile`, { params: { fileToken } });
  expect((await rendered.body()).subarray(0, 5).toString()).toBe('%PDF-');
});
