import { choicesOf, fieldOf, type AnyResource, type InTime } from '@kangmai/resource';

import { formatClock } from '../../../lib/dates.ts';
import { choiceLabel } from '../../../lib/labels.ts';
import { rowName, shownName } from '../../../resource-client/row-name.ts';
import { ToneSign } from '../../../ui/status-tag.tsx';
import { toneOf } from '../../field-kinds/choice.tsx';
import css from './calendar.module.css';
import { T } from './calendar-texts.ts';

import type { ScreenRow } from '../../../resource-client/row.ts';

/** `09:00–10:30`; the beginning alone where the row has no end, nothing for days. */
function timeOf(row: ScreenRow, { from, to }: InTime): string {
  const [begin, end] = [row.values[from], to === undefined ? null : row.values[to]];
  if (!(begin instanceof Date)) return '';
  return end instanceof Date ? T('until', { from: formatClock(begin), to: formatClock(end) }) : formatClock(begin);
}

const nameOf = (resource: AnyResource, row: ScreenRow, { label }: InTime): string =>
  (label !== undefined && shownName(resource, row, label)) || rowName(resource, row);

/** All that is known of a row in time, as tooltip and for screen readers. */
export function wordsOf(resource: AnyResource, row: ScreenRow, rule: InTime): string {
  const { lane, colour } = rule;
  const more = [lane, colour].map((name) => (name === undefined ? undefined : shownName(resource, row, name)));
  return [timeOf(row, rule), nameOf(resource, row, rule), ...more].filter(Boolean).join(' ');
}

interface WordsProps {
  readonly resource: AnyResource;
  readonly row: ScreenRow;
  readonly rule: InTime;
  /** A line for each, as in hours. */
  readonly isTall?: boolean;
}

/** A row in time: shape and word of its state, time, name, and in hours its lane. */
export function RowWords({ resource, row, rule, isTall = false }: WordsProps) {
  const { colour, lane } = rule;
  const field = colour === undefined ? undefined : fieldOf(resource, colour);
  const value = colour === undefined ? undefined : String(row.values[colour]);
  const entry = field && value !== undefined ? choicesOf(field).entries[value] : undefined;
  const begin = row.values[rule.from];
  const time = isTall ? timeOf(row, rule) : begin instanceof Date ? formatClock(begin) : '';
  return (
    <>
      <span className={css['line']}>
        {entry && <ToneSign tone={toneOf(entry)} word={choiceLabel(entry)} />}
        {time !== '' && <span className={css['time']}>{time}</span>}
        {!isTall && <span className={css['name']}>{nameOf(resource, row, rule)}</span>}
      </span>
      {isTall && <strong className={css['name']}>{nameOf(resource, row, rule)}</strong>}
      {isTall && lane !== undefined && <span className={css['name']}>{shownName(resource, row, lane)}</span>}
    </>
  );
}
