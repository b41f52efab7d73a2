import { formatNumber } from '../../lib/units.ts';
import { ShareBar } from '../../ui/share-bar.tsx';

import css from './home.module.css';

/** Share of a total as bar and percentage; shows nothing when the total is 0. */
export function Share({ part, whole }: { part: number; whole: number }) {
  if (whole === 0) return null;
  return (
    <div className={css['share']}>
      <ShareBar
        parts={[
          { key: 'part', value: part, color: 'var(--c-primary)' },
          { key: 'rest', value: whole - part, color: 'transparent' },
        ]}
      />
      <span>{formatNumber((part / whole) * 100)}%</span>
    </div>
  );
}
