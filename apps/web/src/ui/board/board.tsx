import { Button } from 'antd';

import { useCarry, type Arrow, type Carry } from '../carry/use-carry.ts';
import { CarryVoice } from '../carry/carry-voice.tsx';
import { ErrorState } from '../states.tsx';
import css from './board.module.css';
import { T } from './board-texts.ts';

import type { ReactNode } from 'react';

export interface BoardCard {
  readonly key: number;
  readonly name: string;
  readonly body: ReactNode;
  readonly targets: readonly string[];
}

export interface BoardColumn {
  readonly key: string;
  readonly title: string;
  readonly mark: ReactNode;
  readonly total: string;
  readonly cards: readonly BoardCard[];
  readonly rest: number;
  readonly isLoading: boolean;
  readonly problem: string | undefined;
  readonly onMore: () => void;
  readonly onRetry: () => void;
}

interface BoardProps {
  readonly name: string;
  readonly columns: readonly BoardColumn[];
  readonly onMove: (key: number, to: string) => void;
  readonly onOpen: (key: number) => void;
}

const cardIn = (columns: readonly BoardColumn[], key: number): BoardCard | undefined =>
  columns.flatMap(({ cards }) => cards).find((card) => card.key === key);
const columnOf = (columns: readonly BoardColumn[], key: number): number =>
  columns.findIndex(({ cards }) => cards.some((card) => card.key === key));

const isAcross = (arrow: Arrow): boolean => arrow === 'ArrowLeft' || arrow === 'ArrowRight';

const beyond = <T,>(all: readonly T[], at: number, arrow: Arrow): readonly T[] =>
  arrow === 'ArrowRight' || arrow === 'ArrowDown' ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).toReversed();

function nextCard(columns: readonly BoardColumn[], key: number, arrow: Arrow): number | undefined {
  const at = columnOf(columns, key);
  const own = columns[at]?.cards ?? [];
  const place = own.findIndex((card) => card.key === key);
  if (!isAcross(arrow)) return beyond(own, place, arrow)[0]?.key;
  const cards = beyond(columns, at, arrow).find((column) => column.cards.length > 0)?.cards ?? [];
  return cards[Math.min(place, cards.length - 1)]?.key;
}

function nextColumn(
  columns: readonly BoardColumn[],
  { key, place, arrow }: { readonly key: number; readonly place: string; readonly arrow: Arrow },
): string | undefined {
  if (!isAcross(arrow)) return undefined;
  const open = new Set([columns[columnOf(columns, key)]?.key, ...(cardIn(columns, key)?.targets ?? [])]);
  const keys = columns.map((column) => column.key);
  return beyond(keys, keys.indexOf(place), arrow).find((other) => open.has(other));
}

function Card({ card, carry }: { readonly card: BoardCard; readonly carry: Carry<string> }) {
  const { key, targets, body } = card;
  const isHeld = carry.carried?.key === key;
  const isMovable = targets.length > 0;
  return (
    <button
      type="button"
      className={`${css['card']} ${isHeld ? css['held'] : ''} ${isMovable ? css['movable'] : ''}`}
      {...(isMovable && { 'aria-pressed': isHeld })}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(key));
        carry.take(key);
      }}
      onDragEnd={carry.leave}
      {...carry.itemProps(key)}
    >
      {body}
    </button>
  );
}

function Instead({ column, isAim }: { readonly column: BoardColumn; readonly isAim: boolean }) {
  const { problem, isLoading, cards, onRetry } = column;
  if (problem !== undefined) return <ErrorState message={problem} onRetry={onRetry} />;
  if (isAim) return <p className={css['here']}>{T('here')}</p>;
  if (isLoading) return <span className={css['bones']} aria-hidden="true" />;
  return cards.length === 0 ? <p className={css['none']}>{T('none')}</p> : null;
}

function Column({ column, carry }: { readonly column: BoardColumn; readonly carry: Carry<string> }) {
  const { carried } = carry;
  const { key, title, mark, total, cards, rest, isLoading } = column;
  const isAim = carried?.place === key && !cards.some((card) => card.key === carried.key);
  return (
    <section
      className={`${css['column']} ${isAim ? css['aim'] : ''}`}
      aria-label={`${title} ${total}`}
      data-column={key}
      aria-busy={isLoading}
    >
      <div
        className={css['drop']}
        onDragOver={(event) => {
          if (!carried) return;
          event.preventDefault();
          carry.move(key);
        }}
        onDrop={(event) => {
          event.preventDefault();
          carry.drop(key);
        }}
      >
        <p className={css['head']}>
          {mark}
          <span className={css['total']}>{total}</span>
        </p>
        <Instead column={column} isAim={isAim} />
        <ul className={css['cards']}>
          {cards.map((card) => (
            <li key={card.key}>
              <Card card={card} carry={carry} />
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <Button type="text" aria-label={T('moreOf', { title, n: rest })} onClick={column.onMore}>
            {T('more', { n: rest })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Cards in columns, moved by mouse and by keys. */
export function Board({ name, columns, onMove, onOpen }: BoardProps) {
  const cards = columns.flatMap((column) => column.cards);
  const titleOf = (key: string): string => columns.find((column) => column.key === key)?.title ?? '';
  const carry = useCarry<string>({
    keys: cards.map(({ key }) => key),
    nameOf: (key) => cardIn(columns, key)?.name ?? '',
    placeOf: (key) => columns[columnOf(columns, key)]?.key,
    isFixed: (key) => cardIn(columns, key)?.targets.length === 0,
    next: (key, arrow) => nextCard(columns, key, arrow),
    step: (key, place, arrow) => nextColumn(columns, { key, place, arrow }),
    wordsOf: titleOf,
    onPut: onMove,
    onOpen,
  });
  return (
    <div className={css['around']}>
      <CarryVoice said={carry.said} isMovable={cards.some(({ targets }) => targets.length > 0)} />
      <div ref={carry.box} role="group" aria-label={name} className={css['board']}>
        {columns.map((column) => (
          <Column key={column.key} column={column} carry={carry} />
        ))}
      </div>
    </div>
  );
}
