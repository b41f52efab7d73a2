import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import css from './states.module.css';

/** Nothing to show; with `onClearFilter` it says that the filter is the reason. */
export function EmptyState({ text, onClearFilter }: { text?: string; onClearFilter?: () => void }) {
  return (
    <div className={css['state']}>
      <p>{text ?? L(onClearFilter ? 'state.emptyFiltered' : 'state.empty')}</p>
      {onClearFilter && <Button onClick={onClearFilter}>{L('state.clearFilter')}</Button>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  /** The sentence of the failed call. */
  message?: string | null;
  onRetry?: () => void;
  extra?: ReactNode;
  /** It stands in place of a whole page: its title is the page's. */
  isPage?: boolean;
}

/** Something could not be loaded, with a way to try again. */
export function ErrorState({ title, message, onRetry, extra, isPage }: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={css['state']} role="alert">
      <Title className={css['failed']}>{title ?? L('state.failed')}</Title>
      {message && <p className={css['hint']}>{message}</p>}
      <div className={css['actions']}>
        {onRetry && <Button onClick={onRetry}>{L('word.retry')}</Button>}
        {extra}
      </div>
    </div>
  );
}

const slowMs = 10_000;

/** Waiting area: appears after 300 ms, and after 10 s says that it takes longer, with 取消 where waiting can end. */
export function LoadingState({ label, onCancel }: { label?: string; onCancel?: () => void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`${css['state']} ${css['late']}`} role="status">
      <span className={css['spinner']} aria-hidden="true" />
      <p className={css['hint']}>{isSlow ? L('state.slow') : (label ?? L('state.loading'))}</p>
      {isSlow && onCancel && <Button onClick={onCancel}>{L('word.cancel')}</Button>}
    </div>
  );
}

/** Thin running bar on top of a part whose old content stays while new content is loaded. */
export function LoadingBar({ isActive, label }: { isActive: boolean; label?: string }) {
  if (!isActive) return null;
  return <div className={css['bar']} role="progressbar" aria-label={label ?? L('state.loading')} />;
}
