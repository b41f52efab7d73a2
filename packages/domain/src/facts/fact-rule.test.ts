import { expect, test } from 'vitest';
import { checkFactRule, factRuleText, meetsRule, signsOf, type FactRule } from './fact-rule.ts';
import { factKeys, factKinds, type Facts } from './facts.ts';

const now = Date.parse('2026-11-27T02:00:00Z');
const daysAgo = (days: number): number => now - days * 86_400_000;
const facts: Facts = {
  age: { value: 71, at: null },
  gender: { value: '2', at: null },
  crowdTypes: { value: ['elderly', 'diabetes'], at: null },
  systolic: { value: 152, at: daysAgo(10) },
  spo2: { value: 91, at: daysAgo(40) },
};
const old: FactRule = { fact: 'age', sign: '>=', value: 65 };
const thin: FactRule = { fact: 'spo2', sign: '<', value: 93 };

test('a term compares numbers, codes and lists of codes', () => {
  expect(meetsRule(old, facts, now)).toBe(true);
  expect(meetsRule({ fact: 'age', sign: '<', value: 71 }, facts, now)).toBe(false);
  expect(meetsRule({ fact: 'gender', sign: 'in', value: ['1', '2'] }, facts, now)).toBe(true);
  expect(meetsRule({ fact: 'crowdTypes', sign: 'in', value: ['diabetes'] }, facts, now)).toBe(true);
  expect(meetsRule({ fact: 'crowdTypes', sign: 'notIn', value: ['copd'] }, facts, now)).toBe(true);
});

test('missing is not false: a value too old leaves the answer open, unless another part decides', () => {
  expect(meetsRule(thin, facts, now)).toBeUndefined();
  expect(meetsRule({ ...thin, sign: '>=' }, facts, now)).toBeUndefined();
  expect(meetsRule({ all: [old, thin] }, facts, now)).toBeUndefined();
  expect(meetsRule({ any: [thin, old] }, facts, now)).toBe(true);
  expect(meetsRule({ all: [thin, { fact: 'age', sign: '<', value: 60 }] }, facts, now)).toBe(false);
  expect(meetsRule({ fact: 'spo2', sign: 'missing' }, facts, now)).toBe(true);
  expect(meetsRule({ fact: 'bmi', sign: 'known' }, facts, now)).toBe(false);
});

test('a rule from outside is checked at its place', () => {
  const wrong = {
    all: [
      old,
      {
        any: [
          { fact: 'hair', sign: '=' },
          { fact: 'age', sign: 'in', value: ['1'] },
        ],
      },
    ],
  };
  expect(checkFactRule(wrong)).toEqual([
    { at: 'all.1.any.0', fault: 'fact' },
    { at: 'all.1.any.1', fault: 'sign' },
  ]);
  expect(checkFactRule({ all: [] })).toEqual([{ at: '', fault: 'empty' }]);
  expect(checkFactRule({ all: [old], any: [old] })).toEqual([{ at: '', fault: 'form' }]);
  expect(checkFactRule({ all: [{ any: [{ all: [{ any: [old] }] }] }] })[0]?.fault).toBe('deep');
  expect(checkFactRule({ ...old, value: '65' })).toEqual([{ at: '', fault: 'value' }]);
  for (const given of [null, 'x', [], { fact: 'toString', sign: '=' }]) expect(checkFactRule(given)).toHaveLength(1);
});

test('a rule is told in words of both languages', () => {
  const rule: FactRule = { all: [old, { any: [{ fact: 'gender', sign: 'in', value: ['2'] }, thin] }] };
  const nameOf = (_dictionary: string, code: string): string => (code === '2' ? '女' : code);
  expect(factRuleText(rule, { isEnglish: false, nameOf })).toBe('年龄 ≥ 65岁，且（性别为女，或最近血氧饱和度 < 93%）');
  expect(factRuleText(rule, { isEnglish: true, nameOf: () => 'female' })).toContain('Age ≥ 65');
});

test('every fact can be compared', () => {
  for (const key of factKeys) expect(signsOf(key).length, factKinds[key].label).toBeGreaterThan(1);
});
