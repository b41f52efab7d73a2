import { dictionaryType, model } from '@kangmai/model';
import {
  besideFields,
  excelColumns,
  jsonKeyOf,
  kindOf,
  listFilters,
  naturalKeyOf,
  type AnyField,
  type AnyResource,
  type ListFilter,
} from '@kangmai/resource';
import { wireNameOf } from '@kangmai/resource/wire';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { coveringResources } from '@kangmai/testkit/covering';
import type { Client } from '@kangmai/testkit/client';
import { wordOf } from '@kangmai/testkit/isolation-input';
import { Samples } from '@kangmai/testkit/samples';
import { listPath, WireRows } from '@kangmai/testkit/samples-rows';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;
beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

type PlainRow = Readonly<Record<string, unknown>>;

/** Lists that the engine serves tenants from the definition alone; those of a module or of the host have own tests. */
const listed = model.resources.filter(
  ({ wire, scope }) =>
    (wire.calls.list ?? wire.calls.paged) !== undefined && wire.service !== 'Watch_walks' && scope !== 'host',
);
const manyKinds = new Set(['choices', 'dicts', 'refs']);

/** A value as it stands in a filter's parameter. */
const shown = (field: AnyField, value: unknown): string => [wireValue(field, value)].flat().map(wordOf).join(',');
const wireValue = (field: AnyField, value: unknown): unknown => kindOf(field).toWire(value, field);

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

/** The ids of the rows whose field meets a condition. */
const meeting = (rows: readonly PlainRow[], name: string, meets: (value: never) => boolean): readonly unknown[] =>
  rows
    .filter((row) => row[name] !== null && row[name] !== undefined && meets(comparable(row[name]) as never))
    .map((row) => row['id']);

interface Question {
  readonly query: Readonly<Record<string, string>>;
  readonly wanted: readonly unknown[];
}

function rangeQuestions(name: string, field: AnyField, rows: readonly PlainRow[]): readonly Question[] {
  const wire = wireNameOf(name, field);
  return rows.flatMap((row): Question[] => {
    const value = comparable(row[name]) as number;
    if (row[name] === null || row[name] === undefined) return [];
    const text = shown(field, row[name]);
    return [
      { query: { [`Min${wire}Filter`]: text }, wanted: meeting(rows, name, (other: number) => other >= value) },
      { query: { [`Max${wire}Filter`]: text }, wanted: meeting(rows, name, (other: number) => other <= value) },
      {
        query: { [`Min${wire}Filter`]: text, [`Max${wire}Filter`]: text },
        wanted: meeting(rows, name, (other: number) => other === value),
      },
    ];
  });
}

const plainTests: Readonly<Record<string, (value: unknown) => (other: unknown) => boolean>> = {
  exact: (value) => (other) => other === value,
  in: (value) => (other) => other === value,
  range: (value) => (other) => other === value,
  like: (value) => (other) => String(other).toLowerCase().includes(String(value).toLowerCase()),
  atLeast: (value) => (other) => (other as number) >= (value as number),
  atMost: (value) => (other) => (other as number) <= (value as number),
};

function plainQuestions(name: string, field: AnyField, rows: readonly PlainRow[]): readonly Question[] {
  const key = `${wireNameOf(name, field)}Filter`;
  const mode = field.options.filter ?? 'exact';
  const each = rows.flatMap((row): Question[] => {
    const value = comparable(row[name]);
    const by = naturalKeyOf(field);
    if (value === null || value === undefined || value === '') return [];
    if (by !== undefined)
      return [
        { query: { [key]: String(row[`${name}.${by}`]) }, wanted: meeting(rows, name, (other) => other === value) },
      ];
    if (manyKinds.has(field.kind))
      return [
        {
          query: { [key]: shown(field, value) },
          wanted: meeting(rows, name, (other: readonly unknown[]) =>
            other.some((one) => (value as readonly unknown[]).includes(one)),
          ),
        },
      ];
    return [
      {
        query: { [key]: shown(field, row[name]) },
        wanted: meeting(rows, name, plainTests[mode]?.(value) ?? (() => false)),
      },
    ];
  });
  const all = { query: { [key]: '-1' }, wanted: rows.map((row) => row['id']) };
  return field.kind === 'text' && mode !== 'exact' ? each : [...each, all];
}

const filtered = (resource: AnyResource): readonly (readonly [string, AnyField])[] =>
  Object.entries(resource.fields).filter(([, field]) => field.options.filter !== undefined && field.kind !== 'age');

/** What a list is asked about three rows, with the ids that it should find. */
const questionsOf = (resource: AnyResource, rows: readonly PlainRow[]): readonly Question[] =>
  filtered(resource).flatMap(([name, field]) => {
    const ranges = ['range', 'atLeast', 'atMost'].includes(field.options.filter ?? '')
      ? rangeQuestions(name, field, rows)
      : [];
    return [...plainQuestions(name, field, rows), ...ranges];
  });

interface Column {
  readonly name: string;
  readonly field: AnyField | undefined;
  readonly rows: readonly PlainRow[];
}

/** What is wrong with the order of a column: down must be up from behind, numbers and times must rise. */
async function sortProblems(wire: WireRows, { name, field, rows }: Column): Promise<readonly string[]> {
  const word = field ? wireNameOf(name, field) : name;
  const inOrder = async (Sorting: string): Promise<readonly number[]> =>
    wire.ids({ IdFilter: rows.map(({ id }) => wordOf(id)).join(','), Sorting });
  const [up, down, folded] = [
    await inOrder(`${word} asc`),
    await inOrder(`${word} DESC`),
    await inOrder(word.toLowerCase()),
  ];
  const found =
    up.join() !== down.toReversed().join() || up.join() !== folded.join()
      ? [`${word}: ${up.join()} / ${down.join()} / ${folded.join()}`]
      : [];
  if (!field || !['integer', 'decimal', 'dateTime'].includes(field.kind)) return found;
  const values = up
    .map((id) => comparable(rows.find((row) => row['id'] === id)?.[name]))
    .filter((value) => typeof value === 'number');
  return values.some((value, at) => at > 0 && value < (values[at - 1] ?? value))
    ? [...found, `${word}: ${values.join()}`]
    : found;
}

/** Lists that together have every kind of field, filter, order and joined name. The others answer each once. */
const covering = coveringResources(listed);
const others = listed.filter((resource) => !covering.includes(resource));

const conditionsOf = (resource: AnyResource): readonly ListFilter[] =>
  listFilters(resource).filter(({ name }) => Object.hasOwn(resource.conditions, name));

/** The most columns of one order. */
const mostOrders = 5;

describe.each(others)('$name', (resource) => {
  test('answers by all its orders and filters; finds its row by its values', async () => {
    const wire = new WireRows(resource, admin, samples);
    const id = await samples.idOf(resource.name);
    const row = await wire.stored(id);
    const columns = resource.list.columns.flatMap((name) => {
      const field = resource.fields[name];
      return !field || field.options.sensitive || field.kind === 'json' ? [] : [`${wireNameOf(name, field)} desc`];
    });
    const orders = ['id', 'creationTime', ...columns];
    // The first question of a filter is the one by the value of the row.
    const questions = questionsOf(resource, [row]).filter(({ wanted }) => wanted.length > 0);
    const query = Object.assign({}, ...questions.toReversed().map((question) => question.query)) as Question['query'];
    for (const { field, parameter } of conditionsOf(resource))
      for (const seed of [0, 1]) await wire.ids({ [parameter]: wordOf(kindOf(field).sample(seed, field)) });
    for (let at = 0; at < orders.length; at += mostOrders) {
      const Sorting = orders.slice(at, at + mostOrders).join();
      expect(await wire.ids({ ...query, IdFilter: id, Sorting })).toEqual([id]);
    }
  });
});

describe.each(covering)('$name', (resource) => {
  const unique = new Set(['remindMessage']);
  let wire: WireRows;
  let rows: readonly PlainRow[];
  let ids: string;

  beforeAll(async () => {
    wire = new WireRows(resource, admin, samples);
    const more = (at: number): Record<string, unknown> => (unique.has(resource.name) ? { sourceRow: 1000 + at } : {});
    const made: PlainRow[] = [];
    for (const at of [1, 2, 3])
      made.push(await wire.stored(await samples.plantApart(resource, `Alpha${'x'.repeat(at)}`, more(at))));
    rows = made;
    ids = made.map(({ id }) => String(id)).join(',');
  });

  test('filters find exactly the rows that the mark of the field means; -1 means all', async () => {
    const problems: string[] = [];
    const questions = questionsOf(resource, rows);
    for (const { query, wanted } of questions) {
      const found = await wire.ids({ IdFilter: ids, Sorting: 'id', ...query });
      if (found.join() !== wanted.join())
        problems.push(`${JSON.stringify(query)}: ${found.join()} instead of ${wanted.join()}`);
    }
    expect(problems).toEqual([]);
    expect(questions.length).toBeGreaterThan(0);
  });

  test('every column sorts both ways, by any spelling; an unknown one is refused', async () => {
    const problems: string[] = [];
    for (const name of ['id', 'creationTime', ...resource.list.columns]) {
      const field = resource.fields[name];
      if (Object.hasOwn(besideFields(resource), name)) continue;
      if (field && (field.options.sensitive || field.kind === 'json')) continue;
      problems.push(...(await sortProblems(wire, { name, field, rows })));
    }
    expect(problems).toEqual([]);
    const beside = Object.keys(besideFields(resource));
    for (const Sorting of [
      ...beside,
      'nothing',
      'id;drop',
      'id asc, nothing',
      '(select 1)',
      'id asc asc',
      'createdBy',
    ]) {
      const { status, error } = await wire.list({ Sorting });
      expect(`${Sorting} ${status} ${JSON.stringify(error?.validationErrors?.map(({ members }) => members))}`).toBe(
        `${Sorting} 400 [["sorting"]]`,
      );
    }
  });

  test.runIf(Object.keys(resource.conditions).length > 0)('each row meets a condition or its opposite', async () => {
    for (const { field, parameter } of conditionsOf(resource)) {
      if (field.kind !== 'bool') continue;
      const met = await wire.ids({ IdFilter: ids, Sorting: 'id', [parameter]: 'true' });
      const others = await wire.ids({ IdFilter: ids, Sorting: 'id', [parameter]: 'false' });
      expect([...met, ...others].toSorted((one, other) => one - other).join()).toBe(ids);
      const both = await wire.list({ IdFilter: ids, [parameter]: 'perhaps' });
      expect([both.status, both.error?.validationErrors?.length]).toEqual([400, 1]);
    }
  });

  test('pages by SkipCount and MaxResultCount within their limits', async () => {
    const [first, second] = await Promise.all([
      wire.list({ IdFilter: ids, Sorting: 'id', MaxResultCount: 2 }),
      wire.list({ IdFilter: ids, Sorting: 'id', MaxResultCount: 2, SkipCount: 2 }),
    ]);
    expect([
      first.result.totalCount,
      first.result.items.length,
      second.result.totalCount,
      second.result.items.length,
    ]).toEqual([3, 2, 3, 1]);
    expect(first.result).not.toHaveProperty('totalCountCapped');
    for (const [name, value] of [
      ['MaxResultCount', '0'],
      ['MaxResultCount', '1000001'],
      ['MaxResultCount', '-1'],
      ['MaxResultCount', 'ten'],
      ['SkipCount', '-1'],
      ['SkipCount', '1.5'],
    ] as const) {
      const { status, error } = await wire.list({ [name]: value });
      expect(`${value} ${status} ${error?.validationErrors?.[0]?.members.join() ?? ''}`.toLowerCase()).toBe(
        `${value} 400 ${name}`.toLowerCase(),
      );
    }
    const streamed = await wire.list({ IdFilter: ids, Sorting: 'id', MaxResultCount: 1_000_000 });
    expect(streamed.result.items.slice(0, 2)).toEqual(first.result.items);
    expect(Object.keys(streamed.body as object)).toEqual(Object.keys(first.body as object));
  });

  test.runIf(resource.wire.calls.excel !== undefined)(
    'exports what it lists, with Chinese headings; a text that looks like a formula is only a text',
    async () => {
      const { result } = await admin.get<{ fileName: string; fileType: string; fileToken: string }>(
        `${resource.wire.service}/${resource.wire.calls.excel ?? ''}`,
        { IdFilter: ids, Sorting: 'id', MaxResultCount: 1 },
      );
      expect(result.fileName).toMatch(/\.xlsx$/);
      const file = await admin.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
      expect(file.headers.get('content-type')).toBe(result.fileType);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''/);
      const book = new Excel.Workbook();
      await book.xlsx.load(await file.arrayBuffer());
      const [sheet] = book.worksheets;
      if (!sheet) throw new Error('the book has no sheet');
      const heading = (sheet.getRow(1).values as readonly unknown[]).slice(1);
      expect(heading).toEqual(excelColumns(resource, model, { language: 'zh-Hans' }).map(({ title }) => title));
      expect(heading.every((title) => /[\u4e00-\u9fffA-Z]/.test(String(title)))).toBe(true);
      expect(sheet.rowCount).toBe(4);
      sheet.eachRow((row) =>
        row.eachCell((cell) => {
          expect(cell.formula).toBeUndefined();
          if (typeof cell.value === 'string') expect(cell.value).not.toMatch(/^\s*[=+@＝＋＠-]/);
        }),
      );
    },
  );
});

test('what begins like a formula leaves with an apostrophe in front', async () => {
  const wire = new WireRows(dictionaryType, admin, samples);
  for (const typeName of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '＝1', '\t=1']) {
    const row = await wire.create({ [jsonKeyOf('typeName', dictionaryType.fields.typeName)]: typeName });
    const { result } = await admin.get<{ fileToken: string }>('Dictionary_type/GetDictionary_typesToExcel', {
      IdFilter: row.id,
    });
    const book = new Excel.Workbook();
    await book.xlsx.load(
      await (
        await admin.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`)
      ).arrayBuffer(),
    );
    expect(JSON.stringify(book.worksheets[0]?.getRow(2).values)).toContain(`"'${typeName.trim()}"`);
  }
});

test('ten rows are a page, and more than a thousand come as they are read', async () => {
  const { result } = await admin.get<{ totalCount: number; items: readonly unknown[] }>(
    listPath(model.byName('dictionaryEntry')),
  );
  expect(result.items.length).toBe(10);
  const whole = await admin.get<{ totalCount: number; items: readonly unknown[] }>(
    listPath(model.byName('dictionaryEntry')),
    { MaxResultCount: 5000 },
  );
  expect(whole.result.items.length).toBe(result.totalCount);
  expect(result.totalCount).toBeGreaterThan(300);
});

test('zero is a value, not «all»', async () => {
  const wire = new WireRows(model.byName('deviceType'), admin, samples);
  const on = await wire.create({
    [jsonKeyOf('isValid', model.byName('deviceType').fields['isValid'] as AnyField)]: true,
  });
  const off = await wire.create({
    [jsonKeyOf('isValid', model.byName('deviceType').fields['isValid'] as AnyField)]: false,
  });
  const both = `${on.id},${off.id}`;
  expect(await wire.ids({ IdFilter: both, validFilter: '0' })).toEqual([off.id]);
  expect(await wire.ids({ IdFilter: both, validFilter: '1' })).toEqual([on.id]);
  expect((await wire.ids({ IdFilter: both, validFilter: '-1' })).length).toBe(2);
});
