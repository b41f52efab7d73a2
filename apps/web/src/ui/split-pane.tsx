import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import { OverList } from './over-list.tsx';
import css from './split-pane.module.css';
import { useMinWidth } from './use-min-width.ts';

interface SplitPaneProps {
  left: ReactNode;
  right: ReactNode;
  leftName: string;
  width?: number;
  min?: number;
  max?: number;
  onResize?: (width: number) => void;
  /** On a phone the right part stands over the left one while it is open, with a way back. */
  over?: { readonly isOpen: boolean; readonly onBack: () => void; readonly title?: string | undefined };
}

const phoneBelow = 768;

const keyStep = 16;
const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -keyStep, ArrowRight: keyStep };

/** Two parts beside each other; on a phone below each other, or one over the other. */
export function SplitPane({ over, ...parts }: SplitPaneProps) {
  const isPhone = !useMinWidth(phoneBelow);
  if (!over || !isPhone) return <Panes {...parts} />;
  return (
    <>
      <section aria-label={parts.leftName} hidden={over.isOpen}>
        {parts.left}
      </section>
      {over.isOpen && (
        <OverList onBack={over.onBack} title={over.title}>
          {parts.right}
        </OverList>
      )}
    </>
  );
}

function Panes({ left, right, leftName, width = 320, min = 240, max = 480, onResize }: Omit<SplitPaneProps, 'over'>) {
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
