import { model } from '@kangmai/model';
import {
  choice,
  date,
  dateTime,
  defineModel,
  defineResource,
  defineStates,
  integer,
  move,
  ref,
  text,
} from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { draftTable } from '@kangmai/server/engine/schema/schema';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { addUser } from '@kangmai/testkit/isolation-people';
import pg from 'pg';
import { makePeople } from './made-people.ts';

const visitStates = defineStates({
  waiting: { label: '待确认', en: 'Waiting' },
  confirmed: { label: '已预约', en: 'Confirmed' },
  cancelled: { label: '已取消', en: 'Cancelled', aside: true },
});
const live = { state: ['waiting', 'confirmed'] } as const;

const usual = { scope: 'tenant', scopeRule: { through: 'client', orNone: true } } as const;
const label = { label: '名称', en: 'Title' } as const;

/** A booking of a doctor, a client and a room for some minutes, held while it waits. */
export const visit = defineResource({
  ...usual,
  name: 'testVisit',
  title: '预约',
  en: 'Visits',
  permission: 'Pages.TestVisits',
  wire: { service: 'TestVisits', entity: 'TestVisit', wrap: false, calls: usualCalls('TestVisit') },
  fields: {
    title: text({ ...label, required: true }),
    doctor: ref('user', { label: '医生', en: 'Doctor' }),
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact' }),
    room: ref('activityRoom', { label: '诊室', en: 'Room' }),
    beginsAt: dateTime({ label: '时间', en: 'Time' }),
    minutes: integer({ label: '时长', en: 'Minutes', default: 60, min: 5, max: 480 }),
    heldUntil: dateTime({ label: '保留至', en: 'Held until', readonly: true }),
    state: choice(visitStates, { label: '状态', en: 'State', default: 'waiting', readonly: true }),
  },
  occupies: [
    { kind: 'doctor', subject: 'doctor', from: 'beginsAt', lasts: 'minutes', when: live },
    { kind: 'client', subject: 'client', from: 'beginsAt', lasts: 'minutes', when: live },
    { kind: 'room', subject: 'room', from: 'beginsAt', lasts: '1h', when: live },
  ],
  heldUntil: 'heldUntil',
  list: { columns: ['title'], sort: 'beginsAt' },
  display: 'title',
  excel: { import: true, export: true },
  moves: {
    on: 'state',
    confirm: move({ label: '确认', en: 'Confirm', from: ['waiting'], to: 'confirmed', permission: 'Edit' }),
    cancel: move({ label: '取消', en: 'Cancel', from: ['waiting', 'confirmed'], to: 'cancelled', permission: 'Edit' }),
    retake: move({ label: '恢复', en: 'Retake', from: ['cancelled'], to: 'waiting', permission: 'Edit' }),
    release: move({
      label: '到时释放',
      en: 'Release',
      from: ['waiting'],
      to: 'cancelled',
      clock: { field: 'heldUntil' },
    }),
  },
});

/** A room that is kept for whole days. */
export const closure = defineResource({
  ...usual,
  name: 'testClosure',
  title: '占用',
  en: 'Closures',
  scopeRule: { everybody: 'test' },
  permission: 'Pages.TestClosures',
  wire: { service: 'TestClosures', entity: 'TestClosure', wrap: false, calls: usualCalls('TestClosure') },
  fields: {
    title: text({ ...label, required: true }),
    room: ref('activityRoom', { label: '诊室', en: 'Room', required: true }),
    since: date({ label: '开始', en: 'Since' }),
    until: date({ label: '截止', en: 'Until' }),
  },
  occupies: [{ kind: 'room', subject: 'room', from: 'since', to: 'until' }],
  list: { columns: ['title'], sort: 'since' },
  display: 'title',
});

/** An enrolment in what an activity room has places for. */
export const enrolment = defineResource({
  ...usual,
  name: 'testEnrolment',
  title: '报名',
  en: 'Enrolments',
  permission: 'Pages.TestEnrolments',
  wire: { service: 'TestEnrolments', entity: 'TestEnrolment', wrap: false, calls: usualCalls('TestEnrolment') },
  fields: {
    title: text({ ...label, required: true }),
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact' }),
    room: ref('activityRoom', { label: '活动', en: 'Activity', required: true }),
    startsAt: dateTime({ label: '场次', en: 'Time', required: true }),
    persons: integer({ label: '人数', en: 'Persons', default: 1, min: 1, max: 10 }),
    state: choice(visitStates, { label: '状态', en: 'State', default: 'waiting', readonly: true }),
  },
  takesPlace: { of: 'room', at: 'startsAt', count: 'persons', when: live },
  list: { columns: ['title'], sort: 'startsAt' },
  display: 'title',
  moves: {
    on: 'state',
    cancel: move({ label: '取消', en: 'Cancel', from: ['waiting', 'confirmed'], to: 'cancelled', permission: 'Edit' }),
    retake: move({ label: '恢复', en: 'Retake', from: ['cancelled'], to: 'confirmed', permission: 'Edit' }),
  },
});

export const occupiedModel = defineModel([...model.resources, visit, closure, enrolment] as never);

/** Whole hours of a day far ahead. */
export const hour = (at: number): string => new Date(Date.UTC(2030, 5, 1) + at * 3_600_000).toISOString();

export interface Occupied {
  readonly app: TestApp;
  readonly admin: Client;
  readonly doctors: readonly number[];
  readonly clients: readonly number[];
  readonly rooms: readonly number[];
}

/** The server with resources that occupy, and with subjects for them. */
export async function startOccupied(): Promise<Occupied> {
  const app = await startApp({ model: occupiedModel });
  const owner = new pg.Client({ connectionString: app.urls.migrator });
  await owner.connect();
  for (const resource of [visit, closure, enrolment]) await owner.query(draftTable(resource, occupiedModel));
  await owner.end();
  const admin = await app.as('admin', 'Alpha');
  const rooms: number[] = [];
  for (const name of ['一室', '二室', '三室', '四室'])
    rooms.push((await admin.post<number>('ActivityRooms/CreateOrEdit', { name, capacity: 20 })).result);
  const users = await app.query<{ id: number }>('Alpha', 'select id from app_user where tenant_id = $1 order by id');
  const people = await makePeople(app, 8);
  return { app, admin, rooms, doctors: users.map(({ id }) => id), clients: people.map(({ id }) => id) };
}

/** Somebody in another zone who may call everything and sees only the persons of his own. */
export async function outsiderOf(app: TestApp): Promise<Client> {
  const { client } = await addUser(app, 'Alpha', { userName: 'outsider', dataScope: 'own', allPermissions: true });
  const zone = "update app_user set time_zone = 'America/New_York' where tenant_id = $1 and user_name = 'outsider'";
  await app.query('Alpha', zone);
  return client;
}
