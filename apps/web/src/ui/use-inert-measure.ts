import { useLayoutEffect, useRef, type RefObject } from 'react';

/** antd measures columns with a hidden header copy, whose check box must not be a tab stop. */
export function useInertMeasure(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', ''));
  return box;
}
