import type { AnyField, Fields } from '../../fields/field.ts';
import type { StateField } from '../moves/moves.ts';
import { rowsOf } from '../rows/rows.ts';

/** A page of its own for each row, below the address of the list. */
export interface DetailRule<F extends Fields> {
  /** Resources with a filtered reference to this one; their lists stand on the page. */
  readonly related?: readonly string[];
  /** The state whose steps stand on the page. */
  readonly steps?: StateField<F>;
}

/** The same as code reads it that knows no field names. */
export interface Detail {
  readonly related?: readonly string[];
  readonly steps?: string;
}

/** The group of fields that say where a row comes from, or that only technicians need: its page folds them. */
export const technical = { group: '来源与技术信息', groupEn: 'Source and technical data' } as const;

/** Whether the page of a row folds a field. */
export const isTechnical = (field: AnyField): boolean =>
  (field.kind === 'json' && !rowsOf(field)) || field.options.group === technical.group;

interface Kept {
  readonly storage: string;
  readonly detail?: unknown;
  readonly wire: { readonly calls: { readonly list?: string; readonly paged?: string; readonly save?: string } };
}

/**
 * Whether a row has a history in words: rows with a page, and rows of lists that users save.
 * @example hasHistory(guardianContact) // true
 */
export const hasHistory = ({ storage, detail, wire: { calls } }: Kept): boolean =>
  detail !== undefined || (storage === 'rows' && calls.save !== undefined && (calls.list ?? calls.paged) !== undefined);
