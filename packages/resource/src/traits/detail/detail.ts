import type { AnyField, Fields } from '../../fields/field.ts';
import type { StateField } from '../moves/moves.ts';

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
export const isTechnical = ({ kind, options }: AnyField): boolean =>
  kind === 'json' || options.group === technical.group;
