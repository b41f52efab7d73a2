/**
 * Rows that every new tenant gets a copy of, marked as the system's own. Raise `version` with every change of `rows`:
 * tenants that were set up with an older one then have their untouched system rows brought up to date.
 */
export interface ReferenceSet<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
}

/** What a row still needs: `confirm` an expert's confirmation, `verify` a comparison with the original text. */
export type SourceCheck = 'confirm' | 'verify';
