import css from './status-tag.module.css';

import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'error' | 'critical';

const shapes: Readonly<Record<Tone, string>> = {
  neutral: '○',
  info: '●',
  success: '◆',
  warning: '■',
  error: '▲',
  critical: '▲',
};

/** A state as a word with a shape beside it, so that colour is never the only sign. */
export function StatusTag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={`${css['tag']} ${css[tone]}`}>
      <span aria-hidden="true" className={css['shape']}>
        {shapes[tone]}
      </span>
      {children}
    </span>
  );
}

const levelTones: readonly Tone[] = ['neutral', 'neutral', 'neutral', 'warning', 'critical'];

/** Tone of an alarm level: critical solid red, warning orange, the others subdued. */
export const levelTone = (level: number): Tone => levelTones[level] ?? 'neutral';
