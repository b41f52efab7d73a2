import { CopyOutlined } from '@ant-design/icons';
import { addDays } from '@kangmai/domain';
import { shiftStates } from '@kangmai/model/duty';

import { choiceLabel } from '../../lib/labels.ts';
import { useWorkDays } from '../../resource-client/work-days.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { T } from './duty-texts.ts';
import css from './duty.module.css';
import { gapsOn, weeksOf } from './month-days.ts';
import { holderOf, type ShiftRow, type TypeRow } from './use-duty-month.ts';

import type { DragEvent } from 'react';
import type { WorkDay } from '../../resource-client/work-days.ts';
import type { Roster } from './use-roster.ts';

interface GridProps {
  readonly month: string;
  readonly today: string;
  readonly types: readonly TypeRow[];
  readonly rows: readonly ShiftRow[];
  readonly byDay: ReadonlyMap<string, readonly ShiftRow[]>;
  readonly roster: Roster;
  readonly mayEdit: boolean;
}

const weekdayNames = (): readonly string[] => T('weekdays').split(',');
const weekdayOf = (at: number): string => T('weekday', { day: weekdayNames()[at] ?? '' });

const joinedWord = ({ joined }: ShiftRow, path: string): string => {
  const word = joined[path];
  return typeof word === 'string' ? word : '';
};

/** The look of a type; of one that is out of use its name. */
function lookOf(row: ShiftRow, types: readonly TypeRow[]): { readonly colour: string; readonly word: string } {
  const type = types.find(({ id }) => id === row.values.dutyType)?.values;
  return {
    colour: type?.colour ?? joinedWord(row, 'dutyType.colour'),
    word: type?.shortName ?? joinedWord(row, 'dutyType.name'),
  };
}

interface ChipProps extends Pick<GridProps, 'types' | 'roster' | 'mayEdit'> {
  readonly row: ShiftRow;
}

/** A shift in the month: the mark of its type, the short word of it, who has it. */
function Chip({ row, types, roster: { chosen, choose }, mayEdit }: ChipProps) {
  const { colour, word } = lookOf(row, types);
  const isChosen = chosen?.kind === 'shift' && chosen.row.id === row.id;
  const start = (event: DragEvent): void => {
    event.dataTransfer.setData('text/plain', String(row.id));
    choose({ kind: 'shift', row });
  };
  return (
    <button
      type="button"
      className={`${css['chip']} ${css[row.values.state] ?? ''} ${isChosen ? css['chosen'] : ''}`}
      draggable={mayEdit}
      disabled={!mayEdit}
      aria-pressed={isChosen}
      title={`${joinedWord(row, 'dutyType.name')} ${choiceLabel(shiftStates.entries[row.values.state])}`}
      onDragStart={start}
      onClick={() => choose(isChosen ? null : { kind: 'shift', row })}
    >
      <span className={css['colour']} style={{ background: colour }} aria-hidden="true" />
      <span className={css['short']}>{word}</span>
      <span className={css['who']} translate="no">
        {holderOf(row)}
      </span>
      {row.values.isLeader && (
        <span className={css['leader']} role="img" aria-label={T('leader')} title={T('leader')}>
          ★
        </span>
      )}
    </button>
  );
}

/** A holiday or a make-up workday, beside the number of the day. */
function Mark({ day }: { readonly day: WorkDay | undefined }) {
  if (day?.kind !== 'holiday' && day?.kind !== 'makeUp') return null;
  return (
    <span className={css[day.kind]} title={day.name ?? ''}>
      {T(day.kind)}
    </span>
  );
}

interface DayProps extends GridProps {
  readonly day: string;
  readonly known: WorkDay | undefined;
  readonly at: number;
}

function Day({ day, at, known, ...grid }: DayProps) {
  const { month, today, types, rows, byDay, roster, mayEdit } = grid;
  const needed = types.filter(({ values }) => values.kind === 'duty');
  const isOther = !day.startsWith(month);
  const isTarget = mayEdit && roster.chosen !== null;
  const gaps = isOther
    ? []
    : gapsOn(
        day,
        needed,
        rows.map(({ values }) => values),
      );
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    roster.putOn(day);
  };
  const name = T('day', { date: Number(day.slice(8)), day, weekday: weekdayOf(at) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys use the button of the date
    <li
      className={[css['day'], isOther && css['other'], day === today && css['today']].filter(Boolean).join(' ')}
      data-day={day}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={drop}
    >
      <button
        type="button"
        className={`${css['date']} ${isTarget ? css['target'] : ''}`}
        aria-label={name}
        aria-current={day === today ? 'date' : undefined}
        disabled={!isTarget}
        onClick={() => roster.putOn(day)}
      >
        {Number(day.slice(8))}
      </button>
      <Mark day={known} />
      {(byDay.get(day) ?? []).map((row) => (
        <Chip key={row.id} row={row} types={types} roster={roster} mayEdit={mayEdit} />
      ))}
      {gaps.map(({ id, values }) => (
        <span key={id} className={`${css['gap']} ${day < today ? css['past'] : ''}`}>
          {T('gap', { type: values.shortName })}
        </span>
      ))}
    </li>
  );
}

/** The month: a row a week from Monday on, with who has which shift and what nobody has. */
export function MonthGrid(props: GridProps) {
  const { month, roster, mayEdit } = props;
  const weeks = weeksOf(month);
  const { data } = useWorkDays(weeks[0]?.[0] ?? `${month}-01`, weeks.at(-1)?.[6] ?? `${month}-01`);
  const unpublished = data?.years.find(({ notice }) => notice === null)?.year;
  const known = new Map(data?.items.map((each) => [each.day, each]));
  return (
    <section aria-label={T('grid', { month })} className={css['grid']}>
      {unpublished !== undefined && <p className={css['line']}>{T('unpublished', { year: unpublished })}</p>}
      <div className={css['heads']} aria-hidden="true">
        {weekdayNames().map((name, at) => (
          <span key={name}>{weekdayOf(at)}</span>
        ))}
        <span />
      </div>
      {weeks.map((week) => {
        const [monday = month] = week;
        return (
          <div key={monday} className={css['week']}>
            <ul className={css['days']}>
              {week.map((day, at) => (
                <Day key={day} day={day} at={at} known={known.get(day)} {...props} />
              ))}
            </ul>
            {mayEdit && (
              <IconButton
                size="small"
                name={T('copyWeek', { from: monday })}
                icon={<CopyOutlined />}
                onClick={() => roster.copyWeek(monday, addDays(monday, 7))}
              />
            )}
          </div>
        );
      })}
    </section>
  );
}
