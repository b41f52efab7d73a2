import { fieldOf, jsonKeyOf } from '@kangmai/resource';

import { fieldLabel } from '../../../lib/labels.ts';
import { formatMoney, formatQuantity } from '../../../lib/units.ts';
import { useListContext } from '../../list-context.ts';
import { T } from '../../screen-texts.ts';
import css from './sum-row.module.css';

/** Sums over all rows that the filters leave, below the table. */
export function SumRow({ sums }: { readonly sums: Readonly<Record<string, number>> }) {
  const { resource } = useListContext();
  return (
    <div className={css['sums']} role="group" aria-label={T('sums')}>
      <strong>{T('sums')}</strong>
      <dl>
        {resource.list.sums.map((name) => {
          const field = fieldOf(resource, name);
          const sum = sums[jsonKeyOf(name, field)];
          return (
            <div key={name}>
              <dt>{fieldLabel(name, field)}</dt>
              <dd>{field.kind === 'money' ? formatMoney(sum) : formatQuantity(sum, field.options.unit ?? '', 6)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
