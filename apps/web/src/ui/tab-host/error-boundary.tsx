import { Button } from 'antd';
import { Component, type ReactNode } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { isChunkError, reloadOnce } from '../../lib/lazy-part.ts';
import { ErrorState } from '../states.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** Receives each error with its number, for the log. */
  onError?: (error: unknown, number: string) => void;
  onHome?: () => void;
  /** Whether the page may reload without asking, because nothing would be lost. */
  mayReload?: () => boolean;
}

interface BoundaryState {
  error: unknown;
  number: string;
}

/** Catches render errors of one page; everything around it keeps working. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, number: '' };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, number: Date.now().toString(36) };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error, this.state.number);
    if (isChunkError(error) && this.props.mayReload?.() === true) reloadOnce();
  }

  override render(): ReactNode {
    const { error, number } = this.state;
    if (error === null) return this.props.children;
    if (isChunkError(error)) {
      return (
        <ErrorState
          isPage
          title={L('error.chunk')}
          extra={<Button onClick={() => location.reload()}>{L('error.reload')}</Button>}
        />
      );
    }
    const home = this.props.onHome && <Button onClick={this.props.onHome}>{L('error.home')}</Button>;
    return (
      <ErrorState
        isPage
        title={L('error.page')}
        message={L('error.pageNumber', { id: number })}
        onRetry={() => this.setState({ error: null, number: '' })}
        extra={home}
      />
    );
  }
}
