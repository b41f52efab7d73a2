import css from './share-bar.module.css';

export interface SharePart {
  readonly key: string;
  readonly value: number;
  /** A colour of the token table: `var(--c-…)`. */
  readonly color: string;
}

/** How a whole is shared out, as one bar. It repeats what stands in numbers beside it, in the same order. */
export function ShareBar({ parts }: { parts: readonly SharePart[] }) {
  return (
    <div className={css['bar']} aria-hidden="true">
      {parts
        .filter(({ value }) => value > 0)
        .map(({ key, value, color }) => (
          <span key={key} style={{ flexGrow: value, background: color }} />
        ))}
    </div>
  );
}
