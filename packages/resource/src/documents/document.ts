import type { AnyResource } from '../define-resource.ts';

/** What a document is printed on: sheets, an 80 mm roll, labels of 60 × 40 mm. */
export type Paper = 'A4' | 'A5' | 'roll' | 'label';

export interface Words {
  readonly label: string;
  readonly en: string;
}

export interface FactsPart<F extends string = string> {
  readonly kind: 'facts';
  readonly title?: Words;
  readonly fields: readonly F[];
  /** Amounts among the fields that stand in Chinese capitals too. */
  readonly inWords?: readonly F[];
}

export interface LinesPart<L extends string = string> {
  readonly kind: 'lines';
  readonly name: L;
}

export interface TextPart<F extends string = string> {
  readonly kind: 'text';
  readonly field: F;
}

export interface SignaturesPart<F extends string = string> {
  readonly kind: 'signatures';
  /** Each with the name of the tenant or of a field below its word. */
  readonly parties: readonly (Words & { readonly by?: F | 'tenant' })[];
}

export interface RowsPart {
  readonly kind: 'rows';
  readonly of: string;
  readonly columns: readonly string[];
  readonly most: number;
  /** In place of the order of the list, or of the day of a period. */
  readonly sort?: string;
}

export type DocumentPart<F extends string = string, L extends string = string> =
  | FactsPart<F>
  | LinesPart<L>
  // What an area draws of a row's own answer.
  | { readonly kind: 'own'; readonly name: 'caseGrounds' | 'caseClosings' }
  | RowsPart
  // A text of the paper itself, with the row's values in place of its placeholders.
  | ({ readonly kind: 'terms'; readonly text: string } & Words)
  | TextPart<F>
  | SignaturesPart<F>;

type FieldNames<R extends AnyResource> = keyof R['fields'] & string;
type FactNames<R extends AnyResource> = FieldNames<R> | (keyof R['figures'] & string);
type LineNames<R extends AnyResource> = R['lines'] extends infer I
  ? undefined extends I
    ? never
    : keyof I & string
  : never;

export interface DocumentRule<R extends AnyResource = AnyResource> extends Words {
  readonly key: string;
  readonly of: R['name'];
  readonly paper: Paper;
  readonly number?: FieldNames<R>;
  /** In place of one row: the rows of a month, `202611`, or of the week of a Monday, `20261123`, by a day of theirs. */
  readonly period?: { readonly by: FieldNames<R>; readonly of: 'month' | 'week' };
  readonly issued?: { readonly template: number; readonly signer?: FieldNames<R>; readonly in?: readonly string[] };
  readonly parts: readonly DocumentPart<FactNames<R>, LineNames<R>>[];
}

/** @example relatedRows<typeof energyReading>({ of: 'energyReading', columns: ['readOn', 'reading'], most: 24 }) */
export const relatedRows = <R extends AnyResource>(rows: {
  readonly of: R['name'];
  readonly columns: readonly FieldNames<R>[];
  readonly most: number;
  readonly sort?: FieldNames<R>;
}): RowsPart => ({ kind: 'rows', ...rows });

export interface Document extends Omit<DocumentRule, 'parts'> {
  readonly parts: readonly DocumentPart[];
}

/**
 * A paper made of a row: its page at `/print/{key}/{id}`, its PDF and the buttons that lead there follow from it. The
 * resource is named by its type alone, so that nobody loads its definition by the list of documents.
 * @example defineDocument<typeof contract>({ key: 'contract', of: 'contract', label: '合同', en: 'Contract', paper: 'A4',
 *   number: 'contractNo', parts: [{ kind: 'facts', fields: ['name', 'amount'] }, { kind: 'lines', name: 'payPlan' }] })
 */
export const defineDocument = <R extends AnyResource>(rule: DocumentRule<R>): Document => rule as unknown as Document;
