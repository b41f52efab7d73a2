import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { soon } from './look/seen.ts';

/** Components without a page that shows all their states, rendered alone in a browser. */
let browser: Browser;
let page: Page;
let folder: string;

interface Bench {
  begun: number;
  release: () => void;
  refuse: () => void;
  elapsed: (milliseconds: number | null) => string;
  shake: () => { duration: unknown; frames: number } | null;
}

declare const bench: Bench;
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kangmai-parts-'));
  const built = build({
    configFile: false,
    root: join(import.meta.dirname, 'parts'),
    mode: 'production',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, target: 'es2022', minify: false },
  });
  [browser] = await Promise.all([openBrowser(), built]);
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  page = await context.newPage();
  await page.route('http://parts.test/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
    return route.fulfill({
      body: readFileSync(join(folder, name)),
      contentType: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
    });
  });
  await page.goto('http://parts.test/');
  await page.getByRole('region', { name: 'top' }).waitFor();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const begun = (): Promise<number> => page.evaluate(() => bench.begun);
const scroll = (box: Locator, top: number): Promise<void> =>
  box.evaluate((element, to) => {
    element.scrollTop = to;
    element.dispatchEvent(new Event('scroll'));
  }, top);
/** Two frames: one for the browser's scroll event, one for React. */
const nextFrames = (): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );

test('SH-063 more is loaded within 80 px of the bottom, one load at a time, with a spinner; in the end nothing more comes', async () => {
  const box = page.getByRole('region', { name: 'bottom' });
  const before = await begun();
  const reach = await box.evaluate((element) => element.scrollHeight - element.clientHeight);
  await scroll(box, reach - 81);
  await nextFrames();
  expect(await begun()).toBe(before);
  await scroll(box, reach - 80);
  await box.getByRole('status', { name: '加载中' }).waitFor();
  await scroll(box, reach);
  await nextFrames();
  expect(await begun()).toBe(before + 1);
  await page.evaluate(() => bench.refuse());
  await box.getByText('加载失败').waitFor();
  expect(await begun()).toBe(before + 1);
  await box.getByRole('button', { name: /重\s*试/ }).click();
  await page.evaluate(() => bench.release());
  await box.getByText('row 39', { exact: true }).waitFor();
  await box.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect.poll(begun, soon).toBe(before + 3);
  await page.evaluate(() => bench.release());
  await box.getByText('没有更多数据了').waitFor();
  await box.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await nextFrames();
  expect(await begun()).toBe(before + 3);
});

test('SH-063 what is loaded at the top leaves the row in sight where it is', async () => {
  const box = page.getByRole('region', { name: 'top' });
  expect(await box.evaluate((element) => element.scrollTop), 'it is read from the bottom').toBeGreaterThan(80);
  const place = (): Promise<number> =>
    box.getByText('row 17', { exact: true }).evaluate((row) => row.getBoundingClientRect().top);
  const before = await begun();
  await scroll(box, 70);
  await expect.poll(begun, soon).toBe(before + 1);
  const stood = await place();
  await page.evaluate(() => bench.release());
  await box.getByText('row 39', { exact: true }).waitFor({ state: 'attached' });
  await nextFrames();
  expect(Math.abs((await place()) - stood)).toBeLessThanOrEqual(1);
});

test('SH-064 a shake has 15 steps of 32 ms; those who want less movement see none', async () => {
  expect(await page.evaluate(() => bench.shake())).toEqual({ duration: 480, frames: 16 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate(() => bench.shake())).toBeNull();
});

test('SH-066 elapsed time is told in minutes, hours and days', async () => {
  const minute = 60_000;
  const told = await page.evaluate(
    (spans) => spans.map((span) => bench.elapsed(span)),
    [59 * minute, 60 * minute, 24 * 60 * minute, 24 * 60 * minute + minute, null],
  );
  expect(told).toEqual(['59分钟', '1小时', '24小时', '1天', '未使用']);
});
