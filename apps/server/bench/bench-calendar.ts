import type { Page } from 'playwright-core';
import { closeAll, enter, open, pageOptions, slowed, startBrowser } from './browser.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const bookings = 1_000_000;
const rooms = 40;
const inMonth = 2000;
const asks = 200;
const rounds = 7;
const slowness = 4;
const month = { first: '2027-03-01', from: '2027-03-01', to: '2027-04-04', empty: '2027-04-12' } as const;
const path = '/jcpt/basicData/activityBookings';

/** A million bookings of years and two thousand in a month; only those of the month hold their room. */
async function loadBookings({ owner, tenantId }: World): Promise<void> {
  await owner.query("select set_config('app.tenant', $1, false)", [String(tenantId)]);
  await owner.query(
    `insert into activity_room (tenant_id, name, capacity) select $1, 'Bench ' || n, 20 from generate_series(1, $2::integer) n`,
    [tenantId, rooms],
  );
  await owner.query(`insert into activity_type (tenant_id, name, category) values ($1, 'Bench', 'culture')`, [
    tenantId,
  ]);
  const insert = (count: string, begin: string, state: string): string =>
    `insert into activity_room_booking (tenant_id, activity_room_id, activity_type_id, title, begins_at, ends_at, state)
     select $1, r.id, t.id, 'Bench ' || h, ${begin}, ${begin} + interval '1 hour', '${state}'
       from activity_room r, activity_type t, generate_series(1, ${count}) h where r.tenant_id = $1 and t.tenant_id = $1 and t.name = 'Bench'`;
  await owner.query(
    insert(`${(bookings - inMonth) / rooms}`, `timestamptz '2027-02-01 00:00+08' - h * interval '1 hour'`, 'cancelled'),
    [tenantId],
  );
  await owner.query(
    insert(`${inMonth / rooms}`, `timestamptz '${month.first} 00:00+08' + h * interval '14 hours'`, 'booked'),
    [tenantId],
  );
  await owner.query('vacuum analyze activity_room_booking');
}

/** Medians of a list of ten rows and of the month, asked in turns. */
async function answerTimes(world: World): Promise<{ readonly month: number; readonly list: number }> {
  const { accessToken } = await signIn(world, 'admin');
  const wire = await Wire.open(world.server.url);
  const service = '/api/services/app/ActivityRoomBookings';
  const ask = async (target: string): Promise<number> => {
    const began = performance.now();
    const { status, text } = await wire.request('GET', `${service}/${target}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (status !== 200) throw new Error(`the calendar was not read: ${status} ${text}`);
    return performance.now() - began;
  };
  const times: { readonly month: number[]; readonly list: number[] } = { month: [], list: [] };
  for (let turn = 0; turn < asks; turn += 1) {
    const [one, other] = [
      await ask(`GetCalendar?From=${month.from}&To=${month.to}`),
      await ask('GetAll?MaxResultCount=10'),
    ];
    if (turn < asks / 10) continue;
    times.month.push(one);
    times.list.push(other);
  }
  wire.close();
  return { month: quantile(times.month, 0.5), list: quantile(times.list, 0.5) };
}

/** Milliseconds from a press in the head of the calendar to the second frame with the days of the new month. */
const paintOf = (page: Page, press: string, hasRows: boolean): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const items = () => document.querySelectorAll('button[data-item]').length;
    const began = performance.now();
    document.querySelector('button[aria-label="${press}"]').click();
    while (${hasRows ? 'items() < 100' : 'items() > 30'} || document.querySelector('[role=group][aria-busy=true]')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })()`);

async function paintTimes(world: World): Promise<{ readonly full: number; readonly empty: number }> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage(pageOptions);
    page.setDefaultTimeout(60_000);
    await enter(page, world.server.url);
    const cdp = await page.context().newCDPSession(page);
    const [full, empty]: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      await open(page, `${path}?as=calendar&at=${month.empty}`, '活动室预订');
      await page.locator(`[data-day="${month.empty}"]`).waitFor();
      await slowed(cdp, slowness, async () => {
        full?.push(await paintOf(page, '上个月', true));
        empty?.push(await paintOf(page, '下个月', false));
      });
      await closeAll(page);
    }
    return { full: quantile(full ?? [], 0.5), empty: quantile(empty ?? [], 0.5) };
  } finally {
    await browser.close();
  }
}

/** A month of 2,000 bookings among a million: its answer against a list's page, its paint against an empty month's. */
export async function calendarFigures(world: World): Promise<readonly Figure[]> {
  await loadBookings(world);
  const answer = await answerTimes(world);
  const paint = await paintTimes(world);
  return [
    figure({
      name: `calendar of a month with ${inMonth} bookings`,
      value: answer.month,
      unit: 'ms',
      yardstick: answer.list,
      must: '<= 60 and ratio <= 5',
      aim: '<= 30',
      ok: answer.month <= 60 && answer.month / answer.list <= 5,
      conditions: `median of ${asks} calls on one connection among ${bookings} bookings; yardstick: the first ten rows of the same list, in turns`,
    }),
    figure({
      name: `month with ${inMonth} bookings, painted`,
      value: paint.full,
      unit: 'ms',
      yardstick: paint.empty,
      must: '<= 300 and ratio <= 4',
      aim: '<= 200',
      ok: paint.full <= 300 && paint.full / paint.empty <= 4,
      conditions: `median of ${rounds}, press to the second frame with the rows, answer included; processor slowed ${slowness} times; yardstick: a month without bookings, in turns`,
    }),
  ];
}
