import { expect, test } from 'vitest';
import { action } from '../../action.ts';
import { defineResource, fieldOf } from '../../define-resource.ts';
import { permissionTree } from '../../derive/permissions.ts';
import { choice, choicesOf } from '../../fields/choices.ts';
import { id, integer } from '../../fields/number.ts';
import { phone } from '../../fields/person.ts';
import { text } from '../../fields/text.ts';
import { defineModel } from '../../model.ts';
import { jsonKeyOf } from '../../wire/json-name.ts';
import { move } from '../moves/moves.ts';
import { defineStates } from '../moves/states.ts';
import type { Door } from './door.ts';
import { defineDoor, givenBy, ownerOf, readThrough, shownIfOf } from './doors.ts';

const states = defineStates({
  open: { label: '待处理', en: 'Open' },
  taken: { label: '已受理', en: 'Taken' },
  closed: { label: '已关闭', en: 'Closed' },
});
const rest = {
  name: 'ticket',
  title: '工单',
  en: 'Tickets',
  scope: 'tenant',
  permission: 'Pages.Tickets',
  wire: { service: 'Tickets', entity: 'Ticket', wrap: true, calls: { list: 'GetAll', save: 'CreateOrEdit' } },
  fields: {
    title: text({ label: '标题', en: 'Title', required: true, max: 40 }),
    kind: integer({ label: '类型', en: 'Kind', required: true }),
    note: text({ label: '说明', en: 'Note', max: 200 }),
    phone: phone({ label: '电话', en: 'Phone', sensitive: 'sealed' }),
    state: choice(states, { label: '状态', en: 'State', default: 'open', filter: 'exact' }),
  },
  list: { columns: ['title', 'note', 'state'], sort: 'title', search: ['title', 'note'] },
  display: 'title',
  excel: { import: true, export: true },
  actions: { remind: action({ label: '提醒', wire: 'POST Remind', permission: 'Edit', input: { id: id() } }) },
  moves: {
    on: 'state',
    take: move({ label: '受理', en: 'Take', from: ['open'], to: 'taken', permission: 'Edit' }),
  },
} as const;

/** The ticket as one door shows it. */
function through(door: Partial<Door>) {
  const opened = { service: 'Old_tickets', entity: 'Old_ticket', calls: { list: 'GetPaged' }, ...door };
  const ticket = { ...defineResource(rest), doors: [opened] };
  const [face] = defineModel([ticket]).doors;
  if (!face) throw new Error('no door');
  return face;
}

test('a door shows the owner under other names, narrowed and renamed', () => {
  const face = through({ fields: ['title', ['note', 'Remarks']], permission: 'Pages.Old.Tickets', wrap: false });
  expect(face).toMatchObject({ name: 'ticket', title: '工单', permission: 'Pages.Old.Tickets', table: 'ticket' });
  expect(face.wire).toMatchObject({ service: 'Old_tickets', entity: 'Old_ticket', wrap: false });
  expect(Object.entries(face.fields).map(([name, field]) => jsonKeyOf(name, field))).toEqual(['title', 'remarks']);
  expect(face.list).toMatchObject({ columns: ['title', 'note'], search: ['title', 'note'] });
  expect(face.excel).toEqual({ import: false, export: false });
  expect(ownerOf(face).wire.service).toBe('Tickets');
  expect(permissionTree(face).map(({ name }) => name)).toEqual(['Pages.Old.Tickets']);
  const renamed = through({ fields: { note: 'Remarks' } });
  expect(Object.keys(renamed.fields)).toEqual(['title', 'kind', 'note', 'phone', 'state']);
  expect(jsonKeyOf('note', fieldOf(renamed, 'note'))).toBe('remarks');
});

test('it has the calls it names: conventional ones, actions and moves', () => {
  const face = through({
    calls: { save: 'CreateOrEdit', remove: 'Delete', take: 'PUT TakeIt' },
    permission: 'Pages.Old.Tickets',
  });
  expect(face.wire.calls).toEqual({ save: 'CreateOrEdit', remove: 'Delete' });
  expect(Object.entries(face.actions).map(([name, { wire }]) => [name, wire])).toEqual([['take', 'PUT TakeIt']]);
  expect(permissionTree(face).map(({ name }) => name)).toEqual([
    'Pages.Old.Tickets',
    'Pages.Old.Tickets.Create',
    'Pages.Old.Tickets.Edit',
    'Pages.Old.Tickets.Delete',
    'Pages.Old.Tickets.Reveal',
  ]);
});

test('what decides whether a row is shown is given by the door, or chosen among its own', () => {
  const calls = { list: 'GetPaged', save: 'CreateOrEdit' };
  const face = through({ calls, shownIf: { kind: 7, state: { in: ['open', 'taken'] } } });
  expect(givenBy(face)).toEqual({ kind: 7 });
  expect(fieldOf(face, 'kind').options.readonly).toBe(true);
  const { names, read } = choicesOf(fieldOf(face, 'state'));
  expect([names, read('taken'), read('closed')]).toEqual([['open', 'taken'], 'taken', undefined]);
  expect(fieldOf(face, 'state').options.default).toBe('open');
  const late = through({ calls, shownIf: { state: { in: ['taken'] } } });
  expect(fieldOf(late, 'state').options).toMatchObject({ required: true });
  expect(fieldOf(late, 'state').options.default).toBeUndefined();
  expect([shownIfOf(face), shownIfOf(ownerOf(face))]).toEqual([face.shownIf, {}]);
});

test('a door that does not fit is refused at start', () => {
  const save = { save: 'CreateOrEdit' };
  expect(() => through({ calls: {} })).toThrow('no call');
  expect(() => through({ fields: ['titel' as 'title'] })).toThrow('ticket has no field titel');
  expect(() => through({ fields: [['title', 'Note'], 'note'] })).toThrow('wire name is taken');
  expect(() => through({ shownIf: { colour: 1 } as never })).toThrow('ticket has no field colour');
  expect(() => through({ calls: save, fields: ['title'] })).toThrow('cannot give kind');
  expect(through({ calls: save, fields: ['title'], shownIf: { kind: 7 } }).fields).toHaveProperty('title');
  expect(() => through({ calls: save, shownIf: { kind: { from: 3 } } })).toThrow('by kind');
  expect(() => through({ joins: { ownerName: 'owner.name' } })).toThrow('no field owner');
});

test('another area opens a door by the name of the owner', () => {
  const ticket = defineResource(rest);
  const door = defineDoor('ticket', {
    service: 'Requests',
    entity: 'Request',
    calls: { list: 'GetAll' },
    fields: ['title'],
  });
  const [face] = defineModel([ticket], [door]).doors;
  expect(face).toMatchObject({ name: 'ticket', wire: { service: 'Requests' } });
  expect(face && readThrough(face).wire.service).toBe('Tickets');
  expect(readThrough(ticket)).toBe(ticket);
});

const named = { service: 'Old_tickets', entity: 'Old_ticket', calls: { list: 'GetPaged' } } as const;

test('names of no field, call or value do not compile', () => {
  // @ts-expect-error no such field
  expect(() => defineModel([defineResource({ ...rest, doors: [{ ...named, fields: ['titel'] }] })])).toThrow();
  // @ts-expect-error no such field to rename
  expect(() => defineModel([defineResource({ ...rest, doors: [{ ...named, fields: { titel: 'T' } }] })])).toThrow();
  // @ts-expect-error no such state
  defineResource({ ...rest, doors: [{ ...named, shownIf: { state: 'opened' } }] });
  // @ts-expect-error a sealed value decides nothing
  defineResource({ ...rest, doors: [{ ...named, shownIf: { phone: '13900000000' } }] });
  // @ts-expect-error no such action or move
  defineResource({ ...rest, doors: [{ ...named, calls: { settle: 'PUT Settle' } }] });
  // @ts-expect-error a move is called with its verb
  defineResource({ ...rest, doors: [{ ...named, calls: { take: 'TakeIt' } }] });
  const ticket = defineResource(rest);
  // @ts-expect-error no such resource
  expect(() => defineModel([ticket], [defineDoor('tickets', named)])).toThrow('no resource is called tickets');
  // @ts-expect-error no such field of the owner
  expect(() => defineModel([ticket], [defineDoor('ticket', { ...named, fields: ['titel'] })])).toThrow('titel');
  // @ts-expect-error no such field of the owner
  expect(() => defineModel([ticket], [defineDoor('ticket', { ...named, shownIf: { colour: 1 } })])).toThrow('colour');
});
