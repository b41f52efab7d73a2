/** Stored grade of a pressure reading: 0 正常, 1 正常高值, 2 1级, 3 2级, 4 3级, 6 偏低, 7 家庭血压偏高. */
export type PressureGrade = 0 | 1 | 2 | 3 | 4 | 6 | 7;

/** Which figure is raised: 0 both, 1 isolated systolic, 2 isolated diastolic. */
export type PressureGradeKind = 0 | 1 | 2;

/** Grade with its kind; the kind stands only beside grades 2-4 and 7. */
export interface GradedPressure {
  readonly grade: PressureGrade;
  readonly gradeKind?: PressureGradeKind;
}

/** What a grade needs besides the pair. `place` 1 家庭, 2 诊室或站点. */
export interface PressureSetting {
  readonly place: 1 | 2;
}

/** Names of the grades; 水平, because one reading is no diagnosis. */
export const pressureGradeNames: Readonly<Record<PressureGrade, string>> = {
  0: '正常', 1: '正常高值', 2: '1级高血压水平', 3: '2级高血压水平', 4: '3级高血压水平', 6: '偏低', 7: '家庭血压偏高',
};

/**
 * Grade of an adult's reading, after 中国高血压防治指南（2024年修订版）: office readings by the table of grades
 * (the higher figure decides), home readings only against 135/85; low below 90, or below 60 with a systolic below 100.
 * Not for persons under 18 or pregnant.
 */
export function gradePressure(high: number, low: number, setting: PressureSetting): GradedPressure {
  if (high < 90 || (low < 60 && high < 100)) {
    return { grade: 6 };
  }
  if (setting.place === 1) {
    return high >= 135 || low >= 85 ? { grade: 7, gradeKind: raised(high >= 135, low >= 85) } : { grade: 0 };
  }
  const grade = officeGrade(high, low);
  return grade >= 2 ? { grade, gradeKind: raised(high >= 140, low >= 90) } : { grade };
}

function officeGrade(high: number, low: number): 0 | 1 | 2 | 3 | 4 {
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

function raised(highRaised: boolean, lowRaised: boolean): PressureGradeKind {
  if (highRaised && lowRaised) {
    return 0;
  }
  return highRaised ? 1 : 2;
}
