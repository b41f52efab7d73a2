import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openDesk } from './browser.ts';
import { chosen, fillDesk, finding, type Listed, type Page } from './desk-cases.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let own: Caller;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  await fillDesk(product, own);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('in English no Chinese of ours is left on the desk, in the file, the dialog and the bell', async () => {
  const { page } = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByText('English').click();
  await page.getByRole('button', { name: 'Language' }).waitFor();
  await page.goto(`${product.url}/jkfw/adnormal`);
  await chosen(page).waitFor();
  const openCases = () =>
    own.get<
      Page<
        Listed & {
          readonly userName: string | null;
          readonly responsibleTeamName: string | null;
          readonly abnormalData: { readonly 'abnormaL_DIA': string };
        }
      >
    >('AbnormalData/GetAll?stateFilter=0,1,2&MaxResultCount=1000');
  const { items } = await openCases();
  const { id, 'abnormaL_DIA': words = '' } = items.find(({ abnormalData }) => abnormalData.state === 0)
    ?.abnormalData ?? { id: 0 };
  await own.post('AbnormalData/Claim', { id });
  await page.goto(`${product.url}/jkfw/adnormal?id=${id}`);
  await expect.poll(() => finding(page).textContent()).toBe(words);
  const file = await own.get<{
    readonly guardians: readonly { readonly name: string }[];
    readonly rule: Readonly<Record<string, unknown>> | null;
    readonly history: readonly { readonly userName: string }[];
  }>(`AbnormalData/GetAbnormalDataForEdit?id=${id}`);
  const user = await page.getByRole('banner').getByRole('button').last().innerText();
  // Texts of people, teams and rules stay Chinese: names, findings, rules with their sources.
  const known = [
    user,
    '康脉',
    ...file.guardians.map(({ name }) => name),
    ...Object.values(file.rule ?? {}).map(String),
    ...file.history.map(({ userName }) => userName),
  ];
  const chinese = async (): Promise<readonly string[]> => {
    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode())
        if (walker.currentNode.parentElement?.checkVisibility()) found.push(walker.currentNode.textContent ?? '');
      return [
        ...found,
        ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((part) =>
          ['aria-label', 'title', 'placeholder'].map((name) => part.getAttribute(name) ?? ''),
        ),
      ];
    });
    // Cases may have come since; the bell shows them.
    const cases = (await openCases()).items.flatMap(({ userName, responsibleTeamName, abnormalData }) => [
      userName ?? '',
      responsibleTeamName ?? '',
      abnormalData['abnormaL_DIA'],
    ]);
    const data = [...known, ...cases]
      .filter((word) => word !== '' && word !== '系统')
      .toSorted((one, other) => other.length - one.length);
    const isOurs = (text: string): boolean =>
      /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(data.reduce((rest, word) => rest.replaceAll(word, ''), text));
    return [...new Set(texts.filter(isOurs))];
  };
  await page
    .getByRole('button', { name: /alarm|abnormal/i })
    .first()
    .hover();
  await page.getByRole('tooltip').locator('li').first().waitFor();
  expect(await chinese()).toEqual([]);
  await page.mouse.move(0, 700);
  await page.locator('[data-move="handle"]').click();
  await page.getByRole('dialog').waitFor();
  expect(await chinese()).toEqual([]);
  await page.context().close();
});
