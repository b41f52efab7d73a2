import type { AbnormalType, AlarmLevel } from '../judging/vocabulary.ts';
import type { CaseState } from './case-book.ts';
import { isProven } from '../ladder/ladder.ts';

/** Names of the states of a case. */
export const caseStates: Readonly<Record<CaseState, string>> = {
  0: '未处理',
  1: '已认领',
  2: '处理中',
  3: '已处理',
  4: '误报',
  5: '自动恢复',
};

/** Names of the ways of handling a case. */
export const handleTypes = {
  1: '电话随访',
  2: '视频随访',
  3: '上门巡诊',
  4: '建议复测',
  5: '用药指导',
  6: '联系监护人',
  7: '建议就医',
  8: '转诊',
  9: '呼叫120',
  10: '设备问题',
  11: '无需处理',
} as const;

/** Key of a way of handling. */
export type HandleType = keyof typeof handleTypes;

/** Names of the outcomes of a contact; 1-3 are proof of contact. */
export const callOutcomes = {
  1: '已联系本人',
  2: '已联系监护人',
  3: '现场人员到达',
  4: '无人接听',
  5: '拒接',
  6: '号码错误',
} as const;

/** Whether an outcome proves contact and so ends the ladder. */
export function isProofOfContact(outcome: number): boolean {
  return outcome >= 1 && outcome <= 3;
}

/** What a change of state requires. */
export type CaseNeed = 'handleType' | 'handleResult' | 'reason' | 'firstContact' | 'within24h' | 'editRight';

/** What staff do with a case: the moves that change its state. */
export const caseDeeds = ['claim', 'work', 'settle', 'falseAlarm', 'release', 'reopen'] as const;
export type CaseDeed = (typeof caseDeeds)[number];

/** Needs at every level; levels add theirs in `missingNeeds`. */
const needsOf: Readonly<Record<CaseDeed, readonly CaseNeed[]>> = {
  claim: [],
  work: [],
  settle: ['handleType'],
  falseAlarm: ['reason'],
  release: [],
  reopen: ['within24h', 'editRight'],
};

/** A case before its state is changed. */
export interface CaseMove {
  readonly level: AlarmLevel;
  readonly handleType?: number | null;
  readonly handleResult?: string | null;
  /** First proven contact, epoch ms. */
  readonly firstContactAt?: number | null;
  /** When the present level was reached: older contacts do not count as proof. */
  readonly alarmedAt?: number | null;
  readonly closedAt?: number | null;
  readonly now?: number;
  readonly mayEdit?: boolean;
}

const leastResult = 5;
const reopenHours = 24;
const deviceFault = 10;

/**
 * What is missing for a change of state. Handling a case needs a way of handling; levels 3-4 a result of at least 5
 * characters. A false alarm needs its reason. At level 4 both need a proven first contact, except for 设备问题.
 */
export function missingNeeds(deed: CaseDeed, move: CaseMove): CaseNeed[] {
  const closing = deed === 'settle' || deed === 'falseAlarm';
  const wanted = new Set<CaseNeed>(needsOf[deed]);
  if (closing && move.level >= 3) {
    wanted.add(deed === 'settle' ? 'handleResult' : 'reason');
  }
  if (closing && move.level === 4 && move.handleType !== deviceFault) {
    wanted.add('firstContact');
  }
  return [...wanted].filter((need) => !checks[need](move));
}

const checks: Readonly<Record<CaseNeed, (move: CaseMove) => boolean>> = {
  handleType: ({ handleType }) => handleType != null && Object.hasOwn(handleTypes, handleType),
  handleResult: (move) => textLength(move) >= leastResult,
  reason: (move) => textLength(move) >= (move.level >= 3 ? leastResult : 1),
  firstContact: isProven,
  within24h: ({ closedAt, now }) => closedAt != null && now !== undefined && now - closedAt <= reopenHours * 3_600_000,
  editRight: ({ mayEdit }) => mayEdit === true,
};

function textLength(move: CaseMove): number {
  return Array.from(move.handleResult?.trim() ?? '').length;
}

/** Whether the case may be handled in a batch: levels 1 and 2 only. */
export function mayBatchHandle(level: AlarmLevel): boolean {
  return level <= 2;
}

const closedByStaffOnly = new Set<AbnormalType>(['sos', 'fall', 'gateway']);
const stateTypes = new Set<AbnormalType>(['fence', 'offline', 'wear', 'battery', 'check']);

/**
 * Whether a case may end automatically (state 5): cases of readings at levels 1-2, cases of a state up to level 3,
 * never SOS, falls and danger at home. Unbinding the device ends the same ones up to level 2.
 */
export function mayRecover(
  type: AbnormalType,
  level: AlarmLevel,
  cause: 'readings' | 'stateEnded' | 'unbound',
): boolean {
  if (closedByStaffOnly.has(type)) {
    return false;
  }
  return level <= 2 || (cause === 'stateEnded' && stateTypes.has(type) && level === 3);
}

/** Minutes a claim stops the ladder without proof of contact: 5 at level 4, 30 at level 3; null below. */
export function claimMinutes(level: AlarmLevel): number | null {
  if (level === 4) {
    return 5;
  }
  return level === 3 ? 30 : null;
}
