import { memo } from 'react';

import { keptOn, rowKey, typesOn, type Edits } from './paint.ts';
import { T } from './roster-texts.ts';
import css from './roster.module.css';

import type { RosterRow, RosterType } from '../../resource-client/roster.ts';

interface TotalsProps {
  readonly days: readonly string[];
  readonly rows: readonly RosterRow[];
  readonly types: ReadonlyMap<number, RosterType>;
  readonly edits: Edits;
}

export const Totals = memo(function Totals({ days, rows, types, edits }: TotalsProps) {
  const countsOn = (day: string): readonly (readonly [number, number])[] => {
    const counts = new Map<number, number>();
    for (const row of rows) {
      const kept = keptOn(row, day).filter(({ state }) => state !== 'stopped');
      for (const id of [...kept.map(({ dutyTypeId }) => dutyTypeId), ...typesOn(row, day, edits.get(rowKey(row)))])
        counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts];
  };
  return (
    <tfoot>
      <tr>
        <th scope="row">{T('total')}</th>
        {days.map((day) => (
          <td key={day}>
            {countsOn(day).map(([id, count]) => (
              <span key={id} className={css['count']}>
                {types.get(id)?.shortName ?? '—'} {count}
              </span>
            ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
});
