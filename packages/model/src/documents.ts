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

export type { IssuedContent, IssuedPart } from './issued-content.ts';

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
