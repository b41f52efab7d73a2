import { z } from 'zod';
import { timestamp, whole } from '../../engine/public.ts';

const tenantShape = {
  id: whole,
  tenancyName: z.string(),
  name: z.string(),
  editionId: whole.nullable(),
  isActive: z.boolean(),
  subscriptionEndDateUtc: timestamp.nullable(),
  isInTrialPeriod: z.boolean(),
  creationTime: timestamp,
  rowVersion: whole,
  isDeleted: z.boolean(),
  deletionTime: timestamp.nullable(),
  keptUntil: timestamp.nullable(),
};
export const tenantOutput = z.object({
  ...tenantShape,
  connectionString: z.string().nullable(),
  databaseState: z.enum(['shared', 'own', 'moving', 'unreachable']).optional(),
});
export type Tenant = z.output<typeof tenantOutput>;

export const moveOutput = z.object({
  id: whole,
  state: z.string(),
  fromAddress: z.string().nullable(),
  toAddress: z.string().nullable(),
  tablesTotal: whole.nullable(),
  tablesDone: whole.nullable(),
  rowsCopied: whole.nullable(),
  rowsCaughtUp: whole.nullable(),
  frozenMs: whole.nullable(),
  failure: z.string().nullable(),
  askedAt: timestamp,
  switchedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  failureText: z.string().nullable(),
});
