import { Button } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import css from './scroll-loader.module.css';

interface ScrollLoaderProps {
  name: string;
  /** Where more is loaded: older messages at the top, older rows at the bottom. */
  edge: 'top' | 'bottom';
  hasMore: boolean;
  load: () => Promise<void>;
  className?: string;
  children: ReactNode;
}

const nearPx = 80;

interface Anchor {
  readonly row: HTMLElement;
  readonly top: number;
}

const rowsOf = (content: HTMLElement): readonly Element[] => [
  ...(content.childElementCount === 1 ? (content.firstElementChild?.children ?? []) : content.children),
];

/** The first visible row and its distance from the top edge. */
function anchorOf(box: HTMLElement, content: HTMLElement): Anchor | null {
  for (const row of rowsOf(content)) {
    if (row instanceof HTMLElement && row.offsetTop + row.offsetHeight > box.scrollTop)
      return { row, top: row.offsetTop - box.scrollTop };
  }
  return null;
}

/** Keeps the visible row in place when rows are added above it. */
function useAnchor(edge: ScrollLoaderProps['edge']) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const remember = (): void => {
    if (box.current && content.current) anchor.current = anchorOf(box.current, content.current);
  };
  // Lists that grow at the top start at the bottom.
  useLayoutEffect(() => {
    if (edge === 'top' && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [edge]);
  useLayoutEffect(() => {
    const { current } = anchor;
    if (edge === 'top' && box.current && current?.row.isConnected)
      box.current.scrollTop = current.row.offsetTop - current.top;
    remember();
  });
  return { box, content, remember };
}

const isNear = (box: HTMLElement, edge: ScrollLoaderProps['edge']): boolean =>
  (edge === 'top' ? box.scrollTop : box.scrollHeight - box.clientHeight - box.scrollTop) <= nearPx;

/** One load at a time; after a failure the user starts the next. */
function useLoads({ edge, hasMore, load }: Pick<ScrollLoaderProps, 'edge' | 'hasMore' | 'load'>) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isRunning = useRef(false);
  const loadMore = async (): Promise<void> => {
    if (isRunning.current || !hasMore) return;
    isRunning.current = true;
    setState('loading');
    try {
      await load();
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      isRunning.current = false;
    }
  };
  const look = (box: HTMLElement | null): void => {
    if (box && state === 'idle' && isNear(box, edge)) void loadMore();
  };
  return { state, run: loadMore, look };
}

/** Scroll area that loads more near its edge and says when there is no more. */
export function ScrollLoader({ name, edge, hasMore, load, className = '', children }: ScrollLoaderProps) {
  const { box, content, remember } = useAnchor(edge);
  const { state, run, look } = useLoads({ edge, hasMore, load });
  useEffect(() => look(box.current));
  const end = (
    <div className={css['end']}>
      {state === 'loading' && <span className={css['spinner']} role="status" aria-label={L('state.loading')} />}
      {state === 'failed' && (
        <>
          {L('state.failed')}
          <Button size="small" onClick={() => void run()}>
            {L('word.retry')}
          </Button>
        </>
      )}
      {state === 'idle' && !hasMore && L('state.noMore')}
    </div>
  );
  const scrolled = (): void => {
    remember();
    look(box.current);
  };
  return (
    <div
      ref={box}
      className={`${css['box']} ${className}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={name}
      onScroll={scrolled}
    >
      {edge === 'top' && end}
      <div ref={content}>{children}</div>
      {edge === 'bottom' && end}
    </div>
  );
}
