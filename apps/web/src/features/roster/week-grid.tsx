import { memo, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';

import { dayWord } from '../../lib/calendar-days.ts';
import { formatNumber } from '../../lib/units.ts';
import { useWorkDays, type WorkDay } from '../../resource-client/work-days.ts';
import { keptOn, rowKey, typesOn, type Edits, type RowEdits } from './paint.ts';
import { T } from './roster-texts.ts';
import css from './roster.module.css';
import { useGrown } from './use-grown.ts';
import { Totals } from './week-totals.tsx';

import type { RosterEntry, RosterRow, RosterType, ShiftState } from '../../resource-client/roster.ts';

export interface CellAt {
  readonly row: RosterRow;
  readonly day: string;
}

interface GridProps {
  readonly days: readonly string[];
  readonly rows: readonly RosterRow[];
  readonly types: ReadonlyMap<number, RosterType>;
  readonly edits: Edits;
  readonly chosen: number | undefined;
  readonly mayPaint: boolean;
  /** The Monday of the week that was requested last. */
  readonly asked: RefObject<string>;
  readonly onPaint: (cell: CellAt, isAdded: boolean) => void;
  readonly onClear: (cell: CellAt) => void;
  readonly onPick: (entry: RosterEntry, row: RosterRow) => void;
  readonly onBrush: (at: number) => void;
}

const stateWord: Readonly<Record<ShiftState, () => string>> = {
  draft: () => T('draft'),
  published: () => T('inEffect'),
  stopped: () => T('stopped'),
  finished: () => T('finished'),
};
export const wordOfState = (state: ShiftState): string => stateWord[state]();

interface ChipProps {
  readonly type: RosterType | undefined;
  readonly state: ShiftState;
  readonly entry?: RosterEntry;
  readonly isChosen?: boolean;
}

const placesText = (entry: RosterEntry | undefined): string =>
  entry?.state === 'published' && entry.capacity !== null
    ? T('places', { booked: entry.booked, capacity: entry.capacity })
    : '';

function Chip({ type, state, entry, isChosen = false }: ChipProps) {
  const { name = '', color, shortName = '—' } = type ?? {};
  const places = placesText(entry);
  return (
    <span
      className={[css['chip'], css[state], isChosen && css['chosen']].filter(Boolean).join(' ')}
      data-entry={entry?.id}
      title={`${name} ${wordOfState(state)}`}
    >
      <span className={css['colour']} style={{ background: color }} />
      {shortName}
      {places !== '' && <span className={css['places']}>{places}</span>}
    </span>
  );
}

interface RowProps extends Pick<GridProps, 'days' | 'types'> {
  readonly row: RosterRow;
  readonly at: number;
  readonly edits: RowEdits | undefined;
  readonly chosen: number | undefined;
  /** The day whose cell the keyboard reaches. */
  readonly reached: string | null;
}

const Row = memo(function Row({ row, at, days, types, edits, chosen, reached }: RowProps) {
  return (
    <tr>
      <th scope="row" translate="no" className={css['person']}>
        <span>{row.userName}</span>
        <small>{edits ? T('hoursLater') : T('hours', { hours: formatNumber(row.hours, 1) })}</small>
      </th>
      {days.map((day) => {
        const kept = keptOn(row, day);
        const drafts = typesOn(row, day, edits?.has(day) ? edits : undefined);
        const words = [
          ...kept.map(({ dutyTypeId, state }) => `${types.get(dutyTypeId)?.name ?? ''} ${wordOfState(state)}`),
          ...drafts.map((id) => `${types.get(id)?.name ?? ''} ${T('draft')}`),
        ];
        // The name of a cell holds the text that it shows.
        const shown = kept.map((entry) => (types.get(entry.dutyTypeId)?.shortName ?? '—') + placesText(entry)).join('');
        const shifts = words.length === 0 ? T('none') : [...words, ...(shown.includes('/') ? [shown] : [])].join(' ');
        return (
          <td
            key={day}
            tabIndex={reached === day ? 0 : -1}
            aria-label={T('cell', { name: row.userName, day: dayWord(day), shifts })}
            data-row={at}
            data-day={day}
            className={edits?.has(day) ? css['edited'] : undefined}
          >
            <span className={css['chips']}>
              {kept.map((entry) => (
                <Chip
                  key={entry.id}
                  entry={entry}
                  state={entry.state}
                  type={types.get(entry.dutyTypeId)}
                  isChosen={entry.id === chosen}
                />
              ))}
              {drafts.map((id, place) => (
                <Chip key={`${id}-${place}`} state="draft" type={types.get(id)} />
              ))}
            </span>
          </td>
        );
      })}
    </tr>
  );
});

function DayHead({ day, known }: { readonly day: string; readonly known: WorkDay | undefined }) {
  const kind = known?.kind;
  const isMarked = kind === 'holiday' || kind === 'makeUp';
  return (
    <th scope="col" className={kind === 'holiday' || kind === 'rest' ? css['rest'] : undefined}>
      {dayWord(day)}
      {isMarked && (
        <span className={css[kind]} title={known?.name ?? ''}>
          {T(kind)}
        </span>
      )}
      {isMarked && <small>{known?.name}</small>}
    </th>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const cellOf = (target: EventTarget): HTMLElement | null => (target as HTMLElement).closest('td[data-day]');

interface Place {
  readonly at: number;
  readonly day: string;
}

const cellPlace = ({ dataset }: HTMLElement): Place => ({ at: Number(dataset['row']), day: dataset['day'] ?? '' });

/** A stroke over cells: each is painted once. */
function useStroke(paint: (place: Place, isAdded: boolean) => void) {
  const last = useRef<string | null>(null);
  const reach = (event: PointerEvent): void => {
    const cell = cellOf(event.target);
    const key = cell && `${cell.dataset['row']} ${cell.dataset['day']}`;
    if (!cell || key === last.current) return;
    last.current = key;
    paint(cellPlace(cell), event.shiftKey);
  };
  return {
    begin: (event: PointerEvent): void => {
      last.current = '';
      reach(event);
    },
    over: (event: PointerEvent): void => {
      if (last.current === null) return;
      if (event.buttons === 1) reach(event);
      else last.current = null;
    },
    end: (): void => {
      last.current = null;
    },
  };
}

/** Persons by days: shifts are painted by mouse and keys; those in effect are chosen. */
export const WeekGrid = memo(function WeekGrid(props: GridProps) {
  const { days, rows, types, edits, chosen, mayPaint, asked, onPaint, onClear, onPick, onBrush } = props;
  const [reached, setReached] = useState<Place>({ at: 0, day: days[0] ?? '' });
  const table = useRef<HTMLTableElement>(null);
  const drawn = useGrown({ count: rows.length, shown: days[0] ?? '', asked });
  const { data } = useWorkDays(days[0] ?? '', days[6] ?? '');
  const known = new Map(data?.items.map((each) => [each.day, each]));
  const cellAt = ({ at, day }: Place): CellAt | undefined => {
    const row = rows[at];
    return row && { row, day };
  };
  const stroke = useStroke((place, isAdded) => {
    const cell = cellAt(place);
    if (cell && mayPaint) onPaint(cell, isAdded);
  });
  const pickIn = (cell: HTMLElement, id: number | undefined): boolean => {
    const at = cellAt(cellPlace(cell));
    const kept = at ? keptOn(at.row, at.day) : [];
    const entry = id === undefined ? kept[0] : kept.find((each) => each.id === id);
    if (at && entry) onPick(entry, at.row);
    return entry !== undefined;
  };
  const down = (event: PointerEvent): void => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0) return;
    setReached(cellPlace(cell));
    const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]');
    if (chip) pickIn(cell, Number(chip.dataset['entry']));
    else stroke.begin(event);
  };
  const move = (cell: HTMLElement, [below, right]: readonly [number, number]): void => {
    const at = Math.min(rows.length - 1, Math.max(0, Number(cell.dataset['row']) + below));
    const place = Math.min(6, Math.max(0, days.indexOf(cell.dataset['day'] ?? '') + right));
    const day = days[place] ?? '';
    setReached({ at, day });
    table.current?.querySelector<HTMLElement>(`td[data-row="${at}"][data-day="${day}"]`)?.focus();
  };
  /** Whether a key paints. */
  const paintBy = (key: string, at: CellAt, isAdded: boolean): boolean => {
    if (/^[1-9]$/.test(key)) onBrush(Number(key) - 1);
    else if (key === ' ' || key === 'Enter') onPaint(at, isAdded);
    else if (key === 'Delete' || key === 'Backspace') onClear(at);
    else return false;
    return true;
  };
  /** Whether a key does something in a cell. */
  const act = (key: string, cell: HTMLElement, isAdded: boolean): boolean => {
    const step = steps[key];
    if (step) move(cell, step);
    if (step || (key === 'Enter' && pickIn(cell, undefined))) return true;
    const at = cellAt(cellPlace(cell));
    return at !== undefined && mayPaint && paintBy(key, at, isAdded);
  };
  const press = (event: KeyboardEvent): void => {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event.key, cell, event.shiftKey)) event.preventDefault();
  };
  return (
    <div className={css['scroll']}>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrows reach the cells
        role="grid"
        aria-label={T('grid', { from: days[0] ?? '' })}
        className={css['grid']}
        onPointerDown={down}
        onPointerOver={stroke.over}
        onPointerUp={stroke.end}
        onKeyDown={press}
      >
        <thead>
          <tr>
            <th scope="col">{T('staff')}</th>
            {days.map((day) => (
              <DayHead key={day} day={day} known={known.get(day)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row, at) => (
            <Row
              key={rowKey(row)}
              row={row}
              at={at}
              days={days}
              types={types}
              edits={edits.get(rowKey(row))}
              chosen={chosen}
              reached={reached.at === at ? reached.day : null}
            />
          ))}
        </tbody>
        <Totals days={days} rows={rows} types={types} edits={edits} />
      </table>
    </div>
  );
});
