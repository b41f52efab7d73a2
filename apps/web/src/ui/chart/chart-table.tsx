import { L } from '../../lib/i18n/texts.ts';
import { formatNumber } from '../../lib/units.ts';
import { levelTone, StatusTag } from '../status-tag.tsx';

import { toRows, type VitalSeries } from './vital-series.ts';
import css from './vital-chart.module.css';

interface ChartTableProps {
  title: string;
  series: readonly VitalSeries[];
  height: number | string;
  shown: (at: number) => string;
}

export function ChartTable({ title, series, height, shown }: ChartTableProps) {
  const rows = toRows(series);
  const hasLevels = series.some(({ points }) => points.some(({ level }) => level !== undefined));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={css['tableBox']} style={{ maxHeight: height }} tabIndex={0} role="region" aria-label={title}>
      <table className={css['table']} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{L('chart.time')}</th>
            {series.map(({ label, unit }) => (
              <th key={label} scope="col">
                {label}
                {unit && ` (${unit})`}
              </th>
            ))}
            {hasLevels && <th scope="col">{L('chart.alarm')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, values, level }) => (
            <tr key={at}>
              <td>{shown(at)}</td>
              {values.map((value, column) => (
                <td key={series[column]?.label}>{formatNumber(value, 2)}</td>
              ))}
              {hasLevels && (
                <td>
                  {level > 0 ? <StatusTag tone={levelTone(level)}>{L('alarm.level', { n: level })}</StatusTag> : '—'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
