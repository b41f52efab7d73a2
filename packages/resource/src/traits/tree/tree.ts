import { type FieldKindName, type Fields, optionsOf } from '../../fields/field.ts';
import { targetOf } from '../../fields/ref.ts';
import type { TextOptions } from '../../fields/text.ts';

/** Rows that stand above each other, such as the units of an organisation. */
export interface TreeRule<F extends Fields> {
  /** The reference to the row above; a row without one stands at the top. */
  readonly parent: OfKind<F, 'ref'>;
  /**
   * The place of a row, written by the server: five digits a level, joined by dots, as in `00001.00042`. The text is
   * readonly and holds six characters a level.
   */
  readonly code: OfKind<F, 'text'>;
  /** The field by which rows below the same row are ordered; by their names where it is left out. */
  readonly order?: OfKind<F, 'integer'>;
  /** The most levels, at most 16. */
  readonly levels: number;
}

type OfKind<F extends Fields, K extends FieldKindName> = {
  [N in keyof F & string]: F[N]['kind'] extends K ? N : never;
}[keyof F & string];

/** A tree as code reads it that knows no field names. */
export interface Tree {
  readonly parent: string;
  readonly code: string;
  readonly order?: string;
  readonly levels: number;
}

interface Branching {
  readonly name: string;
  readonly fields: Fields;
}

const mostLevels = 16;
const digits = 5;

/** How long a code of this many levels is. */
export const codeLength = (levels: number): number => levels * (digits + 1) - 1;

/** The level of a code: 1 at the top, 0 of no row. */
export const levelOf = (code: string): number => Math.floor((code.length + 1) / (digits + 1));

/** The code of the n-th row below a code; below an empty code at the top. */
export const codeBelow = (code: string, place: number): string =>
  `${code === '' ? '' : `${code}.`}${String(place).padStart(digits, '0')}`;

/** The most rows below one row. */
export const mostBelow = 10 ** digits - 1;

/** Why the fields of a definition cannot hold its tree. */
function treeProblem({ name, fields }: Branching, { parent, code, levels }: Tree): string | undefined {
  const [above, place] = [fields[parent], fields[code]];
  if (!above || targetOf(above) !== name) return `${parent} does not refer to the rows of the tree`;
  if (levels < 1 || levels > mostLevels) return `a tree has 1 to ${mostLevels} levels`;
  const most = place === undefined ? 0 : (optionsOf<TextOptions>(place).max ?? 0);
  return place?.options.readonly && most >= codeLength(levels)
    ? undefined
    : `${code} is no readonly text that holds all levels`;
}

/** Refuses a definition whose fields cannot hold its tree. */
export function checkTree(definition: Branching & { readonly tree: Tree | undefined }): void {
  const problem = definition.tree && treeProblem(definition, definition.tree);
  if (problem !== undefined) throw new Error(`${definition.name}: ${problem}`);
}
