import sharp from 'sharp';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openDesk, picture, type Desk } from './browser.ts';
import { signIn, startProduct, type Caller, type Product } from './product.ts';

let product: Product;
let browser: Browser;
let own: Caller;
let desk: Desk;
let page: Page;

interface DeviceProduct {
  readonly id: number;
  readonly productName: string;
  readonly website: string | null;
  readonly introduce: string | null;
  readonly pictures: readonly string[];
  readonly packingList: readonly { readonly item: string; readonly quantity: number }[];
}

const name = '带清单的血压计';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  own = await signIn(product, { tenancyName: 'Default', userName: 'admin' });
  const types = await own.get<{ items: { devicesType: { id: number } }[] }>('DevicesType/GetAll?MaxResultCount=1');
  await own.post('DeviceProduct/CreateOrEdit', {
    productName: name,
    productCode: 'FORMS-1',
    model: 'F1',
    devicesTypeId: types.items[0]?.devicesType.id,
  });
  desk = await openDesk(browser, product, { tenancyName: 'Default', userName: 'admin', isStill: true });
  ({ page } = desk);
  await page.goto(`${product.url}/inventmanage/DeviceProduct?productCode=FORMS-1`);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const stored = async (): Promise<DeviceProduct> => {
  const { items } = await own.get<{ items: { deviceProduct: DeviceProduct }[] }>(
    'DeviceProduct/GetAll?ProductCodeFilter=FORMS-1',
  );
  return items[0]?.deviceProduct as DeviceProduct;
};
const drawer = (): Locator => page.getByRole('dialog').first();
const coloured = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
const save = (): Promise<void> => drawer().getByRole('button', { name: '保存', exact: true }).click();

describe('a product with a list, pictures and formatted text', () => {
  test('is filled in by keyboard, says what is wrong at its place, and is saved', async () => {
    await page.getByRole('button', { name: `编辑 ${name}` }).click();
    const form = drawer();
    await form
      .getByRole('button', { name: /^更多字段/ })
      .first()
      .click();
    await form.getByLabel('产品网页').fill('javascript:alert(1)');
    await form.getByRole('button', { name: '添加一行' }).click();
    await page.keyboard.type('袖带');
    await page.keyboard.press('Enter');
    await form.getByLabel('第2行 物品').waitFor();
    await page.keyboard.type('袖带');
    await save();
    await form.getByText('产品网页应以 http:// 或 https:// 开头').waitFor();
    await form.getByText('物品与第1行重复').waitFor();
    await picture(page, 'product-forms-wrong');
    await form.getByLabel('产品网页').fill('https://example.com/bp');
    await form.getByLabel('第2行 物品').fill('电池');
    await form.getByLabel('第2行 数量').fill('4');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => form.getByLabel('第1行 物品').inputValue()).toBe('电池');

    await form.locator('input[type=file][multiple]').setInputFiles([
      { name: '正面.jpg', mimeType: 'image/jpeg', buffer: await coloured('#D93026') },
      { name: '背面.jpg', mimeType: 'image/jpeg', buffer: await coloured('#2D8CF0') },
    ]);
    await form.getByText('2 / 9').waitFor();
    await form.getByRole('button', { name: '查看更多图片第2张' }).focus();
    await page.keyboard.press('Alt+ArrowLeft');

    const editor = form.getByRole('textbox', { name: '产品介绍' });
    await editor.click();
    await page.keyboard.type('测量前静坐');
    await form.getByRole('button', { name: '加粗' }).click();
    await page.keyboard.type('五分钟');
    await picture(page, 'product-forms-filled');
    await expectAccessible(page, 'form of a product', '[role=dialog]');
    await save();
    await form.waitFor({ state: 'detached' });
    const row = await stored();
    expect(row).toMatchObject({
      website: 'https://example.com/bp',
      introduce: '<p>测量前静坐<strong>五分钟</strong></p>',
      packingList: [
        { item: '电池', quantity: 4 },
        { item: '袖带', quantity: 1 },
      ],
    });
    expect(row.pictures).toHaveLength(2);
  });

  test('is read as table, gallery, link and formatted text', async () => {
    await page.getByRole('link', { name, exact: true }).click();
    const details = page.getByRole('main');
    const list = details.getByRole('table', { name: '装箱清单' });
    await list.waitFor();
    expect(await list.getByRole('row').allInnerTexts()).toEqual(['物品\t数量\t备注', '电池\t4\t—', '袖带\t1\t—']);
    const link = details.getByRole('link', { name: 'https://example.com/bp' });
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
      'noopener noreferrer',
      '_blank',
    ]);
    expect(await details.locator('strong').innerText()).toBe('五分钟');
    await picture(page, 'product-forms-details');
    await expectAccessible(page, 'details of a product', 'main');
    await details.getByRole('button', { name: '查看更多图片第1张' }).click();
    await page.getByRole('img', { name: '更多图片第1张' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('img', { name: '更多图片第2张' }).waitFor();
    await picture(page, 'product-forms-lightbox');
    expect(desk.complaints).toEqual([]);
  });
});
