import type { Fields } from '../../fields/field.ts';
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
