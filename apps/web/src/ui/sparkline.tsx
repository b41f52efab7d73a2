import css from './sparkline.module.css';

const width = 96;
const height = 24;
const edge = 2;

/** Trend of a number over the last days, without axes; the values are in the text beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const step = (width - 2 * edge) / Math.max(1, values.length - 1);
  const points = values.map(
    (value, at) => `${edge + at * step},${height - edge - (value / most) * (height - 2 * edge)}`,
  );
  const last = points.at(-1)?.split(',');
  if (!last) return null;
  return (
    <svg className={css['line']} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <polyline points={points.join(' ')} />
      <circle cx={last[0]} cy={last[1]} r={2} />
    </svg>
  );
}
