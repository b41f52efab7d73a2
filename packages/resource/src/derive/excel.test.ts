import { expect, test } from 'vitest';
import { clinic, person, visit } from '../../test/clinic.ts';
import {
  defineModel,
  defineResource,
  dict,
  dicts,
  excelColumns,
  isExportable,
  ref,
  region,
  safeCell,
  text,
  type AnyResource,
  type ExcelColumn,
} from '../index.ts';
import type { LoadedRow } from '../wire/wire-row.ts';

const row = {
  id: 1,
  rowVersion: 1,
  createdAt: new Date(0),
  client: 5,
  'client.name': '=王芳',
  watch: 9,
  'watch.imei': '860123456789012',
  title: '=HYPERLINK("x")',
  visitedAt: new Date(5),
  high: -1,
  state: 'open',
  symptoms: ['headache', 'fever'],
  active: true,
  address: '=HYPERLINK("http://x/路","y")',
  key: 'SECRET',
};
const cells = (columns: readonly ExcelColumn[], loaded: LoadedRow) =>
  Object.fromEntries(columns.map(({ title, read }) => [title, read(loaded)]));
const inChinese = (resource: AnyResource) => excelColumns(resource, clinic, { language: 'zh-Hans' });

test("the list's columns with labels and units, references by name, states by label", () => {
  expect(cells(inChinese(visit), row)).toEqual({
    客户: "'=王芳",
    设备: '860123456789012',
    标题: '\'=HYPERLINK("x")',
    随访时间: new Date(5),
    '收缩压 (mmHg)': -1,
    状态: '待确认',
    伴随症状: '头痛、发热',
    启用: '是',
    住址: '\'=HYPERLINK("http://x/路****',
    验证码: '******',
  });
});

test('labels in English where there are any', () =>
  expect(
    excelColumns(visit, clinic, { language: 'en' })
      .map(({ title }) => title)
      .slice(0, 4),
  ).toEqual(['Client', '设备', 'Title', '随访时间']));

test('chosen columns alone, in their order; secrets are no columns', () => {
  expect(cells(excelColumns(visit, clinic, { language: 'zh-Hans', chosen: ['state', 'client'] }), row)).toEqual({
    状态: '待确认',
    客户: "'=王芳",
  });
  expect([isExportable(visit, 'state'), isExportable(visit, 'key'), isExportable(visit, 'constructor')]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a column's marks follow it, in the list's columns and among chosen ones, once each", () => {
  const marked = { ...visit, list: { ...visit.list, columns: ['high', 'title'], marks: { high: ['state', 'title'] } } };
  const titles = (chosen?: readonly string[]) =>
    excelColumns(marked, clinic, { language: 'zh-Hans', chosen }).map(({ title }) => title);
  expect(titles()).toEqual(['收缩压 (mmHg)', '状态', '标题']);
  expect(titles(['high'])).toEqual(['收缩压 (mmHg)', '状态', '标题']);
  expect(titles(['title'])).toEqual(['标题']);
});

test('an empty row is empty', () => {
  expect(Object.values(cells(inChinese(visit), { id: 1, rowVersion: 1, createdAt: new Date(0) }))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    '',
    null,
    null,
    null,
  ]);
});

test('sensitive values are masked', () => {
  const shown = cells(inChinese(person), {
    id: 1,
    rowVersion: 1,
    createdAt: new Date(0),
    name: 'x',
    gender: '1',
    phone: '13812345678',
  });
  expect(shown).toEqual({ 姓名: 'x', 性别: '1', 手机号: '138****5678' });
});

test("so are those of a reference's target, by its display or behind it", () => {
  const base = { title: 't', en: 't', scope: 'tenant', permission: 'Pages.X' } as const;
  const masked = { sensitive: 'masked' } as const;
  const owner = defineResource({
    ...base,
    name: 'owner',
    wire: { service: 'O', entity: 'O', calls: {} },
    fields: {
      line: text({ label: '电话', en: 'Phone', ...masked }),
      other: text({ label: '座机', en: 'Landline', ...masked }),
    },
    list: { columns: ['line'], sort: 'id' },
    display: 'line',
  });
  const house = defineResource({
    ...base,
    name: 'house',
    wire: { service: 'H', entity: 'H', calls: {} },
    fields: { street: text({ label: '街道' }), owner: ref('owner', { label: '房主', en: 'Owner' }) },
    list: { columns: ['street'], sort: 'id' },
    display: 'street',
  });
  const joins = {
    ownerLine: 'house.owner.line',
    ownerOther: 'house.owner.other',
    ownerId: 'house.owner.id',
    keeperLine: 'keeper.line',
  } as const;
  const thing = defineResource({
    ...base,
    name: 'thing',
    wire: { service: 'T', entity: 'T', calls: {}, joins },
    fields: {
      first: ref('owner', { label: '甲' }),
      house: ref('house', { label: '房屋', en: 'House' }),
      keeper: ref('owner', { label: '乙' }),
    },
    list: { columns: ['first', 'house'], sort: 'id' },
    display: 'first',
  });
  const loaded = {
    id: 1,
    rowVersion: 1,
    createdAt: new Date(0),
    first: 1,
    'first.line': '6222020012345678',
    'house.street': 'x',
    'house.owner.line': '6222020087654321',
    'house.owner.other': '6222020087654399',
    keeper: 2,
    'keeper.line': '6222020087654300',
  };
  const shown = excelColumns(thing, defineModel([owner, house, thing]), { language: 'en' });
  expect(shown.map(({ title, read }) => [title, read(loaded)])).toEqual([
    ['甲', '****5678'],
    ['House', 'x'],
    ['Owner', '****4321'],
    ['Landline', '****4399'],
    ['Owner', null],
  ]);
});

test('codes by their names where they are known, a region nobody has told as nothing', () => {
  const home = defineResource({
    name: 'home',
    title: 't',
    en: 't',
    scope: 'tenant',
    permission: 'Pages.X',
    wire: { service: 'H', entity: 'H', calls: {} },
    list: { columns: ['place', 'kind', 'traits'], sort: 'id' },
    display: 'place',
    fields: {
      place: region({ label: '区划', unknown: '000000' }),
      kind: dict('gender', { label: '性别' }),
      traits: dicts('traits', { label: '特点' }),
    },
  });
  const names: Readonly<Record<string, string>> = { 330106: '浙江省 杭州市 西湖区', 1: '男', a: '=甲' };
  const exportedCells = (loaded: object) =>
    Object.values(
      cells(excelColumns(home, defineModel([home]), { language: 'zh-Hans', nameOf: (_field, code) => names[code] }), {
        id: 1,
        rowVersion: 1,
        createdAt: new Date(0),
        ...loaded,
      }),
    );
  expect(exportedCells({ place: '330106', kind: '1', traits: ['a', 'b'] })).toEqual([
    '浙江省 杭州市 西湖区',
    '男',
    "'=甲、b",
  ]);
  expect(exportedCells({ place: '000000', kind: null, traits: [] })).toEqual([null, null, null]);
  expect(exportedCells({ place: '999999', kind: '7' })).toEqual(['999999', '7', null]);
});

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\r=1', '\n=1', ' =1', '＝1', '＠x', '-'])(
  '%j gets an apostrophe',
  (value) => expect(safeCell(value)).toBe(`'${value}`),
);
test.each(['x', '1+1', 'a=b', '', ' x', 5, -5, true, null, new Date(5)])('%j stays as it is', (value) =>
  expect(safeCell(value)).toBe(value),
);
