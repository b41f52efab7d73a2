import { StatusTag } from '../../ui/status-tag.tsx';
import { T } from './reading-part-texts.ts';

/** 已更正 or 已作废. */
export const ReadingMark = ({ isVoid }: { readonly isVoid: boolean }) => <StatusTag tone={isVoid ? 'neutral' : 'info'}>{T(isVoid ? 'voided' : 'corrected')}</StatusTag>;
