import { Button } from 'antd';
import { Component, type ReactNode } from 'react';

import { L } from '../../lib/i18n/texts.ts';
import { ErrorState } from '../states.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** Told of each error with its number, for the log. */
  onError?: (error: unknown, number: string) => void;
  onHome?: () => void;
}

interface BoundaryState {
  error: unknown;
  number: string;
}

const chunkMessage = /dynamically imported module|Unable to preload CSS|ChunkLoadError|Importing a module script failed/;

const isChunkError = (error: unknown): boolean => error instanceof Error && chunkMessage.test(`${error.name} ${error.message}`);

/** Catches what goes wrong while one page draws; everything around it goes on working. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, number: '' };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, number: Date.now().toString(36) };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error, this.state.number);
  }

  override render(): ReactNode {
    const { error, number } = this.state;
    if (error === null) return this.props.children;
    if (isChunkError(error)) {
      return <ErrorState isPage title={L('error.chunk')} extra={<Button onClick={() => location.reload()}>{L('error.reload')}</Button>} />;
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
