import { describe, expect, test } from 'vitest';
import { checkCondition, metricsOf } from './condition-checks.ts';
import { platformRules } from './platform-rules.ts';
import type { Condition } from './rule.ts';
import type { RuleKind } from './vocabulary.ts';

const problems = (kind: RuleKind, condition: unknown, level: 1 | 2 | 3 | 4 = 1): readonly string[] =>
  checkCondition({ kind, ageGroup: 'all', level, condition: condition as Condition }).map(
    ({ field, reason }) => `${field.replace('condition.', '')} ${reason}`,
  );

const high = (op: string, value: unknown, more: object = {}): object => ({ metric: 'high', op, value, ...more });

describe('conditions of a single reading', () => {
  test.each([
    ['nothing at all', null, ['condition rule.form']],
    ['lists of nothing', { terms: [null] }, ['condition rule.form']],
    ['steps that are none', { terms: [high('>=', { steps: [3] })] }, ['condition rule.form']],
    ['tags that are no list', { terms: [high('>=', 180)], withoutTags: 'diabetes' }, ['condition rule.form']],
    ['a tag that nobody knows', { terms: [high('>=', 180)], withTags: ['tall'] }, ['condition rule.form']],
    ['no term', { terms: [] }, ['terms rule.terms-missing']],
    ['a limit that is missing', { terms: [high('>=', null)] }, ['terms.0.value rule.limit']],
    ['a limit that nobody can reach', { terms: [high('>=', 1800)] }, ['terms.0.value rule.limit-range']],
    [
      'a companion that nobody can reach',
      { terms: [high('>=', 180, { and: [{ metric: 'low', op: '>=', value: 300 }] })] },
      ['terms.0.and.0.value rule.limit-range'],
    ],
    ['limits that cross', { terms: [high('>=', 90), high('<', 100)] }, ['terms.1.value rule.always']],
    ['limits that meet', { terms: [high('>', 100), high('<', 100)] }, ['terms.1.value rule.always']],
    [
      'limits that cross for different people',
      { terms: [high('>=', 90, { maxAge: 5 }), high('<', 100, { minAge: 6 })] },
      [],
    ],
    ['limits apart', { terms: [high('>=', 180), high('<', 90)] }, []],
    [
      'a comparison that contradicts its companion',
      { terms: [high('>=', 180, { and: [{ metric: 'high', op: '<', value: 100 }] })] },
      ['terms.0.and.0.value rule.never'],
    ],
    [
      'a range as a term with its companion',
      { terms: [high('>=', 140, { and: [{ metric: 'high', op: '<', value: 160 }] })] },
      [],
    ],
    [
      'ages the wrong way round',
      { terms: [high('>=', 180, { minAge: 60, maxAge: 18 })], minAge: 70, maxAge: 60 },
      ['terms.0.maxAge rule.ages', 'maxAge rule.ages'],
    ],
    [
      'steps of ages that do not grow',
      {
        terms: [
          high('>=', {
            steps: [
              { toAge: 6, value: 120 },
              { toAge: 6, value: 130 },
            ],
          }),
        ],
      },
      ['terms.0.value.steps.1.toAge rule.steps'],
    ],
    [
      'a line that leaves what a body can show',
      { terms: [high('>=', { base: 100, perYear: 20 })] },
      ['terms.0.value rule.limit-range'],
    ],
    ['a steep line for children alone', { terms: [high('>=', { base: 100, perYear: 20 })], maxAge: 10 }, []],
    [
      'added words without words',
      { terms: [high('>=', 180)], addText: [{ metric: 'high', from: 200, text: '' }] },
      ['addText.0.text rule.text'],
    ],
  ])('%s', (_what, condition, expected) => {
    expect(problems('bp', condition)).toEqual(expected);
  });
});

describe('courses and events', () => {
  test.each<readonly [string, RuleKind, object, readonly string[]]>([
    [
      'more than all',
      'heart',
      { terms: [], history: { kind: 'share', metric: 'irregular', met: 6, of: 5 } },
      ['history.met rule.count-order'],
    ],
    [
      'no change',
      'bodyFat',
      { terms: [], history: { kind: 'change', metric: 'weight', amount: 0, unit: 'absolute', days: 3 } },
      ['history.amount rule.unchanged'],
    ],
    [
      'a course that nobody follows',
      'bp',
      { terms: [], history: { kind: 'share', metric: 'irregular', met: 1, of: 5 } },
      ['history.kind rule.form'],
    ],
    [
      'a figure of another kind',
      'bp',
      { terms: [], history: { kind: 'change', metric: 'weight', amount: 1, unit: 'absolute', days: 3 } },
      ['history.metric rule.unknown-metric'],
    ],
    [
      'a night of six readings',
      'bp',
      { terms: [], history: { kind: 'nightMean', metric: 'high', op: '>=', value: 120, of: 6 } },
      ['history.of rule.number'],
    ],
    ['an event of another kind', 'wear', { terms: [], event: { event: 'sos' } }, ['event.event rule.event']],
    ['an event without its time', 'wear', { terms: [], event: { event: 'notWorn' } }, ['event.minutes rule.number']],
    [
      'a battery that falls upwards',
      'battery',
      { terms: [], event: { event: 'battery', below: 20, raise: { level: 2, below: 30 } } },
      ['event.raise.below rule.number'],
    ],
    [
      'a stage that is no graver',
      'battery',
      { terms: [], event: { event: 'battery', below: 20, raise: { level: 1, below: 10 } } },
      ['event.raise.level rule.raise'],
    ],
  ])('%s', (...[, kind, condition, expected]) => {
    expect(problems(kind, condition)).toEqual(expected);
  });
});

test('every reference rule can be judged by and speaks of its own leading figure', () => {
  for (const rule of platformRules) {
    expect(checkCondition(rule), rule.code).toEqual([]);
    expect(metricsOf(rule.condition), rule.code).toContain(rule.metric);
  }
});
