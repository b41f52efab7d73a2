/**
 * Rows that every new tenant gets a copy of, marked as the system's own. Raise `version` with every change of `rows`:
 * tenants that were set up with an older one then have their untouched system rows brought up to date.
 */
export interface ReferenceSet<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
}

/** What still stands between a row and its source: `confirm` waits for an expert, `verify` for a look at the original text. */
export type SourceCheck = 'confirm' | 'verify';
