import { expect, test } from 'vitest';
import { counted, named, shared, valued } from './figure.ts';

const oxygen = named({
  lowCount: counted('b.spo2 < 90'),
  night: named({ share: shared('b.spo2 < 90', 'extract(hour from l.at) < 6'), lowest: valued('min(b.spo2)', 1) }),
  mean: valued('avg(b.spo2)', 1),
});

test('figures that are read together each get their own numbers', () => {
  expect(oxygen.numbers).toEqual([
    'count(*) filter (where b.spo2 < 90)',
    'count(*) filter (where b.spo2 < 90)',
    'count(*) filter (where extract(hour from l.at) < 6)',
    'min(b.spo2)',
    'avg(b.spo2)',
  ]);
  const told = oxygen.of(3, 1, 3, 88, 96.25);
  expect(told).toEqual({ lowCount: 3, night: { share: 0.333, lowest: 88 }, mean: 96.3 });
  expect(oxygen.output.parse(told)).toEqual(told);
});

test('of no readings there are none, no share and no value', () => {
  expect(oxygen.of(0, 0, 0, null, null)).toEqual({ lowCount: 0, night: { share: null, lowest: null }, mean: null });
});
