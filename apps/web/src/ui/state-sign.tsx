import css from './states.module.css';

/** Meaning of a picture beside a message. */
export type StateSignName = 'empty' | 'notFound' | 'failed';

const lines: Readonly<Record<StateSignName, string>> = {
  empty: 'M8 26 16 10h24l8 16v16a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V26h12a8 8 0 0 0 16 0h12',
  notFound: 'M25 8a17 17 0 1 1 0 34 17 17 0 0 1 0-34M38 38l10 10M18 25h14',
  failed: 'M28 8 50 46H6L28 8M28 22v12M28 40v1',
};

export function StateSign({ name }: { name: StateSignName }) {
  return (
    <svg className={css['sign']} data-name={name} viewBox="0 0 56 56" width={48} height={48} aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}
