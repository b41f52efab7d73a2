import { Button } from 'antd';
import { useState, type ReactNode } from 'react';

import { L } from '../lib/i18n/texts.ts';

import { StateSign } from './state-sign.tsx';
import css from './states.module.css';
import { useSlow, useWaiting } from './wait-context.ts';

interface EmptyStateProps {
  text?: string;
  hint?: string;
  onClearFilter?: () => void;
  /** While rows load, the empty state keeps its height and shows no text. */
  isWaiting?: boolean;
}

/** Empty state; with `onClearFilter` it names the filter as the reason. */
export function EmptyState({ text, hint, onClearFilter, isWaiting = false }: EmptyStateProps) {
  if (isWaiting) return <div className={css['state']} />;
  return (
    <div className={css['state']}>
      <StateSign name={onClearFilter ? 'notFound' : 'empty'} />
      <p>{text ?? L(onClearFilter ? 'state.emptyFiltered' : 'state.empty')}</p>
      {hint && <p className={css['hint']}>{hint}</p>}
      {onClearFilter && <Button onClick={onClearFilter}>{L('state.clearFilter')}</Button>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  message?: string | null;
  onRetry?: () => void;
  extra?: ReactNode;
  /** Replaces a whole page, so its title is the page's h1. */
  isPage?: boolean;
}

export function ErrorState({ title, message, onRetry, extra, isPage }: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={css['state']} role="alert">
      <StateSign name="failed" />
      <Title className={css['failed']}>{title ?? L('state.failed')}</Title>
      {message && <p className={css['hint']}>{message}</p>}
      <div className={css['actions']}>
        {onRetry && <Button onClick={onRetry}>{L('word.retry')}</Button>}
        {extra}
      </div>
    </div>
  );
}

/** After 10 s: says that it takes longer, with 取消. */
export function SlowNote({ isActive, onCancel }: { isActive: boolean; onCancel?: () => void }) {
  const isSlow = useSlow(isActive);
  const cancel = useWaiting()?.cancel;
  if (!isSlow) return null;
  const stop = (): void => {
    cancel?.();
    onCancel?.();
  };
  return (
    <div role="status" className={css['slow']}>
      {L('state.slow')}
      {cancel && (
        <Button size="small" onClick={stop}>
          {L('word.cancel')}
        </Button>
      )}
    </div>
  );
}

/** Loading state: visible after 300 ms; after 10 s says that it takes longer, with 取消. */
export function LoadingState({ label }: { label?: string }) {
  const [isStopped, setStopped] = useState(false);
  const again = useWaiting()?.again;
  const retry = (): void => {
    setStopped(false);
    again?.();
  };
  if (isStopped) return <ErrorState title={L('state.stopped')} onRetry={retry} />;
  return (
    <div className={`${css['state']} ${css['late']}`} role="status">
      <span className={css['spinner']} aria-hidden="true" />
      <p className={css['hint']}>{label ?? L('state.loading')}</p>
      <SlowNote isActive onCancel={() => setStopped(true)} />
    </div>
  );
}

/** Thin progress bar above content that is being refreshed. */
export function LoadingBar({ isActive, label }: { isActive: boolean; label?: string }) {
  if (!isActive) return null;
  return <div className={css['bar']} role="progressbar" aria-label={label ?? L('state.loading')} />;
}
