import { Tooltip } from 'antd';
import { useState, type PointerEvent } from 'react';

import css from './cut-text.module.css';

/**
 * A text on one line with ellipsis. The tooltip is rendered when the pointer first enters a truncated text. The outer
 * element stays, because browsers drop a click whose element is replaced while the button is down.
 */
export function CutText({ text }: { text: string }) {
  const [isCut, setCut] = useState(false);
  const measure = ({ currentTarget }: PointerEvent): void =>
    setCut((isCut) => isCut || currentTarget.scrollWidth > currentTarget.clientWidth);
  return (
    <span className={css['text']} onPointerEnter={measure}>
      {isCut ? (
        <Tooltip defaultOpen title={text}>
          <span className={css['text']}>{text}</span>
        </Tooltip>
      ) : (
        text
      )}
    </span>
  );
}
