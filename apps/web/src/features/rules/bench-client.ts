import { abnormalRule } from '@kangmai/model/alerts';

import { readFrom } from '../../resource-client/calls.ts';
import { beginWork } from '../../resource-client/tasks.ts';

import type { AbnormalRule } from '@kangmai/domain';

export interface BothSides {
  readonly existing: number;
  readonly proposed: number;
}

export interface BenchFound {
  readonly id: number;
  readonly ruleVersion: number | null;
  readonly ruleName: string;
  readonly plannedPeople: number;
  readonly checkedPeople: number;
  readonly outOfSight: number;
  readonly beyondLimit: number;
  readonly since: string;
  readonly until: string;
  /** Since when the presence of devices is known; null for rules about readings. */
  readonly coveredSince: string | null;
  readonly createdAt: string;
  readonly levels: readonly (BothSides & { readonly level: number })[];
  readonly hours: readonly (BothSides & { readonly hour: number })[];
  readonly products: readonly (BothSides & { readonly productId: number; readonly productName: string | null })[];
  readonly peopleConcerned: number;
  readonly people: readonly (BothSides & { readonly userId: number; readonly userName: string })[];
}

/** Narrows the people to those behind one number. */
export interface Behind {
  readonly level?: number | undefined;
  readonly hour?: number | undefined;
  readonly productId?: number | undefined;
}

/** The rule of a bench: a stored one, or the input of its form. */
export interface Tried {
  readonly ruleId?: number | undefined;
  readonly rule?: AbnormalRule | undefined;
}

export const beginBench = ({ ruleId, rule }: Tried, days: number): Promise<{ readonly taskId: number }> =>
  beginWork('AbnormalRules/Bench', { ...(ruleId !== undefined && { ruleId }), ...(rule && { rule }), days });

/** The newest bench of a rule, of an unsaved rule the caller's newest one; null without one. */
export const getBench = async ({ ruleId }: Tried, behind: Behind, signal: AbortSignal): Promise<BenchFound | null> =>
  (
    await readFrom<{ readonly bench: BenchFound | null }>(abnormalRule, 'GetBench', {
      query: { ruleId, ...behind },
      signal,
    })
  ).bench;
