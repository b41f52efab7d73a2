import { useEffect, useRef } from 'react';

import { useCarry, type Arrow, type Carry } from '../carry/use-carry.ts';
import { CarryVoice } from '../carry/carry-voice.tsx';
import css from './month-grid.module.css';
import { T } from './month-texts.ts';

import type { ReactNode, RefObject } from 'react';

export interface MonthItem {
  readonly key: number;
  readonly name: string;
  readonly body: ReactNode;
  readonly isMovable: boolean;
}

/** Words in the corner of a day; a holiday or make-up workday has a mark. */
export interface DayNote {
  readonly mark: 'off' | 'worked' | null;
  readonly word: string;
  readonly title: string;
}

export interface MonthDay {
  readonly day: string;
  readonly items: readonly MonthItem[];
  readonly count: number;
  readonly isInMonth: boolean;
  readonly isToday: boolean;
  readonly isPast: boolean;
}

interface MonthGridProps {
  readonly name: string;
  /** Whole weeks. */
  readonly days: readonly MonthDay[];
  readonly weekdays: readonly string[];
  readonly notes: ReadonlyMap<string, DayNote>;
  readonly isBusy: boolean;
  readonly onMove: (key: number, to: string) => void;
  readonly onOpen: (key: number) => void;
  readonly onRest: (day: string) => void;
}

const week = 7;
const steps: Readonly<Record<Arrow, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -week, ArrowDown: week };

const dayOf = (days: readonly MonthDay[], key: number): number =>
  days.findIndex(({ items }) => items.some((item) => item.key === key));

/** Up and down lead through all items in their order, left and right from day to day. */
function nextItem(days: readonly MonthDay[], key: number, arrow: Arrow): number | undefined {
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const keys = days.flatMap(({ items }) => items.map((item) => item.key));
    return keys[keys.indexOf(key) + (arrow === 'ArrowDown' ? 1 : -1)];
  }
  const at = Math.max(0, dayOf(days, key));
  const others = arrow === 'ArrowRight' ? days.slice(at + 1) : days.slice(0, at).toReversed();
  return others.find(({ items }) => items.length > 0)?.items[0]?.key;
}

interface DayProps {
  readonly day: MonthDay;
  readonly note: DayNote | undefined;
  readonly carry: Carry<string>;
  readonly onRest: (day: string) => void;
}

function Item({ item, carry }: Pick<DayProps, 'carry'> & { readonly item: MonthItem }) {
  const isHeld = carry.carried?.key === item.key;
  return (
    <button
      type="button"
      className={`${css['item']} ${isHeld ? css['held'] : ''}`}
      title={item.name}
      {...(item.isMovable && { 'aria-pressed': isHeld })}
      draggable={item.isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(item.key));
        carry.take(item.key);
      }}
      onDragEnd={carry.leave}
      {...carry.itemProps(item.key)}
    >
      {item.body}
    </button>
  );
}

function Note({ note: { mark, word, title } }: { readonly note: DayNote }) {
  return (
    <span className={css['note']} title={title}>
      {mark && <span className={css[mark]}>{T(mark)}</span>}
      {word}
    </span>
  );
}

function Day({ day: { day, items, count, isInMonth, isToday, isPast }, note, carry, onRest }: DayProps) {
  const { carried } = carry;
  const rest = count - items.length;
  const signs = [!isInMonth && css['outside'], isPast && css['past'], carried?.place === day && css['aim']];
  const look = [css['day'], ...signs].filter(Boolean).join(' ');
  return (
    <section className={look} aria-label={T('count', { day, n: count })} data-day={day}>
      <div
        className={css['drop']}
        onDragOver={(event) => {
          if (!carried) return;
          event.preventDefault();
          carry.move(day);
        }}
        onDrop={(event) => {
          event.preventDefault();
          carry.drop(day);
        }}
      >
        <div className={css['head']}>
          <time dateTime={day} className={isToday ? css['today'] : css['number']}>
            {Number(day.slice(-2))}
            {isToday && <span className={css['word']}>{T('today')}</span>}
          </time>
          {note && <Note note={note} />}
        </div>
        {items.length > 0 && (
          <ul className={css['items']}>
            {items.map((item) => (
              <li key={item.key}>
                <Item item={item} carry={carry} />
              </li>
            ))}
          </ul>
        )}
        {rest > 0 && (
          <button
            type="button"
            className={css['rest']}
            aria-label={T('restOf', { day, n: rest })}
            onClick={() => onRest(day)}
          >
            {T('rest', { n: rest })}
          </button>
        )}
      </div>
    </section>
  );
}

/** Scrolls a month that opens to the week of today, any other to its beginning. */
function useWeekInView(box: RefObject<HTMLElement | null>, days: readonly MonthDay[], isBusy: boolean): void {
  const shown = useRef<string>(undefined);
  const first = days[0]?.day;
  const now = days.find(({ isToday, isInMonth }) => isToday && isInMonth)?.day;
  useEffect(() => {
    if (isBusy || !box.current || shown.current === first) return;
    shown.current = first;
    const rectOf = (part: string): DOMRect | undefined => box.current?.querySelector(part)?.getBoundingClientRect();
    const [top, today] = [rectOf('p'), now && rectOf(`[data-day="${now}"]`)];
    box.current.scrollTop += today && top ? today.top - top.bottom : -box.current.scrollTop;
  }, [box, first, now, isBusy]);
}

/** Weeks of days with the first items of each; items are moved by mouse and by keys. */
export function MonthGrid({ name, days, weekdays, notes, isBusy, onMove, onOpen, onRest }: MonthGridProps) {
  const items = days.flatMap((day) => day.items);
  const itemOf = (key: number) => items.find((item) => item.key === key);
  const carry = useCarry<string>({
    keys: items.map(({ key }) => key),
    nameOf: (key) => itemOf(key)?.name ?? '',
    placeOf: (key) => days[dayOf(days, key)]?.day,
    isFixed: (key) => itemOf(key)?.isMovable !== true,
    next: (key, arrow) => nextItem(days, key, arrow),
    step: (_key, place, arrow) => days[days.findIndex(({ day }) => day === place) + steps[arrow]]?.day,
    wordsOf: (day) => day,
    onPut: onMove,
    onOpen,
  });
  useWeekInView(carry.box, days, isBusy);
  return (
    <div className={css['around']}>
      <CarryVoice said={carry.said} isMovable={items.some(({ isMovable }) => isMovable)} />
      <div ref={carry.box} role="group" aria-label={name} aria-busy={isBusy} className={css['month']}>
        {weekdays.map((word) => (
          <p key={word} className={css['weekday']}>
            {word}
          </p>
        ))}
        {days.map((day) => (
          <Day key={day.day} day={day} note={notes.get(day.day)} carry={carry} onRest={onRest} />
        ))}
      </div>
    </div>
  );
}
