import { Button } from 'antd';
import { Suspense, useState } from 'react';

import { formatDate, formatMinute } from '../../lib/dates.ts';
import { L } from '../../lib/i18n/texts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { formatNumber } from '../../lib/units.ts';
import { EmptyState, LoadingState } from '../states.tsx';
import { useThemeName } from '../theme-name.ts';

import { ChartTable } from './chart-table.tsx';
import { bandMarks, summarize, type NormalBand, type VitalSeries } from './vital-series.ts';
import css from './vital-chart.module.css';

const ChartPicture = lazyPart(async () => (await import('./chart-picture.tsx')).ChartPicture);

interface VitalChartProps {
  title: string;
  series: readonly VitalSeries[];
  height?: number | string;
  note?: string;
  /** One value per day: times are shown as days. */
  isDaily?: boolean;
}

function sentence(title: string, series: readonly VitalSeries[], shown: (at: number) => string): string {
  const { count, alarms, from, to, ranges } = summarize(series);
  if (from === null || to === null) return L('chart.none', { title });
  const texts = ranges.map(({ label, unit, min, max }) =>
    L('chart.range', { label, unit, min: formatNumber(min, 2), max: formatNumber(max, 2) }),
  );
  return L('chart.summary', {
    title,
    count,
    from: shown(from),
    to: shown(to),
    ranges: texts.join(''),
    alarms: alarms > 0 ? L('chart.alarms', { n: alarms }) : '',
  });
}

function ends({ minNeeds, ...band }: NormalBand): string {
  return minNeeds
    ? `${endsAlone(band)}${L('chart.bandNeeds', { min: formatNumber(band.min, 2), what: minNeeds })}`
    : endsAlone(band);
}

function endsAlone({ min, max }: NormalBand): string {
  if (min !== null && max !== null) return `${formatNumber(min, 2)}–${formatNumber(max, 2)}`;
  return max === null ? `≥${formatNumber(min, 2)}` : `≤${formatNumber(max, 2)}`;
}

/** Normal ranges in words: `正常范围（家庭）：收缩压 90–134，舒张压 60–84（<60 须收缩压<100） mmHg`; empty without any. */
function bandWords(series: readonly VitalSeries[]): string {
  const banded = series.flatMap(({ label, unit, normal }) => (normal ? [{ label, unit, normal }] : []));
  const [first] = banded;
  if (!first) return '';
  const ranges = banded.map(({ label, normal }) => (series.length > 1 ? `${label} ${ends(normal)}` : ends(normal)));
  const circumstance = first.normal.circumstance ? L('chart.bandWhen', { when: first.normal.circumstance }) : '';
  const mark = bandMarks.find((each) => banded.some(({ normal }) => normal.mark === each));
  return L('chart.band', {
    circumstance,
    ranges: ranges.join(L('chart.bandAnd')),
    unit: first.unit,
    mark: mark ? L(`chart.band.${mark}`) : '',
  });
}

/** Remarks below the title of a chart; empty ones are skipped. */
function Remarks({ remarks }: { remarks: readonly string[] }) {
  const told = remarks.filter((remark) => remark !== '');
  if (told.length === 0) return null;
  return (
    <span className={css['remarks']}>
      {told.map((remark) => (
        <span key={remark}>{remark}</span>
      ))}
    </span>
  );
}

/** Measured values over time with normal range and alarm marks; 查看数据 shows them as a table. */
export function VitalChart({ title, series, height = 280, note = '', isDaily = false }: VitalChartProps) {
  const theme = useThemeName();
  const [isTable, setTable] = useState(false);
  const shown = isDaily ? formatDate : formatMinute;
  const summary = sentence(title, series, shown);
  const isEmpty = series.every(({ points }) => points.every(({ value }) => value === null));
  if (isEmpty) return <EmptyState text={summary} />;

  return (
    <figure className={css['figure']}>
      <figcaption className={css['caption']}>
        <span>{title}</span>
        <Button size="small" onClick={() => setTable(!isTable)}>
          {L(isTable ? 'chart.showChart' : 'chart.showTable')}
        </Button>
        <Remarks remarks={[bandWords(series), note]} />
      </figcaption>
      {isTable ? (
        <ChartTable title={title} series={series} height={height} shown={shown} />
      ) : (
        <div role="img" aria-label={summary}>
          <Suspense fallback={<LoadingState />}>
            <ChartPicture series={series} height={height} theme={theme} isDaily={isDaily} />
          </Suspense>
        </div>
      )}
    </figure>
  );
}
