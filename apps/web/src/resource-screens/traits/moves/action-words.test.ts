import { choice, defineStates, move, text } from '@kangmai/resource';
import { expect, test } from 'vitest';

import { equipment } from '../../test/equipment.ts';
import { readRow } from '../../../resource-client/row.ts';
import { startOf } from './action-words.ts';

import type { Action, AnyResource } from '@kangmai/resource';

const states = defineStates({ used: { label: '在用', en: 'In use' }, idle: { label: '闲置', en: 'Idle' } });
const note = text({ label: '说明', en: 'Note', max: 200 });
const place = choice(states, { label: '去向', en: 'Place' });

const input = { note, place };
const label = { label: '停用', en: 'Stop' };
const stop = { ...equipment.actions.retire, ...label, input } as unknown as Action;
const resource = {
  ...equipment,
  fields: { ...equipment.fields, state: choice(states, { label: '状态', en: 'State', default: 'used' }), note, place },
  actions: { stop },
} as unknown as AnyResource;
const moving = {
  ...resource,
  moves: { on: 'state', stop: move({ ...label, from: ['used'], to: 'idle', permission: 'Edit', input }) },
} as unknown as AnyResource;
const row = {
  ...readRow(equipment, { id: 7 }),
  values: { state: 'used', note: '上次的说明', place: 'idle', name: '血压计' },
};

test('an action begins with what the row has of its input', () => {
  expect(startOf(resource, stop, row)).toEqual({ note: '上次的说明', place: 'idle' });
});

test('a move begins without the text of a former one', () => {
  expect(startOf(moving, stop, row)).toEqual({ place: 'idle' });
});
