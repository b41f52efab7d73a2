import { describe, expect, test } from 'vitest';
import { compileLimits, termsOf } from './compile-limits.ts';
import { effectiveLimits } from './effective-view.ts';
import { judge } from './judge.ts';
import { platformRules } from './platform-rules.ts';
import type { JudgedPerson } from './population.ts';
import type { AbnormalRule, Term } from './rule.ts';
import type { AlarmLevel, RuleTag } from './vocabulary.ts';

const on = '2026-03-10';
const template = platformRules.find((rule) => rule.code === 'BP-H2') ?? platformRules[0];

function rule(
  code: string,
  level: AlarmLevel,
  more: Partial<AbnormalRule> & { limits: readonly [high: number, low: number] },
): AbnormalRule {
  if (!template) {
    throw new Error('no platform rules');
  }
  const { limits, ...rest } = more;
  const terms: Term[] = [
    { metric: 'high', op: '>=', value: limits[0] },
    { metric: 'low', op: '>=', value: limits[1] },
  ];
  return { ...template, code, level, condition: { terms }, ...rest };
}

const tenantRow = rule('T1', 1, { scopeType: 1, limits: [130, 80] });
const frailRow = rule('G1', 1, { scopeType: 2, tagCode: 'frail', limits: [155, 95] });
const ownRow = rule('P1', 1, { scopeType: 3, personId: 7, limits: [150, 90], endOn: '2026-06-30' });

function firstLine(rules: readonly AbnormalRule[], person: Partial<JudgedPerson> = {}, day = on): string {
  const limits = compileLimits({
    rules: [...platformRules, ...rules],
    person: { id: 7, birthday: '1966-01-15', sex: 1, ...person },
    on: day,
  });
  const context = limits.ofKind('bp')[0];
  const terms = context ? termsOf(context, 'bpHigh') : [];
  return terms
    .filter((term) => term.level === 1)
    .map((term) => `${term.rule.code}:${term.limit}`)
    .join(' ');
}

describe('levels 1 and 2: person, then tag, then tenant, then platform', () => {
  const tags = (...some: RuleTag[]): Partial<JudgedPerson> => ({ tags: some });

  test('each scope in turn', () => {
    expect(firstLine([])).toBe('BP-H1-ADULT:135 BP-H1-ADULT:85');
    expect(firstLine([tenantRow])).toBe('T1:130 T1:80');
    expect(firstLine([tenantRow, frailRow], tags('frail'))).toBe('G1:155 G1:95');
    expect(firstLine([tenantRow, frailRow])).toBe('T1:130 T1:80');
    expect(firstLine([tenantRow, frailRow, ownRow], tags('frail'))).toBe('P1:150 P1:90');
    expect(firstLine([ownRow], { id: 8 })).toBe('BP-H1-ADULT:135 BP-H1-ADULT:85');
  });

  test('a personal limit falls away after its end date', () => {
    expect(firstLine([ownRow], {}, '2026-06-30')).toBe('P1:150 P1:90');
    expect(firstLine([ownRow], {}, '2026-07-01')).toBe('BP-H1-ADULT:135 BP-H1-ADULT:85');
  });

  test('a personal limit of one metric leaves the other alone', () => {
    const onlyHigh = { ...ownRow, condition: { terms: ownRow.condition.terms.slice(0, 1) } };
    expect(firstLine([onlyHigh])).toBe('P1:150 BP-H1-ADULT:85');
  });

  test("the platform's diabetes row tightens beside a tenant's looser one, until the tenant sets limits for that tag", () => {
    const loose = rule('T2', 1, { scopeType: 1, limits: [145, 95] });
    const diabetes = rule('G2', 1, { scopeType: 2, tagCode: 'diabetes', limits: [140, 90] });
    expect(firstLine([loose], tags('diabetes'))).toContain('BP-H1-DM:130');
    expect(firstLine([loose, diabetes], tags('diabetes'))).toBe('G2:140 G2:90');
    expect(firstLine([loose, diabetes], tags('diabetes', 'ckd'))).toContain('BP-H1-CKD:130');
  });
});

test('the effective view names every origin', () => {
  const limits = compileLimits({
    rules: [...platformRules, ownRow],
    person: { id: 7, birthday: '1966-01-15', sex: 1 },
    on,
  });
  const high = effectiveLimits(limits).filter(
    (row) => row.abnormalType === 'bpHigh' && row.metric === 'high' && row.context.place === 1,
  );
  expect(high.map((row) => [row.level, row.limit, row.ruleCode, row.scopeType])).toEqual([
    [4, 200, 'BP-H4', 0],
    [4, 180, 'BP-H4', 0],
    [3, 180, 'BP-H3', 0],
    [2, 160, 'BP-H2', 0],
    [1, 150, 'P1', 3],
  ]);
});

describe('levels 3 and 4', () => {
  const severe = (
    rules: readonly AbnormalRule[],
    high: number,
    own: readonly AbnormalRule[] = platformRules,
  ): number => {
    const limits = compileLimits({ rules: [...own, ...rules], person: { id: 7, birthday: '1966-01-15', sex: 1 }, on });
    return judge({ kind: 'bp', values: { high, low: 80 }, trusted: true }, limits).level;
  };

  test('a looser row changes nothing, a stricter one counts', () => {
    expect(severe([rule('P3', 3, { scopeType: 3, personId: 7, limits: [195, 115] })], 181)).toBe(3);
    expect(severe([rule('P3', 3, { scopeType: 3, personId: 7, limits: [170, 105] })], 171)).toBe(3);
  });

  test("the platform stands even when the tenant's copies are gone or switched off", () => {
    expect(severe([], 181, [])).toBe(3);
    expect(
      severe(
        [],
        201,
        platformRules.map((row) => ({ ...row, valid: false })),
      ),
    ).toBe(4);
  });

  test("a tenant's general oxygen limit does not reach a person with COPD", () => {
    const tenant: AbnormalRule = {
      ...rule('T3', 3, { limits: [0, 0] }),
      kind: 'spo2',
      direction: 2,
      scopeType: 1,
      condition: { terms: [{ metric: 'spo2', op: '<', value: 92 }] },
    };
    const level = (tagsOf: RuleTag[]): number => {
      const limits = compileLimits({
        rules: [...platformRules, tenant],
        person: { birthday: '1966-01-15', tags: tagsOf },
        on,
      });
      return judge({ kind: 'spo2', values: { spo2: 90 }, trusted: true }, limits).level;
    };
    expect(level([])).toBe(3);
    expect(level(['copd'])).toBe(0);
  });

  test('laboratory rules stop at level 2 whatever a row says', () => {
    const uric: AbnormalRule = {
      ...rule('T4', 4, { limits: [0, 0] }),
      kind: 'uricAcid',
      scopeType: 1,
      condition: { terms: [{ metric: 'uricAcid', op: '>=', value: 700 }] },
    };
    const limits = compileLimits({ rules: [...platformRules, uric], person: {}, on });
    expect(judge({ kind: 'uricAcid', values: { uricAcid: 800 }, trusted: true }, limits).level).toBe(2);
  });
});
