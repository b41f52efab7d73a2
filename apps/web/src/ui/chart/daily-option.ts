import { formatAt } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { formatQuantity } from '../../lib/units.ts';
import { tokens, type ThemeName } from '../tokens.ts';

import { roundStep, strokeOf } from './chart-option.ts';
import type {
  BarSeriesOption,
  ComposeOption,
  GridComponentOption,
  LegendComponentOption,
  LineSeriesOption,
  TooltipComponentOption,
} from './echarts.ts';
import type { VitalSeries } from './vital-series.ts';

export type DailyOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption | LegendComponentOption
>;

const dayOf = (at: number): string => formatAt(at, 'MM-DD') ?? '';

/** Label of a day below its bar; today is marked as incomplete. */
const dayLabel = (at: number): string => (dayOf(at) === dayOf(Date.now()) ? L('chart.today') : dayOf(at));

/** The first series as bars, the others as lines; the incomplete day is paler. */
function seriesOption(
  { label, points }: VitalSeries,
  index: number,
  theme: ThemeName,
): BarSeriesOption | LineSeriesOption {
  const { color, symbol, dash } = strokeOf(index, theme);
  if (index > 0)
    return {
      type: 'line',
      name: label,
      symbol,
      symbolSize: 8,
      lineStyle: { color, type: dash, width: 2 },
      itemStyle: { color },
      data: points.map(({ value }) => value),
    };
  const isToday = (at: number): boolean => dayOf(at) === dayOf(Date.now());
  return {
    type: 'bar',
    name: label,
    barMaxWidth: 32,
    itemStyle: { color, borderRadius: [4, 4, 0, 0] },
    data: points.map(({ at, value }) => ({ value, ...(isToday(at) && { itemStyle: { opacity: 0.5 } }) })),
  };
}

interface Shown {
  readonly dataIndex: number;
}

/** Options of a chart of daily numbers: from zero, one position per day. */
export function dailyOption(series: readonly VitalSeries[], theme: ThemeName): DailyOption {
  const { text, line } = tokens[theme];
  const points = series[0]?.points ?? [];
  const most = Math.max(1, ...series.flatMap((one) => one.points.map(({ value }) => value ?? 0)));
  const interval = Math.max(1, roundStep(most));
  const tip = (shown: Shown | readonly Shown[]): string => {
    const [first] = 'length' in shown ? shown : [shown];
    if (!first) return '';
    const at = first.dataIndex;
    return [
      dayLabel(points[at]?.at ?? 0),
      ...series.map((one) => `${one.label}: ${formatQuantity(one.points[at]?.value, one.unit)}`),
    ].join('\n');
  };
  return {
    animation: false,
    textStyle: { color: text },
    grid: { left: 48, right: 16, top: 40, bottom: 32 },
    legend: { show: series.length > 1, top: 0, textStyle: { color: text } },
    tooltip: {
      trigger: 'axis',
      confine: true,
      renderMode: 'richText',
      formatter: (shown) => tip(shown as Shown | readonly Shown[]),
    },
    xAxis: {
      type: 'category',
      data: points.map(({ at }) => dayLabel(at)),
      axisTick: { show: false },
      axisLabel: { color: text, interval: 0, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      name: [...new Set(series.map(({ unit }) => unit))].join(' / '),
      min: 0,
      max: Math.ceil(most / interval) * interval,
      interval,
      axisLabel: { color: text },
      nameTextStyle: { color: text },
      splitLine: { lineStyle: { color: line } },
    },
    series: series.map((one, index) => seriesOption(one, index, theme)),
  };
}
