import { model } from '@kangmai/model';
import {
  type AnyResource,
  bool,
  choice,
  countOf,
  decimal,
  defineModel,
  defineResource,
  defineStates,
  integer,
  ref,
  text,
} from '@kangmai/resource';
import { Rows } from '@kangmai/server/engine/crud/repository';
import { implement } from '@kangmai/server/engine/crud/implement';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { sql, whether } from '@kangmai/server/engine/public';
import { listAreas } from '@kangmai/server/modules/index';
import { startApp, type TenancyName, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import Excel from 'exceljs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSystem } from './made-people.ts';
import { drawFrom, type Draw } from './random-machines.ts';

const states = defineStates({
  fresh: { label: '新', en: 'Fresh', wire: 0 },
  used: { label: '用过', en: 'Used', wire: 1 },
  gone: { label: '没了', en: 'Gone', wire: 2 },
});
const usual = (entity: string) => ({
  service: entity,
  entity,
  wrap: true,
  calls: { list: 'GetAll', edit: `Get${entity}ForEdit`, save: 'CreateOrEdit', remove: 'Delete', excel: 'GetToExcel' },
});

const tray = defineResource({
  name: 'testTray',
  title: '托盘',
  en: 'Trays',
  scope: 'tenant',
  scopeRule: { own: ['owner'] },
  permission: 'Pages.TestTrays',
  wire: usual('TestTray'),
  fields: {
    title: text({ label: '名称', en: 'Title', required: true, max: 20, filter: 'like' }),
    amount: decimal({ label: '金额', en: 'Amount', digits: [12, 2], filter: 'range' }),
    pieces: integer({ label: '件数', en: 'Pieces', size: 'big' }),
    isOpen: bool({ label: '打开', en: 'Open', default: false, filter: 'exact' }),
    state: choice(states, { label: '状态', en: 'State', default: 'fresh', filter: 'in' }),
    owner: ref('user', { label: '所有人', en: 'Owner', filter: 'exact' }),
  },
  conditions: {
    marked: bool({ label: '有标记', en: 'Marked' }),
    heavy: bool({ label: '贵重', en: 'Heavy', wire: 'OnlyHeavyTrays' }),
    start: text({ label: '开头', en: 'Start', max: 5 }),
  },
  counts: {
    marks: countOf('testMark', 'tray', { label: '标记数', en: 'Marks' }),
    redDone: countOf('testMark', 'tray', { label: '红色完成', en: 'Red', where: { colour: ['red'], isDone: true } }),
  },
  figures: { half: decimal({ label: '一半', en: 'Half', digits: [12, 3] }) },
  list: {
    columns: ['title', 'amount', 'pieces', 'marks', 'redDone', 'half', 'state'],
    sort: 'title',
    search: ['title'],
    sums: ['amount', 'pieces'],
    views: {
      open: { label: '打开的', en: 'Open', filter: { isOpen: true } },
      heavyFresh: { label: '贵重新品', en: 'Heavy', filter: { heavy: true, state: ['fresh'] } },
      unmarked: { label: '无标记', en: 'Unmarked', filter: { marked: false } },
    },
  },
  display: 'title',
  excel: { import: false, export: true },
});

const mark = defineResource({
  name: 'testMark',
  title: '标记',
  en: 'Marks',
  scope: 'tenant',
  scopeRule: { own: ['keeper'] },
  permission: 'Pages.TestMarks',
  wire: { service: 'TestMark', entity: 'TestMark', calls: {} },
  fields: {
    tray: ref('testTray', { label: '托盘', en: 'Tray', required: true, index: true }),
    colour: choice(
      defineStates({ red: { label: '红', en: 'Red', wire: 1 }, blue: { label: '蓝', en: 'Blue', wire: 2 } }),
      { label: '颜色', en: 'Colour', required: true },
    ),
    isDone: bool({ label: '完成', en: 'Done', default: false }),
    keeper: ref('user', { label: '保管人', en: 'Keeper', index: true }),
  },
  list: { columns: ['colour'], sort: 'colour' },
  display: 'colour',
});

const trayCode = implement(tray, {
  conditions: {
    marked: (asked, ctx) =>
      whether(
        asked,
        sql`exists ${ctx
          .from(mark, 'm')
          .select('m.id')
          .where(sql<boolean>`m.tray_id = b.id`)}`,
      ),
    heavy: (asked) => (asked ? sql`b.amount >= ${50}` : sql`true`),
    start: (given) => sql`starts_with(b.title, ${given})`,
  },
  figures: {
    half: async (ctx, ids) => {
      const rows = await ctx.tx.query<{ id: number; amount: string | null }>(
        'select id, amount from test_tray where tenant_id = $1 and id = any($2::bigint[]) and amount is not null',
        [ctx.tenantId, ids],
      );
      return new Map(rows.map(({ id, amount }) => [id, Number(amount) / 2]));
    },
  },
});

const all = defineModel([...model.resources, tray, mark] as never);

interface Tray {
  id: number;
  readonly title: string;
  readonly amount: number | null;
  readonly pieces: number | null;
  readonly isOpen: boolean;
  readonly state: 'fresh' | 'used' | 'gone';
  readonly owner: number | null;
  readonly isDeleted: boolean;
}
interface Mark {
  readonly tray: number;
  readonly colour: 'red' | 'blue';
  readonly isDone: boolean;
  readonly keeper: number | null;
  readonly isDeleted: boolean;
}

let app: TestApp;
let admin: Client;
let narrow: Client;
let narrowId: number;
let trays: readonly Tray[];
let marks: readonly Mark[];

const oneOf = <T>(draw: Draw, list: readonly [T, ...T[]]): T => list[draw(list.length)] ?? list[0];

const drawnTray = (draw: Draw, at: number): Tray => ({
  id: 0,
  title: `${oneOf(draw, ['甲', '乙', '丙'])}${String(at).padStart(3, '0')}`,
  amount: draw(5) === 0 ? null : draw(10_000) / 100,
  pieces: draw(6) === 0 ? null : draw(1000),
  isOpen: draw(2) === 0,
  state: oneOf(draw, ['fresh', 'used', 'gone']),
  owner: draw(2) === 0 ? narrowId : null,
  isDeleted: draw(9) === 0,
});

/** Writes rows and deletes those that are drawn as deleted. */
const inserted = (
  tenancyName: TenancyName,
  resource: AnyResource,
  drafts: readonly { readonly isDeleted: boolean }[],
): Promise<number[]> =>
  asSystem(app, tenancyName, async (ctx) => {
    const ids: number[] = [];
    const rows = new Rows(app.server.app.planOf(resource), ctx);
    const plain = drafts.map(({ isDeleted: _gone, ...draft }) => draft);
    for (let at = 0; at < drafts.length; at += 50)
      for (const { id } of await rows.insertAll(plain.slice(at, at + 50))) ids.push(id);
    const gone = ids.filter((_id, at) => drafts[at]?.isDeleted);
    const sqlText = `update "${resource.table}" set is_deleted = true where tenant_id = $1 and id = any($2)`;
    await ctx.tx.execute(sqlText, [ctx.tenantId, gone]);
    return ids;
  });

async function fill(tenancyName: TenancyName, draw: Draw): Promise<readonly [readonly Tray[], readonly Mark[]]> {
  const isOurs = tenancyName === 'Alpha';
  const own = (id: number | null): number | null => (isOurs ? id : null);
  const drawn = Array.from({ length: 120 }, (_, at) => drawnTray(draw, at)).map((one) => ({
    ...one,
    owner: own(one.owner),
  }));
  const ids = await inserted(
    tenancyName,
    tray,
    drawn.map(({ id: _id, ...draft }) => draft),
  );
  drawn.forEach((one, at) => (one.id = ids[at] ?? 0));
  const present = drawn.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  const made = Array.from({ length: 400 }, (): Mark => ({
    tray: present[draw(60)] ?? 0,
    colour: oneOf(draw, ['red', 'blue']),
    isDone: draw(2) === 0,
    keeper: own(draw(2) === 0 ? narrowId : null),
    isDeleted: draw(7) === 0,
  }));
  await inserted(tenancyName, mark, made);
  return [drawn, made];
}

beforeAll(async () => {
  app = await startApp({
    model: all,
    areas: (services, around) => {
      const product = listAreas(services, around);
      return { ...product, modules: [...product.modules, { name: 'trays', implementations: [trayCode] }] };
    },
  });
  const database = new pg.Client({ connectionString: app.urls.migrator });
  await database.connect();
  for (const resource of [tray, mark]) await database.query(draftTable(resource, all));
  await database.end();
  admin = await app.as('admin', 'Alpha');
  const { client } = await addUser(app, 'Alpha', { userName: 'narrow', dataScope: 'own', allPermissions: true });
  narrow = client;
  const [user] = await app.query<{ id: number }>(
    'Alpha',
    "select id from app_user where tenant_id = $1 and user_name = 'narrow'",
  );
  narrowId = user?.id ?? 0;
  const draw = drawFrom(4711);
  [trays, marks] = await fill('Alpha', draw);
  await fill('Beta', draw);
});
afterAll(() => app.close());

/** Who asks, and what that person sees. */
interface Asker {
  readonly client: Client;
  readonly sees: (person: number | null) => boolean;
}
const everybody = (): Asker => ({ client: admin, sees: () => true });
const ofOwn = (): Asker => ({ client: narrow, sees: (person) => person === narrowId });

const marksOf = ({ sees }: Asker, id: number): readonly Mark[] =>
  marks.filter((one) => one.tray === id && !one.isDeleted && sees(one.keeper));

type Meets = (one: Tray, asker: Asker) => boolean;
type Filter = readonly [query: Readonly<Record<string, string>>, meets: Meets];

/** The filters of a query, each with what it means. */
const filters: readonly ((draw: Draw) => Filter)[] = [
  (draw) => {
    const asked = draw(2) === 0;
    return [{ MarkedFilter: String(asked) }, (one, asker) => marksOf(asker, one.id).length > 0 === asked];
  },
  (draw) => {
    const asked = draw(3) > 0;
    return [{ onlyheavytrays: asked ? '1' : '0' }, (one) => !asked || (one.amount ?? 0) >= 50];
  },
  (draw) => {
    const word = oneOf(draw, ['甲', '乙0', '%', "'"]);
    return [{ StartFilter: word }, (one) => one.title.startsWith(word)];
  },
  (draw) => {
    const asked = draw(2) === 0;
    return [{ IsOpenFilter: String(asked) }, (one) => one.isOpen === asked];
  },
  (draw) => {
    const least = draw(100);
    return [{ MinAmountFilter: String(least) }, (one) => one.amount !== null && one.amount >= least];
  },
  (draw) => {
    const codes = [draw(3), draw(3)];
    return [{ StateFilter: codes.join(',') }, (one) => codes.includes(states.wireOf(one.state) as number)];
  },
  (draw) => {
    const word = oneOf(draw, ['丙', '1', '00']);
    return [{ Filter: word }, (one) => one.title.includes(word)];
  },
];

interface Question {
  readonly query: Readonly<Record<string, string>>;
  readonly rows: readonly Tray[];
  readonly chosen: readonly Filter[];
}

const byTitle = (one: Tray, other: Tray): number => (one.title < other.title ? -1 : 1);

const inOrder = (rows: readonly Tray[]): readonly Tray[] => rows.toSorted((one, other) => one.id - other.id);

function questionOf(draw: Draw, asker: Asker): Question {
  const chosen = filters.filter(() => draw(3) === 0).map((filter) => filter(draw));
  const rows = trays.filter(
    (one) => !one.isDeleted && asker.sees(one.owner) && chosen.every(([, meets]) => meets(one, asker)),
  );
  return { query: Object.assign({}, ...chosen.map(([query]) => query)), rows: inOrder(rows), chosen };
}

const total = (rows: readonly Tray[], of: (one: Tray) => number | null): number =>
  Math.round(rows.reduce((sum, one) => sum + (of(one) ?? 0), 0) * 100) / 100;

interface Listed {
  readonly totalCount: number;
  readonly sums?: object;
  readonly items: readonly { readonly testTray: Readonly<Record<string, unknown>> }[];
}

/** A row as a list shows it. */
const shown = (one: Tray, asker: Asker): object => {
  const own = marksOf(asker, one.id);
  return {
    id: one.id,
    marks: own.length,
    redDone: own.filter(({ colour, isDone }) => colour === 'red' && isDone).length,
    half: one.amount === null ? null : one.amount / 2,
  };
};

const picked = ({ testTray: { id, marks: count, redDone, half } }: Listed['items'][number]): object => ({
  id,
  marks: count,
  redDone,
  half,
});

test('rows, totals, sums, counts and figures of random questions are those of a recount in memory', async () => {
  const draw = drawFrom(2027);
  let found = 0;
  for (let turn = 0; turn < 160; turn += 1) {
    const asker = turn % 2 === 0 ? everybody() : ofOwn();
    const { query, rows } = questionOf(draw, asker);
    const take = turn % 5 === 0 ? 1_000_000 : 1000;
    const { status, result } = await asker.client.get<Listed>('TestTray/GetAll', {
      ...query,
      Sorting: 'id',
      MaxResultCount: take,
    });
    found += rows.length;
    const about = `${turn} ${JSON.stringify(query)}`;
    expect([about, status, result.totalCount]).toEqual([about, 200, rows.length]);
    expect([about, result.sums]).toEqual([
      about,
      { amount: total(rows, ({ amount }) => amount), pieces: total(rows, ({ pieces }) => pieces) },
    ]);
    expect([about, result.items.map(picked)]).toEqual([about, rows.map((one) => shown(one, asker))]);
  }
  expect(found).toBeGreaterThan(1000);
});

test('tabs count by the filters that no view sets; each view finds as many as its tab says', async () => {
  const draw = drawFrom(99);
  const views: Readonly<Record<string, { readonly query: object; readonly meets: Meets }>> = {
    open: { query: { IsOpenFilter: 'true' }, meets: (one) => one.isOpen },
    heavyFresh: {
      query: { OnlyHeavyTrays: 'true', StateFilter: '0' },
      meets: (one) => (one.amount ?? 0) >= 50 && one.state === 'fresh',
    },
    unmarked: { query: { MarkedFilter: 'false' }, meets: (one, asker) => marksOf(asker, one.id).length === 0 },
  };
  const ofViews = new Set(['IsOpenFilter', 'onlyheavytrays', 'StateFilter', 'MarkedFilter']);
  for (let turn = 0; turn < 40; turn += 1) {
    const asker = turn % 2 === 0 ? everybody() : ofOwn();
    const { query, chosen } = questionOf(draw, asker);
    const others = chosen.filter(([each]) => !ofViews.has(Object.keys(each)[0] ?? ''));
    const { result } = await asker.client.get<{ items: readonly object[] }>('TestTray/GetViewCounts', query);
    const wanted = Object.entries(views).map(([view, { meets }]) => ({
      view,
      count: trays.filter(
        (one) =>
          !one.isDeleted && asker.sees(one.owner) && meets(one, asker) && others.every(([, also]) => also(one, asker)),
      ).length,
      capped: false,
    }));
    expect(result.items).toEqual(wanted);
    const [view = '', about] = Object.entries(views)[turn % 3] ?? [];
    const listed = await asker.client.get<Listed>('TestTray/GetAll', {
      ...Object.assign({}, ...others.map(([each]) => each)),
      ...about?.query,
    });
    expect(listed.result.totalCount).toBe(wanted.find((one) => one.view === view)?.count);
  }
});

test('exports and actions on all filtered rows mean the rows of the list', async () => {
  const draw = drawFrom(5);
  for (let turn = 0; turn < 12; turn += 1) {
    const asker = turn % 2 === 0 ? everybody() : ofOwn();
    const { query, rows } = questionOf(draw, asker);
    const { result } = await asker.client.get<{ fileToken: string }>('TestTray/GetToExcel', query);
    const file = await asker.client.fetch(`/File/DownloadTempFile?fileToken=${encodeURIComponent(result.fileToken)}`);
    const book = new Excel.Workbook();
    await book.xlsx.load(await file.arrayBuffer());
    const lines: unknown[] = [];
    book.worksheets[0]?.eachRow((row) => lines.push((row.values as readonly unknown[]).slice(1, 7)));
    const wanted = rows.toSorted(byTitle).map((one) => {
      const { marks: count, redDone, half } = shown(one, asker) as Record<string, unknown>;
      return [one.title, one.amount ?? undefined, one.pieces ?? undefined, count, redDone, half ?? undefined];
    });
    expect(lines[0]).toEqual(['名称', '金额', '件数', '标记数', '红色完成', '一半']);
    expect(lines.slice(1).map((line) => [...(line as unknown[])])).toEqual(wanted);
    const many = await asker.client.post('TestTray/DeleteForMany', { filter: query, expected: rows.length + 1 });
    expect([many.status, many.error?.reason]).toEqual([409, 'many.changed']);
  }
});

test('one row shows its counts; a save does not need them', async () => {
  const one = trays.find(({ isDeleted, id }) => !isDeleted && marksOf(everybody(), id).length > 0) as Tray;
  const { result } = await admin.get<Listed['items'][number]>('TestTray/GetTestTrayForEdit', { id: one.id });
  expect(picked(result)).toEqual(shown(one, everybody()));
  const saved = await admin.post('TestTray/CreateOrEdit', { ...result.testTray, marks: 99 });
  expect([saved.status, saved.result]).toEqual([200, one.id]);
  const { result: again } = await admin.get<Listed['items'][number]>('TestTray/GetTestTrayForEdit', { id: one.id });
  expect(picked(again)).toEqual(shown(one, everybody()));
});

test('what is no value of a condition is refused at its name; counts are no order; saved views keep conditions', async () => {
  const wrong = await admin.get('TestTray/GetAll', { OnlyHeavyTrays: 'perhaps', StartFilter: 'longer than five' });
  expect(wrong.status).toBe(400);
  expect(wrong.error?.validationErrors?.map(({ members }) => members)).toEqual([['onlyHeavyTrays'], ['start']]);
  for (const Sorting of ['marks', 'half desc', 'heavy'])
    expect((await admin.get('TestTray/GetAll', { Sorting })).error?.validationErrors).toMatchObject([
      { members: ['sorting'] },
    ]);
  const view = { resource: 'testTray', name: '贵重', isShared: true };
  const state = { filters: { heavy: 'true', title: '甲' }, any: true };
  expect((await admin.post('Lists/SaveView', { ...view, state })).status).toBe(200);
  const { result } = await admin.get<{ views: readonly object[] }>('Lists/GetLook', {
    resource: 'testTray',
    place: '',
  });
  expect(result.views).toMatchObject([{ name: '贵重', state }]);
  const unknown = await admin.post('Lists/SaveView', { ...view, name: '错', state: { filters: { nothing: 'true' } } });
  expect(unknown.error?.validationErrors).toMatchObject([{ members: ['state'] }]);
});

test('another tenant sees nothing of these rows', async () => {
  const beta = await app.as('admin', 'Beta');
  const { result } = await beta.get<Listed>('TestTray/GetAll', {
    IdFilter: trays.map(({ id }) => id).join(),
    MarkedFilter: 'true',
  });
  expect([result.totalCount, result.sums]).toEqual([0, { amount: 0, pieces: 0 }]);
});

test('a page with counts is read by one statement more than one without', async () => {
  const sent: string[] = [];
  await asSystem(app, 'Alpha', async (ctx) => {
    const plan = app.server.app.planOf(tray);
    const rows = await new Rows(plan, ctx).find({ take: 50 });
    const watched = {
      ...ctx,
      tx: new Proxy(ctx.tx, {
        get: (of, name) => {
          const member = Reflect.get(of, name) as unknown;
          if (name !== 'query') return typeof member === 'function' ? member.bind(of) : member;
          return (text: string, values: readonly unknown[]) => {
            sent.push(text);
            return of.query(text, values);
          };
        },
      }),
    };
    for (const { besideRows } of plan.hooks ?? [])
      await besideRows?.(plan, watched, { rows, only: new Set(['marks', 'redDone']) });
  });
  expect(sent.length).toBe(1);
});

/** Filters that may be joined by "or": no view sets them. */
const joinable: readonly ((draw: Draw) => Filter)[] = [
  (draw) => {
    const word = oneOf(draw, ['1', '丙0', '%']);
    return [{ TitleFilter: word }, (one) => one.title.includes(word)];
  },
  (draw) => {
    const word = oneOf(draw, ['甲', '乙0', "'"]);
    return [{ StartFilter: word }, (one) => one.title.startsWith(word)];
  },
  (draw) => {
    const least = draw(100);
    const range = { MinAmountFilter: String(least), MaxAmountFilter: String(least + 20) };
    return [range, (one) => one.amount !== null && one.amount >= least && one.amount <= least + 20];
  },
  () => [{ OwnerFilter: String(narrowId) }, (one) => one.owner === narrowId],
];
const parameterOf = ([query]: Filter): string => (Object.keys(query)[0] ?? '').replace(/^M(?:in|ax)/, '');

/** A question of which some filters are joined by "or" and the others hold beside them. */
function joinedQuestion(draw: Draw, asker: Asker): Question {
  const either = joinable.filter(() => draw(3) > 0).map((filter) => filter(draw));
  const beside = filters.filter((_filter, at) => at !== 2 && at !== 4 && draw(4) === 0).map((filter) => filter(draw));
  const rows = trays.filter(
    (one) =>
      !one.isDeleted &&
      asker.sees(one.owner) &&
      beside.every(([, meets]) => meets(one, asker)) &&
      (either.length === 0 || either.some(([, meets]) => meets(one, asker))),
  );
  const spelled = either.map((filter) => (draw(2) === 0 ? parameterOf(filter) : parameterOf(filter).toUpperCase()));
  // A filter without a value joins nothing.
  const names = [...spelled, ...(draw(2) === 0 ? ['creationTimeFilter'] : [])].join(', ');
  const asked = Object.assign({}, ...[...either, ...beside].map(([each]) => each)) as Question['query'];
  return { query: { ...asked, AnyOf: names }, rows: inOrder(rows), chosen: beside };
}

test('filters joined by "or" mean the rows that meet one of them, in list, sums, tabs, export and many rows', async () => {
  const draw = drawFrom(31);
  let found = 0;
  for (let turn = 0; turn < 80; turn += 1) {
    const asker = turn % 2 === 0 ? everybody() : ofOwn();
    const { query, rows } = joinedQuestion(draw, asker);
    const about = `${turn} ${JSON.stringify(query)}`;
    found += rows.length;
    const { result } = await asker.client.get<Listed>('TestTray/GetAll', {
      ...query,
      Sorting: 'id',
      MaxResultCount: 500,
    });
    expect([about, result.totalCount]).toEqual([about, rows.length]);
    expect([about, result.items.map(picked)]).toEqual([about, rows.map((one) => shown(one, asker))]);
    expect([about, result.sums]).toEqual([
      about,
      { amount: total(rows, ({ amount }) => amount), pieces: total(rows, ({ pieces }) => pieces) },
    ]);
    if (turn % 10 > 0) continue;
    const many = await asker.client.post('TestTray/DeleteForMany', { filter: query, expected: rows.length + 1 });
    expect([about, many.error?.reason, many.error?.message]).toEqual([
      about,
      'many.changed',
      expect.stringContaining(String(rows.length)) as string,
    ]);
    const file = await asker.client.get<{ fileToken: string }>('TestTray/GetToExcel', query);
    const token = encodeURIComponent(file.result.fileToken);
    const book = new Excel.Workbook();
    await book.xlsx.load(await (await asker.client.fetch(`/File/DownloadTempFile?fileToken=${token}`)).arrayBuffer());
    expect([about, (book.worksheets[0]?.rowCount ?? 0) - 1]).toEqual([about, rows.length]);
    const tabs = await asker.client.get<{ items: readonly { view: string; count: number }[] }>(
      'TestTray/GetViewCounts',
      query,
    );
    const { IsOpenFilter: _open, onlyheavytrays: _heavy, StateFilter: _state, MarkedFilter: _marked, ...rest } = query;
    const opened = await asker.client.get<Listed>('TestTray/GetAll', { ...rest, IsOpenFilter: 'true' });
    expect([about, tabs.result.items[0]?.count]).toEqual([about, opened.result.totalCount]);
  }
  expect(found).toBeGreaterThan(500);
});

test('what cannot be joined by "or" is refused by its name', async () => {
  for (const name of ['StateFilter', 'nothing', 'OnlyHeavyTrays', 'MaxAmountFilter', 'tenantId', 'Filter']) {
    const { status, error } = await admin.get('TestTray/GetAll', { TitleFilter: '1', AnyOf: `TitleFilter,${name}` });
    expect([name, status, error?.validationErrors]).toEqual([
      name,
      400,
      [{ message: `“${name.toLowerCase()}”不能用“或”与其他条件组合，请改用“且”`, members: ['AnyOf'] }],
    ]);
  }
  const readings = await admin.get('Watch_bps/GetAll', { TO_TIMEFilter: '2026-01-01', AnyOf: 'USERIDFilter' });
  expect([readings.status, readings.error?.validationErrors?.map(({ members }) => members)]).toEqual([
    400,
    [['AnyOf']],
  ]);
});
