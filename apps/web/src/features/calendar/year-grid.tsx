import { useRef, type KeyboardEvent } from 'react';

import { byDay } from './by-day.ts';
import { T } from './calendar-texts.ts';
import css from './calendar.module.css';
import { dayWords, weekdayNames } from './day-words.ts';
import { dayByKey, monthsOf } from './year-months.ts';

import type { WorkDay } from '../../resource-client/work-days.ts';

interface GridProps {
  readonly year: number;
  readonly days: readonly WorkDay[];
  readonly today: string;
  readonly chosen: string;
  readonly onChoose: (day: string) => void;
  /** Opens the chosen day; missing for those who may not change it. */
  readonly onOpen: (() => void) | undefined;
}

const markOf = ({ kind }: WorkDay): string | null =>
  kind === 'holiday' || kind === 'makeUp' ? T(`${kind}Mark`) : null;

interface DayProps extends Pick<GridProps, 'today' | 'chosen' | 'onChoose' | 'onOpen'> {
  readonly day: WorkDay;
}

function Day({ day, today, chosen, onChoose, onOpen }: DayProps) {
  const words = dayWords(day);
  const [number, mark] = [Number(day.day.slice(8)), markOf(day)];
  const isChosen = day.day === chosen;
  const look = [css['day'], css[day.kind], day.day === today && css['today'], isChosen && css['chosen']];
  const open = (): void => {
    if (isChosen) onOpen?.();
    else onChoose(day.day);
  };
  return (
    <button
      type="button"
      className={look.filter(Boolean).join(' ')}
      title={words}
      aria-label={`${number}${mark ?? ''} ${words}`}
      aria-current={day.day === today ? 'date' : undefined}
      aria-pressed={isChosen}
      data-day={day.day}
      tabIndex={isChosen ? 0 : -1}
      onClick={open}
    >
      {number}
      {mark !== null && <span className={css['mark']}>{mark}</span>}
    </button>
  );
}

/** A year as twelve months; one day is chosen, by click or by arrow keys. */
export function YearGrid({ year, days, ...rest }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const known = byDay(days);
  const move = (event: KeyboardEvent): void => {
    const next = dayByKey(rest.chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    rest.onChoose(next);
    box.current?.querySelector<HTMLButtonElement>(`[data-day="${next}"]`)?.focus();
  };
  const names = weekdayNames();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the days are buttons, the box only moves the focus by arrow keys
    <div ref={box} className={css['months']} onKeyDown={move}>
      {monthsOf(year).map((weeks, at) => (
        <table key={`${year}-${at}`} className={css['month']}>
          <caption>{T('monthShort', { month: at + 1 })}</caption>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, row) => (
              <tr key={week.find((day) => day !== null) ?? row}>
                {week.map((day, column) => {
                  const found = day === null ? undefined : known.get(day);
                  return <td key={names[column]}>{found && <Day day={found} {...rest} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
