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

/** The shape of a state in its colour, named by the word, where there is no room for a tag. */
export const ToneSign = ({ tone, word }: { tone: Tone; word: string }) => (
  <span role="img" aria-label={word} className={`${css['sign']} ${css[tone]}`}>
    {shapes[tone]}
  </span>
);

const levelTones: readonly Tone[] = ['neutral', 'neutral', 'neutral', 'warning', 'critical'];

/** Tone of an alarm level: critical solid red, warning orange, the others subdued. */
export const levelTone = (level: number): Tone => levelTones[level] ?? 'neutral';
