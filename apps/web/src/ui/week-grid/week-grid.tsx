import { useEffect, useRef, type PointerEvent } from 'react';

import { useCarry, type Arrow, type Carry } from '../carry/use-carry.ts';
import { CarryVoice } from '../carry/carry-voice.tsx';
import { sideBySide } from './side-by-side.ts';
import css from './week-grid.module.css';
import { T } from './week-texts.ts';

import type { CSSProperties, ReactNode } from 'react';

export interface WeekItem {
  readonly key: number;
  readonly name: string;
  readonly body: ReactNode;
  readonly isMovable: boolean;
  /** Minutes from the start of its day; below 0 where it began the day before. */
  readonly start: number;
  readonly end: number;
  /** Place of its day in the week. */
  readonly day: number;
}

export interface WeekDay {
  readonly day: string;
  readonly label: string;
  readonly isToday: boolean;
  readonly rest: number;
}

/** A day of the week by its place, and a minute of it. */
export interface WeekPlace {
  readonly day: number;
  readonly start: number;
}

interface WeekGridProps {
  readonly name: string;
  readonly days: readonly WeekDay[];
  readonly items: readonly WeekItem[];
  readonly isBusy: boolean;
  readonly onMove: (key: number, to: WeekPlace) => void;
  readonly onOpen: (key: number) => void;
  readonly onRest: (day: string) => void;
  readonly onCreate: ((at: WeekPlace) => void) | undefined;
}

const hourHeight = 44;
const snap = 30;
const dayMinutes = 1440;
const firstHour = 7;
const dragFrom = 5;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const pixels = (minutes: number): number => (minutes / 60) * hourHeight;
const snapped = (minutes: number): number =>
  Math.min(dayMinutes - snap, Math.max(0, Math.round(minutes / snap) * snap));

function stepped({ day, start }: WeekPlace, arrow: Arrow): WeekPlace | undefined {
  if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') {
    const to = day + (arrow === 'ArrowRight' ? 1 : -1);
    return to < 0 || to > 6 ? undefined : { day: to, start };
  }
  const to = arrow === 'ArrowDown' ? Math.floor(start / snap + 1) * snap : Math.ceil(start / snap - 1) * snap;
  return to < 0 || to >= dayMinutes ? undefined : { day, start: to };
}

function nextItem(items: readonly WeekItem[], key: number, arrow: Arrow): number | undefined {
  const at = items.findIndex((item) => item.key === key);
  const own = items[at];
  if (!own) return undefined;
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') return items[at + (arrow === 'ArrowDown' ? 1 : -1)]?.key;
  return arrow === 'ArrowRight'
    ? items.find(({ day }) => day > own.day)?.key
    : items.findLast(({ day }) => day < own.day)?.key;
}

interface Grip {
  readonly x: number;
  readonly y: number;
  readonly minutes: number;
  isMoving: boolean;
}

/** The place below the pointer, or undefined outside the days. */
function placeAt(box: HTMLElement | null, { clientX, clientY }: PointerEvent, minutes: number): WeekPlace | undefined {
  const columns = [...(box?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
  const day = columns.findIndex((column) => {
    const { left, right } = column.getBoundingClientRect();
    return clientX >= left && clientX < right;
  });
  const top = columns[day]?.getBoundingClientRect().top ?? 0;
  return day === -1 ? undefined : { day, start: snapped(((clientY - top) / hourHeight) * 60 - minutes) };
}

/** Drags an item by the pointer, from 5 px on; a shorter way is a click. */
function usePointer(carry: Carry<WeekPlace>) {
  const grip = useRef<Grip | null>(null);
  const wasDragged = useRef(false);
  return (item: WeekItem) => ({
    onPointerDown: (event: PointerEvent) => {
      wasDragged.current = false;
      if (!item.isMovable || event.button !== 0 || event.pointerType === 'touch') return;
      const top = event.currentTarget.getBoundingClientRect().top;
      const minutes = ((event.clientY - top) / hourHeight) * 60 + Math.max(0, -item.start);
      grip.current = { x: event.clientX, y: event.clientY, minutes, isMoving: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current } = grip;
      if (!current) return;
      if (current.isMoving) return carry.move(placeAt(carry.box.current, event, current.minutes));
      if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < dragFrom) return undefined;
      current.isMoving = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      return carry.take(item.key);
    },
    onPointerUp: () => {
      wasDragged.current = grip.current?.isMoving === true;
      grip.current = null;
      if (wasDragged.current) carry.drop();
    },
    onPointerCancel: () => {
      grip.current = null;
      carry.leave();
    },
    onClickCapture: (event: { stopPropagation: () => void }) => {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  });
}

interface PartProps {
  readonly items: readonly WeekItem[];
  readonly carry: Carry<WeekPlace>;
  readonly pointer: ReturnType<typeof usePointer>;
}

const boxOf = (start: number, end: number): CSSProperties => ({
  top: pixels(Math.max(0, start)),
  height: Math.max(20, pixels(Math.min(dayMinutes, end) - Math.max(0, start)) - 2),
});

function DayItems({ items, carry, pointer }: PartProps) {
  const beside = sideBySide(items);
  return items.map((item, at) => {
    const { column, of } = beside[at] ?? { column: 0, of: 1 };
    const isHeld = carry.carried?.key === item.key;
    return (
      <button
        key={item.key}
        type="button"
        className={`${css['item']} ${isHeld ? css['held'] : ''} ${item.isMovable ? css['movable'] : ''}`}
        style={{ ...boxOf(item.start, item.end), left: `${(column / of) * 100}%`, width: `calc(${100 / of}% - 2px)` }}
        title={item.name}
        {...(item.isMovable && { 'aria-pressed': isHeld })}
        {...carry.itemProps(item.key)}
        {...pointer(item)}
      >
        {item.body}
      </button>
    );
  });
}

function Aim({ items, carry: { carried }, day }: Pick<PartProps, 'items' | 'carry'> & { readonly day: number }) {
  const item = items.find(({ key }) => key === carried?.key);
  const aim = useRef<HTMLDivElement>(null);
  const start = carried?.place.day === day ? carried.place.start : undefined;
  useEffect(() => {
    if (start !== undefined && carried?.isByKeys) aim.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [start, carried?.isByKeys]);
  if (!item || start === undefined) return null;
  return (
    <div ref={aim} className={css['aim']} style={boxOf(start, start + item.end - item.start)} aria-hidden="true">
      {clock(start)}
    </div>
  );
}

/** Seven days by hours; items are moved by mouse and by keys, in steps of half an hour. */
export function WeekGrid({ name, days, items, isBusy, onMove, onOpen, onRest, onCreate }: WeekGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const itemOf = (key: number) => items.find((item) => item.key === key);
  const carry = useCarry<WeekPlace>({
    keys: items.map(({ key }) => key),
    nameOf: (key) => itemOf(key)?.name ?? '',
    placeOf: (key) => {
      const item = itemOf(key);
      return item && { day: item.day, start: item.start };
    },
    isFixed: (key) => itemOf(key)?.isMovable !== true,
    next: (key, arrow) => nextItem(items, key, arrow),
    step: (_key, place, arrow) => stepped(place, arrow),
    wordsOf: ({ day, start }) => T('place', { day: days[day]?.label ?? '', time: clock(Math.max(0, start)) }),
    onPut: onMove,
    onOpen,
  });
  const pointer = usePointer(carry);
  useEffect(() => {
    scroller.current?.scrollTo({ top: pixels(firstHour * 60) });
  }, []);
  return (
    <div className={css['around']}>
      <CarryVoice said={carry.said} isMovable={items.some(({ isMovable }) => isMovable)} />
      <div ref={scroller} role="group" aria-label={name} aria-busy={isBusy} className={css['scroller']}>
        <div ref={carry.box} className={css['week']}>
          <span className={css['corner']} />
          {days.map(({ day, label, isToday, rest }) => (
            <p key={day} className={`${css['title']} ${isToday ? css['today'] : ''}`}>
              {label} {isToday && T('today')}
              {rest > 0 && (
                <button type="button" className={css['rest']} onClick={() => onRest(day)}>
                  {T('rest', { n: rest })}
                </button>
              )}
            </p>
          ))}
          <div className={css['hours']} aria-hidden="true">
            {hours.map((hour) => (
              <span key={hour} style={{ height: hourHeight }}>
                {clock(hour * 60)}
              </span>
            ))}
          </div>
          {days.map(({ day, label }, at) => (
            <section key={day} className={css['day']} aria-label={label} data-day={day}>
              {onCreate && (
                <button
                  type="button"
                  tabIndex={-1}
                  className={css['free']}
                  aria-label={T('create', { day: label })}
                  onClick={({ clientY, currentTarget }) => {
                    const minutes = ((clientY - currentTarget.getBoundingClientRect().top) / hourHeight) * 60;
                    onCreate({ day: at, start: snapped(minutes - snap / 2) });
                  }}
                />
              )}
              <DayItems items={items.filter((item) => item.day === at)} carry={carry} pointer={pointer} />
              <Aim items={items} carry={carry} day={at} />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
