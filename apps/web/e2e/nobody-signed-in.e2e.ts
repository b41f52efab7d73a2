import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let admin: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Message {
  readonly body: string;
  readonly creationTime: string;
}

const house = /请尽快致电/;

test('nobody is signed in: 30 s after a critical pressure the guardian has an SMS, which stands in the outbox', async () => {
  const manager = await signIn(product, { tenancyName: 'Default', userName: 'manager' });
  const person = await manager.post<number>('C_client/CreateOrEditFromCustom', {
    name: '司马静宜',
    phone: '13800007771',
  });
  const contact = { 'client_id': person, name: '司马小安', relation: '2', phone: '13800007772', isGuardian: true };
  await manager.post('C_contact/CreateOrEdit', contact);
  const began = Date.now();
  const measured = { userId: person, high: 206, low: 123, measure_time: new Date(began).toISOString() };
  await manager.post('Watch_bps/CreateOrEdit', measured);
  const newest = async (): Promise<Message | undefined> =>
    (
      await admin.get<{ readonly items: readonly Message[] }>(
        'OutgoingMessages/GetAll?purposeFilter=alarm&MaxResultCount=20',
      )
    ).items.find(({ body }) => body.includes('司马'));
  await expect.poll(newest, { timeout: 60_000, interval: 200 }).toBeDefined();
  const message = await newest();
  expect(Date.parse(message?.creationTime ?? '') - began, 'ms from the reading to the message').toBeLessThan(30_000);
  expect(message?.body).toMatch(house);
  expect(message?.body).not.toMatch(/静宜|206|123/);

  const { page, complaints } = await openDesk(browser, product, {
    tenancyName: 'Default',
    userName: 'admin',
    isStill: true,
  });
  const popup = page.getByRole('dialog', { name: /危急异常/ });
  await popup.getByText('司马静宜').waitFor();
  await popup.getByRole('button', { name: /^打\s*开$/ }).click();
  await page
    .getByRole('article')
    .getByText(/监护人.*短信|短信/)
    .first()
    .waitFor();
  await page.goto(`${product.url}/jcpt/rzgl/messages`);
  await page.getByRole('row', { name: /司马/ }).first().waitFor();
  await expectAccessible(page, 'outbox with the message of an alarm', 'main');
  expect(complaints).toEqual([]);
});
