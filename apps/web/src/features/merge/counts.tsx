import { T } from './merge-texts.ts';
import css from './merge.module.css';

import type { Counted } from '../../resource-client/merges.ts';

export function Counts({ list, none }: { readonly list: readonly Counted[]; readonly none: string }) {
  if (list.length === 0) return <p className={css['quiet']}>{none}</p>;
  return (
    <ul className={css['counts']}>
      {list.map(({ label, count }) => (
        <li key={label}>{T('counted', { label, n: count })}</li>
      ))}
    </ul>
  );
}
