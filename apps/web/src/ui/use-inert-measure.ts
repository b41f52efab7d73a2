import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The table library measures with a hidden copy of the header, whose check box must not be reached by Tab. */
export function useInertMeasure(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', ''));
  return box;
}
