import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

const root = resolve(import.meta.dirname, '../../..');
const wearersImei = '869081990000101';
const days = 24;

let product: Product;
let browser: Browser;
let desk: Desk;
let wearer: { readonly id: number; readonly name: string };
const folder = mkdtempSync(join(tmpdir(), 'kangmai-replay-'));
const recording = join(folder, 'home.csv');

/** Two readings a day slightly above the limit for home readings, the last one far above. */
function recorded(): string {
  const lines = Array.from({ length: days * 2 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 2), at % 2 === 0 ? 7 : 19)).toISOString().slice(0, 19);
    const isLast = at === days * 2 - 1;
    return `${day},${isLast ? 192 : 128 + (at % 9)},${isLast ? 114 : 80 + (at % 6)},${66 + (at % 7)}`;
  });
  return ['measured at,systolic,diastolic,pulse', ...lines].join('\n');
}

beforeAll(async () => {
  writeFileSync(recording, recorded());
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const { items } = await admin.get<{ items: readonly { device_bind: { userId: number }; userName: string }[] }>(
    `Device_binds/GetAll?imeiFilter=${wearersImei}&RelationFilter=0&StateFilter=1`,
  );
  const [bound] = items;
  if (!bound) throw new Error('nobody wears the device for replays');
  wearer = { id: bound['device_bind'].userId, name: bound.userName };
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin' });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Number of points of the blood pressure chart; 0 before the first. */
async function pointsShown(): Promise<number> {
  const chart = desk.page.getByRole('img', { name: /^血压/ });
  const sentence = (await chart.count()) === 0 ? '' : await chart.first().getAttribute('aria-label');
  return Number(/(\d+) 个数据点/.exec(sentence ?? '')?.[1] ?? 0);
}

test('a replay grows the curve and brings the case while somebody looks, without a reload', async () => {
  const { page, complaints } = desk;
  await page.goto(`${product.url}/userManage/UserList/${wearer.id}`);
  await page.getByRole('heading', { level: 1, name: wearer.name }).waitFor();
  await page.getByRole('tab', { name: '健康数据' }).waitFor();
  expect(await pointsShown()).toBe(0);
  await page.evaluate(() => document.documentElement.setAttribute('data-since', 'before the replay'));

  const seen = new Set<number>();
  const watching = setInterval(
    () =>
      void pointsShown()
        .then((count) => seen.add(count))
        .catch(() => undefined),
    200,
  );
  const env = { ...process.env, DATA_DIR: product.folder };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(root, 'tools/run.mjs'),
      'apps/ops/src/replay.ts',
      recording,
      '--imei',
      wearersImei,
      '--speed',
      '4',
      '--base',
      product.url,
    ],
    { cwd: root, env },
  );
  expect(stdout).toContain(`${days * 2}`);
  await expect.poll(pointsShown).toBe(days * 4);
  clearInterval(watching);
  // Two lines per reading; the chart was seen growing.
  expect([...seen].filter((count) => count > 0 && count < days * 4).length).toBeGreaterThan(1);

  await page
    .getByRole('region', { name: '时间线' })
    .getByText(/血压 192\/114/)
    .first()
    .waitFor();
  await picture(page, 'replay-1366');
  expect(await page.evaluate(() => document.documentElement.getAttribute('data-since'))).toBe('before the replay');
  expect(complaints).toEqual([]);
});
