import css from './description-list.module.css';

import type { ReactNode } from 'react';

export interface Description {
  label: string;
  value: ReactNode;
  wide?: boolean;
}

/** Labelled values in two columns (one in narrow places); absent values read `—`. */
export function DescriptionList({ items, columns = 2 }: { items: readonly Description[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl className={`${css['list']} ${css[`columns${columns}`]}`}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? css['wide'] : css['pair']}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
