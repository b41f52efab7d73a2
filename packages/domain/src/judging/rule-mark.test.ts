import { expect, test } from 'vitest';
import { platformRules } from './platform-rules.ts';
import { ruleMark } from './rule-mark.ts';

const rule = { sourceText: '指南', sourceSection: '诊断表', check: false, confirmed: false };

test('a mark follows source, section, check and confirmation', () => {
  expect(ruleMark(rule)).toBe('sourced');
  expect(ruleMark({ ...rule, sourceSection: '' })).toBe('pending');
  expect(ruleMark({ ...rule, check: true })).toBe('pending');
  expect(ruleMark({ ...rule, sourceText: 'v' })).toBe('pending');
  expect(ruleMark({ ...rule, sourceSection: '无症状收缩压200 v' })).toBe('pending');
  expect(ruleMark({ ...rule, sourceSection: '诊断界值135/85）v' })).toBe('pending');
  expect(ruleMark({ ...rule, sourceText: 'v', check: true, confirmed: true })).toBe('confirmed');
});

test('unchecked rows of the platform wait for their confirmation', () => {
  const markOf = (code: string): string | undefined => platformRules.find((each) => each.code === code)?.mark;
  expect(['BP-L3', 'BP-L4', 'SPO2-4', 'BP-H4', 'BP-H1-SENIOR'].map(markOf)).toEqual(
    Array.from({ length: 5 }, () => 'pending'),
  );
  expect(['BP-H1-ADULT', 'BP-H3'].map(markOf)).toEqual(['sourced', 'sourced']);
});
