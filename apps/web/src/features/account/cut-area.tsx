import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { A } from './account-texts.ts';
import css from './avatar.module.css';
import { areaOf, fitted, type Cut } from './cut-picture.ts';

interface CutAreaProps {
  picture: HTMLImageElement;
  cut: Cut;
  onChange: (cut: Cut) => void;
}

const side = 256;
const keyStep = 0.02;
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

export function CutArea({ picture, cut, onChange }: CutAreaProps) {
  const start = useRef<{ readonly x: number; readonly y: number; readonly cut: Cut } | null>(null);
  const sides = { width: picture.naturalWidth, height: picture.naturalHeight };
  const movePicture = (x: number, y: number): void => onChange(fitted(sides, { ...cut, x, y }));
  const startDrag = (event: PointerEvent<HTMLButtonElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, y: event.clientY, cut };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>): void => {
    if (!start.current) return;
    const shown = event.currentTarget.getBoundingClientRect().width;
    movePicture(
      start.current.cut.x + (event.clientX - start.current.x) / shown,
      start.current.cut.y + (event.clientY - start.current.y) / shown,
    );
  };
  const endDrag = (): void => {
    start.current = null;
  };
  const moveByArrow = (event: KeyboardEvent): void => {
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    movePicture(cut.x + step[0], cut.y + step[1]);
  };
  const area = areaOf(sides, cut);
  const scale = side / area.side;
  return (
    <button
      type="button"
      aria-label={A('cutArea')}
      className={css['square']}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onKeyDown={moveByArrow}
    >
      <img
        src={picture.src}
        alt=""
        draggable={false}
        style={{
          width: sides.width * scale,
          height: sides.height * scale,
          left: -area.left * scale,
          top: -area.top * scale,
        }}
      />
    </button>
  );
}
