import { formatAt, formatSecond } from '../../lib/dates.ts';
import { formatQuantity } from '../../lib/units.ts';
import { tokens, type ThemeName } from '../tokens.ts';

import { bandsOverlap, summarize, type NormalBand, type VitalPoint, type VitalSeries } from './vital-series.ts';
import type {
  ComposeOption,
  GridComponentOption,
  LegendComponentOption,
  LineSeriesOption,
  TooltipComponentOption,
} from './echarts.ts';

export type VitalOption = ComposeOption<
  LineSeriesOption | GridComponentOption | TooltipComponentOption | LegendComponentOption
>;

/** Colour-blind safe, each at least 3:1 on both backgrounds; symbols and dashes also distinguish the series. */
const strokes = [
  { color: '#0958d9', symbol: 'circle', dash: 'solid' },
  { color: '#ad4e00', symbol: 'rect', dash: 'dashed' },
  { color: '#531dab', symbol: 'diamond', dash: 'dotted' },
  { color: '#237804', symbol: 'roundRect', dash: 'solid' },
] as const;

const darkColors = ['#69b1ff', '#ffc069', '#b37feb', '#95de64'] as const;

/** Marks of levels differ in colour, shape and weight. */
const marks = {
  1: { symbol: 'emptyCircle', size: 7, tone: 'textSecondary', weight: 1 },
  2: { symbol: 'emptyDiamond', size: 10, tone: 'primary', weight: 1.5 },
  3: { symbol: 'triangle', size: 12, tone: 'warning', weight: 1 },
  4: { symbol: 'pin', size: 22, tone: 'error', weight: 1 },
} as const;

export function markOf(level: number, theme: ThemeName) {
  const mark = marks[level as keyof typeof marks];
  if (mark === undefined) return undefined;
  const color = tokens[theme][mark.tone];
  return {
    symbol: mark.symbol,
    symbolSize: mark.size,
    itemStyle: { color, borderColor: color, borderWidth: mark.weight },
  };
}

function chartPoint({ at, value, level = 0 }: VitalPoint, theme: ThemeName) {
  const place: [number, number | null] = [at, value];
  return { value: place, ...markOf(level, theme) };
}

/** With many points the line is enough; the smallest dot still shows a single point between gaps. */
const dotSize = (count: number): number => (count > 120 ? 2 : count > 60 ? 4 : 6);

export function strokeOf(index: number, theme: ThemeName) {
  const stroke = strokes[index % strokes.length] ?? strokes[0];
  return {
    ...stroke,
    color: theme === 'dark' ? (darkColors[index % darkColors.length] ?? stroke.color) : stroke.color,
  };
}

interface Ground {
  readonly theme: ThemeName;
  readonly ends: { readonly min: number; readonly max: number };
  /** Overlapping ranges show their edges only. */
  readonly hasFill: boolean;
}

/** Normal range: fill and a line at each edge; the numbers are in the text below the title. */
function bandOf(
  { min, max }: NormalBand,
  { color, dash }: Pick<ReturnType<typeof strokeOf>, 'color' | 'dash'>,
  { ends, hasFill }: Ground,
): Pick<LineSeriesOption, 'markArea' | 'markLine'> {
  const [from, to] = [Math.max(min ?? ends.min, ends.min), Math.min(max ?? ends.max, ends.max)];
  const lines = [max, min].flatMap((at) => (at === null || at < ends.min || at > ends.max ? [] : [{ yAxis: at }]));
  return {
    ...(hasFill &&
      from < to && {
        markArea: { silent: true, itemStyle: { color, opacity: 0.08 }, data: [[{ yAxis: from }, { yAxis: to }]] },
      }),
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color, type: dash, width: 1, opacity: 0.7 },
      label: { show: false },
      data: lines,
    },
  };
}

function lineSeries(series: VitalSeries, index: number, ground: Ground): LineSeriesOption {
  const { theme } = ground;
  const { color, symbol, dash } = strokeOf(index, theme);
  return {
    type: 'line',
    name: series.label,
    smooth: false,
    connectNulls: false,
    showSymbol: true,
    symbol,
    symbolSize: dotSize(series.points.length),
    lineStyle: { color, type: dash, width: 1.5 },
    itemStyle: { color },
    data: series.points.map((item) => chartPoint(item, theme)),
    ...(series.normal && bandOf(series.normal, { color, dash }, ground)),
  };
}

interface Shown {
  seriesName?: string;
  value?: unknown;
}

const coordinatesOf = ({ value }: Shown): readonly unknown[] => (Array.isArray(value) ? value : []);

function tipText(shown: Shown | readonly Shown[], series: readonly VitalSeries[]): string {
  const list = 'length' in shown ? shown : [shown];
  const at = list[0] && coordinatesOf(list[0])[0];
  const lines = list.flatMap((one) => {
    const value = coordinatesOf(one)[1];
    const unit = series.find(({ label }) => label === one.seriesName)?.unit ?? '';
    return typeof value === 'number' ? [`${one.seriesName}: ${formatQuantity(value, unit, 2)}`] : [];
  });
  return [typeof at === 'number' ? formatSecond(at) : '', ...lines].join('\n');
}

const dayMs = 24 * 3600 * 1000;

export function axisPattern(span: number): string {
  if (span <= 2 * dayMs) return 'HH:mm';
  return span <= 7 * dayMs ? 'MM-DD HH:mm' : 'MM-DD';
}

/** Times in the user's zone: clock within two days, day and clock within a week, days above. */
function axisText(series: readonly VitalSeries[]): (at: number) => string {
  const { from, to } = summarize(series);
  const span = from === null || to === null ? 0 : to - from;
  const pattern = axisPattern(span);
  return (at) => formatAt(at, pattern) ?? '';
}

const roundParts = [1, 2, 5, 10] as const;
const mostParts = 6;

/** A step of 1, 2 or 5 times a power of ten that divides a span into at most six parts. */
export function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / mostParts));
  return power * (roundParts.find((part) => part * power >= span / mostParts) ?? 10);
}

/** Limits of the value axis: all values and nearby normal ranges with a margin. */
function axisEnds(series: readonly VitalSeries[]): {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
} {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])));
  const bands = series
    .flatMap(({ normal }) => [normal?.min ?? null, normal?.max ?? null])
    .filter((end) => end !== null);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const reach = Math.max(high - low, Math.abs(high) * 0.1, 1);
  const near = bands.filter((end) => end >= low - reach && end <= high + reach);
  const room = reach * 0.1;
  const from = Math.min(low, ...near) - room;
  const to = Math.max(high, ...near) + room;
  const step = roundStep(to - from);
  const bottom = Math.floor(from / step) * step;
  return { min: low >= 0 ? Math.max(0, bottom) : bottom, max: Math.ceil(to / step) * step, interval: step };
}

/** Chart options: straight lines, visible gaps, one normal range per line, triangles for alarms. */
export function vitalOption(series: readonly VitalSeries[], theme: ThemeName): VitalOption {
  const { text, line } = tokens[theme];
  const units = [...new Set(series.map(({ unit }) => unit))];
  const ends = axisEnds(series);
  const ground = { theme, ends, hasFill: !bandsOverlap(series) };
  return {
    animation: false,
    textStyle: { color: text },
    grid: { left: 48, right: 16, top: 40, bottom: 32 },
    legend: { show: series.length > 1, top: 0, textStyle: { color: text } },
    tooltip: { trigger: 'axis', confine: true, renderMode: 'richText', formatter: (shown) => tipText(shown, series) },
    xAxis: { type: 'time', axisLabel: { hideOverlap: true, color: text, formatter: axisText(series) } },
    yAxis: {
      type: 'value',
      name: units.join(' / '),
      ...ends,
      axisLabel: { color: text },
      nameTextStyle: { color: text },
      splitLine: { lineStyle: { color: line } },
    },
    series: series.map((item, index) => lineSeries(item, index, ground)),
  };
}
