import {
  heldAt,
  noticeFor,
  type AbnormalRule,
  type AbnormalType,
  type AlarmLevel,
  type CaseBook,
  type CaseStep,
  type OpenCase,
} from '@kangmai/domain';
import { groupBy } from '../../../platform/group-by.ts';

export interface Outcome {
  readonly clientId: number;
  readonly type: AbnormalType;
  readonly code: string;
  readonly level: AlarmLevel;
  readonly isMet: boolean;
  readonly at: number;
  readonly isLate: boolean;
  readonly isPast: boolean;
  readonly finding: string;
  readonly valueText: string;
  readonly rule: AbnormalRule | undefined;
}

const ruleOf = ({ code, rule }: Outcome): Pick<OpenCase, 'ruleCode' | 'ruleId' | 'ruleVersion'> => ({
  ruleCode: code,
  ruleId: rule?.id ?? null,
  ruleVersion: rule?.version ?? 1,
});

function opened(outcome: Outcome, breaks: number | undefined): CaseStep {
  const { isLate: late, isPast: past, at } = outcome;
  const made: OpenCase = {
    id: null,
    abnormalType: outcome.type,
    kind: null,
    level: outcome.level,
    state: 0,
    fromAt: at,
    toAt: at,
    openedAt: at,
    countNum: 1,
    description: outcome.finding,
    valueText: outcome.valueText,
    rangeText: '',
    peakText: outcome.valueText,
    peakValue: null,
    peakSeverity: 0,
    ...ruleOf(outcome),
    sourceId: null,
    ofVoid: 'nothing',
    late,
    past: late && past,
    noticeAt: late ? null : at,
  };
  return { do: 'open', case: made, notice: late ? 'none' : 'open', breaks };
}

/** Old readings raise a case without escalation. */
const silentFor = (open: OpenCase, { isPast: past }: Outcome): { readonly run?: 'silent' } =>
  past && !open.late ? { run: 'silent' } : {};

/** Extends the open case of the type: a higher level raises it, the same rule continues it. */
function extended(open: OpenCase, outcome: Outcome): readonly CaseStep[] {
  const raised = outcome.level > open.level;
  if (!raised && open.ruleCode !== outcome.code) return [];
  const level = raised ? outcome.level : open.level;
  const notice = noticeFor(open, { at: outcome.at, late: outcome.isLate }, level);
  const next: OpenCase = {
    ...open,
    ...(raised && ruleOf(outcome)),
    level,
    toAt: Math.max(open.toAt, outcome.at),
    countNum: open.countNum + 1,
    description: outcome.finding,
    valueText: outcome.valueText,
    ofVoid: 'nothing',
    late: open.late && notice === 'none',
    noticeAt: notice === 'none' ? open.noticeAt : outcome.at,
  };
  return [
    raised
      ? { do: 'extend', case: next, raisedFrom: open.level, notice, ...silentFor(open, outcome) }
      : { do: 'extend', case: next, raisedFrom: null, notice },
  ];
}

function metSteps(outcome: Outcome, book: CaseBook): readonly CaseStep[] {
  const open = book.open.get(outcome.type);
  if (open) return extended(open, outcome);
  const held = heldAt(book, outcome.type, outcome.at);
  return held && outcome.level <= held.level ? [] : [opened(outcome, held?.id)];
}

export function stepsOf(outcome: Outcome, book: CaseBook): readonly CaseStep[] {
  if (outcome.isMet) return metSteps(outcome, book);
  const open = book.open.get(outcome.type);
  const ends =
    open !== undefined && open.kind === null && open.ruleCode === outcome.code && open.level <= 2 && open.state === 0;
  return ends ? [{ do: 'clear', case: open, at: outcome.at, reason: 'normal' }] : [];
}

export function gravest(outcomes: readonly Outcome[]): readonly Outcome[] {
  return [...groupBy(outcomes, ({ type }) => type).values()].flatMap((group) => {
    const met = group.filter(({ isMet }) => isMet).toSorted((one, other) => other.level - one.level);
    return met.length > 0 ? met.slice(0, 1) : group;
  });
}
