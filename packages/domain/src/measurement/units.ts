import { roundTo } from './catalogue.ts';

/** Glucose from mg/dL to mmol/L: divided by 18.0, rounded to 0.1. */
export function glucoseFromMgDl(value: number): number {
  return roundTo(value / 18, 1);
}

/** Uric acid from mg/dL to μmol/L: times 59.48, rounded to a whole number. */
export function uricAcidFromMgDl(value: number): number {
  return roundTo(value * 59.48, 0);
}

/** Cholesterol (total, HDL, LDL) from mg/dL to mmol/L: divided by 38.67, rounded to 0.01. */
export function cholesterolFromMgDl(value: number): number {
  return roundTo(value / 38.67, 2);
}

/** Triglycerides from mg/dL to mmol/L: divided by 88.57, rounded to 0.01. */
export function triglyceridesFromMgDl(value: number): number {
  return roundTo(value / 88.57, 2);
}

/** What a glucose meter shows outside its range: the stored figure and its remark. */
export interface MeterEnd {
  readonly bloodSugar: number;
  readonly remark: '低于量程' | '高于量程';
}

/**
 * Parses a meter's `LO` or `HI` (any case): 0.6 and 33.3 mmol/L, both level 4 by the ordinary limits. Anything else:
 * undefined.
 */
export function glucoseMeterEnd(text: string): MeterEnd | undefined {
  const shown = text.trim().toUpperCase();
  if (shown === 'LO') {
    return { bloodSugar: 0.6, remark: '低于量程' };
  }
  return shown === 'HI' ? { bloodSugar: 33.3, remark: '高于量程' } : undefined;
}
