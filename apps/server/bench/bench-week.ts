import type { Page } from 'playwright-core';
import { closeAll, enter, open, pageOptions, slowed, startBrowser } from './browser.ts';
import { figure, quantile, type Figure } from './figure.ts';
import { Wire } from './wire.ts';
import { signIn, type World } from './world.ts';

const people = 200;
const pastWeeks = 52;
const rounds = 7;
const asks = 100;
const slowness = 4;
const rowsInView = 20;
const places = 20;
const dayMs = 86_400_000;
const firstMonday = '2027-03-01';
const path = '/StaffManagement/SchedulingTableWeek';

/** Every third week, from the second on, has shifts; those around it have none. */
const mondayOf = (week: number): string =>
  new Date(Date.parse(firstMonday) + week * 7 * dayMs).toISOString().slice(0, 10);
const fullOf = (round: number): string => mondayOf(3 * round + 1);

const staffSql = `with p as (insert into job_position (tenant_id, name, code, category) values ($1, 'Bench', 'bench', 'care') returning id)
  insert into staff_member (tenant_id, job_no, name, id_number_sealed, phone_sealed, organization_unit_id, position_id, entered_on)
  select $1, 'bench' || n, '职员' || n, c.phone_sealed, c.phone_sealed, u.id, p.id, date '2020-01-01'
  from generate_series(1, $2::integer) n, p, (select phone_sealed from client where tenant_id = $1 limit 1) c,
    (select min(id) as id from organization_unit where tenant_id = $1) u`;
const typesSql = `insert into duty_type (tenant_id, kind, name, short_name, begins, ends, work_hours, colour)
  values ($1, 'schedule', 'Bench early', '早', '08:00', '16:00', 8, '#2D8CF0'), ($1, 'schedule', 'Bench late', '晚', '16:00', '23:00', 7, '#CF1322')`;
/** A shift a person and day; those of every other person have places. */
const shiftsSql = `with t as (select array_agg(id order by begins) as ids from duty_type where tenant_id = $1 and name like 'Bench %')
  insert into shift (tenant_id, work_date, duty_type_id, person_id, holder_name, kind, starts_at, ends_at, work_hours, state, capacity)
  select $1, d.day, t.ids[1 + m.n % 2], m.id, m.name, 'schedule', d.day + make_interval(hours => 8 * (1 + m.n % 2)), d.day + make_interval(hours => 8 + 7 * (1 + m.n % 2)), 8, $3,
    case when m.n % 2 = 0 then ${places} end
  from t, (select id, name, substr(job_no, 6)::integer as n from staff_member where tenant_id = $1 and job_no like 'bench%') m,
    (select (w::date + n) as day from unnest($2::text[]) w, generate_series(0, 6) n) d`;
const slotsSql = `insert into slot (tenant_id, kind, subject_id, begins_at, ends_at, places, taken)
  select $1, 'shift', s.id, s.starts_at + n * interval '30 minutes', s.starts_at + (n + 1) * interval '30 minutes', 2, 1
  from shift s, generate_series(0, 9) n where s.tenant_id = $1 and s.capacity is not null and s.work_date >= $2`;

async function loadWeeks({ owner, tenantId }: World): Promise<void> {
  const run = (sql: string, ...values: readonly unknown[]): Promise<unknown> => owner.query(sql, [tenantId, ...values]);
  await owner.query("select set_config('app.tenant', $1, false)", [String(tenantId)]);
  await run(staffSql, people);
  await run(typesSql);
  await run(
    shiftsSql,
    Array.from({ length: pastWeeks }, (_, at) => mondayOf(-1 - at)),
    'finished',
  );
  await run(
    shiftsSql,
    Array.from({ length: rounds }, (_, round) => fullOf(round)),
    'published',
  );
  await run(slotsSql, firstMonday);
  for (const table of ['staff_member', 'shift', 'slot']) await owner.query(`vacuum analyze ${table}`);
}

/** Medians of a list of ten shifts and of the week, asked in turns. */
async function answerTimes(world: World): Promise<{ readonly week: number; readonly list: number }> {
  const { accessToken } = await signIn(world, 'admin');
  const wire = await Wire.open(world.server.url);
  const ask = async (target: string): Promise<number> => {
    const began = performance.now();
    const { status, text } = await wire.request('GET', `/api/services/app/${target}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (status !== 200) throw new Error(`the week was not read: ${status} ${text}`);
    return performance.now() - began;
  };
  const times: { readonly week: number[]; readonly list: number[] } = { week: [], list: [] };
  for (let turn = 0; turn < asks; turn += 1) {
    const week = await ask(`SchedulingTable/GetWeek?weekStart=${fullOf(turn % rounds)}`);
    const list = await ask('DutyPersons/GetAll?MaxResultCount=10');
    if (turn < asks / 10) continue;
    times.week.push(week);
    times.list.push(list);
  }
  wire.close();
  return { week: quantile(times.week, 0.5), list: quantile(times.list, 0.5) };
}

interface Painted {
  readonly inView: number;
  readonly all: number;
}

/** Milliseconds from the press on the next week to the second frame with the shifts in view, and with all. */
const paintOf = (page: Page, monday: string, { inView, all }: Painted): Promise<Painted> =>
  page.evaluate<Painted>(`(async () => {
    const isThere = () => performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('GetWeek') && name.includes('${monday}') && responseEnd > 0);
    const isShown = () => document.querySelector('td[data-day="${monday}"]') !== null;
    const drawn = () => document.querySelectorAll('[data-entry]').length;
    const frame = () => new Promise(requestAnimationFrame);
    const until = async (count) => {
      while (!isThere() || !isShown() || (count === 0 ? drawn() > 0 : drawn() < count)) await frame();
      await frame();
      return performance.now() - began;
    };
    performance.clearResourceTimings();
    const began = performance.now();
    document.querySelector('button[aria-label="下一周"]').click();
    return { inView: await until(${inView}), all: await until(${all}) };
  })()`);

async function paintTimes(world: World): Promise<Painted & { readonly empty: number }> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage(pageOptions);
    page.setDefaultTimeout(60_000);
    await enter(page, world.server.url);
    const cdp = await page.context().newCDPSession(page);
    const [inView, all, empty]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const before = mondayOf(3 * round);
      await open(page, `${path}?week=${before}`, '周排班表');
      await page.locator(`td[data-day="${before}"]`).first().waitFor();
      await slowed(cdp, slowness, async () => {
        const full = await paintOf(page, fullOf(round), { inView: rowsInView * 7, all: people * 7 });
        inView.push(full.inView);
        all.push(full.all);
        empty.push((await paintOf(page, mondayOf(3 * round + 2), { inView: 0, all: 0 })).inView);
      });
      await closeAll(page);
    }
    return { inView: quantile(inView, 0.5), all: quantile(all, 0.5), empty: quantile(empty, 0.5) };
  } finally {
    await browser.close();
  }
}

/** The week of two hundred people: its answer against a list's page, its paint against a week without shifts. */
export async function weekFigures(world: World): Promise<readonly Figure[]> {
  await loadWeeks(world);
  const answer = await answerTimes(world);
  const paint = await paintTimes(world);
  const size = `${people} people, ${people * 7} shifts, half of them with ${places} places, beside ${people * 7 * (pastWeeks + rounds - 1)} shifts of other weeks`;
  return [
    figure({
      name: `roster week of ${people} people`,
      value: answer.week,
      unit: 'ms',
      yardstick: answer.list,
      must: '<= 60',
      aim: '<= 30',
      ok: answer.week <= 60,
      conditions: `median of ${asks} calls on one connection, ${size}; yardstick: the first ten shifts as a list, in turns`,
    }),
    figure({
      name: `roster week of ${people} people, painted`,
      value: paint.inView,
      unit: 'ms',
      yardstick: paint.empty,
      must: '<= 300',
      aim: '<= 200',
      ok: paint.inView <= 300,
      conditions: `median of ${rounds}, press to the second frame with the shifts of the first ${rowsInView} people, more than are in view, answer included; all of them after ${Math.round(paint.all)} ms; processor slowed ${slowness} times; ${size}; yardstick: the same people in a week without shifts, in turns`,
    }),
  ];
}
