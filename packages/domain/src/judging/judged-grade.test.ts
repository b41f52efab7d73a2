import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileLimits } from './compile-limits.ts';
import type { Limits } from './compile-limits.ts';
import { judge, storedResult } from './judge.ts';
import type { Judgement } from './judge.ts';
import { atLeast, below, platformRow } from './platform-row.ts';
import { platformRules } from './platform-rules.ts';
import type { AbnormalRule, Term } from './rule.ts';
import { ruleTags } from './vocabulary.ts';
import type { AlarmLevel, RuleTag } from './vocabulary.ts';

const on = '2026-03-10';
const [home, office] = [1, 2] as const;

interface Asked {
  readonly age?: number;
  readonly tags?: readonly RuleTag[];
  readonly own?: readonly AbnormalRule[];
}

function limitsOf({ age = 45, tags = [], own = [] }: Asked = {}): Limits {
  return compileLimits({
    rules: [...platformRules, ...own],
    on,
    person: { id: 7, birthday: `${2026 - age}-01-15`, sex: 1, tags },
  });
}

/** A rule of the person's own. */
function ownRule(level: AlarmLevel, direction: 1 | 2, terms: readonly Term[]): AbnormalRule {
  return {
    ...platformRow({ code: `OWN-${direction}-${level}`, kind: 'bp', direction, level, terms, source: '医嘱' }),
    scopeType: 3,
    personId: 7,
  };
}

const upTo = (level: AlarmLevel, high: number, low: number): AbnormalRule =>
  ownRule(level, 1, [atLeast('high', high), atLeast('low', low)]);

interface Pair {
  readonly high: number;
  readonly low: number;
}

function judgementOf(
  limits: Limits,
  { high, low }: Pair,
  more: { readonly place?: 1 | 2; readonly contact?: 'poor' | 'off' } = {},
): Judgement {
  return judge({ kind: 'bp', trusted: true, values: { high, low }, ...more }, limits);
}

function grades(limits: Limits, place: 1 | 2, pairs: readonly string[]): string[] {
  return pairs.map((pair) => {
    const [high = 0, low = 0] = pair.split('/').map(Number);
    const { grade, gradeKind } = judgementOf(limits, { high, low }, { place });
    return `${pair} ${grade ?? 'none'}${gradeKind === undefined ? '' : ` kind ${gradeKind}`}`;
  });
}

describe('grades at home', () => {
  test('follow the limits of the person, and 160/100 and 180/110 above them', () => {
    expect(
      grades(limitsOf(), home, [
        '134/84',
        '135/80',
        '132/85',
        '160/84',
        '150/100',
        '211/118',
        '170/110',
        '89/60',
        '98/58',
        '104/58',
      ]),
    ).toEqual([
      '134/84 0',
      '135/80 7 kind 1',
      '132/85 7 kind 2',
      '160/84 8 kind 1',
      '150/100 8 kind 0',
      '211/118 9 kind 0',
      '170/110 9 kind 0',
      '89/60 6',
      '98/58 6',
      '104/58 0',
    ]);
    expect(grades(limitsOf({ age: 82 }), home, ['145/85', '150/85', '149/90'])).toEqual([
      '145/85 0',
      '150/85 7 kind 1',
      '149/90 7 kind 2',
    ]);
    expect(grades(limitsOf({ tags: ['diabetes'] }), home, ['129/79', '130/79', '140/85'])).toEqual([
      '129/79 0',
      '130/79 7 kind 1',
      '140/85 7 kind 0',
    ]);
    expect(grades(limitsOf({ own: [upTo(1, 165, 100), upTo(2, 175, 105)] }), home, ['162/90', '166/90'])).toEqual([
      '162/90 0',
      '166/90 8 kind 1',
    ]);
  });

  test('none for children, the pregnant and what could not be judged', () => {
    expect(grades(limitsOf({ age: 12 }), home, ['180/110'])).toEqual(['180/110 none']);
    expect(grades(limitsOf({ tags: ['pregnant'] }), office, ['180/110'])).toEqual(['180/110 none']);
    const unsure = judgementOf(limitsOf(), { high: 150, low: 95 }, { contact: 'poor' });
    expect([unsure.level, unsure.resultText, unsure.grade]).toEqual([0, '接触不良，未判定', undefined]);
    expect(judgementOf(limitsOf(), { high: 190, low: 95 }, { contact: 'poor' })).toMatchObject({ level: 3, grade: 9 });
  });
});

describe('grades at a station', () => {
  test('are those of the guideline', () => {
    const pairs = ['119/79', '120/79', '139/89', '140/85', '139/95', '165/95', '150/110', '89/60', '98/58', '104/58'];
    expect(grades(limitsOf(), office, pairs)).toEqual([
      '119/79 0',
      '120/79 1',
      '139/89 1',
      '140/85 2 kind 1',
      '139/95 2 kind 2',
      '165/95 3 kind 0',
      '150/110 4 kind 0',
      '89/60 6',
      '98/58 6',
      '104/58 0',
    ]);
  });

  test('say so where the person may have more, and are left out where the person may have less than the guideline calls normal', () => {
    expect(judgementOf(limitsOf({ age: 82 }), { high: 145, low: 85 }, { place: office })).toMatchObject({
      level: 0,
      grade: 2,
      resultText: '1级高血压水平，未达本人界值',
    });
    expect(judgementOf(limitsOf({ tags: ['diabetes'] }), { high: 135, low: 75 }, { place: office })).toMatchObject({
      level: 1,
      grade: 1,
      resultText: '血压偏高（诊室界值130/80）',
    });
    expect(grades(limitsOf({ own: [upTo(1, 115, 75)] }), office, ['118/70', '121/70'])).toEqual([
      '118/70 none',
      '121/70 1',
    ]);
    expect(grades(limitsOf({ own: [upTo(2, 130, 80)] }), office, ['132/70'])).toEqual(['132/70 none']);
  });
});

describe('the words that are stored', () => {
  test('nothing where nothing was found, else the words of the judgement', () => {
    expect(storedResult(undefined)).toBeNull();
    expect(storedResult(judgementOf(limitsOf(), { high: 120, low: 70 }))).toBeNull();
    expect(storedResult(judgementOf(limitsOf(), { high: 150, low: 95 }, { contact: 'poor' }))).toBeNull();
    expect(storedResult(judgementOf(limitsOf(), { high: 140, low: 70 }))).toBe('血压偏高（家庭界值135/85）');
    expect(storedResult(judgementOf(limitsOf({ age: 82 }), { high: 165, low: 85 }, { place: office }))).toBe(
      '血压偏高（关注线160/100）',
    );
    expect(storedResult(judgementOf(limitsOf({ age: 82 }), { high: 145, low: 85 }, { place: office }))).toBe(
      '1级高血压水平，未达本人界值',
    );
  });
});

describe('level, words and grade of any adult', () => {
  const tags = fc.subarray((Object.keys(ruleTags) as RuleTag[]).filter((tag) => tag !== 'pregnant'));
  const pairs = fc
    .record({ low: fc.integer({ min: 30, max: 140 }), gap: fc.integer({ min: 1, max: 120 }) })
    .map(({ low, gap }): Pair => ({ high: low + gap, low }));
  const raisedRule = fc
    .record({
      level: fc.constantFrom(1, 2, 3, 4),
      high: fc.integer({ min: 110, max: 180 }),
      low: fc.integer({ min: 60, max: 110 }),
    })
    .map(({ level, high, low }) => upTo(level as AlarmLevel, high, low));
  const loweredRule = fc
    .record({ level: fc.constantFrom(1, 2, 3, 4), high: fc.integer({ min: 70, max: 109 }) })
    .map(({ level, high }) => ownRule(level as AlarmLevel, 2, [below('high', high)]));
  const asked = fc.record({
    age: fc.integer({ min: 18, max: 100 }),
    tags,
    own: fc.array(fc.oneof(raisedRule, loweredRule), { maxLength: 4 }),
  });
  const places = fc.constantFrom(home, office);
  const raisedGrades: readonly (number | undefined)[] = [2, 3, 4, 7, 8, 9];

  test('never contradict one another', () => {
    fc.assert(
      fc.property(asked, pairs, places, (who, pair, place) => {
        const judgement = judgementOf(limitsOf(who), pair, { place });
        const { level, grade, resultText, findings } = judgement;
        const direction = findings[0]?.direction;
        expect(grade === 6).toBe(direction === 2);
        if (grade === 0) expect([level, resultText]).toEqual([0, '正常']);
        if (place === home)
          expect(grade).toSatisfy((each) => (direction === 1 ? [7, 8, 9] : direction === 2 ? [6] : [0]).includes(each));
        if (direction === 1) expect(resultText).toMatch(/^血压偏高/u);
        if (direction === 1 && level >= 2 && grade !== undefined) expect(raisedGrades).toContain(grade);
        if (level === 0 && raisedGrades.includes(grade)) expect(resultText).toMatch(/，未达本人界值$/u);
        expect(storedResult(judgement) === null).toBe(resultText === '正常');
      }),
    );
  });

  test('a higher pressure never bears a lower grade', () => {
    const rank = (grade: number): number => (grade === 6 ? -1 : grade);
    fc.assert(
      fc.property(
        fc.record({ who: asked, pair: pairs, place: places, more: fc.record({ low: fc.nat(40), high: fc.nat(40) }) }),
        ({ who, pair, place, more }) => {
          const limits = limitsOf(who);
          const [mild, worse] = [
            judgementOf(limits, pair, { place }),
            judgementOf(limits, { high: pair.high + more.low + more.high, low: pair.low + more.low }, { place }),
          ];
          fc.pre(mild.grade !== undefined && worse.grade !== undefined);
          expect(rank(worse.grade ?? 0)).toBeGreaterThanOrEqual(rank(mild.grade ?? 0));
        },
      ),
    );
  });
});
