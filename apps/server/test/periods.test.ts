import { model } from '@kangmai/model';
import { choice, date, dateTime, defineModel, defineResource, defineStates, move, ref, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFrom } from './random-machines.ts';
import { makePeople } from './made-people.ts';

const states = defineStates({ held: { label: '占用', en: 'Held' }, gone: { label: '释放', en: 'Given back' } });

const slot = defineResource({
  name: 'testSlot',
  title: '占用',
  en: 'Slots',
  scope: 'tenant',
  scopeRule: { through: 'client', orNone: true },
  permission: 'Pages.TestSlots',
  wire: { service: 'TestSlots', entity: 'TestSlot', wrap: false, calls: usualCalls('TestSlot') },
  fields: {
    place: text({ label: '地点', en: 'Place', required: true, filter: 'exact' }),
    title: text({ label: '名称', en: 'Title', required: true }),
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact' }),
    beginsAt: dateTime({ label: '开始', en: 'Begin', required: true }),
    endsAt: dateTime({ label: '结束', en: 'End' }),
    state: choice(states, { label: '状态', en: 'State', default: 'held', readonly: true }),
  },
  noOverlap: { within: ['place'], from: 'beginsAt', to: 'endsAt', when: { state: ['held'] } },
  list: { columns: ['title'], sort: 'beginsAt' },
  display: 'title',
  moves: {
    on: 'state',
    giveBack: move({ label: '释放', en: 'Give back', from: ['held'], to: 'gone', permission: 'Edit' }),
    retake: move({ label: '再占', en: 'Take again', from: ['gone'], to: 'held', permission: 'Edit' }),
  },
});
const price = defineResource({
  name: 'testPrice',
  title: '价格',
  en: 'Prices',
  scope: 'tenant',
  permission: 'Pages.TestPrices',
  wire: { service: 'TestPrices', entity: 'TestPrice', wrap: false, calls: usualCalls('TestPrice') },
  fields: {
    goods: text({ label: '商品', en: 'Goods', required: true }),
    since: date({ label: '开始', en: 'Since' }),
    until: date({ label: '截止', en: 'Until' }),
  },
  noOverlap: { within: ['goods'], from: 'since', to: 'until' },
  list: { columns: ['goods'], sort: 'goods' },
  display: 'goods',
});
const all = defineModel([...model.resources, slot, price] as never);

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ model: all });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(slot, all));
  await client.query(draftTable(price, all));
  await client.end();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const save = (body: object, by = admin): Promise<Answer<number>> => by.post<number>('TestSlots/CreateOrEdit', body);
const savePrice = (body: object): Promise<Answer<number>> => admin.post<number>('TestPrices/CreateOrEdit', body);
const hour = (at: number): string => new Date(Date.UTC(2026, 5, 1) + at * 3_600_000).toISOString();

async function made(body: object): Promise<number> {
  const answer = await save(body);
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
}

const overlapping = (): Promise<readonly unknown[]> =>
  app.query(
    'Alpha',
    `select a.id, b.id from test_slot a join test_slot b on b.tenant_id = a.tenant_id and a.id < b.id and a.place = b.place
      and tstzrange(a.begins_at, a.ends_at) && tstzrange(b.begins_at, b.ends_at)
     where a.tenant_id = $1 and a.state = 'held' and b.state = 'held' and not a.is_deleted and not b.is_deleted`,
  );

interface Stretch {
  readonly title: string;
  readonly place: string;
  readonly from: number;
  readonly to: number | null;
}

const meets = (one: Stretch, other: Stretch): boolean =>
  one.place === other.place && (other.to ?? Infinity) > one.from && (one.to ?? Infinity) > other.from;

const saveStretch = ({ place, title, from, to }: Stretch): Promise<Answer<number>> =>
  save({ place, title, beginsAt: hour(from), endsAt: to === null ? null : hour(to) });
const namedIn = (message: string): string => /「(.+?)」/.exec(message)?.[1] ?? '';

test('1,000 random periods of eight writers: none overlap, and each refusal names one that does', async () => {
  const draw = drawFrom(7);
  const wishes = Array.from({ length: 1000 }, (_, at): Stretch => {
    const from = draw(400);
    return { place: `P${draw(6)}`, title: `第${at}次`, from, to: draw(12) === 0 ? null : from + 1 + draw(6) };
  });
  const kept = new Map<string, Stretch>();
  const refused: { readonly wish: Stretch; readonly answer: Answer<number> }[] = [];
  const waiting = wishes[Symbol.iterator]();
  const writer = async (): Promise<void> => {
    for (const wish of waiting) {
      const answer = await saveStretch(wish);
      if (answer.status === 200) kept.set(wish.title, wish);
      else refused.push({ wish, answer });
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  expect(await overlapping()).toEqual([]);
  expect(kept.size).toBeGreaterThan(20);
  expect(refused.length).toBe(1000 - kept.size);
  for (const { wish, answer } of refused) {
    expect(answer.error).toMatchObject({ code: 409, reason: 'period.taken-by' });
    const other = kept.get(namedIn(answer.text));
    expect(other && meets(wish, other), answer.text).toBe(true);
  }
});

test('the end of an instant no longer counts, and an open end counts for ever', async () => {
  const place = '甲';
  await made({ place, title: '一', beginsAt: hour(8), endsAt: hour(10) });
  await made({ place, title: '二', beginsAt: hour(10) });
  expect((await save({ place, title: '三', beginsAt: hour(9), endsAt: hour(10) })).error?.message).toContain('「一」');
  expect((await save({ place, title: '四', beginsAt: hour(5000) })).error).toMatchObject({
    reason: 'period.taken-by',
    message: '已被「二」占用（2026-06-01 18:00 起）',
  });
  await made({ place, title: '五', beginsAt: hour(0), endsAt: hour(8) });
});

test('an end before the start, or at it, is refused at the field', async () => {
  for (const endsAt of [hour(7), hour(8)]) {
    const answer = await save({ place: '乙', title: '一', beginsAt: hour(8), endsAt });
    expect(answer.status).toBe(400);
    expect(answer.error?.validationErrors).toEqual([{ members: ['endsAt'], message: '结束必须晚于开始时间' }]);
  }
  const id = await made({ place: '乙', title: '一', beginsAt: hour(8), endsAt: hour(9) });
  const changed = await save({ id, endsAt: hour(7) });
  expect(changed.error?.validationErrors?.[0]?.members).toEqual(['endsAt']);
});

test('days count whole, the last one too; periods open at both ends exclude all others', async () => {
  const goods = '护理床';
  const first = await savePrice({ goods, until: '2026-01-31' });
  expect(first.status).toBe(200);
  const answer = await savePrice({ goods, since: '2026-01-31', until: '2026-03-01' });
  expect(answer.error).toMatchObject({ reason: 'period.taken-by', code: 409 });
  expect((await savePrice({ goods, since: '2026-02-01', until: '2026-02-01' })).status).toBe(200);
  expect((await savePrice({ goods, since: '2026-02-03', until: '2026-02-02' })).error?.validationErrors).toEqual([
    { members: ['until'], message: '截止不能早于开始日期' },
  ]);
  expect((await savePrice({ goods })).status).toBe(409);
  expect((await savePrice({ goods: '轮椅' })).status).toBe(200);
});

test('deleted rows and rows in other states do not count, and a move back into the state is refused', async () => {
  const place = '丙';
  const id = await made({ place, title: '一', beginsAt: hour(1), endsAt: hour(2) });
  expect((await admin.post('TestSlots/GiveBack', { id })).status).toBe(200);
  const second = await made({ place, title: '二', beginsAt: hour(1), endsAt: hour(2) });
  const back = await admin.post('TestSlots/Retake', { id });
  expect([back.status, back.error?.message]).toEqual([409, '已被「二」占用（2026-06-01 09:00 至 2026-06-01 10:00）']);
  expect((await admin.delete('TestSlots/Delete', { Id: second })).status).toBe(200);
  expect((await admin.post('TestSlots/Retake', { id })).status).toBe(200);
});

test('a row keeps its own period, and is refused when it moves onto another', async () => {
  const place = '丁';
  const id = await made({ place, title: '一', beginsAt: hour(1), endsAt: hour(2) });
  await made({ place, title: '二', beginsAt: hour(2), endsAt: hour(3) });
  expect((await save({ id, title: '一改', beginsAt: hour(1), endsAt: hour(2) })).status).toBe(200);
  expect((await save({ id, endsAt: hour(3) })).error?.message).toContain('「二」');
  expect((await save({ id, place: '戊' })).status).toBe(200);
});

test('who may not see the other row is told no more than that it is taken', async () => {
  const [person] = await makePeople(app, 1);
  const place = '己';
  await made({ place, title: '隐秘', client: person?.id, beginsAt: hour(1), endsAt: hour(2) });
  const outsider = await addUser(app, 'Alpha', { userName: 'outsider', dataScope: 'own', allPermissions: true });
  const answer = await save({ place, title: '新', beginsAt: hour(1), endsAt: hour(3) }, outsider.client);
  expect([answer.status, answer.error?.reason, answer.error?.message]).toEqual([409, 'period.taken', '已占用']);
  expect(answer.text).not.toContain('隐秘');
});

test('another tenant has periods of its own', async () => {
  const beta = await app.as('admin', 'Beta');
  await made({ place: '庚', title: '一', beginsAt: hour(1), endsAt: hour(2) });
  expect((await save({ place: '庚', title: '一', beginsAt: hour(1), endsAt: hour(2) }, beta)).status).toBe(200);
});

test('the database refuses what code would let through', async () => {
  await made({ place: '辛', title: '一', beginsAt: hour(1), endsAt: hour(2) });
  const insert = (from: string, to: string): Promise<unknown> =>
    app.query(
      'Alpha',
      `insert into test_slot (tenant_id, place, title, begins_at, ends_at) values ($1, '辛', '二', $2, $3)`,
      [from, to],
    );
  await expect(insert(hour(1), hour(3))).rejects.toMatchObject({ code: '23P01' });
  await expect(insert(hour(5), hour(4))).rejects.toMatchObject({ code: '23514' });
});
