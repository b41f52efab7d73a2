import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, type Desk } from './browser.ts';
import { poppler, requirePoppler } from './paper-picture.ts';
import { openDatabase, signIn, startProduct, type Caller, type Product } from './product.ts';

const personName = '签发客户';
const key = 'doctorAgreement';

let product: Product;
let browser: Browser;
let admin: Caller;
let doctor: Caller;
let desk: Desk;
let id: number;

const dayOf = (years: number): string => {
  const at = new Date();
  return new Date(Date.UTC(at.getFullYear() + years, at.getMonth(), at.getDate() - (years > 0 ? 1 : 0)))
    .toISOString()
    .slice(0, 10);
};

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  doctor = await signIn(product, { tenancyName: 'Default', userName: 'doctor' });
  const { user } = await doctor.get<{ user: { id: number } }>('Session/GetCurrentLoginInformations');
  const [team] = await admin.get<readonly { id: number; teamId?: number }[]>(
    `XYJ_DoctorUserTeam/GetTeamsByUserId?id=${user.id}`,
  );
  const clientId = await admin.post<number>('C_client/CreateOrEditFromCustom', {
    name: personName,
    phone: '13800006666',
  });
  id = await admin.post<number>('DoctorSign/CreateOrEdit', {
    clientId,
    teamId: team?.teamId ?? team?.id,
    doctorId: user.id,
    signDate: dayOf(0),
    beginDate: dayOf(0),
    endDate: dayOf(1),
  });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'doctor', isStill: true });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const ready = (page: Page): Promise<void> => page.locator('[data-print=ready]').waitFor();
const address = (more = ''): string => `${product.url}/print/${key}/${id}${more}`;
const bar = (page: Page) => page.getByRole('toolbar', { name: '打印工具' });
const press = (page: Page, name: string | RegExp): Promise<void> => bar(page).getByRole('button', { name }).click();
const dialogButton = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name });

async function pdfText(page: Page, skip: () => void): Promise<{ text: string; fonts: readonly string[] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, '下载 PDF')]);
  requirePoppler(skip);
  const path = await file.path();
  return {
    text: poppler('pdftotext', '-layout', path, '-'),
    fonts: poppler('pdffonts', path).split('\n').slice(2, -1),
  };
}

test('an agreement is a draft until it is accepted; then it stands issued with its hash', async () => {
  const { page } = desk;
  await page.goto(address());
  await ready(page);
  await expect.poll(() => page.locator('article').textContent()).toContain('未签发');
  await doctor.post('DoctorSign/Accept', { id });
  await page.goto(`${product.url}/jcpt/doctorSign/${id}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: '打印签约服务协议' }).click();
  const paper = await opened;
  await ready(paper);
  const words = (await paper.locator('article').textContent()) ?? '';
  expect(words).toContain(personName);
  expect(words).toMatch(/第1版 · 校验码 [0-9a-f]{12} ·/);
  expect(words).toContain('尚未电子签名');
  await expectAccessible(paper, 'an issued paper');
  await paper.close();
});

test('the doctor signs with the password after reading what such a signature is not; a wrong one signs nothing', async () => {
  const { page } = desk;
  await page.goto(address());
  await ready(page);
  await press(page, /^签\s*名$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('不是合格（可靠）电子签名').waitFor();
  await expectAccessible(page, 'the dialog of a signature');
  await dialog.getByLabel('登录密码', { exact: true }).last().fill('wrong-password');
  await dialogButton(page, /签\s*名$/).click();
  await page.getByText('当前密码不正确').first().waitFor();
  await dialog.getByLabel('登录密码', { exact: true }).last().fill(product.password);
  await dialogButton(page, /签\s*名$/).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('article').textContent()).toMatch(/电子签名 \S+ \d{4}-/);
  await press(page, /^核\s*验$/);
  await page.getByText('第1版自签发以来没有变化').waitFor();
});

test('a correction names the former version; the former prints as it was issued, its PDF with text and fonts', async ({
  skip,
}) => {
  await admin.post('DoctorSign/Terminate', { id, reason: '客户搬迁' });
  const { page } = desk;
  await page.goto(address('?version=0'));
  await ready(page);
  await press(page, '签发更正版');
  await page.getByRole('dialog').getByLabel('更正原因').fill('协议已解约');
  await dialogButton(page, /签\s*发$/).click();
  await page.waitForURL(address());
  await ready(page);
  const words = (await page.locator('article').textContent()) ?? '';
  expect(words).toMatch(/第2版 · 校验码 [0-9a-f]{12} ·.*更正第1版（校验码 [0-9a-f]{12}）· 更正原因：协议已解约/s);
  expect(words).toContain('已解约');

  await page.goto(address('?version=1'));
  await ready(page);
  expect(await page.locator('article').textContent()).toContain('履约中');
  const { text, fonts } = await pdfText(page, skip);
  expect(text).toContain(personName);
  expect(text).toMatch(/第1版 · 校验码 [0-9a-f]{12}/);
  expect(text).toContain('履约中');
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter((font) => !/ yes +(yes|no) +(yes|no) +\d+ +\d+$/.test(font))).toEqual([]);
});

test('a version that was changed in the database is named on the page', async () => {
  const database = await openDatabase(product.folder);
  await database.query('set row_security = off');
  await database.query(
    "update document_version set content = jsonb_set(content, '{parts,0,facts,0,value}', '\"别人\"') where row_id = $1 and version = 1",
    [id],
  );
  await database.end();
  const { page } = desk;
  await page.goto(address('?version=1'));
  await ready(page);
  await press(page, /^核\s*验$/);
  await page.getByText('核验不一致：第1版已被改动').waitFor();
  await page.getByText('不一致处：内容与校验码').waitFor();
  // The wrong password above was refused.
  expect(desk.complaints).toEqual([expect.stringContaining('400')]);
});
