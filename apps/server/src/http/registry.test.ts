import { action, defineModel, defineResource, id, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '../engine/crud/call.ts';
import { implement } from '../engine/crud/implement.ts';
import { planner } from '../engine/crud/plan.ts';
import { makeRegistry, type Entry } from './registry.ts';

const note = defineResource({
  name: 'note',
  title: '便签',
  en: 'Notes',
  scope: 'tenant',
  permission: 'Pages.Notes',
  wire: { service: 'Notes', entity: 'Note', calls: usualCalls('Note') },
  fields: { heading: text({ label: '标题', en: 'Heading', required: true, max: 20 }) },
  list: { columns: ['heading'], sort: 'heading' },
  display: 'heading',
  actions: { pin: action({ label: '置顶', wire: 'POST Pin', permission: 'Edit', input: { id: id() } }) },
});
const model = defineModel([note]);
const code = implement(note, { actions: { pin: async () => null } });
const own = (wire: string, more: { readonly replaces?: true } = {}) =>
  call({ wire, title: '自己的', permission: 'signed-in', input: z.object({}), run: async () => null, ...more });
const register = (...calls: readonly ReturnType<typeof own>[]): readonly Entry[] =>
  makeRegistry({ model, plan: planner(model), implementations: [code], calls }, async () => null);

test('a call takes the place of a conventional one or an action when it says so', () => {
  const usual = register();
  expect(usual.map(({ verb, path }) => `${verb} ${path}`)).toContain('GET /api/services/app/Notes/GetAll');
  const replaced = register(own('GET notes/getall', { replaces: true }), own('POST Notes/Pin', { replaces: true }));
  expect(replaced.length).toBe(usual.length);
  expect(replaced.filter(({ title }) => title === '自己的').map(({ path }) => path)).toEqual([
    '/api/services/app/notes/getall',
    '/api/services/app/Notes/Pin',
  ]);
});

test.each([
  [
    'a conventional call',
    [own('GET notes/getAll')],
    /GET \/api\/services\/app\/notes\/getAll \(自己的\) takes the place of GET \/api\/services\/app\/Notes\/GetAll \(note, 便签\) without replaces/,
  ],
  ['an action', [own('POST Notes/Pin')], /takes the place of POST \/api\/services\/app\/Notes\/Pin \(note, 置顶\)/],
  [
    'nothing, though it says so',
    [own('GET Notes/Other', { replaces: true })],
    /GET \/api\/services\/app\/Notes\/Other \(自己的\) replaces nothing/,
  ],
  ['another verb, though it says so', [own('POST Notes/GetAll', { replaces: true })], /replaces nothing/],
  ['another call of its own', [own('GET Notes/Mine'), own('GET notes/mine')], /served twice/],
])('the start stops and names both when a call stands on %s', (_what, calls, words) => {
  expect(() => register(...calls)).toThrow(words);
});
