import { model } from '@kangmai/model';
import { defineModel, defineResource, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { cleanHtml } from '@kangmai/server/engine/traits/text-forms/text-forms';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetBehind } from '@kangmai/testkit/importing';

const note = defineResource({
  name: 'testNote',
  title: '便笺',
  en: 'Notes',
  scope: 'tenant',
  scopeRule: { everybody: 'made up for a test' },
  permission: 'Pages.TestNotes',
  wire: { service: 'TestNotes', entity: 'TestNote', wrap: false, calls: usualCalls('TestNote') },
  fields: {
    title: text({ label: '标题', en: 'Title', required: true, max: 40 }),
    article: text({ label: '内容', en: 'Content', as: 'html', filter: 'like' }),
    opensAt: text({ label: '开门', en: 'Opens at', as: 'clock', filter: 'exact' }),
    colour: text({ label: '颜色', en: 'Colour', as: 'colour' }),
  },
  list: { columns: ['title', 'article'], sort: 'title', search: ['title', 'article'] },
  display: 'title',
});
const all = defineModel([...model.resources, note] as never);

let app: TestApp;
let admin: Client;
let typeId: number;

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(note, all));
  await client.end();
  admin = await app.as('admin', 'Alpha');
  typeId = await (await Samples.of(app, 'Alpha')).idOf('deviceType');
});
afterAll(() => app.close());

let count = 0;
const save = (more: object): Promise<Answer<number>> => {
  count += 1;
  const row = { productName: `介绍${count}`, productCode: `T-${count}`, model: 'M', devicesTypeId: typeId };
  return admin.post<number>('DeviceProduct/CreateOrEdit', { ...row, ...more });
};
const introduceOf = async (id: number): Promise<string> =>
  (await admin.get<{ deviceProduct: { introduce: string } }>('DeviceProduct/GetDeviceProductForEdit', { id })).result
    .deviceProduct.introduce;

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed">x</a>',
  '<p style="background:url(https://evil.example)">x</p>',
  '<style>*{display:none}</style>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.example"><input name=a></form>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p><<script>alert(1)//<</script>',
  '<base href="https://evil.example">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<object data="x"></object><embed src="x">',
  '<textarea><img src=x onerror=alert(1)></textarea>',
];
const bad =
  /<(?!\/?(?:p|br|h2|h3|strong|b|em|i|u|s|ul|ol|li|blockquote|code|pre|hr|a)\b)|<[^>]*\s(?:on|style)|(?:javascript|data):[^<]*"/i;

test.each(hostile)('%s is saved without what could run', async (html) => {
  const { result: id, status } = await save({ introduce: `<p>前</p>${html}<p>后</p>` });
  expect(status).toBe(200);
  const kept = await introduceOf(id);
  expect(kept).not.toMatch(bad);
  expect(kept).toContain('<p>前</p>');
});

test('whatever comes, what is left is clean, and cleaning it again changes nothing', () => {
  const parts = fc.constantFrom(
    ...hostile,
    '<p>',
    '</p>',
    '<ul><li>',
    '&lt;script&gt;',
    '"',
    "'",
    '<',
    '>',
    '血压',
    '&',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
      const once = cleanHtml(pieces.join(''));
      expect(once).not.toMatch(bad);
      expect(cleanHtml(once)).toBe(once);
    }),
  );
});

test('links open apart; headings keep their place in the page', () => {
  expect(cleanHtml('<h1>a</h1><a href="https://x.example/a?b=1&c=2">x</a>')).toBe(
    '<h2>a</h2><a href="https://x.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">x</a>',
  );
});

test('an update is cleaned too, and an export has the words alone', async () => {
  const { result: id } = await save({ introduce: '<p>旧</p>' });
  const introduce = '<p>血<strong>压</strong>计 &amp; 袖带</p><script>1</script>';
  await admin.post('DeviceProduct/CreateOrEdit', { id, introduce });
  expect(await introduceOf(id)).toBe('<p>血<strong>压</strong>计 &amp; 袖带</p>');
  const cells = await sheetBehind(admin, 'DeviceProduct/GetDeviceProductsToExcel', {
    IdFilter: String(id),
    columns: 'productName,introduction',
  });
  expect(cells.at(-1)?.[1]).toBe('血压计 & 袖带');
});

test('an address that is none of the web is refused with its reason', async () => {
  const refused = await save({ website: 'javascript:alert(1)' });
  expect([refused.status, refused.error?.validationErrors]).toEqual([
    400,
    [{ members: ['website'], message: '产品网页应为以 http:// 或 https:// 开头的网址' }],
  ]);
  expect((await save({ website: 'https://example.com' })).status).toBe(200);
});

test('a search looks at the words of formatted text, not at its elements', async () => {
  const body = {
    title: '袖带',
    article: '<p>血<strong>压</strong>计 &amp; A &lt; B</p>',
    opensAt: '8:30',
    colour: '#2d8cf0',
  };
  expect((await admin.post('TestNotes/CreateOrEdit', body)).status).toBe(200);
  const found = async (query: Record<string, string>): Promise<number> =>
    (await admin.get<{ totalCount: number }>('TestNotes/GetAll', query)).result.totalCount;
  for (const words of ['血压计', '计 & A', 'A < B']) {
    expect(await found({ ArticleFilter: words }), words).toBe(1);
    expect(await found({ Filter: words }), words).toBe(1);
  }
  for (const words of ['strong', '<p>', '</strong>压']) expect(await found({ ArticleFilter: words }), words).toBe(0);
  expect(await found({ OpensAtFilter: '08:30' })).toBe(1);
  const { result } = await admin.get<{ items: readonly object[] }>('TestNotes/GetAll');
  expect(result.items).toMatchObject([{ opensAt: '08:30', colour: '#2D8CF0' }]);
});
