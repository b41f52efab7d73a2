import { addDays } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { notices } from '@kangmai/testkit/notices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Day {
  readonly day: string;
  readonly kind: string;
  readonly name: string | null;
  readonly weekday: number;
  readonly lunar: string;
  readonly term: string | null;
  readonly isPublished: boolean;
}
interface Days {
  readonly items: readonly Day[];
  readonly years: readonly {
    readonly year: number;
    readonly notice: string | null;
    readonly issuedOn: string | null;
  }[];
}

let app: TestApp;
let host: Client;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  host = await app.as('admin');
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const days = async (from: string, to: string, by = admin): Promise<Days> =>
  (await by.get<Days>('WorkCalendar/GetDays', { From: from, To: to })).result;
const dayOf = async (day: string, by = admin): Promise<Day | undefined> => (await days(day, day, by)).items[0];
const save = (year: object, by = host) => by.post<number>('WorkCalendar/CreateOrEdit', year);
const off = (day: string, more: object = {}) => ({ day, kind: 'holiday', name: '元旦', nameEn: 'New Year', ...more });
const year2030 = { year: 2030, notice: '国办发明电〔2029〕1号', issuedOn: '2029-11-01', days: [off('2030-01-01')] };

/** What the notice of its year says of a day. */
const holidayOn = (day: string): string | undefined =>
  notices[Number(day.slice(0, 4))]?.holidays.find(([, from, to]) => day.slice(5) >= from && day.slice(5) <= to)?.[0];

function kindOn(day: string, holiday: string | undefined): string {
  if (holiday !== undefined) return 'holiday';
  if (notices[Number(day.slice(0, 4))]?.workdays.includes(day.slice(5))) return 'makeUp';
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? 'rest' : 'workday';
}

describe('the days that everybody reads', () => {
  test.each([2024, 2025, 2026])('every day of %i is what the notice says', async (year) => {
    const { items, years } = await days(`${year}-01-01`, `${year}-12-31`);
    const notice = notices[year];
    expect(years).toMatchObject([{ year, notice: notice?.number }]);
    expect(items.map(({ day }) => day)).toEqual([...new Set(items.map(({ day }) => day))]);
    expect(items.length).toBe(year === 2024 ? 366 : 365);
    for (const { day, kind, name, isPublished } of items) {
      const holiday = holidayOn(day);
      expect(`${day} ${kind}`).toBe(`${day} ${kindOn(day, holiday)}`);
      expect(isPublished).toBe(true);
      // In 2025 Mid-autumn lay within the holiday of the National Day.
      if (holiday !== undefined && day !== '2025-10-06') expect(`${day} ${name}`).toBe(`${day} ${holiday}`);
    }
  });

  test('known days: make-up workdays with their weekday, the Spring Festival, a solar term', async () => {
    for (const [day, weekday] of [
      ['2026-02-14', 5],
      ['2026-02-28', 1],
      ['2026-10-10', 3],
    ] as const)
      expect(await dayOf(day)).toMatchObject({ kind: 'makeUp', weekday });
    expect(await dayOf('2026-02-17')).toEqual({
      day: '2026-02-17',
      kind: 'holiday',
      name: '春节',
      weekday: 2,
      lunar: '正月初一',
      term: null,
      isPublished: true,
    });
    expect(await dayOf('2026-11-22')).toMatchObject({ kind: 'rest', lunar: '十月十四', term: '小雪' });
  });

  test('in English for whoever reads English', async () => {
    const english = admin.with({ 'accept-language': 'en' });
    const { items } = await days('2026-02-04', '2026-02-17', english);
    expect(items.at(-1)).toMatchObject({ name: 'Spring Festival', lunar: 'lunar month 1, day 1' });
    expect(items[0]).toMatchObject({ term: 'Start of Spring' });
  });

  test('a year whose notice is not out follows the week and says so', async () => {
    const { items, years } = await days('2026-12-31', '2027-01-02');
    expect(items.map(({ kind, isPublished }) => [kind, isPublished])).toEqual([
      ['workday', true],
      ['workday', false],
      ['rest', false],
    ]);
    expect(years[1]).toEqual({ year: 2027, notice: null, issuedOn: null });
  });

  test('spans that cannot be answered are refused with what to do', async () => {
    const refused = async (from: string, to: string) => {
      const { status, error } = await admin.get('WorkCalendar/GetDays', { From: from, To: to });
      return [status, error?.validationErrors?.[0]?.message];
    };
    expect(await refused('2026-02-02', '2026-02-01')).toEqual([400, '结束日期不能早于开始日期，请重新选择']);
    expect(await refused('2026-01-01', addDays('2026-01-01', 400))).toEqual([400, '一次最多查询400天，请缩短日期范围']);
    expect((await refused('1999-12-31', '2000-01-01'))[0]).toBe(400);
    expect((await refused('2026-02-30', '2026-03-01'))[0]).toBe(400);
  });
});

describe('lunar days and solar terms', () => {
  const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });
  // New moons within minutes of midnight in China, on which ICU is a day off.
  const disputed = (day: string): boolean => /^(2012-0[89]|2018-1[12]|2027-0[23]|2030-0[23])/.test(day);

  test.each([2020, 2024, 2025, 2026, 2027, 2028, 2033])('of %i are those of ICU', async (year) => {
    const { items } = await days(`${year}-01-01`, `${year}-12-31`);
    for (const { day, lunar } of items.filter((item) => !disputed(item.day))) {
      const parts = chinese.formatToParts(new Date(`${day}T12:00:00Z`));
      const [month, own] = ['month', 'day'].map((type) => parts.find((part) => part.type === type)?.value ?? '');
      const monthWord = `${month?.endsWith('bis') ? '闰' : ''}${'正二三四五六七八九十冬腊'[Number.parseInt(month ?? '', 10) - 1]}月`;
      expect(`${day} ${lunar}`).toMatch(new RegExp(`^${day} ${monthWord}`));
      expect(lunar.endsWith('初一')).toBe(own === '1');
    }
    expect(items.filter(({ term }) => term !== null)).toHaveLength(24);
  });

  test('the new year of 2027 is the day of the observatory', async () =>
    expect(await dayOf('2027-02-06')).toMatchObject({ lunar: '正月初一' }));
});

describe('the host edits years', () => {
  test('a new year is read at once, and a corrected day too, with its history', async () => {
    const { result: id } = await save(year2030);
    expect(await dayOf('2030-01-01')).toMatchObject({ kind: 'holiday', name: '元旦', isPublished: true });
    const corrected = [off('2030-01-01'), { ...off('2030-01-05'), kind: 'makeUp', weekday: 'mon' }];
    expect(await save({ id, days: corrected })).toMatchObject({ status: 200 });
    expect(await dayOf('2030-01-05')).toMatchObject({ kind: 'makeUp', weekday: 1 });
    const history = await host.get<{ items: readonly { kind: string }[] }>('WorkCalendar/GetHistory', { Id: id });
    expect(history.result.items.map(({ kind }) => kind)).toEqual(['updated', 'created']);
  });

  test('years are listed newest first, found by their number, and read as they were saved', async () => {
    interface Page {
      readonly totalCount: number;
      readonly items: readonly { readonly calendarYear: { readonly id: number; readonly year: number } }[];
    }
    const { result } = await host.get<Page>('WorkCalendar/GetAll', { YearFilter: 2026 });
    expect(result).toMatchObject({ totalCount: 1, items: [{ calendarYear: { year: 2026 } }] });
    const read = await host.get<{ calendarYear: { days: readonly object[] } }>('WorkCalendar/GetCalendarYearForEdit', {
      Id: result.items[0]?.calendarYear.id ?? 0,
    });
    expect(read.result.calendarYear.days).toHaveLength(39);
    expect(read.result.calendarYear.days[0]).toEqual({
      ...off('2026-01-01T00:00:00'),
      nameEn: "New Year's Day",
      weekday: null,
    });
    const sorted = (await host.get<Page>('WorkCalendar/GetAll')).result.items.map(({ calendarYear: { year } }) => year);
    expect(sorted).toEqual(sorted.toSorted((one, other) => other - one));
  });

  test('wrong lists are refused at the day, in a whole sentence', async () => {
    const refused = async (list: readonly object[]) => {
      const { status, error } = await save({ ...year2030, year: 2031, days: list });
      const [first] = error?.validationErrors ?? [];
      return [status, first?.members[0], first?.message];
    };
    const day = off('2031-01-01');
    const worked = { ...off('2031-01-04'), kind: 'makeUp' };
    expect(await refused([day, off('2030-12-31')])).toEqual([
      400,
      'days[1].day',
      '2030-12-31 不是2031年的日期，请改为2031年的日期或删除',
    ]);
    expect(await refused([worked])).toEqual([400, 'days[0].weekday', '2031-01-04 是调休上班日，请选择按周几上班']);
    expect(await refused([{ ...day, weekday: 'mon' }])).toEqual([
      400,
      'days[0].weekday',
      '2031-01-01 放假，不按周几上班，请清空该项',
    ]);
    expect(await refused([{ ...off('2031-01-03'), kind: 'makeUp', weekday: 'mon' }])).toEqual([
      400,
      'days[0].day',
      '2031-01-03 不是周六或周日，不需要调休上班，请核对日期',
    ]);
    const [status, member, message] = await refused([day, day]);
    expect([status, member]).toEqual([400, 'days[1].day']);
    expect(message).toBe('放假与调休第2行 日期与第1行重复，请修改其中一行');
    expect((await refused([]))[0]).toBe(400);
    const again = await save({ ...year2030, year: 2026, days: [off('2026-01-01')] });
    expect([again.status, again.error?.validationErrors?.[0]?.members]).toEqual([409, ['year']]);
  });

  test('nobody of a tenant reads the rows or changes a year, also with the right written into a role', async () => {
    await app.query(
      'Beta',
      "insert into role_permission (tenant_id, role_id, permission) select tenant_id, id, p from app_role, unnest(array['Pages.Basicplatform.WorkCalendar', 'Pages.Basicplatform.WorkCalendar.Create', 'Pages.Basicplatform.WorkCalendar.Edit']) p where tenant_id = $1 and name_key = 'admin'",
    );
    const beta = await app.as('admin', 'Beta');
    for (const by of [admin, await app.as('nurse', 'Alpha'), beta])
      expect((await save({ ...year2030, year: 2032, days: [off('2032-01-01')] }, by)).status).toBe(403);
    expect((await admin.get('WorkCalendar/GetAll')).status).toBe(403);
    expect((await beta.get('WorkCalendar/GetAll')).result).toMatchObject({ totalCount: 0 });
    expect(
      (await app.visitor('Alpha').get('WorkCalendar/GetDays', { From: '2026-01-01', To: '2026-01-01' })).status,
    ).toBe(401);
    expect(await dayOf('2032-01-01', await app.as('nurse', 'Alpha'))).toMatchObject({ isPublished: false });
  });

  test('another node reads the change too', async () => {
    const node = await app.secondNode();
    const there = await app.at(node.url, 'admin', 'Alpha');
    expect(await dayOf('2034-01-02', there)).toMatchObject({ kind: 'workday', isPublished: false });
    await expect.poll(() => app.server.services.bus.hasOthers, { timeout: 10_000 }).toBe(true);
    await save({ ...year2030, year: 2034, days: [off('2034-01-02')] });
    await expect.poll(async () => (await dayOf('2034-01-02', there))?.kind, { timeout: 5_000 }).toBe('holiday');
    await node.close();
  });
});
