import { platformRules, type AbnormalRule } from '@kangmai/domain';
import { abnormalRule, alarmLevels } from '@kangmai/model';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Form } from 'antd';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import { startTexts } from '../../lib/i18n/i18n.ts';
import { ConditionBuilder } from './condition-builder.tsx';
import { conditionProblem, isStillOpen, metricProblem, readCondition } from './condition-problems.ts';
import {
  conditionOf,
  freshCondition,
  leadingMetric,
  wayOf,
  waysOf,
  withLeading,
  withMember,
  withPart,
} from './draft.ts';
import { isBuildable } from './known-form.ts';

beforeAll(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  startTexts();
});

const levelNames = new Map(Object.entries(alarmLevels.entries).map(([name, { wire }]) => [Number(wire), name]));
const valuesOf = ({ kind, metric, ageGroup, level, condition }: AbnormalRule) => ({
  kind,
  metric,
  ageGroup,
  level: levelNames.get(level),
  condition,
});
const stored = (rule: AbnormalRule): unknown => JSON.parse(JSON.stringify(rule.condition));

function renderRule(rule: AbnormalRule): string {
  const builder = createElement(ConditionBuilder, {
    resource: abnormalRule,
    name: 'condition',
    field: abnormalRule.fields.condition,
    id: 'x',
  });
  const inputs = ['kind', 'metric', 'ageGroup', 'level'].map((name) =>
    createElement(Form.Item, { name, key: name }, createElement('input')),
  );
  const form = createElement(
    Form,
    { initialValues: valuesOf(rule) },
    ...inputs,
    createElement(Form.Item, { name: 'condition' }, builder),
  );
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, form));
}

/** Numbers of a condition that are typed, not chosen. */
const chosen = new Set(['sex', 'periods', 'place', 'oxygen', 'level', 'states']);
function numbersOf(part: unknown): readonly number[] {
  if (typeof part === 'number') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => (chosen.has(key) ? [] : numbersOf(inner)));
}

const written = (markup: string): readonly number[] =>
  [...markup.matchAll(/<input[^>]*role="spinbutton"[^>]*value="([^"]+)"/g)].map(([, value]) => Number(value));
const byFigure = (numbers: readonly number[]): readonly number[] => numbers.map(Math.abs).toSorted((a, b) => a - b);

describe('every reference rule', () => {
  test.each(platformRules.map((rule) => [rule.code, rule] as const))(
    '%s opens with all its numbers, without a mistake, and stays as it is',
    (_code, rule) => {
      const condition = stored(rule);
      const values = { ...valuesOf(rule), condition };
      expect(isBuildable(rule.kind, condition)).toBe(true);
      expect(waysOf(rule.kind)).toContain(wayOf(conditionOf(condition)!));
      const markup = renderRule(rule);
      expect(byFigure(written(markup))).toEqual(byFigure(numbersOf(condition)));
      expect(markup).not.toContain('aria-invalid="true"');
      expect([conditionProblem(condition, values), metricProblem(rule.metric, values)]).toEqual([null, null]);
      expect(conditionOf(condition)).toEqual(rule.condition);
      expect(leadingMetric(conditionOf(condition)!, rule.metric)).toBe(rule.metric);
    },
  );

  test.each(platformRules.map((rule) => [rule.code, rule] as const))(
    '%s comes back from a change that is taken back',
    (_code, rule) => {
      const before = conditionOf(stored(rule))!;
      const aged = withPart(before, 'minAge', 7);
      expect(withPart(aged, 'minAge', before.minAge)).toEqual(before);
      const more = { ...before, terms: [...before.terms, { metric: 'x', op: '<' as const, value: null }] };
      expect({ ...more, terms: withMember(more.terms, before.terms.length, undefined) }).toEqual(before);
      expect(withLeading(rule.kind, before, { before: rule.metric, metric: rule.metric })).toEqual(before);
    },
  );
});

test.each([
  ['a part that nobody knows', 'bp', { terms: [], weekdays: [1] }],
  ['a figure of another kind', 'heart', { terms: [{ metric: 'high', op: '>=', value: 180 }] }],
  [
    'a course beside items',
    'temperature',
    {
      terms: [{ metric: 'temperature', op: '>=', value: 38 }],
      history: { kind: 'days', metric: 'temperature', op: '>=', value: 38, met: 2, of: 3 },
    },
  ],
  ['a circumstance of another kind', 'bp', { terms: [{ metric: 'high', op: '>=', value: 180, states: ['rest'] }] }],
  ['an event of another kind', 'wear', { terms: [], event: { event: 'battery', below: 20 } }],
])('%s is left to the advanced view', (_what, kind, condition) => {
  expect(isBuildable(kind, condition)).toBe(false);
});

test('what waits to be written is known to the builder and is no mistake yet', () => {
  for (const kind of [
    'bp',
    'heart',
    'sleep',
    'walk',
    'wear',
    'offline',
    'battery',
    'check',
    'sos',
    'fence',
    'weight',
  ]) {
    for (const way of waysOf(kind)) expect(isBuildable(kind, freshCondition(kind, way)), `${kind} ${way}`).toBe(true);
  }
  const fresh = freshCondition('bp', 'reading');
  expect(
    fresh.terms.map(
      (term) => isStillOpen(fresh, { field: 'condition.terms.0.value', reason: 'rule.limit' }) && term.value === null,
    ),
  ).toEqual([true]);
  expect(
    isStillOpen(
      { terms: [{ metric: 'high', op: '>=', value: 999 }] },
      { field: 'condition.terms.0.value', reason: 'rule.limit-range' },
    ),
  ).toBe(false);
});

test('the leading figure goes through to the items that spoke of the one before', () => {
  const condition = {
    terms: [
      { metric: 'high', op: '>=' as const, value: 180 },
      { metric: 'low', op: '>=' as const, value: 110 },
    ],
  };
  expect(withLeading('bp', condition, { before: 'high', metric: 'low' })).toEqual(condition);
  expect(withLeading('bp', { terms: condition.terms.slice(0, 1) }, { before: 'high', metric: 'heart' }).terms).toEqual([
    { metric: 'heart', op: '>=', value: 180 },
  ]);
  expect(leadingMetric(condition, 'heart')).toBe('high');
});

test('text of the advanced view is read, and said to be wrong when it cannot be', () => {
  expect(readCondition('{"terms":[]}')).toEqual({ terms: [] });
  expect(conditionProblem('{"terms":', { kind: 'bp' })).toBe('条件格式不正确');
  expect(conditionProblem('{"terms":[]}', { kind: 'bp' })).toBe('条件有 1 处需要修改：请至少添加一项条件');
});
