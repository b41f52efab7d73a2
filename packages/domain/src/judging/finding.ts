import { kindOf, metricOf } from '../measurement/catalogue.ts';
import type { ReadingValues } from '../measurement/check-reading.ts';
import type { CompiledTerm, ContextLimits } from './compile-limits.ts';
import { plain } from './limit-text.ts';
import type { NormalRange } from './limit-text.ts';
import type { RuleMark } from './rule-mark.ts';
import type { Sample } from './sample.ts';
import type { AbnormalType, AlarmLevel, Direction } from './vocabulary.ts';

/** What is wrong with a reading. */
export interface Finding {
  readonly abnormalType: AbnormalType;
  /** Stored level: 4 of a device without registration is capped at 3 until confirmed. */
  readonly level: AlarmLevel;
  /** Level by the figures alone. */
  readonly reached: AlarmLevel;
  readonly direction: Direction;
  readonly metric: string;
  /** The leading metric's figure. */
  readonly value: number;
  readonly ruleCode: string;
  readonly ruleId: number | null;
  readonly ruleVersion: number;
  readonly mark: RuleMark;
  /** `血压 186/112 mmHg，达到警告线180/110`. */
  readonly description: string;
  /** `186/112`. */
  readonly valueText: string;
  /** Normal range, `90-134/60-84`. */
  readonly rangeText: string;
  /** How far outside the normal range (1 is the edge), to compare readings of one kind of case. */
  readonly severity: number;
}

/** Words a finding: the most severe comparison that a sample met. */
export function findingOf(sample: Sample, term: CompiledTerm, context: ContextLimits): Finding {
  const symptomatic = sample.kind === 'bp' && term.level === 3 && hasSymptom(sample);
  const reached: AlarmLevel = symptomatic ? 4 : term.level;
  const valueText = valueTextOf(sample, term.metric);
  return {
    abnormalType: term.type,
    level: reached === 4 && !sample.trusted ? 3 : reached,
    reached,
    direction: term.rule.direction,
    metric: term.metric,
    value: sample.values[term.metric] ?? 0,
    ruleCode: term.rule.code,
    ruleId: term.rule.id ?? null,
    ruleVersion: term.rule.version,
    mark: term.rule.mark,
    description: describe(sample, term, valueText) + remarks(sample, term, symptomatic),
    valueText,
    rangeText: term.normal,
    severity: severityOf(sample.values, term, context),
  };
}

/** Whether symptoms were entered with the value. */
export function hasSymptom(sample: Sample): boolean {
  return sample.symptoms !== undefined && sample.symptoms.length > 0;
}

/** The figures as lists show them: `186/112`, `3.4`. */
function valueTextOf(sample: Sample, metric: string): string {
  const { values } = sample;
  return sample.kind === 'bp'
    ? `${plain(values['high'] ?? 0)}/${plain(values['low'] ?? 0)}`
    : plain(values[metric] ?? 0);
}

function describe(sample: Sample, term: CompiledTerm, valueText: string): string {
  const metric = metricOf(sample.kind, term.metric);
  const unit = metric?.unit ?? '';
  const gap = unit === '%' || unit === '℃' ? '' : ' ';
  const byMetric = sample.kind === 'bloodLipid' || sample.kind === 'sleep';
  const name = byMetric && metric ? metric.zh : kindOf(sample.kind).zh;
  return `${name} ${valueText}${gap}${unit}，${term.reason}`;
}

function remarks(sample: Sample, term: CompiledTerm, symptomatic: boolean): string {
  const symptom = symptomatic ? '，伴有症状，建议立即就医' : '';
  const further = term.rule.condition.addText?.find(
    (each) => (sample.values[each.metric] ?? Number.NEGATIVE_INFINITY) >= each.from,
  );
  const retest = sample.doubtful === true ? '，请复测' : '';
  return `${symptom}${further ? `，${further.text}` : ''}${retest}${sample.trusted ? '' : '（设备无注册证，仅供参考）'}`;
}

/** Only the side of the finding counts, so that readings of one kind of case compare. */
function severityOf(values: ReadingValues, term: CompiledTerm, context: ContextLimits): number {
  let worst = 0;
  for (const [metric, range] of context.ranges) {
    const value = values[metric];
    if (value !== undefined) {
      const own = metric === term.metric;
      worst = Math.max(
        worst,
        own || term.rule.direction === 1 ? over(value, range) : 0,
        own || term.rule.direction === 2 ? under(value, range) : 0,
      );
    }
  }
  return worst;
}

function over(value: number, range: NormalRange): number {
  return range.upper !== undefined && range.upper > 0 ? value / range.upper : 0;
}

function under(value: number, range: NormalRange): number {
  return range.lower !== undefined && value > 0 ? range.lower / value : 0;
}
