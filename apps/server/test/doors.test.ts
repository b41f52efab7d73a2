import { model } from '@kangmai/model';
import {
  action,
  choice,
  defineDoor,
  defineModel,
  defineResource,
  defineStates,
  id,
  integer,
  move,
  phone,
  text,
} from '@kangmai/resource';
import { implement } from '@kangmai/server/engine/crud/implement';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import { followed } from '@kangmai/testkit/still';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAreas } from '../src/modules/index.ts';
import { exportedSheet } from '@kangmai/testkit/importing';
import { type Draw, drawFrom } from './random-machines.ts';

const states = defineStates({
  open: { label: '待处理', en: 'Open', wire: 1 },
  taken: { label: '已受理', en: 'Taken', wire: 2 },
  closed: { label: '已关闭', en: 'Closed', wire: 3 },
});
const ticket = defineResource({
  name: 'testTicket',
  title: '工单',
  en: 'Tickets',
  scope: 'tenant',
  scopeRule: { everybody: 'made up for a test' },
  permission: 'Pages.TestTickets',
  wire: {
    service: 'TestTickets',
    entity: 'TestTicket',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetForEdit', save: 'CreateOrEdit', remove: 'Delete', excel: 'ToExcel' },
  },
  fields: {
    title: text({ label: '标题', en: 'Title', required: true, max: 40, filter: 'like' }),
    kind: integer({ label: '类型', en: 'Kind', required: true, filter: 'exact' }),
    points: integer({ label: '分数', en: 'Points', min: 0, max: 100, filter: 'range' }),
    note: text({ label: '内部说明', en: 'Internal note', max: 200 }),
    caller: phone({ label: '来电号码', en: 'Caller', sensitive: 'sealed' }),
    state: choice(states, { label: '状态', en: 'State', default: 'open', filter: 'exact' }),
  },
  list: { columns: ['title', 'kind', 'points', 'note', 'state'], sort: 'title', search: ['title', 'note'] },
  display: 'title',
  excel: { import: false, export: true },
  moves: {
    on: 'state',
    take: move({ label: '受理', en: 'Take', from: ['open'], to: 'taken', permission: 'Edit' }),
    close: move({ label: '关闭', en: 'Close', from: ['open', 'taken'], to: 'closed', permission: 'Edit' }),
  },
  actions: {
    double: action({ label: '加倍', en: 'Double', wire: 'POST Double', permission: 'Edit', input: { id: id() } }),
  },
  doors: [
    {
      service: 'Old_tickets',
      entity: 'Old_ticket',
      title: '经典工单',
      en: 'Classic tickets',
      permission: 'Pages.OldTickets',
      calls: {
        list: 'GetAll',
        paged: 'GetPagedAll',
        edit: 'GetOld_ticketForEdit',
        save: 'CreateOrEdit',
        remove: 'Delete',
        excel: 'GetOld_ticketsToExcel',
        state: 'PUT UpdateStatus',
        take: 'PUT TakeIt',
        double: 'POST Twice',
      },
      fields: [['title', 'Heading'], 'points', ['caller', 'LINE'], ['state', 'Status_code']],
      shownIf: { kind: 7 },
    },
  ],
});
/** What another area shows of it: the open ones, to read. */
const elsewhere = defineDoor('testTicket', {
  service: 'OpenTickets',
  entity: 'OpenTicket',
  wrap: false,
  calls: { list: 'GetAll', get: 'Get', close: 'POST Finish' },
  fields: ['title', 'points', 'state'],
  shownIf: { state: { in: ['open', 'taken'] }, points: { from: 10 } },
});
const all = defineModel([...model.resources, ticket] as never, [elsewhere] as never);

const heard: unknown[] = [];
const code = implement(ticket, {
  afterSave(ctx, row) {
    ctx.emit('test.ticket', { id: row.id, title: row.title });
  },
  actions: {
    async double(ctx, { id: ticketId }) {
      const row = await ctx.repo(ticket).lock(ticketId);
      return ctx.repo(ticket).update(ticketId, { points: (row.points ?? 0) * 2 });
    },
  },
});

const withTickets: typeof listAreas = (services, parts) => {
  const areas = listAreas(services, parts);
  const follow = {
    'test.ticket': async (_ctx: unknown, payloads: readonly unknown[]) => void heard.push(...payloads),
  };
  return { ...areas, modules: [...areas.modules, { name: 'tickets', implementations: [code], follow }] };
};

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({
    model: all,
    areas: withTickets,
  });
  const client = new pg.Client({ connectionString: app.urls.migrator });
  await client.connect();
  await client.query(draftTable(ticket, all));
  await client.end();
  admin = (await addUser(app, 'Alpha', { userName: 'everything', dataScope: 'all', allPermissions: true })).client;
});
afterAll(() => app.close());

interface Page<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
interface Owned {
  readonly id: number;
  readonly title: string;
  readonly kind: number;
  readonly points: number | null;
  readonly note: string | null;
  readonly caller: string | null;
  readonly state: number;
  readonly rowVersion: number;
  readonly creationTime: string;
}

const everything = { MaxResultCount: 1000 };
const ok = <T>(answer: Answer<T>): T => {
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
};
const ownedRows = async (): Promise<readonly Owned[]> =>
  ok(await admin.get<Page<{ testTicket: Owned }>>('TestTickets/GetAll', everything)).items.map(
    ({ testTicket }) => testTicket,
  );
/** A row of the owner as the classic door spells it. */
const spelled = ({ kind: _kind, note: _note, title, caller, state, ...rest }: Owned): object => ({
  ...rest,
  heading: title,
  line: caller,
  'status_code': state,
});
const byId = <T extends { readonly id: number }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((one, other) => one.id - other.id);
const old = (action: string): string => `Old_tickets/${action}`;

/** Writes a random row, or changes one, by the owner or by the door; tells whether the door shows it. */
async function writeOne(draw: Draw, made: ReadonlyMap<number, boolean>): Promise<readonly [number, boolean]> {
  const [title, points, caller] = [`第${draw(1000)}号`, draw(101), `139000${String(10_000 + draw(80_000))}`];
  const ids = [...made.keys()];
  const id = draw(3) === 0 ? ids[draw(ids.length)] : undefined;
  if (draw(2) === 0 && (id === undefined || made.get(id) === true)) {
    const body = { id, HEADING: title, points, line: caller, kind: 99, note: '不收' };
    const saved = ok(await admin.post<number>(old('CreateOrEdit'), body));
    if (draw(4) === 0) expect([200, 400]).toContain((await admin.put(old('TakeIt'), { id: saved })).status);
    return [saved, true];
  }
  const kind = 5 + draw(3);
  const body = { id, title, points, caller, kind, note: `内${title}` };
  return [ok(await admin.post<number>('TestTickets/CreateOrEdit', body)), kind === 7];
}

const openRow = ({ kind: _kind, note: _note, caller: _caller, ...row }: Owned): object => row;

test('random rows written by the owner and by the door are the same rows, read by either', async () => {
  const draw = drawFrom(7);
  const made = new Map<number, boolean>();
  for (let round = 0; round < 120; round += 1) made.set(...(await writeOne(draw, made)));
  const owned = await ownedRows();
  const shown = owned.filter(({ kind }) => kind === 7);
  expect([owned.length > 60, shown.length > 20, shown.length < owned.length]).toEqual([true, true, true]);
  const listed = ok(await admin.get<Page<{ ['old_ticket']: Owned }>>(old('GetAll'), everything));
  expect(listed.totalCount).toBe(shown.length);
  expect(byId(listed.items.map(({ ['old_ticket']: row }) => row))).toEqual(byId(shown).map(spelled));
  const flat = ok(await admin.get<Page<Owned>>(old('GetPagedAll'), everything));
  expect(byId(flat.items)).toEqual(byId(shown).map(spelled));
  for (const row of owned) {
    const one = await admin.get<{ ['old_ticket']: object }>(old('GetOld_ticketForEdit'), { Id: row.id });
    if (row.kind === 7) expect(ok(one)['old_ticket']).toEqual(spelled(row));
    else expect(one.status).toBe(404);
  }
  const open = owned.filter(({ state, points }) => state !== 3 && (points ?? 0) >= 10);
  const read = ok(await admin.get<Page<Owned>>('OpenTickets/GetAll', everything));
  expect(byId(read.items)).toEqual(byId(open).map(openRow));
});

describe('a row that a door does not show', () => {
  test('is not found by any of its calls, and stays as it is', async () => {
    const id = ok(await admin.post<number>('TestTickets/CreateOrEdit', { title: '别的', kind: 3, points: 5 }));
    const before = (await ownedRows()).find((row) => row.id === id);
    const answers = [
      await admin.get(old('GetOld_ticketForEdit'), { Id: id }),
      await admin.post(old('CreateOrEdit'), { id, heading: '改' }),
      await admin.delete(old('Delete'), { Id: id }),
      await admin.put(old('TakeIt'), { id }),
      await admin.put(old('UpdateStatus'), { id, 'status_code': 3 }),
      await admin.post(old('Twice'), { id }),
      await admin.post(old('Reveal'), { id, field: 'line', reason: '核对身份' }),
      await admin.get('OpenTickets/Get', { Id: id }),
      await admin.post('OpenTickets/Finish', { id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await ownedRows()).find((row) => row.id === id)).toEqual(before);
    for (const query of [{ IdFilter: id }, { Filter: '别的' }, { HeadingFilter: '别的' }])
      expect(ok(await admin.get<Page<unknown>>(old('GetAll'), query)).totalCount).toBe(0);
  });

  test('is not in its spreadsheet, which has the columns of the door alone', async () => {
    const [titles = [], ...lines] = await exportedSheet(admin, old('GetOld_ticketsToExcel'));
    expect(titles).toEqual(['标题', '分数', '状态']);
    const shown = (await ownedRows()).filter(({ kind }) => kind === 7);
    expect(new Set(lines.map(([title]) => title))).toEqual(new Set(shown.map(({ title }) => title)));
    const hidden = await admin.get(`${old('GetOld_ticketsToExcel')}?columns=note`);
    expect(hidden.status).toBe(400);
  });
});

test('what a door hides cannot be filtered, searched, sorted by, written or revealed', async () => {
  const id = ok(
    await admin.post<number>('TestTickets/CreateOrEdit', { title: '同名', kind: 7, note: '秘密', points: 1 }),
  );
  expect(ok(await admin.get<Page<unknown>>(old('GetAll'), { Filter: '秘密' })).totalCount).toBe(0);
  const unfiltered = ok(await admin.get<Page<unknown>>(old('GetAll'))).totalCount;
  expect(ok(await admin.get<Page<unknown>>(old('GetAll'), { kindFilter: 3 })).totalCount).toBe(unfiltered);
  expect((await admin.get(old('GetAll'), { Sorting: 'note asc' })).status).toBe(400);
  expect((await admin.get(old('GetAll'), { Sorting: 'heading desc' })).status).toBe(200);
  ok(await admin.post(old('CreateOrEdit'), { id, heading: '同名', kind: 3, note: '覆盖' }));
  expect((await ownedRows()).find((row) => row.id === id)).toMatchObject({ kind: 7, note: '秘密' });
  expect((await admin.post(old('Reveal'), { id, field: 'note', reason: '核对身份' })).status).toBe(400);
});

test('refusals name fields as the door spells them', async () => {
  const { error } = await admin.post(old('CreateOrEdit'), { points: 101, line: '12', 'status_code': 9 });
  expect(error?.validationErrors?.flatMap(({ members }) => members).toSorted()).toEqual([
    'heading',
    'line',
    'points',
    'status_code',
  ]);
  const id = ok(await admin.post<number>(old('CreateOrEdit'), { heading: '状态', points: 1 }));
  const { error: unknown } = await admin.put(old('UpdateStatus'), { id, 'status_code': 9 });
  expect(unknown?.validationErrors).toMatchObject([{ members: ['status_code'] }]);
});

test('a write by a door has the history, the moves and the events of one by the owner', async () => {
  heard.length = 0;
  const byOwner = ok(await admin.post<number>('TestTickets/CreateOrEdit', { title: '一', kind: 7, points: 4 }));
  const byDoor = ok(await admin.post<number>(old('CreateOrEdit'), { heading: '一', points: 4 }));
  ok(await admin.post('TestTickets/CreateOrEdit', { id: byOwner, title: '二' }));
  ok(await admin.post(old('CreateOrEdit'), { id: byDoor, heading: '二' }));
  ok(await admin.post('TestTickets/Double', { id: byOwner }));
  ok(await admin.post(old('Twice'), { id: byDoor }));
  ok(await admin.post('TestTickets/Take', { id: byOwner }));
  ok(await admin.put(old('TakeIt'), { id: byDoor }));
  ok(await admin.post('TestTickets/CreateOrEdit', { id: byOwner, state: 3 }));
  ok(await admin.post(old('CreateOrEdit'), { id: byDoor, 'status_code': 3 }));
  expect((await admin.put(old('TakeIt'), { id: byDoor })).error?.reason).toBe('state.not-allowed');
  ok(await admin.delete('TestTickets/Delete', { Id: byOwner }));
  ok(await admin.delete(old('Delete'), { Id: byDoor }));
  const historyOf = (id: number): Promise<unknown[]> =>
    app.query(
      'Alpha',
      'select resource, kind, before, after, user_id from entity_change where tenant_id = $1 and resource = $2 and row_id = $3 order by id',
      ['testTicket', id],
    );
  const [first, second] = [await historyOf(byOwner), await historyOf(byDoor)];
  expect(first).toHaveLength(6);
  expect(second).toEqual(first);
  await followed(app, app.tenants.Alpha);
  const of = (id: number): readonly unknown[] => heard.filter((each) => (each as { id: number }).id === id);
  expect(of(byOwner)).toHaveLength(4);
  expect(of(byDoor)).toEqual(of(byOwner).map((each) => ({ ...(each as object), id: byDoor })));
});

test('a move through a door may lead out of what the door shows', async () => {
  const ticketId = ok(await admin.post<number>('TestTickets/CreateOrEdit', { title: '完', kind: 1, points: 50 }));
  expect(ok(await admin.post('OpenTickets/Finish', { id: ticketId }))).toEqual({ id: ticketId, state: 3 });
  expect((await admin.get('OpenTickets/Get', { Id: ticketId })).status).toBe(404);
});

test('a door asks its own permission, which stands in the tree', async () => {
  const names = app.server.services.permissions().map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['Pages.OldTickets', 'Pages.OldTickets.Edit', 'Pages.TestTickets.Edit']),
  );
  const only = (permissions: readonly string[]) =>
    app.server.app.entries
      .filter(({ path }) => /(Test|Open|Old_)tickets\//i.test(path))
      .filter((entry) => entry.permissions.some((name) => permissions.includes(name)))
      .map(({ path }) => path.split('/').slice(-2).join('/'));
  expect(new Set(only(['Pages.OldTickets', 'Pages.OldTickets.Edit']).map((path) => path.split('/')[0]))).toEqual(
    new Set(['Old_tickets']),
  );
  expect(only(['Pages.TestTickets'])).toContain('OpenTickets/GetAll');
});

test('two calls on one path stop the start, and say whose they are', async () => {
  const again = defineDoor('testTicket', { service: 'TESTtickets', entity: 'TestTicket', calls: { list: 'getall' } });
  const twice = defineModel([...model.resources, ticket] as never, [again] as never);
  await expect(startApp({ model: twice, areas: withTickets })).rejects.toThrow(/TESTtickets\/getall.*is served twice/);
});
