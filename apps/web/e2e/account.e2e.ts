import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { linkedCases } from './account/linked.cases.ts';
import { otherNameCases } from './account/other-names.cases.ts';
import { passwordCases } from './account/password.cases.ts';
import { settingsCases } from './account/settings.cases.ts';
import { spaceCases } from './account/space.cases.ts';
import { openBrowser, openDesk, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let desk: Desk;
let admin: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'nurse', isStill: true });
});

afterAll(async () => {
  await browser.close();
  await product.stop();
});

const at = { product: () => product, browser: () => browser, desk: () => desk, admin: () => admin };

passwordCases(at);
linkedCases(at);
settingsCases(at);
spaceCases(at);
otherNameCases(at);
