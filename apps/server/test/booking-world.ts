import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import sharp from 'sharp';
import { done } from './done.ts';
import { type Made, makePeople } from './made-people.ts';

export const monday = '2031-05-12';

/** Doctors with clinics of two hours on some days, published. */
export interface BookingWorld {
  readonly app: TestApp;
  readonly admin: Client;
  readonly people: readonly Made[];
  readonly doctors: readonly number[];
  readonly clinic: number;
  readonly clock: { now: number };
}

export const shiftsOf = (world: BookingWorld): Promise<{ id: number; user: number; day: string }[]> =>
  world.app.query(
    'Alpha',
    `select id, user_id as user, to_char(work_date, 'YYYY-MM-DD') as day from shift
     where tenant_id = $1 and not is_deleted and state = 'published' order by work_date, user_id`,
  );

/** Paints clinics and publishes their week. */
export async function openClinics(
  { admin, clinic }: Pick<BookingWorld, 'admin' | 'clinic'>,
  days: readonly (readonly [doctor: number, day: string])[],
  weekStart = monday,
): Promise<void> {
  const entries = days.map(([userId, workDate]) => ({ userId, workDate, dutyTypeId: clinic, place: '一诊室' }));
  await done(admin.post('SchedulingTable/SaveWeek', { weekStart, entries }));
  await done(admin.post('SchedulingTable/Publish', { weekStart }));
}

interface Wanted {
  readonly people: number;
  readonly doctors: number;
  readonly capacity: number;
  readonly slotMinutes?: number;
}

export async function startBookings({ people, doctors, capacity, slotMinutes = 30 }: Wanted): Promise<BookingWorld> {
  const clock = { now: Date.parse('2031-05-11T23:40:00Z') };
  const app = await startApp({ now: () => new Date(clock.now) });
  const admin = await app.as('admin', 'Alpha');
  const ids: number[] = [];
  for (let at = 1; at <= doctors; at += 1) {
    const userName = `clinic-doctor-${at}`;
    await addUser(app, 'Alpha', { userName, dataScope: 'all', allPermissions: false });
    const found = await app.query<{ id: number }>(
      'Alpha',
      'select id from app_user where tenant_id = $1 and user_name = $2',
      [userName],
    );
    ids.push(found[0]?.id ?? 0);
  }
  const type = { kind: 'outpatient', name: '门诊', startTime: '08:00', endTime: '10:00', slotMinutes };
  const more = { shortName: '诊', color: '#2D8CF0', capacityPerSlot: capacity };
  const clinic = await done(admin.post<number>('DutyType/CreateOrEdit', { ...type, ...more }));
  return { app, admin, people: await makePeople(app, people), doctors: ids, clinic, clock };
}

export const book = (world: BookingWorld, body: object): Promise<Answer<number>> =>
  world.admin.post<number>('XYJ_Appointments/CreateOrEdit', { appointmentType: 'consult', ...body } as never);

/** Slots whose number of taken places is not that of the places, and clients who are twice at once. */
export const wrongPlaces = (world: BookingWorld): Promise<object[]> =>
  world.app.query(
    'Alpha',
    `with live as (
       select 'serviceAppointment' as source, id, shift_id, client_id, starts_at, ends_at, state in (0, 1) as busy, doctor_id
         from service_appointment where tenant_id = $1 and not is_deleted and state in (0, 1, 2, 4)
       union all select 'outpatientAppointment', id, shift_id, client_id, starts_at, ends_at, state in (0, 1, 2), doctor_id
         from outpatient_appointment where tenant_id = $1 and not is_deleted and state in (0, 1, 2, 3, 5))
     select 'taken' as what, s.id from slot s where s.tenant_id = $1 and s.taken <> (
         select count(*) from live l where l.shift_id = s.subject_id and l.starts_at = s.begins_at)
     union all select 'places', s.id from slot s where s.tenant_id = $1 and s.taken <> (
         select coalesce(sum(p.places), 0) from slot_place p where p.tenant_id = $1 and p.slot_id = s.id)
     union all select 'no slot', l.id from live l where l.busy and l.shift_id is not null and not exists (
         select 1 from slot s where s.tenant_id = $1 and s.subject_id = l.shift_id and s.begins_at = l.starts_at)
     union all select 'twice', a.id from live a join live b on a.client_id = b.client_id
         and (a.source, a.id) < (b.source, b.id) and a.busy and b.busy and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     union all select 'other doctor', l.id from live l join shift s on s.tenant_id = $1 and s.id = l.shift_id
         where l.busy and s.user_id <> l.doctor_id
     union all select 'occupancy', l.id from live l where l.busy <> exists (
         select 1 from occupancy o where o.tenant_id = $1 and o.source = l.source and o.source_id = l.id
           and o.subject_id = l.client_id and o.begins_at = l.starts_at)`,
  );

/** Makes the moves by the clock that are due. */
export async function tickMoves({ app }: Pick<BookingWorld, 'app'>): Promise<void> {
  for (const clock of app.server.modules.find(({ name }) => name === 'moves')?.clocks ?? []) await clock.tick();
}

/** Stores a small picture, as the cover of a service; its id. */
export async function uploadCover(admin: Client): Promise<string> {
  const drawn = sharp({ create: { width: 8, height: 4, channels: 3, background: '#2D8CF0' } });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await drawn.png().toBuffer())]), 'cover.png');
  const response = await admin.fetch('/UpLoad/UpLoadFile2', { method: 'POST', body: form });
  return ((await response.json()) as { result: { id: string } }).result.id;
}
