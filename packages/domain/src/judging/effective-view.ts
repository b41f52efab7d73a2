import { measurementKinds } from '../measurement/metric.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { Limits } from './compile-limits.ts';
import { contextsOf } from './reading-context.ts';
import type { ReadingContext } from './reading-context.ts';
import type { RuleMark } from './rule-mark.ts';
import type { EffectiveTerm } from './resolve.ts';
import type { Operator } from './rule.ts';
import type { AbnormalType, AlarmLevel, ScopeType } from './vocabulary.ts';

/** One limit that applies to a person, and its origin. */
export interface EffectiveLimit {
  readonly kind: MeasurementKind;
  readonly context: ReadingContext;
  readonly abnormalType: AbnormalType;
  readonly level: AlarmLevel;
  readonly metric: string;
  readonly op: Operator;
  readonly limit: number;
  /** What must hold together with it; empty where it counts alone. */
  readonly and: NonNullable<EffectiveTerm['and']>;
  readonly ruleCode: string;
  readonly ruleId: number | null;
  readonly scopeType: ScopeType;
  readonly mark: RuleMark;
}

/** All limits of a person as rows, for the page that shows what applies and why. */
export function effectiveLimits(limits: Limits): EffectiveLimit[] {
  return measurementKinds.flatMap((kind) =>
    limits.ofKind(kind).flatMap(({ terms }, index) =>
      terms.map(({ type, level, metric, op, limit, and = [], rule }) => ({
        kind,
        context: contextsOf(kind)[index] ?? {},
        abnormalType: type,
        level,
        metric,
        op,
        limit,
        and,
        ruleCode: rule.code,
        ruleId: rule.id ?? null,
        scopeType: rule.scopeType,
        mark: rule.mark,
      })),
    ),
  );
}
