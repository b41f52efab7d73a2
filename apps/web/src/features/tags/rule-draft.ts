import {
  checkFactRule,
  factKinds,
  signsOf,
  takesValue,
  type FactKey,
  type FactKind,
  type FactSign,
} from '@kangmai/domain';

/** A condition as it is being written; parts may still be missing. */
export interface DraftTerm {
  readonly fact?: FactKey | undefined;
  readonly sign?: FactSign | undefined;
  readonly value?: unknown;
}

/** Conditions and groups that are joined by all or any. */
export interface DraftGroup {
  readonly all?: readonly DraftPart[];
  readonly any?: readonly DraftPart[];
}

export type DraftPart = DraftTerm | DraftGroup;

export type Joint = 'all' | 'any';

export const isGroup = (part: DraftPart): part is DraftGroup => 'all' in part || 'any' in part;
export const jointOf = ({ any }: DraftGroup): Joint => (any ? 'any' : 'all');
export const partsOf = ({ all, any }: DraftGroup): readonly DraftPart[] => all ?? any ?? [];
export const groupOf = (joint: Joint, parts: readonly DraftPart[]): DraftGroup => ({ [joint]: parts });

export const freshGroup: DraftGroup = { all: [{}] };

/** The stored rule, or a first empty condition. */
export function draftOf(value: unknown): DraftGroup {
  if (typeof value !== 'object' || value === null) return freshGroup;
  const part = value as DraftPart;
  return isGroup(part) ? part : { all: [part] };
}

const firstValue: Readonly<Record<FactKind['type'], unknown>> = { number: null, code: [], codes: [], yesNo: true };

/** A condition about another fact, with the first comparison and no value. */
export function aboutFact(fact: FactKey): DraftTerm {
  const [sign] = signsOf(fact);
  return { fact, sign, value: firstValue[factKinds[fact].type] };
}

/** A condition with another comparison; one that compares with nothing has no value. */
export function withSign({ fact, sign: before, value }: DraftTerm, sign: FactSign): DraftTerm {
  if (!takesValue(sign)) return { fact, sign };
  const isKept = before !== undefined && takesValue(before);
  return { fact, sign, value: isKept || !fact ? value : firstValue[factKinds[fact].type] };
}

/** Whether the rule can be asked. */
export const isWhole = (draft: DraftGroup): boolean => checkFactRule(draft).length === 0;
