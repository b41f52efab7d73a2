import { formatNumber } from '../../lib/units.ts';
import { ShareBar } from '../../ui/share-bar.tsx';

import css from './home.module.css';

/** What part of a whole a number is: a bar and its percentage. Nothing is a part of nothing. */
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
