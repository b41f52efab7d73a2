import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clinic, device, inChina, person, tag, visit } from '../../test/clinic.ts';
import { defineModel, defineResource, Members, region, type AnyResource } from '../index.ts';
import { listReader, maximumRows, sortNames, type ListQuery } from './wire-query.ts';

const parse = (query: Record<string, unknown>, resource: AnyResource = visit) =>
  listReader(resource, clinic)({ query: Members.ofQuery(query), context: inChina });
const listOf = (query: Record<string, unknown>, resource?: AnyResource): ListQuery => {
  const { list, problems } = parse(query, resource);
  expect(problems).toEqual([]);
  return list;
};
const conditions = (query: Record<string, unknown>) => listOf(query).conditions;
const problems = (query: Record<string, unknown>) =>
  parse(query).problems.map(({ field, reason }) => `${field} ${reason}`);

test('an empty query is the first page in the usual order', () => {
  expect(listOf({})).toEqual({
    conditions: [],
    sort: [
      { field: 'visitedAt', descending: true },
      { field: 'title', descending: false },
    ],
    skip: 0,
    take: 10,
  });
});

describe('names', () => {
  test.each([
    'VISIT_TITLEFilter',
    'visit_titlefilter',
    'visiT_TITLEFilter',
    'input.VISIT_TITLEFilter',
    'Input.visit_titleFILTER',
  ])('%s is found', (name) => {
    expect(conditions({ [name]: 'x' })).toEqual([{ field: 'title', operator: 'like', value: 'x' }]);
  });

  test('unknown names are ignored', () => {
    expect(
      listOf({
        where: '1=1',
        foo: 'x',
        addressFilter: 'x',
        keyFilter: 'x',
        'constructorFilter': 'x',
        __proto__: 'x',
        hasOwnProperty: 'x',
      }).conditions,
    ).toEqual([]);
  });

  test.each([
    { countFilter: ['1', '2'] },
    { 'countFilter[0]': '1', 'countFilter[1]': '2' },
    { 'countFilter[]': ['1', '2'] },
    { countFilter: '1, 2' },
    { countFilter: '1,,2,' },
  ])('an array as %j', (query) => {
    expect(conditions(query)).toEqual([{ field: 'count', operator: 'in', value: [1, 2] }]);
  });
});

describe('filters follow the mark of the field', () => {
  test.each([
    [{ USERIDFilter: '7' }, { field: 'client', operator: 'eq', value: 7 }],
    [{ imeiFilter: '860123456789012' }, { field: 'watch', operator: 'eq', value: '860123456789012' }],
    [{ TagsFilter: '3,4' }, { field: 'tags', operator: 'in', value: [3, 4] }],
    [{ type_codeFilter: '1' }, { field: 'code', operator: 'eq', value: '1' }],
    [{ highFilter: '140' }, { field: 'high', operator: 'ge', value: 140 }],
    [{ lowFilter: '60' }, { field: 'low', operator: 'le', value: 60 }],
    [{ MinHighFilter: '140' }, { field: 'high', operator: 'ge', value: 140 }],
    [{ MaxHighFilter: '200' }, { field: 'high', operator: 'le', value: 200 }],
    [{ RelationFilter: '0' }, { field: 'relation', operator: 'eq', value: 0 }],
    [{ MinRelationFilter: '-1' }, { field: 'relation', operator: 'ge', value: -1 }],
    [{ StateFilter: '0' }, { field: 'state', operator: 'eq', value: 'open' }],
    [{ StateFilter: 'Taken' }, { field: 'state', operator: 'eq', value: 'taken' }],
    [{ KindFilter: 'H,fever' }, { field: 'kind', operator: 'in', value: ['headache', 'fever'] }],
    [{ SymptomsFilter: 'H' }, { field: 'symptoms', operator: 'in', value: ['headache'] }],
    [{ ActiveFilter: '0' }, { field: 'active', operator: 'eq', value: false }],
    [{ ActiveFilter: 'TRUE' }, { field: 'active', operator: 'eq', value: true }],
    [{ GenderFilter: '2' }, { field: 'gender', operator: 'eq', value: '2' }],
    [{ PaymentsFilter: '1,2' }, { field: 'payments', operator: 'in', value: ['1', '2'] }],
    [{ SugarFilter: '5.60' }, { field: 'sugar', operator: 'eq', value: 5.6 }],
    [
      { MinTO_TIMEFilter: '2025-01-05' },
      { field: 'visitedAt', operator: 'ge', value: new Date('2025-01-04T16:00:00Z') },
    ],
    [
      { maxto_timefilter: '2025-01-05T00:00:00Z' },
      { field: 'visitedAt', operator: 'le', value: new Date('2025-01-05T00:00:00Z') },
    ],
    [{ Maxnext_visite_timeFilter: '2025/1/5' }, { field: 'nextOn', operator: 'le', value: '2025-01-05' }],
    [{ IdFilter: '4,5' }, { field: 'id', operator: 'in', value: [4, 5] }],
    [
      { MincreationTimeFilter: '2025-01-05T00:00:00Z' },
      { field: 'createdAt', operator: 'ge', value: new Date('2025-01-05T00:00:00Z') },
    ],
  ])('%j', (query, condition) => expect(conditions(query)).toEqual([condition]));

  test('both ends of a range', () => {
    expect(conditions({ MaxRelationFilter: '5', MinRelationFilter: '0' })).toEqual([
      { field: 'relation', operator: 'ge', value: 0 },
      { field: 'relation', operator: 'le', value: 5 },
    ]);
  });

  test.each(['-1', '', ' ', 'null', 'undefined'])('«%s» means all', (word) => {
    expect(
      conditions({
        StateFilter: word,
        ActiveFilter: word,
        RelationFilter: word,
        countFilter: word,
        USERIDFilter: word,
        VISIT_TITLEFilter: word,
        Filter: word === '-1' ? '' : word.replace(/\w+/, ''),
      }),
    ).toEqual([]);
    if (word !== '-1') expect(conditions({ MinRelationFilter: word, MaxTO_TIMEFilter: word })).toEqual([]);
  });

  test('an exact field knows no range', () =>
    expect(conditions({ MinStateFilter: '1', MaxActiveFilter: '1', MinVISIT_TITLEFilter: 'x' })).toEqual([]));
  test('nothing but commas is no condition', () =>
    expect(conditions({ countFilter: ',', KindFilter: ' , ' })).toEqual([]));

  test('joined names that are listed', () => {
    expect(
      conditions({ userNameFilter: '王', ClientGenderFilter: '1', userPhoneFilter: '13812345678', userAgeFilter: '5' }),
    ).toEqual([
      { field: 'name', through: 'client', operator: 'like', value: '王' },
      { field: 'gender', through: 'client', operator: 'eq', value: '1' },
    ]);
  });

  test('ages and sealed values of the resource itself', () => {
    expect(
      listOf({ MinAgeFilter: '65', PhoneFilter: '138 1234 5678', ID_CardFilter: 'e12345' }, person).conditions,
    ).toEqual([
      { field: 'phone', operator: 'eq', value: '13812345678' },
      { field: 'card', operator: 'eq', value: 'E12345' },
      { field: 'age', operator: 'ge', value: 65 },
    ]);
  });

  test('wrong values are problems, all at once', () => {
    expect(
      problems({
        StateFilter: '9',
        MinTO_TIMEFilter: '2025-02-30',
        USERIDFilter: 'abc',
        KindFilter: 'H,X',
        ActiveFilter: '2',
        SugarFilter: 'x',
        MaxResultCount: '0',
        Sorting: 'nope',
      }),
    ).toEqual([
      'client field.not-id',
      'visitedAt field.not-time',
      'sugar field.not-number',
      'active field.not-bool',
      'state field.unknown-choice',
      'kind field.unknown-choice',
      'sorting list.unknown-sort',
      'maxResultCount field.out-of-range',
    ]);
  });

  test('zero characters never reach the database', () => {
    expect(
      problems({
        Filter: 'a\u0000',
        VISIT_TITLEFilter: '\u0000a',
        type_codeFilter: 'a\u0000b',
        imeiFilter: '1\u00002',
      }),
    ).toEqual([
      'filter field.bad-characters',
      'watch field.bad-format',
      'title field.bad-characters',
      'code field.bad-characters',
    ]);
  });
});

test('free text is trimmed and cut', () => {
  expect(listOf({ filter: '  王 ' }).text).toBe('王');
  expect(listOf({ Filter: '  ' })).not.toHaveProperty('text');
  expect(listOf({ Filter: 'x'.repeat(500) }).text).toHaveLength(200);
  expect(listOf({ VISIT_TITLEFilter: 'x'.repeat(500) }).conditions[0]?.value).toHaveLength(200);
});

describe('sorting', () => {
  const title = { field: 'title', descending: false };
  test.each([
    ['VISIT_TITLE', title],
    ['visiT_TITLE', title],
    ['visit_title ASC', title],
    ['VISIT_TITLE ascend', title],
    ['returN_VISIT_RECORD.visiT_TITLE asc', title],
    ['RETURN_VISIT_RECORD.VISIT_TITLE', title],
    ['TO_TIME desc', { field: 'visitedAt', descending: true }],
    ['tO_TIME  DESCENDING', { field: 'visitedAt', descending: true }],
    ['to_time descend', { field: 'visitedAt', descending: true }],
    ['id desc', { field: 'id', descending: true }],
    ['CreationTime', { field: 'createdAt', descending: false }],
    ['lastModificationTime', { field: 'updatedAt', descending: false }],
    ['returN_VISIT_RECORD.creationTime', { field: 'createdAt', descending: false }],
    ['userName desc', { field: 'name', through: 'client', descending: true }],
    ['USERNAME', { field: 'name', through: 'client', descending: false }],
    ['user.name desc', { field: 'name', through: 'client', descending: true }],
    ['USERID', { field: 'client', descending: false }],
    ['imei', { field: 'imei', through: 'watch', descending: false }],
  ])('%s', (Sorting, key) => expect(listOf({ Sorting }).sort).toEqual([key]));

  test('several keys', () => {
    expect(listOf({ Sorting: 'userName desc, visit_title , id asc' }).sort).toEqual([
      { field: 'name', through: 'client', descending: true },
      title,
      { field: 'id', descending: false },
    ]);
  });

  test.each([undefined, '', ' ', 'null', 'undefined'])('«%s» is the usual order', (Sorting) =>
    expect(listOf({ Sorting }, tag).sort).toEqual([
      { field: 'title', descending: false },
      { field: 'createdAt', descending: true },
    ]),
  );
  test('a definition may sort by a stamp', () =>
    expect(listOf({}, device).sort).toEqual([{ field: 'id', descending: true }]));

  test.each([
    'nope',
    'title',
    'VISIT_TITLE; drop table x',
    'VISIT_TITLE desc nulls first',
    'VISIT_TITLE,',
    '1',
    '(select 1)',
    'constructor',
    '__proto__',
    'toString',
    'VISIT_TITLE sideways',
    'client.name.x',
    'id,id,id,id,id,id',
  ])('%s is refused', (Sorting) => {
    expect(parse({ Sorting }).problems).toEqual([{ field: 'sorting', reason: 'list.unknown-sort' }]);
    expect(parse({ Sorting }).list.sort).toEqual(listOf({}).sort);
  });

  test('every field of a resource can be named, except those that leave masked', () => {
    const find = sortNames(person, clinic);
    expect(['name', 'Gender', 'birthday', 'c_client.age'].map((word) => find(word)?.field)).toEqual([
      'name',
      'gender',
      'birthday',
      'age',
    ]);
    expect(['PHONE', 'phone', 'ID_Card', 'iD_Card', 'c_client.phone'].map((word) => find(word))).toEqual(
      Array.from({ length: 5 }),
    );
    expect(['Address', 'userPhone'].map((word) => sortNames(visit, clinic)(word))).toEqual([undefined, undefined]);
  });
});

describe('paging', () => {
  test.each([
    ['20', '50', { skip: 20, take: 50 }],
    ['0', '1', { skip: 0, take: 1 }],
    ['', '', { skip: 0, take: 10 }],
    ['null', 'undefined', { skip: 0, take: 10 }],
    ['0', '1000000', { skip: 0, take: maximumRows }],
    ['2147483647', ' 10 ', { skip: 2_147_483_647, take: 10 }],
  ])('skip %s, take %s', (SkipCount, MaxResultCount, page) => {
    expect(listOf({ SkipCount, MaxResultCount })).toMatchObject(page);
    expect(listOf({ skipcount: SkipCount, 'input.maxResultCount': MaxResultCount })).toMatchObject(page);
  });

  test.each([
    [{ SkipCount: '-1' }, 'skipCount'],
    [{ SkipCount: '1.5' }, 'skipCount'],
    [{ SkipCount: '2147483648' }, 'skipCount'],
    [{ SkipCount: ['1', '2'] }, 'skipCount'],
    [{ SkipCount: '0x10' }, 'skipCount'],
    [{ MaxResultCount: '0' }, 'maxResultCount'],
    [{ MaxResultCount: '-5' }, 'maxResultCount'],
    [{ MaxResultCount: '1000001' }, 'maxResultCount'],
    [{ MaxResultCount: 'all' }, 'maxResultCount'],
    [{ MaxResultCount: 'NaN' }, 'maxResultCount'],
  ])('%j is refused, not clamped', (query, field) => expect(problems(query)).toEqual([`${field} field.out-of-range`]));
});

test('no query throws, and what it yields names only declared columns', () => {
  const known = [
    'VISIT_TITLEFilter',
    'TO_TIMEFilter',
    'MinTO_TIMEFilter',
    'StateFilter',
    'countFilter',
    'TagsFilter',
    'SymptomsFilter',
    'imeiFilter',
    'userNameFilter',
    'Sorting',
    'SkipCount',
    'MaxResultCount',
    'Filter',
    'IdFilter',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.string()),
    fc.anything(),
    fc.constantFrom('-1', '0', 'null', '2025-02-29', '\u0000', '\ud800'),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), value), (query) => {
      const { list } = parse(query);
      for (const { field, through } of [...list.conditions, ...list.sort]) {
        const owner = through === 'client' ? person : through === 'watch' ? device : visit;
        expect(Object.hasOwn(owner.fields, field) || ['id', 'createdAt', 'updatedAt'].includes(field)).toBe(true);
      }
      expect(list.take).toBeGreaterThan(0);
      expect(JSON.stringify(list)).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['330106', '330106', '330106'],
  ['330100', '330100', '330199'],
  ['330000', '330000', '339999'],
  ['000000', '000000', '000000'],
])('the region %s finds %s to %s', (code, first, last) => {
  const home = defineResource({
    name: 'home',
    title: 't',
    en: 't',
    scope: 'tenant',
    permission: 'Pages.X',
    wire: { service: 'H', entity: 'H', calls: {} },
    list: { columns: ['place'], sort: 'id' },
    display: 'place',
    fields: { place: region({ label: '区划', filter: 'exact', unknown: '000000' }) },
  });
  const { list, problems: refused } = listReader(
    home,
    defineModel([home]),
  )({
    query: Members.of({ placeFilter: code }),
    context: inChina,
  });
  expect([list.conditions, refused]).toEqual([
    [
      { field: 'place', operator: 'ge', value: first },
      { field: 'place', operator: 'le', value: last },
    ],
    [],
  ]);
});
