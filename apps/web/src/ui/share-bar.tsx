import css from './share-bar.module.css';

export interface SharePart {
  readonly key: string;
  readonly value: number;
  readonly color: string;
}

/** Shares of a total as one bar, repeating the numbers beside it in the same order. */
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
