import { StatusTag } from '../ui/status-tag.tsx';
import { T } from './reading-part-texts.ts';
import css from './readings.module.css';

export const ReadingMark = ({ isVoid }: { readonly isVoid: boolean }) => (
  <StatusTag tone={isVoid ? 'neutral' : 'info'}>{T(isVoid ? 'voided' : 'corrected')}</StatusTag>
);

/** Mark of a reading that duplicates one of another source, in full or as a word. */
export const TwinMark = ({ isFull = false }: { readonly isFull?: boolean }) =>
  isFull ? (
    <span className={css['note']}>{T('twinHint')}</span>
  ) : (
    <span className={css['note']} title={T('twinHint')}>
      {T('twin')}
    </span>
  );
