import type { Limits, QuietRange } from '../judging/compile-limits.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import type { CaseReading } from './case-reading.ts';

const known = new WeakMap<Limits, Map<MeasurementKind, readonly QuietRange[]>>();

/** Where no limit of a kind can be met, whatever the circumstances of the reading. */
export function quietRangesOf(limits: Limits, kind: MeasurementKind): readonly QuietRange[] {
  const kinds = known.get(limits) ?? new Map<MeasurementKind, readonly QuietRange[]>();
  known.set(limits, kinds);
  const found = kinds.get(kind) ?? narrowest(limits.ofKind(kind).flatMap(({ quiet }) => quiet));
  kinds.set(kind, found);
  return found;
}

function narrowest(ranges: readonly QuietRange[]): readonly QuietRange[] {
  return [...new Set(ranges.map(({ metric }) => metric))].map((metric) => {
    const own = ranges.filter((range) => range.metric === metric);
    return {
      metric,
      low: Math.max(...own.map(({ low }) => low)),
      high: Math.min(...own.map(({ high }) => high)),
    };
  });
}

/**
 * A reading between all its limits and not doubtful, as input of the case logic: judged only when its neighbours need
 * more of it.
 */
export class DeferredReading implements CaseReading {
  readonly kind: MeasurementKind;
  readonly at: number;
  readonly finding = undefined;
  readonly needs = undefined;
  readonly doubtful = false;
  private readonly judge: () => CaseReading;
  private judged: CaseReading | undefined;

  constructor(kind: MeasurementKind, at: number, judge: () => CaseReading) {
    this.kind = kind;
    this.at = at;
    this.judge = judge;
  }
  get id(): CaseReading['id'] {
    return this.whole().id;
  }
  get day(): CaseReading['day'] {
    return this.whole().day;
  }
  get by(): CaseReading['by'] {
    return this.whole().by;
  }
  get late(): boolean {
    return this.whole().late;
  }
  get past(): boolean {
    return this.whole().past;
  }
  get blocked(): boolean {
    return this.whole().blocked;
  }
  get judgement(): CaseReading['judgement'] {
    return this.whole().judgement;
  }
  get calms(): CaseReading['calms'] {
    return this.whole().calms;
  }
  get twin(): CaseReading['twin'] {
    return this.whole().twin;
  }
  findingAt(): undefined {
    return undefined;
  }
  private whole(): CaseReading {
    this.judged ??= this.judge();
    return this.judged;
  }
}
