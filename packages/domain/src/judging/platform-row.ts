import type { AbnormalRule, Condition, Term } from './rule.ts';
import { ruleMark } from './rule-mark.ts';
import type { RuleMark } from './rule-mark.ts';
import { abnormalTypes, caseTypeOf, ageGroups, levelNames, ruleTags } from './vocabulary.ts';
import type { AgeGroup, AlarmLevel, Direction, RuleKind, RuleTag } from './vocabulary.ts';

/** What differs from row to row; the rest has defaults by kind and level. */
export interface PlatformRow {
  readonly code: string;
  readonly kind: RuleKind;
  readonly direction: Direction;
  readonly level: AlarmLevel;
  readonly metric?: string;
  readonly terms?: readonly Term[];
  readonly ageGroup?: AgeGroup;
  readonly tag?: RuleTag;
  /** The condition besides its terms. */
  readonly when?: Omit<Condition, 'terms'>;
  readonly confirm?: number;
  readonly within?: number;
  readonly source: string;
  readonly section?: string;
  readonly check?: true;
  /** Increased when a row's content differs from the former release; 1 by default. */
  readonly version?: number;
}

/** Minutes between reminders of an open case, by level. */
export const repeatMinutesByLevel: Readonly<Record<AlarmLevel, number>> = { 1: 1440, 2: 240, 3: 60, 4: 15 };

const marginByKind: Partial<Record<RuleKind, number>> = { bp: 5, heart: 5, spo2: 1, bloodSugar: 0.3, temperature: 0.3 };

/** A platform row written out in full. */
export function platformRow(row: PlatformRow): AbnormalRule {
  const terms = row.terms ?? [];
  const metric = row.metric ?? terms[0]?.metric ?? row.kind;
  return {
    code: row.code,
    name: ruleName(row, metric),
    kind: row.kind,
    metric,
    direction: row.direction,
    scopeType: 0,
    ageGroup: row.ageGroup ?? 'all',
    sex: 0,
    tagCode: row.tag ?? null,
    personId: null,
    condition: { terms, ...row.when },
    level: row.level,
    ...confirmation(row),
    repeatMinutes: repeatMinutesByLevel[row.level],
    sourceText: row.source,
    sourceSection: row.section ?? '',
    mark: markOf(row),
    version: row.version ?? 1,
    endOn: null,
    valid: true,
  };
}

function markOf({ source, section = '', check }: PlatformRow): RuleMark {
  return ruleMark({ sourceText: source, sourceSection: section, check: check === true, confirmed: false });
}

function confirmation(
  row: PlatformRow,
): Pick<AbnormalRule, 'confirmCount' | 'confirmMinutes' | 'clearMargin' | 'clearCount'> {
  return {
    confirmCount: row.confirm ?? 1,
    confirmMinutes: row.within ?? 60,
    clearMargin: marginByKind[row.kind] ?? 0,
    clearCount: 2,
  };
}

function ruleName(row: PlatformRow, metric: string): string {
  const type = abnormalTypes[caseTypeOf({ ...row, metric, condition: row.when ?? {} })];
  const ages = row.ageGroup && row.ageGroup !== 'all' ? ageGroups[row.ageGroup].name : ageText(row.when);
  const tags = [...(row.tag ? [row.tag] : []), ...(row.when?.withTags ?? [])].map((tag) => ruleTags[tag]);
  const who = [...tags, ages, circumstanceText(row.when)].filter((part) => part !== '');
  return `${type}·${levelNames[row.level]}${who.length > 0 ? `（${who.join('，')}）` : ''}`;
}

function circumstanceText(when: PlatformRow['when']): string {
  if (when?.place !== undefined) {
    return when.place === 1 ? '家庭' : '诊室';
  }
  return when?.oxygen === 1 ? '吸氧' : '';
}

function ageText(when: PlatformRow['when']): string {
  const from = when?.minAge;
  const to = when?.maxAge;
  if (from !== undefined && to !== undefined) {
    return `${from}-${to}岁`;
  }
  if (from !== undefined) {
    return `${from}岁及以上`;
  }
  return to === undefined ? '' : `${to}岁及以下`;
}

/** `metric >= value`. */
export function atLeast(metric: string, value: Term['value'], more: Partial<Term> = {}): Term {
  return { metric, op: '>=', value, ...more };
}

/** `metric > value`. */
export function above(metric: string, value: Term['value'], more: Partial<Term> = {}): Term {
  return { metric, op: '>', value, ...more };
}

/** `metric < value`. */
export function below(metric: string, value: Term['value'], more: Partial<Term> = {}): Term {
  return { metric, op: '<', value, ...more };
}

/** `metric <= value`. */
export function atMost(metric: string, value: Term['value'], more: Partial<Term> = {}): Term {
  return { metric, op: '<=', value, ...more };
}
