import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inChina } from '../../../test/clinic.ts';
import { checkFields } from '../../derive/checks.ts';
import { phone } from '../../fields/person.ts';
import { kindOf } from '../../fields/kinds.ts';
import { decimal, integer } from '../../fields/number.ts';
import { json } from '../../fields/other.ts';
import { text } from '../../fields/text.ts';
import { dateTime } from '../../fields/time.ts';
import { Members } from '../../members.ts';
import { rowChanges } from './row-changes.ts';
import { rowPlaceOf, rowsOf, type RowsRule } from './rows.ts';

const steps = json({
  label: '步骤',
  en: 'Steps',
  rows: {
    to: text({ label: '到', en: 'To', required: true, max: 10, wire: 'TO_ROLE' }),
    after: integer({ label: '分钟', en: 'Minutes', min: 0, max: 60, default: 5 }),
    from: dateTime({ label: '起', en: 'From' }),
  },
  min: 1,
  max: 4,
  unique: ['to'],
});
const shares = json({
  label: '权重',
  en: 'Weights',
  rows: { part: decimal({ label: '份额', en: 'Share', digits: [5, 2], min: 0 }) },
  sum: { field: 'part', is: 100 },
});
const check = (value: unknown, field: Parameters<typeof kindOf>[0] = steps) =>
  kindOf(field).check(value, field, inChina);

test('every wrong value is named at its place, the right ones become domain values', () => {
  const rows = [{ tO_ROLE: '护士' }, { TO_ROLE: '', after: 61 }, 7, { to_role: '护士' }];
  const { problems } = checkFields({ steps }, Members.of({ steps: rows }), inChina);
  expect(problems.map(({ field, reason }) => [field, reason])).toEqual([
    ['steps[1].to', 'field.required'],
    ['steps[1].after', 'field.out-of-range'],
    ['steps[2]', 'rows.no-row'],
    ['steps[3].to', 'rows.duplicate'],
  ]);
  expect(check([{ to: ' 医生 ', from: '2025-01-01T08:00:00' }])).toEqual({
    ok: true,
    value: [{ to: '医生', after: 5, from: new Date('2025-01-01T00:00:00Z') }],
  });
  expect([check([]), check(['x'].concat(Array(9))), check('x')]).toMatchObject([
    { reason: 'rows.too-few' },
    { reason: 'rows.too-many' },
    { reason: 'rows.no-list' },
  ]);
});

test('a sum is compared exactly', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 20 }), (hundredths) => {
      const left = 10_000 - hundredths.reduce((sum, each) => sum + each, 0);
      fc.pre(left >= 0);
      const rows = [...hundredths, left].map((each) => ({ part: each / 100 }));
      expect(check(rows, shares).ok).toBe(true);
      expect(check([...rows, { part: 0.01 }], shares)).toMatchObject({
        reason: 'rows.sum',
        params: { total: '100.01' },
      });
    }),
  );
});

test('what is stored and sent comes back', () => {
  const kind = kindOf(steps);
  const value = (
    check([
      { to: 'a', from: '2025-01-01T00:00:00Z' },
      { to: 'b', after: 9 },
    ]) as { value: unknown }
  ).value;
  expect(kind.fromStore(JSON.parse(kind.toStore(value, steps) as string), steps)).toEqual(value);
  expect(check(kind.toWire(value, steps))).toEqual({ ok: true, value });
  expect(kind.toWire(value, steps)).toMatchObject([{ tO_ROLE: 'a', after: 5, from: '2025-01-01T00:00:00.000Z' }, {}]);
  expect(kind.cell(value, steps)).toBe('1. 到：a，分钟：5，起：2025-01-01T00:00:00.000Z\n2. 到：b，分钟：9');
  expect(check(kind.sample(3, shares), shares).ok).toBe(true);
});

test('a place is read in both spellings', () => {
  expect(rowPlaceOf({ steps }, 'steps[2].to')).toMatchObject({ row: 2, member: 'steps[2].tO_ROLE' });
  expect(rowPlaceOf({ steps }, 'Steps[2].tO_ROLE')).toMatchObject({ row: 2, field: { kind: 'text' } });
  expect(rowPlaceOf({ steps }, 'steps[2]')).toMatchObject({ member: 'steps[2]' });
  expect([rowPlaceOf({ steps }, 'steps'), rowPlaceOf({ steps }, 'other[1].to')]).toEqual([undefined, undefined]);
});

test('differences go row by row', () => {
  const rule = rowsOf(steps) as RowsRule;
  const row = (to: string, after = 5) => ({ to, after, from: null });
  const shown = (before: unknown, after: unknown) =>
    rowChanges(rule, before, after).map(({ kind, at, values }) => [
      kind,
      at,
      ...values.flatMap(({ name, before: one, after: other }) => [name, one, other]),
    ]);
  expect(shown([row('a'), row('b', 3)], [row('a'), row('b', 5)])).toEqual([['changed', 2, 'after', 3, 5]]);
  expect(shown(null, [row('a')])).toEqual([['added', 1, 'to', null, 'a', 'after', null, 5]]);
  expect(shown([row('a'), row('b'), row('c')], [row('a'), row('c')])).toEqual([
    ['removed', 2, 'to', 'b', null, 'after', 5, null],
  ]);
  expect(shown([row('a'), row('b')], [row('b'), row('a')])).toEqual([['moved', 2]]);
  expect(shown([row('a'), row('b')], [row('a'), row('x'), row('b', 1)])).toEqual([
    ['added', 2, 'to', null, 'x', 'after', null, 5],
    ['changed', 3, 'after', 5, 1],
  ]);
});

test('rows that no list can hold are refused when they are defined', () => {
  const word = text({ label: '词', en: 'Word' });
  // @ts-expect-error no such field
  expect(() => json({ label: 'x', rows: { word }, unique: ['wort'] })).toThrow('rows have no field wort');
  // @ts-expect-error a sum is of numbers
  json({ label: 'x', rows: { word }, sum: { field: 'word', is: 1 } });
  const masked = text({ label: '住址', en: 'Address', sensitive: 'masked' });
  // @ts-expect-error nothing in a row is masked
  expect(() => json({ label: 'x', rows: { masked } })).toThrow('masked: sensitive has no place inside a row');
  const sealed = phone({ label: '电话', en: 'Phone' });
  // @ts-expect-error a sealed kind needs a table of its own
  expect(() => json({ label: 'x', rows: { sealed } })).toThrow('sealed: phone has no place inside a row');
  // @ts-expect-error rows are not filtered
  expect(() => json({ label: 'x', rows: { word: text({ label: 'x', filter: 'like' }) } })).toThrow('filter');
  expect(() => json({ label: 'x', rows: { word }, min: 3, max: 2 })).toThrow('the fewest rows are more than the most');
});
