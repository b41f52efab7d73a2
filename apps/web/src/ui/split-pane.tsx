import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import css from './split-pane.module.css';

interface SplitPaneProps {
  left: ReactNode;
  right: ReactNode;
  leftName: string;
  width?: number;
  min?: number;
  max?: number;
  onResize?: (width: number) => void;
}

const keyStep = 16;
const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -keyStep, ArrowRight: keyStep };

/** Two parts with a border that moves by pointer and arrow keys. */
export function SplitPane({ left, right, leftName, width = 320, min = 240, max = 480, onResize }: SplitPaneProps) {
  const [current, setCurrent] = useState(width);
  const start = useRef<{ x: number; width: number } | null>(null);
  const resize = (wanted: number): void => {
    const next = Math.min(max, Math.max(min, wanted));
    setCurrent(next);
    onResize?.(next);
  };
  const resizeByKey = (event: KeyboardEvent): void => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(current + step);
  };
  const grab = (event: PointerEvent<HTMLDivElement>): void => {
    start.current = { x: event.clientX, width: current };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent): void => {
    if (!start.current || !(event.currentTarget instanceof HTMLElement)) return;
    // The page may be zoomed.
    const scale = event.currentTarget.getBoundingClientRect().height / event.currentTarget.offsetHeight || 1;
    resize(Math.round(start.current.width + (event.clientX - start.current.x) / scale));
  };
  const release = (): void => {
    start.current = null;
  };

  return (
    <div className={css['pane']}>
      <section aria-label={leftName} className={css['left']} style={{ '--left': `${current}px` } as CSSProperties}>
        {left}
      </section>
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={L('pane.resize')}
        aria-valuenow={current}
        aria-valuemin={min}
        aria-valuemax={max}
        className={css['border']}
        onKeyDown={resizeByKey}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
      />
      <div className={css['right']}>{right}</div>
    </div>
  );
}
