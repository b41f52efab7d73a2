import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

test('the page of the API is drawn under the strict policy, from this server alone', async () => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  const [problems, asked]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${app.url}/api/docs`);
  await page.getByText('康脉健康管理平台 API').first().waitFor();
  await page.locator('.opblock-tag', { hasText: 'TokenAuth' }).click();
  await page.getByText('/api/TokenAuth/Authenticate').first().waitFor();
  expect(problems).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(app.url) && !/^(data|blob):/.test(url))).toEqual([]);
  await page.close();
});

test('the page of the API is dark where the product was dark last, whatever the system likes', async () => {
  const context = await browser.newContext({ colorScheme: 'light' });
  await context.addCookies([{ name: 'look', value: 'dark.auto.standard', url: app.url }]);
  const page = await context.newPage();
  await page.goto(`${app.url}/api/docs`);
  await page.getByText('康脉健康管理平台 API').first().waitFor();
  const brightness = await page.evaluate(() =>
    getComputedStyle(document.documentElement)
      .backgroundColor.match(/\d+/g)
      ?.slice(0, 3)
      .reduce((sum, part) => sum + Number(part), 0),
  );
  expect(brightness).toBeLessThan(150);
  await context.close();
});
