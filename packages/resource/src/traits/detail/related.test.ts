import { expect, test } from 'vitest';
import { defineResource } from '../../define-resource.ts';
import { choice } from '../../fields/choices.ts';
import { ref } from '../../fields/ref.ts';
import { text } from '../../fields/text.ts';
import { defineModel } from '../../model.ts';
import { move } from '../moves/moves.ts';
import { defineStates } from '../moves/states.ts';
import { referenceTo } from './related.ts';

const states = defineStates({ open: { label: '开', en: 'Open' }, shut: { label: '关', en: 'Shut' } });
const rest = {
  title: '病房',
  en: 'Wards',
  scope: 'tenant',
  permission: 'Pages.Wards',
  wire: { service: 'Wards', entity: 'Ward', calls: { list: 'GetAll' } },
  list: { columns: ['name'], sort: 'name' },
  display: 'name',
} as const;
const name = text({ label: '名称', en: 'Name' });
const ofWard = { name, ward: ref('ward', { label: '病房', en: 'Ward', filter: 'exact' }) };
const bed = defineResource({ ...rest, name: 'bed', fields: ofWard });
const ward = defineResource({ ...rest, name: 'ward', fields: { name }, detail: { related: ['bed'] } });

test('a related list is narrowed by its filtered reference', () => {
  expect(defineModel([ward, bed]).byName('ward').detail).toEqual({ related: ['bed'] });
  expect(referenceTo(bed, 'ward')).toBe('ward');
  expect(referenceTo(ward, 'bed')).toBeUndefined();
});

const without = (other: object) => () => defineModel([ward, { ...bed, ...other }]);

test('what the list of a row cannot show is refused with the name', () => {
  const unfiltered = { ...ofWard, ward: ref('ward', { label: '病房', en: 'Ward' }) };
  expect(without({ fields: unfiltered })).toThrow(
    'ward: its details relate bed, which has no reference to it that its list is filtered by',
  );
  expect(without({ name: 'cot' })).toThrow('ward: its details relate bed, but no resource is called that');
  expect(without({ wire: { ...bed.wire, calls: {} } })).toThrow('ward: its details relate bed, which has no list');
  expect(() => defineModel([bed, { ...ward, wire: { ...ward.wire, calls: {} } }])).toThrow(
    'ward: its details need a list of rows that change',
  );
  expect(() => defineModel([bed, { ...ward, storage: 'readings' as const }])).toThrow('need a list of rows');
});

test('steps are those of the moves', () => {
  const state = choice(states, { label: '状态', en: 'State', default: 'open' });
  const open = { ...rest, name: 'door', fields: { name, state } } as const;
  const shut = move({ label: '关', en: 'Shut', from: ['open'], to: 'shut', permission: 'Edit' });
  const moved = defineResource({ ...open, detail: { steps: 'state' }, moves: { on: 'state', shut } });
  expect(defineModel([moved]).byName('door').detail).toEqual({ steps: 'state' });
  expect(() => defineModel([defineResource({ ...open, detail: { steps: 'state' } })])).toThrow(
    'door: its details show steps of state, along which no moves lead',
  );
});
