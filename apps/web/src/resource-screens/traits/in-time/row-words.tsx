import { choicesOf, fieldOf, type AnyResource, type InTime } from '@kangmai/resource';

import { formatClock } from '../../../lib/dates.ts';
import { choiceLabel } from '../../../lib/labels.ts';
import { rowName, shownName } from '../../../resource-client/row-name.ts';
import { ToneSign } from '../../../ui/status-tag.tsx';
import { toneOf } from '../../field-kinds/choice.tsx';
import css from './calendar.module.css';

import type { ReactNode } from 'react';
import type { ScreenRow } from '../../../resource-client/row.ts';

/** The hours at which a row begins and ends, as far as it has them; none of days. */
const clocksOf = (row: ScreenRow, { from, to }: InTime): readonly string[] =>
  [row.values[from], to === undefined ? null : row.values[to]].flatMap((at) =>
    at instanceof Date ? [formatClock(at)] : [],
  );

const nameOf = (resource: AnyResource, row: ScreenRow, { label }: InTime): string =>
  (label !== undefined && shownName(resource, row, label)) || rowName(resource, row);

interface WordsProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly rule: InTime;
}

function Mark({ resource, row, rule: { colour } }: WordsProps) {
  if (colour === undefined) return null;
  const entry = choicesOf(fieldOf(resource, colour)).entries[String(row.values[colour])];
  return entry ? <ToneSign tone={toneOf(entry)} word={choiceLabel(entry)} /> : null;
}

/** The short text of a row; `words` is the full text for tooltip and screen readers. */
function partsOf({ resource, row, rule }: WordsProps) {
  const [clocks, name] = [clocksOf(row, rule), nameOf(resource, row, rule)];
  const more = [rule.lane, rule.colour].map((field) => field && shownName(resource, row, field));
  return { clocks, name, words: [clocks.join('–'), name, ...more].filter(Boolean).join(' ') };
}

interface Item {
  readonly name: string;
  readonly body: ReactNode;
}

/** A row on a day: its mark, its beginning and its name, side by side. */
export function dayItem(props: WordsProps): Item {
  const { clocks, name, words } = partsOf(props);
  const body = (
    <>
      <Mark {...props} />
      {clocks.length > 0 && <span className={css['time']}>{clocks[0]}</span>}
      <span className={css['name']}>{name}</span>
    </>
  );
  return { name: words, body };
}

/** A row among hours: its mark and name, which short rows show alone, above its times and whose hour it is. */
export function hourItem(props: WordsProps): Item {
  const { clocks, name, words } = partsOf(props);
  const { resource, row, rule } = props;
  const body = (
    <>
      <span className={css['line']}>
        <Mark {...props} />
        <span className={css['name']}>{name}</span>
      </span>
      <span className={css['time']}>
        {clocks.join('–')}
        {rule.lane !== undefined && <span className={css['lane']}>{shownName(resource, row, rule.lane)}</span>}
      </span>
    </>
  );
  return { name: words, body };
}
