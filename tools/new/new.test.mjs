import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { addImport, addItem, addRoute, groupOf } from './edits.mjs';
import { fieldSource, kindNames, readField, readFields } from './fields.mjs';
import { namesOf } from './names.mjs';
import { applyChange } from './page.mjs';
import { displaysOf, findGroup, scopeOf } from './plan.mjs';
import { ask } from './questions.mjs';
import { textLines } from './server.mjs';
import { nextMigration } from './tree.mjs';

const names = namesOf('care-visit');

test('a name has all its spellings, and one with other signs is refused', () => {
  expect(names).toMatchObject({
    name: 'careVisit',
    entity: 'CareVisit',
    plural: 'CareVisits',
    pluralName: 'careVisits',
  });
  expect(namesOf('body-mass').plural).toBe('BodyMasses');
  expect(namesOf('therapy').plural).toBe('Therapies');
  for (const wrong of ['CareVisit', 'care_visit', '../care', '']) expect(() => namesOf(wrong)).toThrow('is no name');
  expect(() => namesOf('order')).toThrow('a word of SQL');
});

test.each([
  ['price, decimal 8 1, 价格, Price, min 0', "price: decimal({ label: '价格', en: 'Price', min: 0, digits: [8, 1] }),"],
  [
    'home, text 200 3, 地址, Address, masked',
    "home: text({ label: '地址', en: 'Address', sensitive: 'masked', max: 200, rows: 3 }),",
  ],
  [
    "nick, text, 昵称, Friend's name",
    "nick: text({ label: '昵称', en: 'Friend\\'s name', max: 200, filter: 'like' }),",
  ],
  [
    'rule, text 50, 规则, Rule, required, example 每日一次',
    "rule: text({ label: '规则', en: 'Rule', required: true, example: '每日一次', max: 50, filter: 'like' }),",
  ],
  [
    'until, date, 止, Until, after from, example 2026-03-01',
    "until: date({ label: '止', en: 'Until', example: '2026-03-01', filter: 'range' }),",
  ],
  [
    'client, ref client, 客户, Client, required',
    "client: ref('client', { label: '客户', en: 'Client', required: true, filter: 'exact', wire: 'ClientId' }),",
  ],
  [
    'kind, choice a 甲 First one | b 乙 Second, 类型, Kind',
    "kind: choice(careVisitKinds, { label: '类型', en: 'Kind', filter: 'exact' }),",
  ],
])('the field "%s"', (line, source) => {
  expect(fieldSource(names, readField(line))).toBe(source);
});

test.each([
  ['Price, decimal, 价格, Price', 'camelCase'],
  ['price, coins, 价格, Price', '"coins" is no kind'],
  ['price, decimal, Price, Price', 'Chinese label'],
  ['price, decimal, 价格, 价格', 'English label'],
  ['price, decimal two, 价格, Price', 'needs a number'],
  ['price, decimal, 价格, Price, cheap', '"cheap" is no option'],
  ['price, decimal, 价格, Price, min', 'needs a value'],
  ['price, decimal, 价格, Price, after start', 'only a date'],
  ['state, states open 开 Open, 状态, State', 'at least two'],
  ['client, ref, 客户, Client', 'needs one name'],
  ['from, date, 从, From', 'a word of SQL'],
  ['rowVersion, integer, 版本, Version', 'every table has'],
])('the field "%s" is refused', (line, problem) => {
  expect(() => readField(line)).toThrow(problem);
});

test('fields that do not fit together are refused', () => {
  const end = 'endsAt, dateTime, 结束, End, after startsAt';
  expect(() => readFields([end])).toThrow('no field of the kind dateTime');
  expect(() => readFields(['startsAt, date, 开始, Start', end])).toThrow('no field of the kind dateTime');
  expect(() => readFields([end, end])).toThrow('two fields are called endsAt');
  expect(textLines(names, readFields(['startsAt, dateTime, 开始, Start', end]))).toEqual([
    "'care-visit.ends-at-before-starts-at': { 'zh-Hans': '结束应晚于开始', en: 'End must be later than “Start”' },",
  ]);
});

test('an item is added at the end of its list, whatever stands in texts and comments', () => {
  expect(addItem('const a = [one];', 'const a = [', 'two')).toBe('const a = [one, two];');
  expect(addItem('const a = [\n  one,\n];', 'const a = [', 'two')).toBe('const a = [\n  one, two\n];');
  expect(addItem("f({ a: ']})', /* ] */ b: [')'] }); [", 'f({', 'c: 1')).toBe(
    "f({ a: ']})', /* ] */ b: [')'], c: 1 }); [",
  );
  expect(addItem('const a = [];', 'const b = [', 'two')).toBeUndefined();
});

test('an import stands behind the others', () => {
  expect(
    addImport("import { a } from 'a';\nimport {\n  b,\n} from 'b';\n\nconst c = 1;\n", "import { d } from 'd';"),
  ).toBe("import { a } from 'a';\nimport {\n  b,\n} from 'b';\nimport { d } from 'd';\n\nconst c = 1;\n");
});

test('a page is added below its group, and the group is known by its address', () => {
  const routes =
    "[['/a', '甲', 'A', { children: [['x', 'X', 'X']] }], ['/b', '乙', 'B', { permission: 'Pages.B', children: [['y', 'Y', 'Y']] }]]";
  expect(addRoute(routes, '/a', "['z']")).toContain("['x', 'X', 'X'], ['z']] }], ['/b'");
  expect(addRoute(routes, '/c', "['z']")).toBeUndefined();
  expect(groupOf(routes, '/b')).toEqual({ title: '乙', permission: 'Pages.B' });
  expect(groupOf(routes, '/a')).toEqual({ title: '甲', permission: undefined });
});

test('a migration gets the number behind the greatest', () => {
  expect(nextMigration(['0001_a.sql', '0016_b.sql', 'readme.md'])).toBe('0017');
  expect(nextMigration([])).toBe('0001');
});

test('a change of a page is applied where it stands once', () => {
  const change = '# a.ts\n one\n-two\n+2\n three\n';
  expect(applyChange(change, () => 'one\ntwo\nthree\n')).toEqual({ path: 'a.ts', text: 'one\n2\nthree\n' });
  expect(() => applyChange(change, () => 'one\n2\nthree\n')).toThrow('does not hold once');
});

test('what the command leaves out is asked for, a wrong field again', async () => {
  const answers = ['care-visit', '上门护理', 'care', '/jkfw', 'price', 'price, decimal, 价格, Price', '', ''];
  const [asked, told] = [[], []];
  const question = async (text) => {
    asked.push(text);
    return answers[asked.length - 1];
  };
  expect(await ask({ en: 'Care visits', fields: [] }, question, (text) => told.push(text))).toEqual({
    name: 'care-visit',
    title: '上门护理',
    en: 'Care visits',
    area: 'care',
    group: '/jkfw',
    fields: ['price, decimal, 价格, Price'],
  });
  expect(asked).toHaveLength(answers.length);
  expect(told.at(-1)).toContain('field "price"');
});

test('a group of the menu is found by its address', () => {
  expect(findGroup('/jkfw')).toMatchObject({ title: '健康服务', permission: 'Pages.HealthService' });
  expect(() => findGroup('/nowhere')).toThrow('no group of the menu');
});

test('a reference to what does not exist is refused; rows of clients are seen through their client', () => {
  const fields = readFields(['nurse, ref user, 护士, Nurse', 'owner, ref client, 客户, Owner']);
  const resources = [
    { name: 'user', display: 'name', fields: {} },
    { name: 'client', display: 'name', fields: {} },
    { name: 'bed', display: 'code', fields: { client: { options: { target: 'client' } } } },
  ];
  expect(displaysOf(fields, { name: 'visit', area: 'care', areas: { clients: resources } })).toEqual({
    user: 'name',
    client: 'name',
  });
  expect(() => displaysOf(fields, { name: 'visit', area: 'care', areas: {} })).toThrow(
    'nurse refers to user, which is no resource',
  );
  expect(scopeOf(fields, resources)).toBe('owner');
  expect(scopeOf(readFields(['bed, ref bed, 床位, Bed']), resources)).toBe('bed');
  expect(scopeOf(readFields(['nurse, ref user, 护士, Nurse']), resources)).toBeUndefined();
});

test('a reference to the resource itself is one to an upper row', () => {
  const fields = readFields([
    'parent, ref ward, 上级, Parent',
    'code, text, 编码, Code, required, readonly',
    'heading, text, 名称, Name, required',
  ]);
  expect(displaysOf(fields, { name: 'ward', area: 'care', areas: {} })).toEqual({ ward: 'heading' });
  expect(() => displaysOf(fields, { name: 'bed', area: 'care', areas: {} })).toThrow('there are bed');
});

test('the page shows every kind of the kit with a small picture, and the generator takes it', () => {
  const page = readFileSync(`${root}/docs/add-a-resource.md`, 'utf8');
  const source = readFileSync(`${root}/packages/resource/src/fields/field.ts`, 'utf8');
  const kit = [.../type FieldKindName =([^;]+);/.exec(source)[1].matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect(kit.filter((kind) => !kindNames.includes(kind))).toEqual([]);
  const shown = [...page.matchAll(/^\| `(\w+).*\(pictures\/field-(\w+)\.png\) \|$/gm)];
  expect(new Set(shown.map(([, kind]) => kind))).toEqual(new Set(kit));
  for (const [, kind, picture] of shown) {
    expect(picture).toBe(kind);
    expect(statSync(`${root}/docs/pictures/field-${kind}.png`).size).toBeLessThan(15_000);
  }
});
