import { expect, test } from 'vitest';
import { defineResource } from '../../define-resource.ts';
import { choice } from '../../fields/choices.ts';
import { integer } from '../../fields/number.ts';
import { ref } from '../../fields/ref.ts';
import { text } from '../../fields/text.ts';
import { date, dateTime } from '../../fields/time.ts';
import { defineModel } from '../../model.ts';
import { move } from '../moves/moves.ts';
import { defineStates } from '../moves/states.ts';

const states = defineStates({ held: { label: '占用', en: 'Held' }, gone: { label: '释放', en: 'Given back' } });
const usual = {
  title: '预约',
  en: 'Bookings',
  scope: 'tenant',
  permission: 'Pages.Bookings',
  display: 'title',
  list: { columns: ['title'], sort: 'title' },
} as const;
const wire = (service: string) => ({ service, entity: service, calls: { list: 'GetAll' } }) as const;
const label = { label: '甲', en: 'A' } as const;
const room = defineResource({ ...usual, name: 'activityRoom', wire: wire('Rooms'), fields: { title: text(label) } });
const fields = {
  title: text(label),
  room: ref('activityRoom', label),
  begins: dateTime(label),
  ends: dateTime(label),
  day: date(label),
  minutes: integer({ ...label, required: true, min: 5 }),
  persons: integer(label),
  heldUntil: dateTime({ ...label, readonly: true }),
  state: choice(states, { ...label, default: 'held' }),
};
const release = move({ label: '释放', en: 'Release', from: ['held'], to: 'gone', clock: { field: 'heldUntil' } });

/** Definitions that the compiler refuses, as code meets them that has no types. */
const modelWith = (asks: object): unknown =>
  defineModel([room, defineResource({ ...usual, name: 'booking', wire: wire('Bookings'), fields, ...asks } as never)]);

const inRoom = { kind: 'room', subject: 'room', from: 'begins', to: 'ends' };

test.each([
  ['an instant and its end', { occupies: [{ ...inRoom, when: { state: ['held'] } }] }],
  ['minutes', { occupies: [{ kind: 'room', subject: 'room', from: 'begins', lasts: 'minutes' }] }],
  ['a span', { occupies: [{ kind: 'room', subject: 'room', from: 'begins', lasts: '4h' }] }],
  ['one day', { occupies: [{ ...inRoom, from: 'day', to: 'day' }] }],
  ['places', { takesPlace: { of: 'room', at: 'begins', count: 'minutes' } }],
  ['a hold', { heldUntil: 'heldUntil', moves: { on: 'state', release } }],
])('a definition may occupy by %s', (_, asks) => {
  expect(() => modelWith(asks)).not.toThrow();
});

test.each([
  ['title is no room', { occupies: [{ ...inRoom, subject: 'title' }] }],
  ['room is no client', { occupies: [{ ...inRoom, kind: 'client' }] }],
  ['begins and day are no two days or instants', { occupies: [{ ...inRoom, to: 'day' }] }],
  ['begins and begins are no two', { occupies: [{ ...inRoom, to: 'begins' }] }],
  ['persons is no span', { occupies: [{ kind: 'room', subject: 'room', from: 'begins', lasts: 'persons' }] }],
  ['day is no instant', { occupies: [{ kind: 'room', subject: 'room', from: 'day', lasts: '4h' }] }],
  ['state has no such choice', { occupies: [{ ...inRoom, when: { state: ['lost'] } }] }],
  ['title refers to no row', { takesPlace: { of: 'title' } }],
  ['day is no instant', { takesPlace: { of: 'room', at: 'day' } }],
  ['persons is no count from 1', { takesPlace: { of: 'room', count: 'persons' } }],
  ['ends is no instant of the server', { heldUntil: 'ends' }],
  ['no move by the clock gives back', { heldUntil: 'heldUntil' }],
  ['it has no rows of its own', { occupies: [inRoom], storage: 'view' }],
])('refused: %s', (problem, asks) => {
  expect(() => modelWith(asks)).toThrow(`booking: ${problem}`);
});
