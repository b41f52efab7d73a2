import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';

import { OverList } from './over-list.tsx';
import { SplitPane } from './split-pane.tsx';
import css from './split-pane.module.css';
import { useMinWidth } from './use-min-width.ts';

interface MasterDetailProps {
  list: ReactNode;
  listName: string;
  /** Null while nothing is chosen; narrow windows then show the list, else the record. */
  detail: ReactNode | null;
  placeholder: ReactNode;
  /** -1 and 1: the record before and after the chosen one. */
  onMove: (step: -1 | 1) => void;
  onClose: () => void;
  width?: number;
}

const wide = 1200;
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="combobox"]') !== null;

const arrows: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys in the list choose the previous or next record. */
function useArrowKeys(part: RefObject<HTMLElement | null>, onMove: (step: -1 | 1) => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    const element = part.current;
    const moveByArrow = (event: KeyboardEvent): void => {
      const step = arrows[event.key];
      if (step === undefined || isTyping(event.target)) return;
      event.preventDefault();
      move(step);
    };
    element?.addEventListener('keydown', moveByArrow);
    return () => element?.removeEventListener('keydown', moveByArrow);
  }, [part]);
}

/** Esc in the record returns to the list: to the chosen row, else to the first control. */
function useEscape(from: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = from.current;
    const focusListOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isTyping(event.target)) return;
      const list = to.current;
      (
        list?.querySelector<HTMLElement>('[aria-current="true"]') ?? list?.querySelector<HTMLElement>('a, button')
      )?.focus();
    };
    element?.addEventListener('keydown', focusListOnEscape);
    return () => element?.removeEventListener('keydown', focusListOnEscape);
  }, [from, to]);
}

/** List on the left, record on the right: arrows move in the list, Esc in the record returns to it. */
export function MasterDetail({ list, listName, detail, placeholder, onMove, onClose, width = 360 }: MasterDetailProps) {
  const isWide = useMinWidth(wide);
  const listPart = useRef<HTMLDivElement>(null);
  const detailPart = useRef<HTMLDivElement>(null);
  useArrowKeys(listPart, onMove);
  useEscape(detailPart, listPart);
  const listBox = (
    <div ref={listPart} role="group" aria-label={listName} className={css['single']}>
      {list}
    </div>
  );
  const detailBox = (
    <div ref={detailPart} tabIndex={-1} className={css['single']}>
      {detail ?? placeholder}
    </div>
  );
  if (isWide) return <SplitPane left={listBox} right={detailBox} leftName={listName} width={width} />;
  if (detail === null) return listBox;
  return <OverList onBack={onClose}>{detailBox}</OverList>;
}
