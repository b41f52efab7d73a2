import { measurementKinds } from '../measurement/metric.ts';
import { describe, expect, test } from 'vitest';
import { compileLimits } from './compile-limits.ts';
import { platformRules } from './platform-rules.ts';
import { checkRuleFloor, checkRuleOrder } from './rule-checks.ts';
import { checkRuleShape } from './rule-shape.ts';
import type { AbnormalRule } from './rule.ts';

const published = `
BP-H1-ADULT BP-H1-HTN BP-H1-SENIOR BP-H1-OLD BP-H1-OFFICE BP-H1-DM BP-H1-CHILD BP-H2-CHILD BP-H3-CHILD BP-H4-CHILD BP-H2 BP-H3 BP-H4
BP-H3-PREG BP-H4-PREG BP-N1-SYS BP-N1-DIA BP-L2 BP-L3 BP-L4 BP-L3-CHILD BP-L4-CHILD BP-PP HR-F1 HR-F2 HR-F3 HR-F4 HR-F3-ACT HR-F4-ACT HR-S1 HR-S2 HR-S3 HR-S4
HR-F1-CHILD HR-F2-CHILD HR-F3-CHILD HR-F4-CHILD HR-S2-CHILD HR-S3-CHILD HR-S4-CHILD HR-F3-U6 HR-F4-U6 HR-S3-U6 HR-S4-U6 HR-RHYTHM
SPO2-1 SPO2-2 SPO2-3 SPO2-4 SPO2-COPD-2 SPO2-COPD-3 SPO2-COPD-4 SPO2-COPD-O2 SPO2-HIGH-1 SPO2-HIGH-2 SPO2-HIGH-3 SPO2-HIGH-4
BS-H1 BS-H2 BS-H1-DM BS-H3 BS-H4 BS-L3 BS-L4 TEMP-1 TEMP-2 TEMP-3 TEMP-4 TEMP-L3 UA-1 UA-2 LIP-1 LIP-2 KET-1 KET-3 KET-4
BMI-1 BMI-2 BMI-1-SENIOR WT-HF WT-LOSS FAT-1 WAIST-1 CALF-1 SLP-1 SLP-AHI2 BR-2 BED-3 ACT-1 WEAR-1 WEAR-2 WEAR-3 OFF-1 OFF-2 OFF-3 BAT-1
EVT-CHECK EVT-SOS EVT-FENCE`
  .trim()
  .split(/\s+/);

describe('platform rules', () => {
  test('every published row stands once, with rows split by tag and those of pregnancy', () => {
    const codes = platformRules.map((rule) => rule.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !published.includes(code))).toEqual([
      'BP-H1-CKD',
      'BP-H1-HF',
      'BS-H1-PREG',
      'BS-H1-PREG-DM',
      'BS-L4-DM',
    ]);
    expect(published.filter((code) => !codes.includes(code))).toEqual([]);
  });

  test('each has a source, a name that fits its column and a usable shape', () => {
    for (const rule of platformRules) {
      expect(checkRuleShape(rule), rule.code).toEqual([]);
      expect(rule.sourceText, rule.code).not.toBe('');
      expect(rule.code.length).toBeLessThanOrEqual(40);
      expect(rule.name.length).toBeLessThanOrEqual(64);
      expect(rule.sourceText.length).toBeLessThanOrEqual(200);
      expect(rule.sourceSection.length).toBeLessThanOrEqual(100);
    }
  });

  test('levels are ordered in every set and nothing is looser than itself', () => {
    const sets = new Map<string, AbnormalRule[]>();
    for (const rule of platformRules) {
      const key = `${rule.kind} ${rule.direction} ${rule.tagCode ?? ''}`;
      sets.set(key, [...(sets.get(key) ?? []), rule]);
    }
    for (const [key, set] of sets) {
      expect(checkRuleOrder(set), key).toEqual([]);
    }
    for (const rule of platformRules) {
      expect(checkRuleFloor({ rule }), rule.code).toEqual([]);
    }
  });

  test('a row survives JSON, as a database column holds it', () => {
    const stored = JSON.parse(JSON.stringify(platformRules)) as AbnormalRule[];
    const person = { birthday: '1950-01-01', sex: 2 as const, tags: ['diabetes' as const] };
    const texts = (rules: readonly AbnormalRule[]): string[] =>
      measurementKinds
        .flatMap(compileLimits({ rules, person, on: '2026-03-10' }).ofKind)
        .flatMap((context) => context.terms.map((term) => term.reason));
    expect(texts(stored)).toEqual(texts(platformRules));
    expect(texts(stored).length).toBeGreaterThan(50);
  });
});
