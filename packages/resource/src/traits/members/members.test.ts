import { expect, test } from 'vitest';
import { defineResource } from '../../define-resource.ts';
import { text } from '../../fields/text.ts';
import { defineModel } from '../../model.ts';
import { memberRule } from './member-rule.ts';
import { memberOf } from './members.ts';

const via = { table: 'link', row: 'clubId', member: 'personId' };
const usual = {
  en: 'Rows',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Rows', entity: 'Row', calls: {} },
  fields: { title: text({ label: '名称' }) },
  list: { columns: ['title'], sort: 'title' },
  display: 'title',
} as const;
const calls = { list: 'A', find: 'B', add: 'C', remove: 'D', permission: 'Edit', finds: ['title'] } as const;
const person = defineResource({ ...usual, name: 'person', title: '人' });
const clubThatShows = (field: string) =>
  defineResource({
    ...usual,
    name: 'club',
    title: '社',
    members: { people: memberOf('person', { label: '人', en: 'People', via, calls: { ...calls, shows: [field] } }) },
  });

test('members are found by their name', () => {
  const club = clubThatShows('title');
  expect(memberRule(club, 'people')).toMatchObject({ target: 'person', via });
  expect(() => memberRule(club, 'others')).toThrow('club has no members others');
  expect(() => memberRule(person, 'people')).toThrow('person has no members people');
  expect(defineModel([person, club]).resources.length).toBe(2);
});

test('members that show what they do not have, or are rows of no resource, are refused', () => {
  expect(() => defineModel([person, clubThatShows('name')])).toThrow('club: its people show name, which person');
  expect(() => defineModel([clubThatShows('title')] as never)).toThrow('are rows of person, but no resource');
});
