import { abnormalRule } from '@kangmai/model/alerts';

import { L } from '../../lib/i18n/texts.ts';
import { formatNumber } from '../../lib/units.ts';
import { labelWithUnit } from '../../lib/labels.ts';
import { ChoiceValue } from '../../resource-screens/field-kinds/choice.tsx';
import { levelTone, StatusTag } from '../../ui/status-tag.tsx';
import css from './clients.module.css';
import { T } from './client-texts.ts';
import { figuresOf, meanOf } from './mean.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Values } from '../../resource-client/body.ts';
import type { SavedReading } from '../../resource-client/readings.ts';

export interface Entered {
  readonly values: Values;
  readonly saved: SavedReading;
}

const attention = 2;

/** Whether a saved measurement must be repeated: from level 2 on, or when the value is implausible. */
export const needsSecond = ({ level, isDoubtful }: SavedReading): boolean => level >= attention || isDoubtful;

function Judged({ saved: { level, result, mark } }: { readonly saved: SavedReading }) {
  if (level === 0) return result ?? L('word.empty');
  return (
    <>
      <StatusTag tone={levelTone(level)}>{result ?? L('alarm.level', { n: level })}</StatusTag>
      {mark && (
        <>
          {' '}
          <ChoiceValue field={abnormalRule.fields.mark} value={mark} />
        </>
      )}
    </>
  );
}

/** Both measurements side by side with their mean. */
export function EnteredReadings({
  resource,
  entered,
}: {
  readonly resource: AnyResource;
  readonly entered: readonly Entered[];
}) {
  const figures = figuresOf(
    resource,
    entered.map(({ values }) => values),
  );
  const headings = [T('first'), T('second')].slice(0, entered.length);
  return (
    <table className={css['entered']}>
      <thead>
        <tr>
          <th scope="col">{T('figure')}</th>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          {entered.length > 1 && <th scope="col">{T('mean')}</th>}
        </tr>
      </thead>
      <tbody>
        {figures.map(([name, field]) => (
          <tr key={name}>
            <th scope="row">{labelWithUnit(name, field)}</th>
            {entered.map(({ values, saved }) => (
              <td key={saved.id}>{formatNumber(values[name] as number | null, 2)}</td>
            ))}
            {entered.length > 1 && (
              <td>
                {formatNumber(
                  meanOf(
                    field,
                    entered.map(({ values }) => values[name]),
                  ),
                  2,
                )}
              </td>
            )}
          </tr>
        ))}
        <tr>
          <th scope="row">{T('level')}</th>
          {entered.map(({ saved }) => (
            <td key={saved.id}>
              <Judged saved={saved} />
            </td>
          ))}
          {entered.length > 1 && <td />}
        </tr>
      </tbody>
    </table>
  );
}
