import { expect, test } from 'vitest';
import { defineResource } from '../define-resource.ts';
import { bool } from '../fields/bool.ts';
import { choice, choices, defineChoices } from '../fields/choices.ts';
import { dict } from '../fields/dict.ts';
import { decimal } from '../fields/number.ts';
import { money } from '../traits/money/money.ts';
import { file } from '../traits/files/files.ts';
import { phone } from '../fields/person.ts';
import { ref } from '../fields/ref.ts';
import { text } from '../fields/text.ts';
import { date, dateTime } from '../fields/time.ts';
import { safeCell } from './excel.ts';
import { acceptedColumns, importKeys, numbersIn } from '../traits/sheets/import-keys.ts';
import { exampleCell, importColumns, readCell } from './import.ts';

const colours = defineChoices({ red: { label: '红', en: 'Red', wire: 1 }, blue: { label: '蓝', en: 'Blue', wire: 2 } });
const thing = defineResource({
  name: 'thing',
  title: '物品',
  en: 'Things',
  scope: 'tenant',
  permission: 'Pages.Things',
  wire: { service: 'Things', entity: 'Thing', calls: { list: 'GetAll', save: 'CreateOrEdit' } },
  fields: {
    name: text({ label: '名称', required: true }),
    colour: choice(colours, { label: '颜色' }),
    marks: choices(colours, { label: '标记' }),
    isOn: bool({ label: '启用', default: true, required: true }),
    weight: decimal({ label: '重量', digits: [5, 2], unit: 'kg' }),
    photo: file({ label: '照片' }),
    kind: dict('kind', { label: '种类' }),
    owner: ref('thing', { label: '属主' }),
    made: date({ label: '制造日期' }),
    at: dateTime({ label: '时间' }),
    call: phone({ label: '电话' }),
    number: text({ label: '编号', readonly: true }),
  },
  list: { columns: ['name'], sort: 'name' },
  display: 'name',
});
const { fields } = thing;

test('columns are the fields that people may fill, with what there is to choose from', () => {
  const columns = importColumns(thing, 'zh-Hans');
  expect(columns.map(({ name }) => name)).toEqual([
    'name',
    'colour',
    'marks',
    'isOn',
    'weight',
    'kind',
    'owner',
    'made',
    'at',
    'call',
  ]);
  expect(columns.find(({ name }) => name === 'weight')?.title).toBe('重量 (kg)');
  expect(columns.find(({ name }) => name === 'colour')?.labels).toEqual(['红', '蓝']);
  expect(importColumns(thing, 'en').find(({ name }) => name === 'colour')?.labels).toEqual(['Red', 'Blue']);
  expect(columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['name']);
  expect([
    columns.find(({ name }) => name === 'kind')?.dictionary,
    columns.find(({ name }) => name === 'owner')?.target,
  ]).toEqual(['kind', 'thing']);
});

test('cells become what a save takes', () => {
  expect(readCell('蓝', fields.colour)).toBe(2);
  expect(readCell(' red ', fields.colour)).toBe(1);
  expect(readCell('绿', fields.colour)).toBe('绿');
  expect(readCell('红、blue', fields.marks)).toEqual([1, 2]);
  expect(readCell('否', fields.isOn)).toBe(false);
  expect(readCell(new Date('2026-02-03T00:00:00Z'), fields.made)).toBe('2026-02-03T00:00:00');
  expect(readCell(13_912_345_678, fields.call)).toBe('13912345678');
  expect(readCell(1.5, fields.weight)).toBe(1.5);
  const price = money({ label: '价格' });
  const prices = [0.1 * 3, '1,234.50', '￥168.5', '12,34', ' 7 '];
  expect(prices.map((cell) => readCell(cell, price))).toEqual([0.3, '1234.50', '168.5', '12,34', '7']);
  expect([readCell(null, fields.name), readCell('  ', fields.name)]).toEqual([null, null]);
});

test('days are read as people write them, and as a spreadsheet counts them', () => {
  const days = ['2026.1.5', '2026年1月5日', '2026/1/5', '２０２６．１．５', 46_027, '46027', '20260105', '2026-01-05'];
  for (const day of days) expect(readCell(day, fields.made)).toMatch(/^2026-01-05(T00:00:00)?$/);
  expect(readCell('2026年1月5日 8:30', fields.at)).toBe('2026-01-05 8:30');
  expect(readCell(46_027.5, fields.at)).toBe('2026-01-05T12:00:00');
  expect(['1.5', '明天', 12].map((cell) => readCell(cell, fields.made))).toEqual(['1.5', '明天', '12']);
});

test('rows are found by numbers that the server gives; a masked value and a bent text are known', () => {
  const numbered = { ...thing, fields: { ...fields, number: text({ label: '编号', readonly: true, unique: true }) } };
  expect(acceptedColumns(thing, 'zh-Hans').length).toBe(importColumns(thing, 'zh-Hans').length);
  expect(acceptedColumns(numbered as never, 'zh-Hans').at(-1)).toMatchObject({ name: 'number', isRequired: false });
  expect(numbersIn(numbered as never, { name: '甲', number: 'HT1' })).toEqual({ number: 'HT1' });
  expect([importKeys(thing), importKeys(numbered as never)]).toEqual([[], [['number']]]);
  const secret = phone({ label: '电话', sensitive: 'masked' });
  expect([readCell('138****5678', secret), readCell(new Date(0), fields.name)]).toEqual([null, [expect.any(String)]]);
});

test('what an export made safe comes back as it was', () => {
  for (const word of ['=1+1', '-12', '@x', '+8613912345678', '平常'])
    expect(readCell(safeCell(word) as string, fields.name)).toBe(word);
});

test('an example is what people write: its own, the default, or a valid value where one is required', () => {
  const shown = defineResource({
    ...thing,
    name: 'shown',
    fields: {
      ...fields,
      name: text({ label: '名称', required: true, example: '血压计' }),
      other: text({ label: '别名' }),
      code: text({ label: '代码', required: true }),
      colour: choice(colours, { label: '颜色', default: 'blue' }),
      at: dateTime({ label: '时间', required: true }),
      size: dict('size', { label: '大小', example: 'L' }),
    },
  } as never);
  const cells = (language: 'zh-Hans' | 'en') =>
    Object.fromEntries(importColumns(shown, language).map((column) => [column.name, exampleCell(column, language)]));
  expect(cells('zh-Hans')).toMatchObject({
    name: '血压计',
    other: null,
    colour: '蓝',
    marks: null,
    isOn: '是',
    owner: null,
    at: '2026-01-31 08:30',
    size: 'L',
    made: null,
  });
  expect(cells('zh-Hans')['code']).toMatch(/./);
  expect(cells('en')).toMatchObject({ colour: 'Blue', isOn: 'yes' });
});
