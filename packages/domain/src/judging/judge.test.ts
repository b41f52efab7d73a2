import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MeasurementKind } from '../measurement/metric.ts';
import { compileLimits, limitsKey } from './compile-limits.ts';
import type { Limits } from './compile-limits.ts';
import { judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import { platformRules } from './platform-rules.ts';
import type { JudgedPerson } from './population.ts';
import type { Sample } from './sample.ts';

const on = '2026-03-10';

function limitsOf(age: number, more: Partial<JudgedPerson> = {}): Limits {
  return compileLimits({ rules: platformRules, on, person: { birthday: `${2026 - age}-01-15`, sex: 1, ...more } });
}

function judgementOf(
  limits: Limits,
  kind: MeasurementKind,
  more: Partial<Sample> & { values: Sample['values'] },
): Judgement {
  return judge({ kind, trusted: true, ...more }, limits);
}

function seen(limits: Limits, kind: MeasurementKind, more: Partial<Sample> & { values: Sample['values'] }): string {
  const { level, findings } = judgementOf(limits, kind, more);
  return `${level} ${findings[0]?.abnormalType ?? ''}`.trim();
}

function pressures(limits: Limits, place: 1 | 2, pairs: readonly string[]): string[] {
  return pairs.map((pair) => {
    const [high, low] = pair.split('/').map(Number);
    return `${pair} ${seen(limits, 'bp', { values: { high, low }, place })}`;
  });
}

describe('blood pressure', () => {
  test('adults at home and at a station', () => {
    expect(
      pressures(limitsOf(45), 1, [
        '134/84',
        '135/84',
        '134/85',
        '159/99',
        '160/90',
        '150/100',
        '179/109',
        '180/90',
        '170/110',
        '200/100',
        '190/120',
      ]),
    ).toEqual([
      '134/84 0',
      '135/84 1 bpHigh',
      '134/85 1 bpHigh',
      '159/99 1 bpHigh',
      '160/90 2 bpHigh',
      '150/100 2 bpHigh',
      '179/109 2 bpHigh',
      '180/90 3 bpHigh',
      '170/110 3 bpHigh',
      '200/100 4 bpHigh',
      '190/120 4 bpHigh',
    ]);
    expect(pressures(limitsOf(45), 2, ['139/89', '140/89', '139/90'])).toEqual([
      '139/89 0',
      '140/89 1 bpHigh',
      '139/90 1 bpHigh',
    ]);
    expect(pressures(limitsOf(45), 1, ['90/60', '89/60', '100/55', '99/59', '79/60', '95/49', '69/50'])).toEqual([
      '90/60 0',
      '89/60 2 bpLow',
      '100/55 0',
      '99/59 2 bpLow',
      '79/60 3 bpLow',
      '95/49 3 bpLow',
      '69/50 4 bpLow',
    ]);
  });

  test('the old, the ill and the pregnant', () => {
    expect(pressures(limitsOf(70), 1, ['139/89', '140/80'])).toEqual(['139/89 0', '140/80 1 bpHigh']);
    expect(pressures(limitsOf(70, { tags: ['hypertension'] }), 1, ['135/80'])).toEqual(['135/80 1 bpHigh']);
    expect(pressures(limitsOf(82, { tags: ['hypertension'] }), 1, ['149/89', '150/80'])).toEqual([
      '149/89 0',
      '150/80 1 bpHigh',
    ]);
    for (const tag of ['diabetes', 'ckd', 'heart_failure'] as const) {
      expect(pressures(limitsOf(82, { tags: [tag] }), 2, ['129/79', '130/70'])).toEqual([
        '129/79 0',
        '130/70 1 bpHigh',
      ]);
    }
    expect(pressures(limitsOf(30, { sex: 2, tags: ['pregnant'] }), 1, ['139/89', '140/80', '150/110'])).toEqual([
      '139/89 1 bpHigh',
      '140/80 3 bpHigh',
      '150/110 4 bpHigh',
    ]);
  });

  test('children by the formula, below 6 only levels 3 and 4', () => {
    expect(pressures(limitsOf(8), 1, ['115/72', '116/70', '127/70', '128/70', '136/70', '146/70', '100/103'])).toEqual([
      '115/72 0',
      '116/70 1 bpHigh',
      '127/70 1 bpHigh',
      '128/70 2 bpHigh',
      '136/70 3 bpHigh',
      '146/70 4 bpHigh',
      '100/103 4 bpHigh',
    ]);
    expect(pressures(limitsOf(8, { sex: 2 }), 1, ['112/70', '111/70'])).toEqual(['112/70 1 bpHigh', '111/70 0']);
    expect(pressures(limitsOf(8, { sex: null }), 1, ['112/70'])).toEqual(['112/70 1 bpHigh']);
    expect(pressures(limitsOf(17), 1, ['139/80', '140/80', '150/90'])).toEqual([
      '139/80 1 bpHigh',
      '140/80 2 bpHigh',
      '150/90 2 bpHigh',
    ]);
    expect(pressures(limitsOf(4), 1, ['127/60', '128/60', '138/60', '77/50', '67/40'])).toEqual([
      '127/60 0',
      '128/60 3 bpHigh',
      '138/60 4 bpHigh',
      '77/50 3 bpLow',
      '67/40 4 bpLow',
    ]);
    expect(pressures(limitsOf(0), 1, ['69/50', '59/40', '70/50'])).toEqual([
      '69/50 3 bpLow',
      '59/40 4 bpLow',
      '70/50 0',
    ]);
    expect(pressures(limitsOf(12), 1, ['89/60', '79/50', '90/60'])).toEqual([
      '89/60 3 bpLow',
      '79/50 4 bpLow',
      '90/60 0',
    ]);
  });

  test('level 3 with a symptom is level 4, for everybody', () => {
    const values = { high: 182, low: 95 };
    expect(judgementOf(limitsOf(45), 'bp', { values, symptoms: ['chestPain'] })).toMatchObject({
      level: 4,
      findings: [{ ruleCode: 'BP-H4', description: '血压 182/95 mmHg，伴症状，达到危急线180/110' }],
    });
    expect(judgementOf(limitsOf(8), 'bp', { values: { high: 137, low: 70 }, symptoms: ['headache'] })).toMatchObject({
      level: 4,
      findings: [{ reached: 4, description: '血压 137/70 mmHg，达到警告线136/93，伴有症状，建议立即就医' }],
    });
    expect(judgementOf(limitsOf(45), 'bp', { values: { high: 165, low: 95 }, symptoms: ['headache'] }).level).toBe(2);
  });

  test('the range of a low pressure says what a low diastolic needs beside it', () => {
    const range = (age: number, high: number, low: number): unknown =>
      judgementOf(limitsOf(age), 'bp', { values: { high, low } }).findings[0]?.rangeText;
    expect([range(45, 96, 58), range(45, 186, 112), range(8, 80, 50)]).toEqual([
      '90-134/60-84（舒张压<60须收缩压<100）',
      '90-134/60-84',
      expect.not.stringContaining('须'),
    ]);
  });

  test('texts and grade', () => {
    expect(judgementOf(limitsOf(45), 'bp', { values: { high: 186, low: 112 } })).toEqual({
      level: 3,
      quality: 0,
      blocked: false,
      resultText: '血压偏高（警告线180/110）',
      grade: 9,
      gradeKind: 0,
      findings: [
        {
          abnormalType: 'bpHigh',
          level: 3,
          reached: 3,
          direction: 1,
          metric: 'high',
          value: 186,
          ruleCode: 'BP-H3',
          ruleId: null,
          ruleVersion: 1,
          mark: 'sourced',
          description: '血压 186/112 mmHg，达到警告线180/110',
          valueText: '186/112',
          rangeText: '90-134/60-84',
          severity: 186 / 134,
        },
      ],
    });
    expect(judgementOf(limitsOf(45), 'bp', { values: { high: 140, low: 80 } }).resultText).toBe(
      '血压偏高（家庭界值135/85）',
    );
    expect(judgementOf(limitsOf(45), 'bp', { values: { high: 141, low: 80 }, place: 2 })).toMatchObject({
      resultText: '血压偏高（诊室界值140/90）',
      grade: 2,
      gradeKind: 1,
    });
    expect(judgementOf(limitsOf(82), 'bp', { values: { high: 145, low: 85 }, place: 2 })).toMatchObject({
      level: 0,
      resultText: '1级高血压水平，未达本人界值',
      grade: 2,
      gradeKind: 1,
    });
    expect(judgementOf(limitsOf(8), 'bp', { values: { high: 100, low: 60 } })).toEqual({
      level: 0,
      findings: [],
      quality: 0,
      blocked: false,
      resultText: '正常',
    });
  });
});

describe('glucose', () => {
  const sugars = (tags: JudgedPerson['tags'], period: number, values: readonly number[]): string[] =>
    values.map((bloodSugar) =>
      seen(limitsOf(30, { sex: 2, ...(tags && { tags }) }), 'bloodSugar', { values: { bloodSugar }, period }),
    );

  test('a target below 10.0 is left at 10.0 itself', () => {
    expect(sugars(['diabetes'], 2, [9.9, 10])).toEqual(['0', '1 sugarHigh']);
    expect(sugars(['diabetes'], 1, [7, 7.1])).toEqual(['0', '1 sugarHigh']);
    expect(
      judgementOf(limitsOf(60, { tags: ['diabetes'] }), 'bloodSugar', { values: { bloodSugar: 10 }, period: 2 })
        .findings[0],
    ).toMatchObject({
      ruleCode: 'BS-H1-DM',
      description: '血糖 10 mmol/L，达到提示线10',
      rangeText: '4-9.9',
      mark: 'sourced',
    });
  });

  test('in pregnancy: limits of the diagnosis, and with diabetes the targets, both to be confirmed', () => {
    expect(sugars(['pregnant'], 1, [5, 5.1, 7])).toEqual(['0', '1 sugarHigh', '2 sugarHigh']);
    expect(sugars(['pregnant', 'diabetes'], 1, [5.2, 5.3])).toEqual(['0', '1 sugarHigh']);
    expect(sugars(['pregnant', 'diabetes'], 4, [6.6, 6.7])).toEqual(['0', '1 sugarHigh']);
    expect(sugars(undefined, 1, [5.3])).toEqual(['0']);
    const ruleOf = (tags: JudgedPerson['tags'], period: number, bloodSugar: number) =>
      judgementOf(limitsOf(30, { sex: 2, ...(tags && { tags }) }), 'bloodSugar', { values: { bloodSugar }, period })
        .findings[0];
    expect(ruleOf(['pregnant'], 1, 5.1)).toMatchObject({ ruleCode: 'BS-H1-PREG', mark: 'pending' });
    expect(ruleOf(['pregnant', 'diabetes'], 1, 5.3)).toMatchObject({ ruleCode: 'BS-H1-PREG-DM', mark: 'pending' });
    expect(ruleOf(['pregnant'], 2, 8.5)?.ruleCode).toMatch(/^BS-H1/);
  });
});

describe('heart', () => {
  const hearts = (limits: Limits, heartState: 0 | 1 | 2 | 3, rates: readonly number[]): string[] =>
    rates.map((heart) => `${heart} ${seen(limits, 'heart', { values: { heart }, heartState })}`);

  test('adults at rest, asleep and in motion', () => {
    expect(hearts(limitsOf(45), 1, [100, 101, 121, 131, 150, 55, 54, 49, 45, 39])).toEqual([
      '100 0',
      '101 1 heartFast',
      '121 2 heartFast',
      '131 3 heartFast',
      '150 4 heartFast',
      '55 0',
      '54 1 heartSlow',
      '49 2 heartSlow',
      '45 3 heartSlow',
      '39 4 heartSlow',
    ]);
    expect(hearts(limitsOf(45), 3, [101, 50, 49, 44, 39, 34])).toEqual([
      '101 1 heartFast',
      '50 0',
      '49 1 heartSlow',
      '44 2 heartSlow',
      '39 3 heartSlow',
      '34 4 heartSlow',
    ]);
    expect(hearts(limitsOf(45), 2, [175, 176, 196, 46, 45, 39])).toEqual([
      '175 0',
      '176 3 heartFast',
      '196 4 heartFast',
      '46 0',
      '45 3 heartSlow',
      '39 4 heartSlow',
    ]);
    expect(hearts(limitsOf(45), 0, [101])).toEqual(['101 1 heartFast']);
  });

  test('children', () => {
    expect(hearts(limitsOf(8), 1, [120, 121, 131, 151, 180, 60, 59, 49, 39])).toEqual([
      '120 0',
      '121 1 heartFast',
      '131 2 heartFast',
      '151 3 heartFast',
      '180 4 heartFast',
      '60 0',
      '59 2 heartSlow',
      '49 3 heartSlow',
      '39 4 heartSlow',
    ]);
    expect(hearts(limitsOf(0), 1, [190, 191, 220, 80, 79, 59])).toEqual([
      '190 0',
      '191 3 heartFast',
      '220 4 heartFast',
      '80 0',
      '79 3 heartSlow',
      '59 4 heartSlow',
    ]);
    expect(hearts(limitsOf(2), 1, [180, 181, 200, 74])).toEqual([
      '180 0',
      '181 3 heartFast',
      '200 4 heartFast',
      '74 3 heartSlow',
    ]);
    expect(hearts(limitsOf(5), 2, [160, 161, 180, 59, 49])).toEqual([
      '160 0',
      '161 3 heartFast',
      '180 4 heartFast',
      '59 3 heartSlow',
      '49 4 heartSlow',
    ]);
  });

  test('poor contact and motion block levels 1-2, never 3-4', () => {
    const limits = limitsOf(45);
    expect(judgementOf(limits, 'heart', { values: { heart: 125 }, contact: 'poor' })).toMatchObject({
      level: 0,
      quality: 2,
      blocked: true,
      resultText: '接触不良，未判定',
    });
    expect(judgementOf(limits, 'heart', { values: { heart: 135 }, contact: 'off' })).toMatchObject({
      level: 3,
      quality: 5,
      blocked: true,
    });
    expect(judgementOf(limits, 'heart', { values: { heart: 140 }, motion: true })).toMatchObject({
      level: 0,
      quality: 3,
      blocked: true,
    });
    expect(judgementOf(limits, 'spo2', { values: { spo2: 92, perfusion: 0.2 } })).toMatchObject({
      level: 0,
      quality: 2,
    });
    expect(judgementOf(limits, 'spo2', { values: { spo2: 89, perfusion: 0.2 } })).toMatchObject({
      level: 3,
      quality: 2,
    });
    expect(judgementOf(limits, 'bloodSugar', { values: { bloodSugar: 8 }, period: 1, contact: 'poor' })).toMatchObject({
      level: 2,
      quality: 0,
    });
  });
});

describe('oxygen, glucose, temperature and laboratory', () => {
  const one = (
    limits: Limits,
    kind: MeasurementKind,
    rest: readonly number[] | { readonly figures: readonly number[]; readonly more: Partial<Sample> },
  ): number[] => {
    const { figures, more } = 'figures' in rest ? rest : { figures: rest, more: {} };
    return figures.map((figure) => judgementOf(limits, kind, { values: { [kind]: figure }, ...more }).level);
  };

  test('oxygen: general, COPD and highland sets', () => {
    const figures = [95, 94, 93, 90, 89, 88, 87, 86, 85, 84, 83, 80, 79];
    expect(one(limitsOf(60), 'spo2', figures)).toEqual([0, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4]);
    expect(one(limitsOf(60, { tags: ['copd'] }), 'spo2', figures)).toEqual([0, 0, 0, 0, 0, 0, 2, 2, 3, 3, 4, 4, 4]);
    expect(one(limitsOf(60, { tags: ['highland'] }), 'spo2', figures)).toEqual([0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3, 3, 4]);
    expect(one(limitsOf(60, { tags: ['copd', 'highland'] }), 'spo2', figures)).toEqual([
      0, 0, 0, 0, 1, 2, 2, 2, 3, 3, 4, 4, 4,
    ]);
    expect(one(limitsOf(60, { tags: ['copd'] }), 'spo2', { figures: [92, 93], more: { oxygenState: 1 } })).toEqual([
      0, 2,
    ]);
    expect(seen(limitsOf(60, { tags: ['copd'] }), 'spo2', { values: { spo2: 95 }, oxygenState: 1 })).toBe('2 spo2High');
  });

  test('glucose by meal relation, with and without diabetes', () => {
    const well = limitsOf(50);
    const diabetic = limitsOf(50, { tags: ['diabetes'] });
    expect(one(well, 'bloodSugar', { figures: [6, 6.1, 7, 13.9, 16.7, 2.8, 2.7], more: { period: 1 } })).toEqual([
      0, 1, 2, 3, 4, 0, 4,
    ]);
    expect(one(well, 'bloodSugar', { figures: [7.7, 7.8, 11.1], more: { period: 2 } })).toEqual([0, 1, 2]);
    expect(one(well, 'bloodSugar', [11, 11.1])).toEqual([0, 2]);
    expect(one(diabetic, 'bloodSugar', { figures: [7, 7.1, 13.8, 13.9, 3.9, 4, 3, 2.9], more: { period: 1 } })).toEqual(
      [0, 1, 1, 3, 3, 0, 3, 4],
    );
    expect(one(diabetic, 'bloodSugar', { figures: [9.9, 10], more: { period: 4 } })).toEqual([0, 1]);
  });

  test('temperature, ketone, uric acid and lipids', () => {
    expect(one(limitsOf(50), 'temperature', [37.2, 37.3, 38.1, 39.1, 41, 41.1, 35, 34.9])).toEqual([
      0, 1, 2, 3, 3, 4, 0, 3,
    ]);
    expect(judgementOf(limitsOf(50), 'temperature', { values: { surfaceTemperature: 30 } })).toMatchObject({
      level: 0,
      findings: [],
    });
    expect(one(limitsOf(50), 'ketone', [0.5, 0.6, 1.5, 3])).toEqual([0, 1, 3, 4]);
    expect(one(limitsOf(50), 'uricAcid', [420, 421, 480, 900])).toEqual([0, 1, 2, 2]);
    const lipids = limitsOf(50);
    expect(seen(lipids, 'bloodLipid', { values: { tc: 5.1, hdl: 1 } })).toBe('0');
    expect(seen(lipids, 'bloodLipid', { values: { hdl: 0.9 } })).toBe('1 lipid');
    expect(judgementOf(lipids, 'bloodLipid', { values: { tg: 5.7, tc: 5 } })).toMatchObject({
      level: 2,
      findings: [{ description: '甘油三酯 5.7 mmol/L，达到关注线2.3，建议就诊', rangeText: '≤1.69' }],
    });
    expect(seen(limitsOf(10), 'bloodLipid', { values: { tc: 9 } })).toBe('0');
  });
});

describe('any reading', () => {
  const figures = fc.record({ high: fc.integer({ min: 31, max: 350 }), low: fc.integer({ min: 10, max: 250 }) });
  const ages = fc.integer({ min: 0, max: 100 });

  test('a worse pressure is never judged milder', () => {
    fc.assert(
      fc.property(figures, ages, fc.nat(40), ({ high, low }, age, more) => {
        fc.pre(high >= 140 && low >= 90);
        const limits = limitsOf(age);
        const mild = judgementOf(limits, 'bp', { values: { high, low } }).level;
        expect(
          judgementOf(limits, 'bp', { values: { high: high + more, low: low + more } }).level,
        ).toBeGreaterThanOrEqual(mild);
      }),
    );
  });

  test('at most one finding, and a device without registration stops at 3', () => {
    fc.assert(
      fc.property(figures, ages, fc.boolean(), (values, age, trusted) => {
        const { level, findings } = judgementOf(limitsOf(age), 'bp', { values, trusted });
        expect(findings.length).toBe(level === 0 ? 0 : 1);
        expect(level).toBeLessThanOrEqual(trusted ? 4 : 3);
      }),
    );
  });

  test('an unknown birthday is judged as an adult, and limits end on the next birthday', () => {
    const unknown = compileLimits({ rules: platformRules, on, person: {} });
    expect(unknown.profile).toMatchObject({ age: 45, ageAssumed: true, sex: 0 });
    expect(unknown.untilOn).toBeNull();
    expect(limitsOf(45).untilOn).toBe('2027-01-15');
  });

  test('persons alike share a key, persons with own rules do not', () => {
    const person = { id: 7, birthday: '1981-01-15', sex: 1 as const, tags: ['copd' as const, 'ckd' as const] };
    const alike = { ...person, id: 8, birthday: '1981-02-01', tags: ['ckd' as const, 'copd' as const] };
    expect(limitsKey(person, on, false)).toBe(limitsKey(alike, on, false));
    expect(limitsKey(person, on, true)).not.toBe(limitsKey(alike, on, true));
    expect(limitsKey(person, '2027-01-15', false)).not.toBe(limitsKey(person, on, false));
  });
});
