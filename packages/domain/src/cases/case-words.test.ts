import { describe, expect, test } from 'vitest';
import { adult, hearts, manual, reading, run, unregistered } from '../../test/case-steps.ts';
import { compileLimits } from '../judging/compile-limits.ts';
import type { CompiledTerm, Limits } from '../judging/compile-limits.ts';
import { contextsOf } from '../judging/reading-context.ts';
import { platformRules } from '../judging/platform-rules.ts';
import { judgesReadings } from '../judging/resolve.ts';
import { looksHigh } from '../judging/limit-text.ts';
import type { Sample } from '../judging/sample.ts';
import { levelNames } from '../judging/vocabulary.ts';
import type { AlarmLevel } from '../judging/vocabulary.ts';
import { kindOf } from '../measurement/catalogue.ts';
import type { ReadingValues } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { measurementKinds } from '../measurement/metric.ts';
import { caseReading } from './case-reading.ts';
import type { CaseReading } from './case-reading.ts';
import { caseWords } from './case-words.ts';

const levels: readonly AlarmLevel[] = [1, 2, 3, 4];
const linesOf = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/(?:达到|超过|降至|低于)(..)线/gu)].map((match) => match[1] ?? '');

describe('words of a case follow its confirmed level', () => {
  test('a level that the figures pass is not confirmed yet', () => {
    const words = (...rates: number[]): string | undefined => run(hearts(rates)).steps.at(-1)?.case.description;
    expect(words(105, 106, 135)).toBe('心率 135 次/分，超过提示线100；本次判为警告级，尚需确认');
    expect(words(105, 106, 107, 135)).toMatch(/提示线100；最近 135 判为警告级，尚需确认$/u);
    expect(words(105, 106, 107, 135, 106)).toMatch(/提示线100$/u);
  });

  test('readings whose level is capped rise together, with the reason', () => {
    const { steps } = run(hearts([168, 170, 171], { by: unregistered }));
    expect(steps.at(-1)?.case).toMatchObject({
      level: 4,
      description: expect.stringMatching(/达到危急线.*，连续 3 次，升为危急$/u),
    });
  });

  test('combinations and symptoms say that they raised', () => {
    const low = [0, 10].map((at) => reading('spo2', [at, 92]));
    const fast = [5, 15, 20].map((at) => reading('heart', [at, 125]));
    const { steps } = run([...low, ...fast].toSorted((a, b) => a.at - b.at));
    expect(steps.at(-1)?.case.description).toMatch(
      /线93，血氧偏低合并心率异常，升为危急$|线..，血氧偏低合并心率异常，升为危急$/u,
    );
    const ill = run([reading('bp', [0, [182, 95]], { by: manual, symptoms: ['胸痛'] })], 0).steps[0]?.case;
    expect(ill).toMatchObject({ level: 4, description: '血压 182/95 mmHg，伴症状，达到危急线180/110' });
  });

  test('every limit of the platform at every confirmed level names that level or gives a reason', () => {
    let seen = 0;
    for (const { code, judged } of everyLimit()) {
      for (const level of levels.filter((each) => each <= (judged.finding?.reached ?? 0))) {
        const { description = '', ruleCode } = caseWords(judged, level, 3);
        const by = description.includes('按') ? 4 : level;
        seen += 1;
        expect(saysLevel(description, level), `${code} ${level}: ${description}`).toBe(true);
        expect(description.includes('尚需确认'), `${code} ${level}: ${description}`).toBe(
          level < (judged.finding?.reached ?? 0),
        );
        expect(
          platformRules.find((rule) => rule.code === ruleCode)?.level ?? level,
          `${code} ${level} by ${ruleCode}`,
        ).toBeLessThanOrEqual(by);
      }
    }
    expect(seen).toBeGreaterThan(300);
  });
});

function saysLevel(description: string, level: AlarmLevel): boolean {
  const named = linesOf(description.split('；')[0]);
  return (
    named.every((name) => name === levelNames[level]) ||
    description.includes(`升为${levelNames[level]}`) ||
    description.includes(`按${levelNames[level]}级处理`)
  );
}

/** A reading at each limit of the platform, for persons of all ages and in all contexts. */
function* everyLimit(): Generator<{ readonly code: string; readonly judged: CaseReading }> {
  for (const rule of platformRules.filter(judgesReadings)) {
    for (const age of [4, 8, 16, 45, 70, 85]) {
      const person = { ...adult, birthday: `${2026 - age}-01-15`, tags: rule.tagCode === null ? [] : [rule.tagCode] };
      yield* readingsAt(rule.code, compileLimits({ rules: platformRules, person, on: '2026-03-10' }));
    }
  }
}

function* readingsAt(code: string, limits: Limits): Generator<{ readonly code: string; readonly judged: CaseReading }> {
  for (const kind of measurementKinds) {
    for (const [place, at] of contextsOf(kind).entries()) {
      for (const term of limits.ofKind(kind)[place]?.terms.filter(({ rule }) => rule.code === code) ?? []) {
        const sample: Sample = {
          kind,
          values: valuesAt(kind, term),
          trusted: true,
          ...at,
          ...(term.symptom && { symptoms: ['胸痛'] }),
        };
        const judged = caseReading(
          { id: 1, sample, by: manual, measuredAt: 0, day: '2026-03-10', late: false },
          limits,
        );
        if (judged.finding?.abnormalType === term.type) {
          yield { code, judged };
        }
      }
    }
  }
}

function valuesAt(kind: MeasurementKind, { metric, op, limit }: CompiledTerm): ReadingValues {
  const step = 10 ** -(kindOf(kind).metrics.find(({ key }) => key === metric)?.decimals ?? 0);
  const value = op === '>' ? limit + step : op === '<' ? limit - step : limit;
  const beside = looksHigh(op) ? { high: 120, low: 70 } : { high: 95, low: 62 };
  return { ...(kind === 'bp' && beside), [metric]: value };
}
