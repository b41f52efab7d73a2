/**
 * Stored grade of a pressure reading: in an office 0 正常, 1 正常高值, 2 1级, 3 2级, 4 3级; at home 0 正常, 7 家庭血压偏高,
 * 8 参考2级, 9 参考3级; at both 6 偏低.
 */
export type PressureGrade = 0 | 1 | 2 | 3 | 4 | 6 | 7 | 8 | 9;

/** Which figure is raised: 0 both, 1 isolated systolic, 2 isolated diastolic. */
export type PressureGradeKind = 0 | 1 | 2;

/** Grade with its kind; the kind is set only with grades 2-4 and 7-9. */
export interface GradedPressure {
  readonly grade: PressureGrade;
  readonly gradeKind?: PressureGradeKind;
}

/** What a grade needs besides the pair: the place of measurement and the result by the person's own limits. */
export interface PressureSetting {
  /** 1 家庭, 2 诊室或站点. */
  readonly place: 1 | 2;
  /** Which side of the person's limits was reached, and at which alarm level (1-4); undefined inside them. */
  readonly found: { readonly side: 'high' | 'low'; readonly level: number } | undefined;
  /** Highest values that are still inside the person's limits, mmHg. */
  readonly upper: { readonly high: number | undefined; readonly low: number | undefined };
}

/** Names of the grades; 水平, because one reading is no diagnosis. */
export const pressureGradeNames: Readonly<Record<PressureGrade, string>> = {
  0: '正常',
  1: '正常高值',
  2: '1级高血压水平',
  3: '2级高血压水平',
  4: '3级高血压水平',
  6: '偏低',
  7: '家庭血压偏高',
  8: '家庭血压偏高（参考2级）',
  9: '家庭血压偏高（参考3级）',
};

/**
 * Grade of an adult's reading, which never contradicts the person's limits. Not for persons under 18 or pregnant.
 *
 * At home the person's limits decide: inside 正常, below 偏低, above 家庭血压偏高, and there 参考2级 from 160/100 and
 * 参考3级 from 180/110, because the guideline grades no readings at home. In an office the guideline's table decides
 * (中国高血压防治指南（2024年修订版）, 按血压水平分类; the higher figure counts), below the limits 偏低. Where the
 * limits are so strict that they find a value high which the table calls normal, there is no grade: undefined.
 */
export function gradePressure(high: number, low: number, setting: PressureSetting): GradedPressure | undefined {
  if (setting.found?.side === 'low') {
    return { grade: 6 };
  }
  return setting.place === 1 ? homeGrade(high, low, setting) : officeGrade(high, low, setting);
}

function homeGrade(high: number, low: number, { found, upper }: PressureSetting): GradedPressure {
  if (found === undefined) {
    return { grade: 0 };
  }
  const grade = high >= 180 || low >= 110 ? 9 : high >= 160 || low >= 100 ? 8 : 7;
  return { grade, ...raised(high > (upper.high ?? Infinity), low > (upper.low ?? Infinity)) };
}

function officeGrade(high: number, low: number, { found }: PressureSetting): GradedPressure | undefined {
  const grade = guidelineGrade(high, low);
  if (found && (grade === 0 || (grade === 1 && found.level > 1))) {
    return undefined;
  }
  return grade >= 2 ? { grade, ...raised(high >= 140, low >= 90) } : { grade };
}

function guidelineGrade(high: number, low: number): 0 | 1 | 2 | 3 | 4 {
  if (high >= 180 || low >= 110) {
    return 4;
  }
  if (high >= 160 || low >= 100) {
    return 3;
  }
  if (high >= 140 || low >= 90) {
    return 2;
  }
  return high >= 120 || low >= 80 ? 1 : 0;
}

function raised(highRaised: boolean, lowRaised: boolean): { readonly gradeKind?: PressureGradeKind } {
  if (!highRaised && !lowRaised) {
    return {};
  }
  return { gradeKind: highRaised && lowRaised ? 0 : highRaised ? 1 : 2 };
}
