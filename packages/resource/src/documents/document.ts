import type { AnyResource } from '../define-resource.ts';

/** What a document is printed on: sheets, an 80 mm roll, labels of 60 × 40 mm. */
export type Paper = 'A4' | 'A5' | 'roll' | 'label';

/** Words in both languages. */
export interface Words {
  readonly label: string;
  readonly en: string;
}

/** Fields with their labels, two in a row on sheets. Empty ones are left out. */
export interface FactsPart<F extends string = string> {
  readonly kind: 'facts';
  readonly title?: Words;
  readonly fields: readonly F[];
}

/** The lines of the document as a table whose heading is repeated on every sheet. */
export interface LinesPart<L extends string = string> {
  readonly kind: 'lines';
  readonly name: L;
}

/** A long text over the whole width. Left out when empty. */
export interface TextPart<F extends string = string> {
  readonly kind: 'text';
  readonly field: F;
}

/** Places for signature and date, side by side. */
export interface SignaturesPart {
  readonly kind: 'signatures';
  readonly parties: readonly Words[];
}

/** The rows of another resource that refer to the row, as a table in the order of their list. */
export interface RowsPart {
  readonly kind: 'rows';
  readonly of: string;
  readonly columns: readonly string[];
  /** How many at most. */
  readonly most: number;
}

export type DocumentPart<F extends string = string, L extends string = string> =
  | FactsPart<F>
  | LinesPart<L>
  | RowsPart
  | TextPart<F>
  | SignaturesPart;

type FieldNames<R extends AnyResource> = keyof R['fields'] & string;
type LineNames<R extends AnyResource> = R['lines'] extends infer I
  ? undefined extends I
    ? never
    : keyof I & string
  : never;

export interface DocumentRule<R extends AnyResource = AnyResource> extends Words {
  /** The last but one part of its address: `/print/{key}/{id}`. */
  readonly key: string;
  /** The name of the resource whose rows it shows. */
  readonly of: R['name'];
  readonly paper: Paper;
  /** The field with the number of the document, shown in its head. */
  readonly number?: FieldNames<R>;
  readonly parts: readonly DocumentPart<FieldNames<R>, LineNames<R>>[];
}

/**
 * A table of rows that refer to the document's row.
 * @example relatedRows<typeof energyReading>({ of: 'energyReading', columns: ['readOn', 'reading'], most: 24 })
 */
export const relatedRows = <R extends AnyResource>(rows: {
  readonly of: R['name'];
  readonly columns: readonly FieldNames<R>[];
  readonly most: number;
}): RowsPart => ({ kind: 'rows', ...rows });

/** A document as code reads it that knows no field names. */
export interface Document extends Words {
  readonly key: string;
  readonly of: string;
  readonly paper: Paper;
  readonly number?: string;
  readonly parts: readonly DocumentPart[];
}

/**
 * A paper made of a row: its page at `/print/{key}/{id}`, its PDF and the buttons that lead there follow from it. The
 * resource is named by its type alone, so that nobody loads its definition by the list of documents.
 * @example defineDocument<typeof contract>({ key: 'contract', of: 'contract', label: '合同', en: 'Contract', paper: 'A4',
 *   number: 'contractNo', parts: [{ kind: 'facts', fields: ['name', 'amount'] }, { kind: 'lines', name: 'payPlan' }] })
 */
export const defineDocument = <R extends AnyResource>(rule: DocumentRule<R>): Document => rule as unknown as Document;
