import { isProven } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model/alerts';
import { alarmLevels } from '@kangmai/model/shared';
import { silentKinds } from '@kangmai/model/menu';
import { fitsRow } from '@kangmai/resource';

import type { ScreenRow } from '../../resource-client/row.ts';

export type CaseRow = ScreenRow<typeof abnormalCase>;
export type CaseMove = 'claim' | 'contact' | 'handle' | 'falseAlarm' | 'release' | 'reopen' | 'endObservation';

const openStates: ReadonlySet<string> = new Set(['open', 'claimed', 'inProgress']);
const dayMs = 86_400_000;

export const isOpenCase = ({ values }: CaseRow): boolean => openStates.has(values.state);
export const levelOf = ({ values }: CaseRow): 1 | 2 | 3 | 4 =>
  Number(alarmLevels.wireOf(values.level)) as 1 | 2 | 3 | 4;

/** Whether a closed case can be reopened: within a day of its handling. */
export const mayReopen = ({ values }: CaseRow, now: number): boolean =>
  values.handledAt !== null && now - values.handledAt.getTime() <= dayMs;

/** Whether the readings of a handled case are counted without notice. */
export const isObserved = ({ values: { observeUntil } }: CaseRow): boolean => Boolean(observeUntil);

/** Moves that the state of a case allows; the server decides in the end. */
export function movesOf(row: CaseRow): readonly CaseMove[] {
  const fits = (move: Exclude<keyof typeof abnormalCase.moves, 'on'>): boolean =>
    fitsRow(abnormalCase, move, row.values);
  return [
    ...(fits('claim') ? (['claim'] as const) : []),
    ...(fits('logContact') ? (['contact'] as const) : []),
    ...(fits('settle') ? (['handle'] as const) : []),
    ...(fits('falseAlarm') ? (['falseAlarm'] as const) : []),
    ...(row.values.state === 'claimed' ? (['release'] as const) : []),
    ...(isObserved(row) ? (['endObservation'] as const) : []),
    ...(fits('reopen') ? (['reopen'] as const) : []),
  ];
}

export const caseDraft = (id: number, move: CaseMove): string => `abnormalCase.${id}.${move}`;

const isHelp = ({ values: { type } }: CaseRow): boolean => type === 'sos' || type === 'fall';

/** Whether somebody was contacted about the present level of a case, or since it was called again. */
export const isReached = ({ values: { alarmedAt, firstContactAt } }: CaseRow): boolean =>
  isProven({ alarmedAt: alarmedAt?.getTime(), firstContactAt: firstContactAt?.getTime() });

/**
 * Why the server would refuse to close a case without contact: critical cases and SOS calls need one. A device fault
 * needs none when the case has no person or the person no longer wears the device (`deviceFaultEnds`).
 */
export function missingProof(
  row: CaseRow,
  { handling, deviceFaultEnds }: { readonly handling: string | null | undefined; readonly deviceFaultEnds: boolean },
): 'contactFirst' | 'mayBeWorn' | null {
  if ((levelOf(row) !== 4 && !isHelp(row)) || isReached(row)) return null;
  if (handling !== 'deviceFault') return 'contactFirst';
  return deviceFaultEnds ? null : 'mayBeWorn';
}

/** Whether the outcome, or the reason of a false alarm, must be written in words. */
export const needsOutcome = (row: CaseRow): boolean => levelOf(row) >= 3;

/** A group of the list: level, silent devices below level 3, or closed. */
export type CaseGroup = 1 | 2 | 3 | 4 | 'silent' | 'closed';

export function groupOf(row: CaseRow): CaseGroup {
  if (!isOpenCase(row)) return 'closed';
  const level = levelOf(row);
  return level < 3 && silentKinds.includes(row.values.type) ? 'silent' : level;
}
