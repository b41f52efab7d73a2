import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { done } from './done.ts';
import { tickMoves } from './booking-world.ts';

/** A tenant with lectures, and a clock that tests set. */
export interface EducationWorld {
  readonly app: TestApp;
  readonly admin: Client;
  readonly clock: { now: number };
}

export async function startEducation(now = Date.parse('2031-05-10T02:00:00Z')): Promise<EducationWorld> {
  const clock = { now };
  const app = await startApp({ now: () => new Date(clock.now) });
  return { app, admin: await app.as('admin', 'Alpha'), clock };
}

export const saveLecture = ({ admin }: EducationWorld, more: object = {}): Promise<Answer<number>> =>
  admin.post<number>('HealthEducation/CreateOrEdit', {
    title: '防跌倒训练',
    kind: 'lecture',
    content: '<p>平衡训练</p>',
    startTime: '2031-05-12T09:00:00+08:00',
    endTime: '2031-05-12T11:00:00+08:00',
    place: '多功能厅',
    ...more,
  } as never);

/** A published lecture. */
export async function openLecture(world: EducationWorld, more: object = {}): Promise<number> {
  const id = await done(saveLecture(world, more));
  await done(world.admin.post('HealthEducation/Publish', { id }));
  return id;
}

export const phoneOf = (nth: number): string => `139${String(20_000_000 + nth)}`;

export const enrol = (
  { admin }: EducationWorld,
  [education, nth]: readonly [education: number, nth: number],
  more: object = {},
): Promise<Answer<number>> =>
  admin.post<number>('HealthEducationEnroll/CreateOrEdit', {
    healthEducationId: education,
    name: `听众${nth}`,
    phone: phoneOf(nth),
    ...more,
  } as never);

export interface StoredEnrolment {
  readonly id: number;
  readonly status: number;
  readonly waitNo: number | null;
  readonly persons: number;
  readonly remark: string | null;
}

/** The enrolments of an activity in the order in which they came. */
export const storedOf = ({ app }: EducationWorld, education: number): Promise<StoredEnrolment[]> =>
  app.query<StoredEnrolment>(
    'Alpha',
    `select id, status, wait_no as "waitNo", persons, remark from education_enrolment
     where tenant_id = $1 and education_id = $2 order by id`,
    [education],
  );

/** Slots of activities whose taken places are not those of the persons who have one. */
export const wrongSlots = ({ app }: EducationWorld): Promise<object[]> =>
  app.query(
    'Alpha',
    `select s.subject_id, s.taken from slot s where s.tenant_id = $1 and s.kind = 'healthEducation' and (s.taken <> (
         select coalesce(sum(e.persons), 0) from education_enrolment e
         where e.tenant_id = $1 and e.education_id = s.subject_id and e.status in (0, 1, 3, 5))
       or s.taken <> (select coalesce(sum(p.places), 0) from slot_place p where p.tenant_id = $1 and p.slot_id = s.id))`,
  );

/** Makes the moves by the clock of an activity whose begin or end has come. */
export async function come(world: EducationWorld, education: number, what: 'starts_at' | 'ends_at'): Promise<void> {
  await world.app.query(
    'Alpha',
    `update health_education set ${what} = '2026-01-01' where tenant_id = $1 and id = $2`,
    [education],
  );
  await tickMoves(world);
}
