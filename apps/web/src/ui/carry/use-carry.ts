import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { T } from './carry-texts.ts';

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type Arrow = (typeof arrows)[number];

/** An item that is being moved, and the place where it would be dropped. */
export interface Carried<P> {
  readonly key: number;
  readonly place: P;
  readonly isByKeys: boolean;
}

/** Items at places, and how arrows lead between both. */
export interface CarryRules<P> {
  readonly keys: readonly number[];
  readonly nameOf: (key: number) => string;
  readonly placeOf: (key: number) => P | undefined;
  readonly isFixed: (key: number) => boolean;
  readonly next: (key: number, arrow: Arrow) => number | undefined;
  readonly step: (key: number, place: P, arrow: Arrow) => P | undefined;
  readonly wordsOf: (place: P) => string;
  readonly onPut: (key: number, place: P) => void;
  readonly onOpen: (key: number) => void;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const isGrip = (key: string): boolean => key === ' ' || key === 'Enter';
const isArrow = (key: string): key is Arrow => arrows.some((arrow) => arrow === key);

/** Focus follows an item that was dropped when it is drawn at its new place. */
function useReturn<P>(box: RefObject<HTMLElement | null>, placeOf: CarryRules<P>['placeOf']) {
  const put = useRef<{ readonly key: number; readonly from: P | undefined } | null>(null);
  useEffect(() => {
    const { current } = put;
    if (!current || isSame(placeOf(current.key), current.from)) return;
    if (document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(`[data-item="${current.key}"]`)?.focus();
    put.current = null;
  });
  return put;
}

/** What is carried; moves of the mouse may come faster than they are drawn, so handlers read the newest state. */
function useHeld<P>({ nameOf, wordsOf, placeOf, isFixed, onPut }: CarryRules<P>) {
  const [carried, show] = useState<Carried<P> | null>(null);
  const [said, setSaid] = useState('');
  const held = useRef<Carried<P> | null>(null);
  const hold = (next: Carried<P> | null): void => {
    held.current = next;
    show(next);
  };
  const say = (word: 'taken' | 'put' | 'left' | 'stays', key: number, place?: P): void =>
    setSaid(T(word, { name: nameOf(key), ...(place !== undefined && { place: wordsOf(place) }) }));
  const take = (key: number, isByKeys = false): void => {
    const place = placeOf(key);
    if (place === undefined) return;
    if (isFixed(key)) return say('stays', key);
    hold({ key, place, isByKeys });
    return say('taken', key, place);
  };
  const move = (place: P | undefined): void => {
    const { current } = held;
    if (!current || place === undefined || isSame(place, current.place)) return;
    hold({ ...current, place });
    setSaid(wordsOf(place));
  };
  const leave = (): void => {
    if (held.current) say('left', held.current.key);
    hold(null);
  };
  const drop = (to?: P): void => {
    const { current } = held;
    if (!current) return;
    const place = to ?? current.place;
    if (isSame(place, placeOf(current.key))) return leave();
    hold(null);
    say('put', current.key, place);
    return onPut(current.key, place);
  };
  return { carried, said, take, move, leave, drop };
}

/** Moves items by mouse and by keys: one item is reached by Tab, arrows lead to the others, a live region tells it. */
export function useCarry<P>(rules: CarryRules<P>) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const { carried, said, take, move, leave, drop } = useHeld(rules);
  const put = useReturn<P>(box, rules.placeOf);
  const focus = (key: number | undefined): void =>
    box.current?.querySelector<HTMLElement>(`[data-item="${key}"]`)?.focus();
  const dropByKeys = (key: number): void => {
    put.current = { key, from: rules.placeOf(key) };
    drop();
  };

  const carriedWork = (key: string, item: number, place: P): (() => void) | undefined => {
    if (isArrow(key)) return () => move(rules.step(item, place, key));
    if (isGrip(key)) return () => dropByKeys(item);
    return key === 'Escape' ? leave : undefined;
  };
  const restWork = (key: string, item: number): (() => void) | undefined => {
    if (isArrow(key)) return () => focus(rules.next(item, key));
    if (key.toLowerCase() === 'o' || (key === 'Enter' && rules.isFixed(item))) return () => rules.onOpen(item);
    return isGrip(key) ? () => take(item, true) : undefined;
  };
  const itemProps = (key: number) => ({
    'data-item': key,
    tabIndex: key === (active !== null && rules.keys.includes(active) ? active : rules.keys[0]) ? 0 : -1,
    onClick: () => rules.onOpen(key),
    onFocus: () => setActive(key),
    onBlur: () => carried?.isByKeys === true && carried.key === key && leave(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const work = carried?.isByKeys ? carriedWork(event.key, key, carried.place) : restWork(event.key, key);
      if (!work) return;
      event.preventDefault();
      event.stopPropagation();
      work();
    },
    // Some browsers click a button when Space is released.
    onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
  });
  return { box, carried, said, take, move, drop, leave, itemProps };
}

export type Carry<P> = ReturnType<typeof useCarry<P>>;
