import { addDays, localDay, startOfDay } from '@kangmai/domain';
import { demoEducation, type DemoEducation } from '@kangmai/demo/plan-education';
import type { DemoClient } from '@kangmai/demo/plan-types';
import { educationEnrolment, educationStates, enrolmentStates } from '@kangmai/model';
import { serialNumber, serialsOf, seriesOf } from '@kangmai/resource';
import type { Sealer } from '@kangmai/server/access/ctx';
import { seedYears } from '@kangmai/server/modules/calendar/public';
import type { Tx } from '@kangmai/server/platform/database/database';
import { takeNumbers } from '@kangmai/server/platform/database/numbers';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

interface Loading {
  readonly clients: readonly DemoClient[];
  readonly clientIds: readonly number[];
  readonly sealer: Sealer;
  readonly now: Date;
  readonly zone: string;
}

const hourMs = 3_600_000;

const slotsSql = `insert into slot (tenant_id, kind, subject_id, places, taken)
  select $1, 'healthEducation', v.* from unnest($2::bigint[], $3::integer[], $4::integer[]) v`;

const placesSql = `insert into slot_place (tenant_id, slot_id, source, source_id, places)
  select e.tenant_id, s.id, 'educationEnrolment', e.id, e.persons from education_enrolment e
  join slot s on s.tenant_id = e.tenant_id and s.kind = 'healthEducation' and s.subject_id = e.education_id
  where e.tenant_id = $1 and e.status in (0, 1, 3, 5)`;

const specialDays = new Map(seedYears().flatMap(({ days = [] }) => days.map(({ day, kind }) => [day, kind] as const)));

function isWorkday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const kind = specialDays.get(day);
  return kind === 'makeUp' || (kind === undefined && weekday > 0 && weekday < 6);
}

/** The day itself if people work on it, else the nearest one on which they do. */
function workingDay(day: string, step: 1 | -1): string {
  let found = day;
  while (!isWorkday(found)) found = addDays(found, step);
  return found;
}

type Status = (typeof enrolmentStates.names)[number];

interface Enrolled {
  readonly at: number;
  readonly client: number;
  readonly status: Status;
  readonly waitNo: number | null;
  readonly score: number | null;
}

function statusOf(state: DemoEducation['state'], nth: number): Status {
  if (state === 'cancelled') return 'cancelled';
  if (state === 'ended') return nth % 4 === 3 ? 'noShow' : 'signedIn';
  return 'enrolled';
}

/** Clients in turn, each once in an activity; `clients` are the places of those in care. */
const enrolledOf = (of: DemoEducation, at: number, clients: readonly number[]): readonly Enrolled[] =>
  Array.from({ length: Math.min(of.enrolled + of.waiting, clients.length) }, (_one, nth) => {
    const isWaiting = nth >= of.enrolled;
    const status = isWaiting ? 'waitlisted' : statusOf(of.state, nth);
    return {
      at,
      client: clients[(at * 17 + nth) % clients.length] ?? 0,
      status,
      waitNo: isWaiting ? nth - of.enrolled + 1 : null,
      score: status === 'signedIn' ? 70 + ((nth * 7) % 30) : null,
    };
  });

interface Planned {
  readonly of: DemoEducation;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

function planned(of: DemoEducation, today: string, zone: string): Planned {
  if (of.day === null) return { of, startsAt: null, endsAt: null };
  const midnight = startOfDay(workingDay(addDays(today, of.day), of.day < 0 ? -1 : 1), zone);
  const [from, to] = of.hours;
  return { of, startsAt: new Date(midnight + from * hourMs), endsAt: new Date(midnight + to * hourMs) };
}

async function loadActivities(tx: Tx, rows: readonly Planned[]): Promise<readonly number[]> {
  const experts = await tx.query<{ id: number }>('select id from expert where tenant_id = $1 order by sort_no, id', [
    tx.tenantId,
  ]);
  return insertForIds(
    tx,
    'health_education',
    columnsOf(rows, {
      title: ['text', ({ of }) => of.title],
      kind: ['text', ({ of }) => of.kind],
      content: ['text', ({ of }) => of.content],
      ['crowd_types']: ['text[]', ({ of }) => of.crowdTypes],
      ['speaker_id']: ['bigint', ({ of }) => (of.speaker === null ? null : (experts[of.speaker]?.id ?? null))],
      ['starts_at']: ['timestamptz', ({ startsAt }) => startsAt],
      ['ends_at']: ['timestamptz', ({ endsAt }) => endsAt],
      place: ['text', ({ of }) => of.place],
      ['max_count']: ['integer', ({ of }) => of.maxCount],
      summary: ['text', ({ of }) => of.summary],
      ['material_count']: ['integer', ({ of }) => of.materialCount],
      state: ['smallint', ({ of }) => educationStates.wireOf(of.state)],
      ['cancel_reason']: ['text', ({ of }) => (of.state === 'cancelled' ? '主讲专家临时外出' : null)],
    }),
  );
}

/** Activities of health education on working days, with those who come to them and a waiting list. */
export async function loadEducation(tx: Tx, { clients, clientIds, sealer, now, zone }: Loading): Promise<void> {
  const [serial] = serialsOf(educationEnrolment);
  if (!serial) return;
  const today = localDay(now.getTime(), zone);
  const activities = demoEducation.map((of) => planned(of, today, zone));
  const ids = await loadActivities(tx, activities);
  const inCare = clients.flatMap(({ state }, at) => (state === 'active' ? [at] : []));
  const made = demoEducation.flatMap((of, at) => enrolledOf(of, at, inCare));
  const numbers = await takeNumbers(tx, seriesOf(serial[1], today), made.length);
  const rows = made.flatMap((one, nth) => {
    const person = clients[one.client]?.person;
    return person ? [{ ...one, person, number: serialNumber(serial[1], today, numbers[nth] ?? 0) }] : [];
  });
  await insertRows(tx, 'education_enrolment', {
    ...columnsOf(rows, {
      ['enrol_no']: ['text', ({ number }) => number],
      ['education_id']: ['bigint', ({ at }) => ids[at]],
      ['client_id']: ['bigint', ({ client }) => clientIds[client]],
      name: ['text', ({ person }) => person.name],
      status: ['smallint', ({ status }) => enrolmentStates.wireOf(status)],
      ['wait_no']: ['integer', ({ waitNo }) => waitNo],
      ['signed_in_at']: [
        'timestamptz',
        ({ status, at }) => (status === 'signedIn' ? (activities[at]?.startsAt ?? null) : null),
      ],
      score: ['integer', ({ score }) => score],
      remark: ['text', ({ status }) => (status === 'cancelled' ? '活动已取消' : null)],
      ['is_live']: ['boolean', ({ status }) => (status === 'cancelled' ? null : true)],
    }),
    ...sealedColumns('phone', rows, { sealer, read: ({ person }) => person.phone }),
  });
  const opened = demoEducation.flatMap(({ maxCount }, at) => {
    const own = rows.filter((row) => row.at === at);
    const taken = own.filter(({ status }) => status !== 'waitlisted' && status !== 'cancelled').length;
    return own.length === 0 ? [] : [{ id: ids[at], places: maxCount || null, taken }];
  });
  await tx.execute(slotsSql, [
    tx.tenantId,
    opened.map(({ id }) => id),
    opened.map(({ places }) => places),
    opened.map(({ taken }) => taken),
  ]);
  await tx.execute(placesSql, [tx.tenantId]);
}
