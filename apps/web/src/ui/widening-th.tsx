import { useRef, type PointerEvent, type ThHTMLAttributes } from 'react';

import css from './widening-th.module.css';

interface WideningThProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Told the new width in px when the border was dragged; a heading without it keeps its width. */
  onWidth?: (width: number) => void;
}

const narrowest = 48;
const widest = 1000;

/** A table's heading whose right border can be dragged. The width can also be typed in the column settings, so the border is no stop for Tab. */
export function WideningTh({ onWidth, children, ...rest }: WideningThProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const from = useRef<number | null>(null);
  if (!onWidth) return <th {...rest}>{children}</th>;

  const moved = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const rect = cell.current?.getBoundingClientRect();
    // The page may be drawn larger than its own px.
    const scale = rect && cell.current ? rect.width / cell.current.offsetWidth : 1;
    const by = (clientX - (from.current ?? clientX)) / scale;
    currentTarget.style.transform = `translateX(${by}px)`;
    return Math.round(Math.min(widest, Math.max(narrowest, (cell.current?.offsetWidth ?? 0) + by)));
  };
  const begin = (event: PointerEvent<HTMLElement>): void => {
    from.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
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
        onPointerDown={begin}
        onPointerMove={(event) => from.current !== null && moved(event)}
        onPointerUp={end}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
