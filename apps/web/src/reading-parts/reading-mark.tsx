import { StatusTag } from '../ui/status-tag.tsx';
import { T } from './reading-part-texts.ts';
import css from './readings.module.css';

/** 已更正 or 已作废. */
export const ReadingMark = ({ isVoid }: { readonly isVoid: boolean }) => (
  <StatusTag tone={isVoid ? 'neutral' : 'info'}>{T(isVoid ? 'voided' : 'corrected')}</StatusTag>
);

/** That a reading says what one of another source says; with room in full, else as a word. */
export const TwinMark = ({ isFull = false }: { readonly isFull?: boolean }) =>
  isFull ? (
    <span className={css['note']}>{T('twinHint')}</span>
  ) : (
    <span className={css['note']} title={T('twinHint')}>
      {T('twin')}
    </span>
  );
