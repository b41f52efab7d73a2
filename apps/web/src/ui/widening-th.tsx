import { useRef, type PointerEvent, type ThHTMLAttributes } from 'react';

import css from './widening-th.module.css';

interface WideningThProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Receives the new width in px after dragging; without it the width is fixed. */
  onWidth?: (width: number) => void;
}

const narrowest = 48;
const widest = 1000;

/** Table heading with a draggable right border, no tab stop: the width can be typed in the column settings. */
export function WideningTh({ onWidth, children, ...rest }: WideningThProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const from = useRef<number | null>(null);
  if (!onWidth) return <th {...rest}>{children}</th>;

  const moved = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const rect = cell.current?.getBoundingClientRect();
    // The page may be zoomed.
    const scale = rect && cell.current ? rect.width / cell.current.offsetWidth : 1;
    const by = (clientX - (from.current ?? clientX)) / scale;
    currentTarget.style.transform = `translateX(${by}px)`;
    return Math.round(Math.min(widest, Math.max(narrowest, (cell.current?.offsetWidth ?? 0) + by)));
  };
  const startDrag = (event: PointerEvent<HTMLElement>): void => {
    from.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const endDrag = (event: PointerEvent<HTMLElement>): void => {
    if (from.current === null) return;
    const width = moved(event);
    const isMoved = event.clientX !== from.current;
    from.current = null;
    event.currentTarget.style.transform = '';
    if (isMoved) onWidth(width);
  };
  return (
    <th {...rest} ref={cell}>
      {children}
      <span
        className={css['border']}
        aria-hidden="true"
        onPointerDown={startDrag}
        onPointerMove={(event) => from.current !== null && moved(event)}
        onPointerUp={endDrag}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
