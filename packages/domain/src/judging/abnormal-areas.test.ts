import { measurementKinds } from '../measurement/metric.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abnormalAreas } from './abnormal-areas.ts';
import type { AbnormalArea, RangeEnd, ValueRange } from './abnormal-areas.ts';
import { compileLimits } from './compile-limits.ts';
import type { ContextLimits, Limits } from './compile-limits.ts';
import { judge } from './judge.ts';
import { above, atLeast, atMost, below, platformRow } from './platform-row.ts';
import { platformRules } from './platform-rules.ts';
import type { AbnormalRule } from './rule.ts';
import { ruleTags } from './vocabulary.ts';
import type { RuleTag } from './vocabulary.ts';

const on = '2026-03-10';

function limitsOf(age: number, tags: readonly RuleTag[], own: readonly AbnormalRule[] = []): Limits {
  return compileLimits({
    rules: [...platformRules, ...own],
    on,
    person: { id: 7, birthday: `${2026 - age}-01-15`, sex: 2, tags },
    kinds: ['bp', 'bloodSugar'],
  });
}

function contextAt(limits: Limits, kind: 'bp' | 'bloodSugar', index: number): ContextLimits {
  const context = limits.ofKind(kind)[index];
  if (!context) {
    throw new Error('no limits');
  }
  return context;
}

const isIn = (value: number, { from, to }: ValueRange): boolean =>
  (value > from.at || (from.included && value === from.at)) && (value < to.at || (to.included && value === to.at));
const sidesOf = (areas: readonly AbnormalArea[], values: Readonly<Record<string, number>>): Set<string> =>
  new Set(
    areas
      .filter(({ ranges }) => [...ranges].every(([metric, range]) => isIn(values[metric] ?? Number.NaN, range)))
      .map(({ side }) => side),
  );

const areaTexts = (areas: readonly AbnormalArea[]): string[] =>
  areas.map(({ side, ranges }) => {
    const endText = ({ at }: RangeEnd): string => (Number.isFinite(at) ? String(at) : '');
    const parts = [...ranges].map(
      ([metric, { from, to }]) =>
        `${metric} ${from.included ? '[' : '('}${endText(from)},${endText(to)}${to.included ? ']' : ')'}`,
    );
    return `${side}: ${parts.join(' and ')}`;
  });

test('the widest limits of each side are left', () => {
  expect(areaTexts(abnormalAreas(contextAt(limitsOf(45, []), 'bp', 0))).toSorted()).toEqual([
    'high: high [135,)',
    'high: low [85,)',
    'low: high (,90)',
    'low: low (,60) and high (,100)',
  ]);
  expect(areaTexts(abnormalAreas(contextAt(limitsOf(82, []), 'bp', 0)))).toContain('high: high [150,)');
  expect(areaTexts(abnormalAreas(contextAt(limitsOf(45, ['diabetes']), 'bloodSugar', 0))).toSorted()).toEqual([
    'high: bloodSugar (7,)',
    'low: bloodSugar (,3.9]',
  ]);
});

test('a reading lies in an area exactly when its figures make a finding', () => {
  const tags = fc.subarray(Object.keys(ruleTags) as RuleTag[]);
  const line = fc.record({
    op: fc.constantFrom(above, atLeast, below, atMost),
    at: fc.integer({ min: 50, max: 180 }),
    metric: fc.constantFrom('high', 'low'),
    and: fc.boolean(),
  });
  const own = fc.array(line, { maxLength: 3 }).map((lines) =>
    lines.map(({ op, at, metric, and }): AbnormalRule => {
      const term = op(
        metric,
        at,
        and
          ? {
              and: [
                { metric: 'high', op: '>', value: 110 },
                { metric: 'high', op: '<=', value: 150 },
              ],
            }
          : {},
      );
      return {
        ...platformRow({
          code: `OWN-${at}`,
          kind: 'bp',
          direction: term.op.startsWith('>') ? 1 : 2,
          level: 1,
          terms: [term],
          source: '医嘱',
        }),
        scopeType: 3,
        personId: 7,
      };
    }),
  );
  const age = fc.integer({ min: 0, max: 100 });
  const pressure = fc.record({
    age,
    tags,
    rules: own,
    index: fc.integer({ min: 0, max: 1 }),
    values: fc.record({ high: fc.integer({ min: 40, max: 220 }), low: fc.integer({ min: 30, max: 140 }) }),
  });
  fc.assert(
    fc.property(pressure, ({ age: years, tags: who, rules, index, values }) => {
      const limits = limitsOf(years, who, rules);
      const { findings } = judge({ kind: 'bp', values, trusted: true, place: index === 0 ? 1 : 2 }, limits);
      const sides = sidesOf(abnormalAreas(contextAt(limits, 'bp', index)), values);
      expect(sides.size > 0).toBe(findings.length > 0);
      if (findings[0]) expect(sides).toContain(findings[0].direction === 2 ? 'low' : 'high');
    }),
  );
  const sugar = fc.record({
    age,
    tags,
    period: fc.integer({ min: 1, max: 9 }),
    tenths: fc.integer({ min: 10, max: 250 }),
  });
  fc.assert(
    fc.property(sugar, ({ age: years, tags: who, period, tenths }) => {
      const limits = limitsOf(years, who);
      const values = { bloodSugar: tenths / 10 };
      const { level } = judge({ kind: 'bloodSugar', values, trusted: true, period }, limits);
      expect(sidesOf(abnormalAreas(contextAt(limits, 'bloodSugar', period - 1)), values).size > 0).toBe(level > 0);
    }),
  );
});

test('limits of some kinds are those of all kinds', () => {
  const person = { birthday: '1950-01-01', sex: 1 as const };
  const some = compileLimits({ rules: platformRules, on, person, kinds: ['bp'] });
  expect(measurementKinds.filter((kind) => some.ofKind(kind).length > 0)).toEqual(['bp']);
  expect(some.ofKind('bp')).toEqual(compileLimits({ rules: platformRules, on, person }).ofKind('bp'));
});
