import { model } from '@kangmai/model';
import {
  bool,
  choice,
  choices,
  date,
  dateTime,
  decimal,
  defineChoices,
  defineModel,
  defineResource,
  integer,
  json,
  rowChanges,
  rowsOf,
  text,
  type Json,
  type RowsRule,
} from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleOf, sheetBehind } from '@kangmai/testkit/importing';
import { type Draw, drawFrom } from './random-machines.ts';

const roles = defineChoices({ nurse: { label: '护士', wire: 1 }, doctor: { label: '医生', wire: 2 } });
const most = 8;
const plan = defineResource({
  name: 'testPlan',
  title: '预案',
  en: 'Plans',
  scope: 'tenant',
  scopeRule: { everybody: 'made up for a test' },
  permission: 'Pages.TestPlans',
  wire: { service: 'TestPlans', entity: 'TestPlan', wrap: false, calls: usualCalls('TestPlan') },
  fields: {
    title: text({ label: '名称', en: 'Name', required: true, max: 40 }),
    steps: json({
      label: '步骤',
      en: 'Steps',
      wire: 'LADDER_STEPS',
      rows: {
        to: choice(roles, { label: '到', en: 'To', required: true, wire: 'TO_ROLE' }),
        after: integer({ label: '分钟', en: 'Minutes', min: 0, max: 60, default: 5 }),
        dose: decimal({ label: '剂量', en: 'Dose', digits: [5, 2], min: 0 }),
        note: text({ label: '备注', en: 'Note', max: 20 }),
        from: dateTime({ label: '起', en: 'From' }),
        on: date({ label: '日期', en: 'Day' }),
        loud: bool({ label: '响铃', en: 'Loud' }),
        also: choices(roles, { label: '抄送', en: 'Copy to' }),
      },
      max: most,
      unique: ['to', 'after'],
    }),
    shares: json({
      label: '权重',
      en: 'Weights',
      rows: { part: decimal({ label: '份额', en: 'Share', digits: [5, 2], required: true, min: 0 }) },
      min: 2,
      sum: { field: 'part', is: 100 },
    }),
  },
  list: { columns: ['title', 'steps'], sort: 'title', search: ['title'] },
  display: 'title',
  excel: { import: true, export: true },
});
const all = defineModel([...model.resources, plan] as never);

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(plan, all));
  await client.end();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

type WireRow = Readonly<Record<string, Json>>;
type WirePlan = Readonly<Record<string, unknown>>;

const stepsKey = 'laddeR_STEPS';
const save = (body: object): Promise<Answer<number>> => admin.post<number>('TestPlans/CreateOrEdit', body);
const stepsOf = async (id: number): Promise<unknown> =>
  (await admin.get<WirePlan>('TestPlans/GetTestPlanForEdit', { id })).result[stepsKey];
const placesOf = ({ error }: Answer<unknown>): readonly string[] =>
  (error?.validationErrors ?? []).flatMap(({ members }) => members).toSorted();

/** A row without a fault; rows of different places differ. */
const drawnRow = (draw: Draw, at: number): WireRow => ({
  ['tO_ROLE']: 1 + draw(2),
  after: at * 7,
  dose: draw(2) === 0 ? null : draw(10_000) / 100,
  note: draw(3) === 0 ? null : `备注${draw(50)}`,
  from: draw(2) === 0 ? null : new Date(Date.UTC(2026, 0, 1 + draw(300))).toISOString(),
  on: draw(2) === 0 ? null : `2026-0${1 + draw(9)}-1${draw(9)}T00:00:00`,
  loud: [null, true, false][draw(3)] ?? null,
  also: draw(2) === 0 ? [] : [1],
});

const faults: readonly (readonly [key: string, value: Json])[] = [
  ['tO_ROLE', 9],
  ['tO_ROLE', null],
  ['after', 61],
  ['after', 'x'],
  ['dose', -1],
  ['note', 'x'.repeat(21)],
  ['note', { a: 1 }],
  ['from', 'yesterday'],
  ['on', '2026-02-30'],
  ['loud', 'perhaps'],
  ['also', [7]],
];

test('random lists come back as they went, and each fault is named at its place', async () => {
  const draw = drawFrom(20_261_125);
  for (let turn = 0; turn < 60; turn += 1) {
    const rows = Array.from({ length: 1 + draw(most) }, (_each, at) => drawnRow(draw, at));
    const { result: id, status } = await save({ title: `预案${turn}`, [stepsKey]: rows });
    expect(status).toBe(200);
    expect(await stepsOf(id)).toEqual(rows);
    const wrong = rows.map((row) => ({ ...row }));
    const expected = new Set<string>();
    for (let count = 0; count <= draw(4); count += 1) {
      const [at, [key, value]] = [draw(rows.length), faults[draw(faults.length)] ?? ['', null]];
      Object.assign(wrong[at] ?? {}, { [key]: value });
      expected.add(`${stepsKey}[${at}].${key}`);
    }
    const refused = await save({ id, title: '不保存', [stepsKey]: wrong });
    expect([refused.status, placesOf(refused)]).toEqual([400, [...expected].toSorted()]);
    expect(await stepsOf(id)).toEqual(rows);
  }
});

test('the words of a refusal say row and field', async () => {
  const rows = [{ tO_ROLE: 1 }, { tO_ROLE: 2, after: 99 }, 'x', { tO_ROLE: 1, after: 5 }];
  const { error } = await save({ title: '预案', [stepsKey]: rows });
  expect(error?.validationErrors).toEqual([
    { members: [`${stepsKey}[1].after`], message: '步骤第2行 分钟应在 0 到 60 之间' },
    { members: [`${stepsKey}[2]`], message: '步骤第3行的内容不正确，请检查后重新填写' },
    { members: [`${stepsKey}[3].tO_ROLE`], message: '步骤第4行 到与第1行重复，请修改其中一行' },
  ]);
});

test('the number of rows and their sum are held to', async () => {
  const shares = (...parts: readonly number[]): Promise<Answer<number>> =>
    save({ title: '权重', shares: parts.map((part) => ({ part })) });
  expect((await shares(33.33, 33.33, 33.34)).status).toBe(200);
  expect((await shares(0.1, 0.2, 99.7)).status).toBe(200);
  const messages = async (answer: Promise<Answer<number>>) =>
    (await answer).error?.validationErrors?.map(({ members, message }) => [...members, message]);
  expect(await messages(shares(50, 49.99))).toEqual([['shares', '权重合计应为 100，现为 99.99']]);
  expect(await messages(shares(100))).toEqual([['shares', '权重至少 2 行']]);
  expect(await messages(save({ title: 'x', shares: 'x' }))).toEqual([['shares', '权重应为列表']]);
  const many = Array.from({ length: most + 1 }, (_each, at) => ({ ['tO_ROLE']: 1, after: at }));
  expect(await messages(save({ title: 'x', [stepsKey]: many }))).toEqual([[stepsKey, `步骤最多 ${most} 行`]]);
});

test('the history tells the lists before and after, whose differences go by row', async () => {
  const { result: id } = await save({ title: '历史', [stepsKey]: [{ ['tO_ROLE']: 1 }, { ['tO_ROLE']: 2, after: 3 }] });
  await save({ id, title: '历史', [stepsKey]: [{ ['tO_ROLE']: 1 }, { ['tO_ROLE']: 2, after: 3, dose: 0.5 }] });
  // The same again changes nothing.
  await save({ id, title: '历史', [stepsKey]: [{ ['tO_ROLE']: 1 }, { ['tO_ROLE']: 2, after: 3, dose: 0.5 }] });
  const changes = await app.query<{ before: { steps: unknown }; after: { steps: unknown } }>(
    'Alpha',
    "select before, after from entity_change where tenant_id = $1 and resource = 'testPlan' and row_id = $2 and kind = 'updated'",
    [id],
  );
  expect(changes).toHaveLength(1);
  const rule = rowsOf(plan.fields.steps) as RowsRule;
  expect(rowChanges(rule, changes[0]?.before.steps, changes[0]?.after.steps)).toEqual([
    { kind: 'changed', at: 2, values: [{ name: 'dose', before: null, after: 0.5 }] },
  ]);
});

test('an export has a line a row in one cell; a template has no column for lists', async () => {
  await save({
    title: '导出',
    [stepsKey]: [
      { ['tO_ROLE']: 1, note: '=1+1' },
      { ['tO_ROLE']: 2, loud: true },
    ],
  });
  const cells = await sheetBehind(admin, 'TestPlans/GetTestPlansToExcel', { Filter: '导出' });
  expect(JSON.stringify(cells)).toContain('1. 到：护士，分钟：5，备注：=1+1\\n2. 到：医生，分钟：5，响铃：是');
  expect(Object.keys(await exampleOf(admin, 'TestPlans'))).toEqual(['名称*']);
});

test('the API document has the type of the rows', async () => {
  const { body } = await admin.get('/api/openapi.json');
  const { paths } = body as { paths: Readonly<Record<string, { post: { requestBody: { content: object } } }>> };
  const { requestBody } = paths['/api/services/app/TestPlans/CreateOrEdit']?.post ?? {};
  expect(JSON.stringify(requestBody)).toContain(
    '"laddeR_STEPS":{"type":["array","null"],"items":{"type":"object","properties":{"tO_ROLE":{"enum":[1,2],"title":"到"}',
  );
});
