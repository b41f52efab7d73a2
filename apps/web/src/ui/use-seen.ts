import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element was scrolled into view once. */
export function useSeen(): { readonly element: RefObject<HTMLDivElement | null>; readonly isSeen: boolean } {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !element.current) return undefined;
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [isSeen]);
  return { element, isSeen };
}
