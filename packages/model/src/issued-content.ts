interface Named {
  readonly label: string;
  readonly value: string;
}

/** A part of an issued paper, in words. */
export type IssuedPart =
  | { readonly kind: 'facts'; readonly title: string | null; readonly facts: readonly Named[] }
  | ({ readonly kind: 'text' } & Named)
  | {
      readonly kind: 'rows';
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'signatures'; readonly parties: readonly Named[] };

/** What stands on an issued paper, for ever. */
export interface IssuedContent {
  readonly document: string;
  readonly title: string;
  readonly paper: string;
  readonly tenant: string;
  readonly resource: string;
  readonly row: number;
  readonly number: Named | null;
  readonly parts: readonly IssuedPart[];
  /** The only user who may sign; null: whoever may change the row. */
  readonly signer: { readonly id: number; readonly name: string } | null;
  readonly version: number;
  /** The hash of the version that this one corrects. */
  readonly former: string | null;
  readonly reason: string | null;
  readonly templateVersion: string;
  readonly issuer: string;
  readonly issuedAt: string;
}
