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
}

function Mark({ resource, row, rule: { colour } }: WordsProps) {
  if (colour === undefined) return null;
  const entry = choicesOf(fieldOf(resource, colour)).entries[String(row.values[colour])];
  return entry ? <ToneSign tone={toneOf(entry)} word={choiceLabel(entry)} /> : null;
}

/** A row on a day: its mark, its beginning and its name in one line. */
export function RowLine(props: WordsProps) {
  const { resource, row, rule } = props;
  const begin = row.values[rule.from];
  return (
    <span className={css['line']}>
      <Mark {...props} />
      {begin instanceof Date && <span className={css['time']}>{formatClock(begin)}</span>}
      <span className={css['name']}>{nameOf(resource, row, rule)}</span>
    </span>
  );
}

/** A row among hours: its mark and times, and below them its name and whose hour it is. */
export function RowLines(props: WordsProps) {
  const { resource, row, rule } = props;
  return (
    <>
      <span className={css['line']}>
        <Mark {...props} />
        <span className={css['time']}>{timeOf(row, rule)}</span>
      </span>
      <span className={css['name']}>
        {nameOf(resource, row, rule)}
        {rule.lane !== undefined && <span className={css['lane']}>{shownName(resource, row, rule.lane)}</span>}
      </span>
    </>
  );
}
