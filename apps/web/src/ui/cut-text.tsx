import { Tooltip } from 'antd';
import { useState, type PointerEvent } from 'react';

import css from './cut-text.module.css';

/** A text on one line with ellipsis. The tooltip is rendered when the pointer first enters a truncated text. */
export function CutText({ text }: { text: string }) {
  const [isCut, setCut] = useState(false);
  if (isCut) {
    return (
      <Tooltip defaultOpen title={text}>
        <span className={css['text']}>{text}</span>
      </Tooltip>
    );
  }
  const measure = ({ currentTarget }: PointerEvent): void =>
    setCut(currentTarget.scrollWidth > currentTarget.clientWidth);
  return (
    <span className={css['text']} onPointerEnter={measure}>
      {text}
    </span>
  );
}
