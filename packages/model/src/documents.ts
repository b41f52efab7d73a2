import type { Document } from '@kangmai/resource';
import { casePaper } from './alerts/case-paper.ts';
import { contractPaper } from './basic-data/contract-paper.ts';
import { meterSheet } from './basic-data/meter-sheet.ts';
import { paymentSlip } from './basic-data/payment-slip.ts';
import { dutyList } from './duty/duty-list.ts';
import { handoverPaper } from './duty/handover-paper.ts';
import { rosterPaper } from './duty/roster-paper.ts';
import { activitySheet } from './education/activity-sheet.ts';
import { bedLabel } from './facility/bed-label.ts';
import { agreementPaper } from './teams/agreement-paper.ts';

export { rosterPaper } from './duty/roster-paper.ts';
export { agreementPaper } from './teams/agreement-paper.ts';

/** Every paper of the product. */
export const documents: readonly Document[] = [
  contractPaper,
  meterSheet,
  paymentSlip,
  bedLabel,
  dutyList,
  rosterPaper,
  handoverPaper,
  casePaper,
  activitySheet,
  agreementPaper,
];

export const documentOf = (key: string): Document | undefined => documents.find((document) => document.key === key);

/** The papers of single rows of a resource. */
export const documentsOf = (resource: string): readonly Document[] =>
  documents.filter(({ of, period }) => of === resource && period === undefined);

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
  /** The only user who may sign. With null, every user who may edit the row may sign. */
  readonly signer: { readonly id: number; readonly name: string } | null;
  readonly version: number;
  /** The hash of the version that this one corrects. */
  readonly former: string | null;
  readonly reason: string | null;
  readonly templateVersion: string;
  readonly issuer: string;
  readonly issuedAt: string;
}
