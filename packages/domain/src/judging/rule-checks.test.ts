import { describe, expect, test } from 'vitest';
import { platformRules } from './platform-rules.ts';
import { checkRuleFloor, checkRuleOrder } from './rule-checks.ts';
import { checkRuleShape, editableLimits, withLimit } from './rule-shape.ts';
import type { AbnormalRule, Operator, Term } from './rule.ts';

function platform(code: string): AbnormalRule {
  const found = platformRules.find((row) => row.code === code);
  if (!found) {
    throw new Error(`no rule ${code}`);
  }
  return found;
}

function personal(code: string, terms: readonly Term[]): AbnormalRule {
  return { ...platform(code), code: 'OWN', scopeType: 3, personId: 7, condition: { terms } };
}

const person = { id: 7, birthday: '1966-01-15', sex: 1 as const };
const on = '2026-03-10';

describe('floor of levels 3 and 4', () => {
  test('a personal limit may be stricter, not looser', () => {
    expect(
      checkRuleFloor({
        rule: personal('BP-H3', [
          { metric: 'high', op: '>=', value: 190 },
          { metric: 'low', op: '>=', value: 115 },
        ]),
        person,
        on,
      }),
    ).toEqual([
      { reason: 'rule.floor-looser', against: 'BP-H3', metric: 'high' },
      { reason: 'rule.floor-looser', against: 'BP-H3', metric: 'low' },
    ]);
    expect(checkRuleFloor({ rule: personal('BP-H3', [{ metric: 'high', op: '>=', value: 170 }]), person, on })).toEqual(
      [],
    );
    expect(checkRuleFloor({ rule: personal('BP-H3', [{ metric: 'high', op: '>=', value: 180 }]), person, on })).toEqual(
      [],
    );
    expect(
      checkRuleFloor({ rule: personal('BP-H3', [{ metric: 'high', op: '>', value: 180 }]), person, on }),
    ).toHaveLength(1);
  });

  test('levels 1 and 2 are free', () => {
    expect(checkRuleFloor({ rule: personal('BP-H2', [{ metric: 'high', op: '>=', value: 178 }]), person, on })).toEqual(
      [],
    );
  });

  test('low limits the other way round', () => {
    const low = (value: number): AbnormalRule => personal('SPO2-3', [{ metric: 'spo2', op: '<', value }]);
    expect(checkRuleFloor({ rule: low(91), person, on })).toEqual([]);
    expect(checkRuleFloor({ rule: low(87), person, on })).toHaveLength(1);
    expect(checkRuleFloor({ rule: low(87), person: { ...person, tags: ['copd'] }, on })).toEqual([]);
    expect(checkRuleFloor({ rule: low(85), person: { ...person, tags: ['copd'] }, on })).toEqual([
      { reason: 'rule.floor-looser', against: 'SPO2-COPD-3', metric: 'spo2' },
    ]);
  });

  test('a companion comparison the platform does not ask for is looser', () => {
    const term: Term = { metric: 'high', op: '<', value: 80, and: [{ metric: 'low', op: '<', value: 50 }] };
    expect(checkRuleFloor({ rule: personal('BP-L3', [term]), person, on })).toHaveLength(1);
  });

  test("a tenant's copy can neither be switched off, lowered, slowed nor cut", () => {
    const copy = platform('BP-H3');
    expect(checkRuleFloor({ rule: { ...copy, valid: false } })).toEqual([
      { reason: 'rule.floor-switched-off', against: 'BP-H3' },
    ]);
    expect(checkRuleFloor({ rule: { ...copy, level: 2 } })).toEqual([{ reason: 'rule.floor-level', against: 'BP-H3' }]);
    expect(checkRuleFloor({ rule: { ...copy, confirmCount: 5 } })).toEqual([
      { reason: 'rule.floor-confirmation', against: 'BP-H3' },
    ]);
    expect(
      checkRuleFloor({ rule: { ...copy, condition: { ...copy.condition, terms: copy.condition.terms.slice(0, 1) } } }),
    ).toEqual([{ reason: 'rule.floor-looser', against: 'BP-H3', metric: 'low' }]);
    expect(checkRuleFloor({ rule: { ...copy, condition: withLimit(copy.condition, 0, 175) } })).toEqual([]);
    expect(checkRuleFloor({ rule: { ...platform('BP-H1-ADULT'), valid: false } })).toEqual([]);
  });

  test("the platform's own row keeps whom and what it concerns, in whatever order its members are stored", () => {
    const [row, low, silence] = [platform('BP-H4'), platform('BP-L3'), platform('WEAR-3')];
    const looser = (rule: AbnormalRule): readonly string[] => checkRuleFloor({ rule }).map(({ reason }) => reason);
    const terms = low.condition.terms.map(({ and, ...term }): Term => ({
      ...term,
      ...(and && { and: and.map(({ metric, op, value }) => ({ op, value, metric })) }),
    }));
    expect(looser({ ...low, condition: { ...low.condition, terms } })).toEqual([]);
    const { condition } = row;
    for (const narrow of [
      { reportOnly: true },
      { minAge: 99 },
      { withTags: ['dementia'] },
      { distinctDays: true },
    ] as const)
      expect(looser({ ...row, condition: { ...condition, ...narrow } })).toEqual(['rule.floor-looser']);
    const aged = condition.terms.map((term): Term => ({ ...term, minAge: 99 }));
    expect(looser({ ...row, condition: { ...condition, terms: aged } })).toEqual(['rule.floor-looser']);
    const wait = (minutes: number): AbnormalRule => ({
      ...silence,
      condition: { terms: [], event: { event: 'notWorn', minutes } },
    });
    expect([looser(wait(60)), looser(wait(30)), looser(wait(61))]).toEqual([[], [], ['rule.floor-looser']]);
  });

  test("children's limits are compared age by age", () => {
    const flat: AbnormalRule = {
      ...platform('BP-H3-CHILD'),
      code: 'T',
      scopeType: 1,
      condition: { maxAge: 17, terms: [{ metric: 'high', op: '>=', value: 140 }] },
    };
    expect(checkRuleFloor({ rule: flat })).toHaveLength(1);
    expect(checkRuleFloor({ rule: { ...flat, condition: { ...flat.condition, minAge: 16 } } })).toEqual([]);
  });
});

describe('order of levels', () => {
  const set = (one: number, two: number, op: Operator = '>='): AbnormalRule[] => [
    personal('BP-H2', [{ metric: 'high', op: '>=', value: one }]),
    { ...personal('BP-H3', [{ metric: 'high', op, value: two }]), code: 'OWN3' },
  ];

  test('a higher level has the more extreme limit', () => {
    expect(checkRuleOrder(set(160, 170))).toEqual([]);
    expect(checkRuleOrder(set(170, 165))).toEqual([{ reason: 'rule.level-order', against: 'OWN3', metric: 'high' }]);
    expect(checkRuleOrder(set(170, 170))).toHaveLength(1);
    expect(checkRuleOrder(set(170, 170, '>'))).toEqual([]);
  });

  test('a row that is switched off does not count', () => {
    expect(checkRuleOrder(set(170, 165).map((rule, index) => ({ ...rule, valid: index === 0 })))).toEqual([]);
  });
});

describe('shape', () => {
  test('what an editor must not save', () => {
    const good = personal('BP-H3', [{ metric: 'high', op: '>=', value: 170 }]);
    const bad = { metric: 'heart rate', op: '=>' as Operator, value: Number.NaN };
    expect(checkRuleShape(good)).toEqual([]);
    expect(checkRuleShape({ ...good, condition: { terms: [bad] } }).map((each) => each.reason)).toEqual([
      'rule.unknown-metric',
      'rule.operator',
      'rule.limit',
    ]);
    expect(checkRuleShape({ ...good, condition: { terms: [] } })).toEqual([
      { field: 'condition.terms', reason: 'rule.terms-missing' },
    ]);
    expect(checkRuleShape({ ...good, personId: null })).toEqual([{ field: 'personId', reason: 'rule.person' }]);
    expect(checkRuleShape({ ...good, scopeType: 2, personId: null })).toEqual([
      { field: 'tagCode', reason: 'rule.tag' },
    ]);
    expect(checkRuleShape({ ...good, confirmCount: 0 })).toEqual([
      { field: 'confirmCount', reason: 'rule.range', params: { min: 1, max: 10 } },
    ]);
  });

  test('limits an editor may change', () => {
    expect(editableLimits(platform('BP-H2-CHILD').condition)).toEqual([
      { index: 2, metric: 'high', value: 140 },
      { index: 3, metric: 'low', value: 90 },
    ]);
    expect(withLimit(platform('TEMP-1').condition, 0, 37.5).terms).toEqual([
      { metric: 'temperature', op: '>=', value: 37.5 },
    ]);
  });
});
