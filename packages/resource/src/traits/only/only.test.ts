import { expect, test } from 'vitest';
import { action } from '../../action.ts';
import { defineResource } from '../../define-resource.ts';
import { bool } from '../../fields/bool.ts';
import { choice, defineChoices } from '../../fields/choices.ts';
import { type AnyField } from '../../fields/field.ts';
import { phone } from '../../fields/person.ts';
import { ref, refs } from '../../fields/ref.ts';
import { text } from '../../fields/text.ts';
import { defineModel } from '../../model.ts';
import { onlyOf, onlyQuery } from './only.ts';

const ranks = defineChoices({ nurse: { label: '护士', wire: 'Nurse' }, cook: { label: '厨师', wire: 'Cook' } });
const rest = {
  title: '员工',
  en: 'Staff',
  scope: 'tenant',
  permission: 'Pages.Staff',
  list: { columns: ['name'], sort: 'name' },
  display: 'name',
} as const;
const wire = (entity: string) => ({ service: entity, entity, calls: { list: 'GetAll' } });

const staff = defineResource({
  ...rest,
  name: 'staff',
  wire: wire('Staff'),
  fields: {
    name: text({ label: '姓名', en: 'Name', filter: 'in' }),
    line: phone({ label: '电话', en: 'Phone', sensitive: 'sealed', filter: 'exact' }),
    note: text({ label: '备注', en: 'Note' }),
    isActive: bool({ label: '启用', en: 'Active', filter: 'exact', wire: 'Active' }),
  },
  conditions: { rank: choice(ranks, { label: '岗位', en: 'Rank' }) },
});

const shiftWith = (by: AnyField, input: Record<string, AnyField> = {}) =>
  defineModel([
    staff,
    {
      ...defineResource({
        ...rest,
        name: 'shift',
        wire: wire('Shift'),
        fields: { name: text({ label: '名称', en: 'Name' }), by },
      }),
      actions: { give: action({ label: '交', wire: 'POST Give', permission: 'Edit', input }) },
    },
  ] as never);

test('what a reference asks for becomes the parameters of a look-up', () => {
  const by = ref('staff', { label: '员工', only: { rank: 'nurse', isActive: true, name: ['甲', '乙'] } });
  expect(() => shiftWith(by)).not.toThrow();
  expect(onlyQuery(staff, onlyOf(by) ?? {})).toEqual({
    RankFilter: 'Nurse',
    ActiveFilter: 'true',
    NameFilter: '甲,乙',
  });
  expect(onlyOf(ref('staff', { label: '员工' }))).toBeUndefined();
});

test.each([
  ['an unknown name', { shape: 'round' }],
  ['a field that no list is filtered by', { note: 'x' }],
  ['a personal number', { line: '13800000000' }],
  ['an unknown choice', { rank: 'smith' }],
  ['an unknown one among several', { rank: ['nurse', 'smith'] }],
])('%s is refused when the model is defined, also in the input of an action', (_, only) => {
  const wrong = refs('staff', { label: '员工', only: only as never });
  expect(() => shiftWith(wrong)).toThrow(/shift\.by takes only rows by \w+, but staff has no such filter/);
  const right = ref('staff', { label: '员工' });
  expect(() => shiftWith(right, { to: wrong })).toThrow(/shift\.to takes only rows/);
});
