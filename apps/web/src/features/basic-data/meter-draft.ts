import { costOf, toYuan } from '@kangmai/domain/money';
import { hasDecimals, typedNumber } from '@kangmai/domain/numbers';

import type { Meter, ReadingRow } from '../../resource-client/energy.ts';

/** Why a reading is below the former one. */
export interface Cause {
  readonly kind: 'changed' | 'rolled';
  readonly reason: string;
  readonly formerEnd: number | null;
  readonly newStart: number | null;
}

export interface Draft {
  readonly text: string;
  readonly cause?: Cause | undefined;
}

export type Drafts = Readonly<Record<number, Draft>>;

const most = 9_999_999_999.99;

/** The number that was typed, with at most two decimals; null where it is none. */
export function numberIn(text: string): number | null {
  const number = typedNumber(text);
  return number !== null && number >= 0 && number <= most && hasDecimals(number, 2) ? number : null;
}

export type DraftState = 'empty' | 'wrong' | 'below' | 'sound' | 'closed';

/** Whether a meter can be read on a day: a former reading of that day or a later one closes it. */
export const isClosed = ({ lastReadDate }: Meter, day: string): boolean => lastReadDate !== null && lastReadDate >= day;

export function stateOf(meter: Meter, draft: Draft | undefined, day: string): DraftState {
  if (isClosed(meter, day)) return 'closed';
  if (!draft || draft.text.trim() === '') return 'empty';
  const reading = numberIn(draft.text);
  if (reading === null) return 'wrong';
  return meter.lastReading !== null && reading < meter.lastReading && !draft.cause ? 'below' : 'sound';
}

const exact = (number: number): number => Math.round(number * 100) / 100;

/** The full dial above a reading: the next power of ten. */
const dialOf = (reading: number): number => 10 ** Math.max(1, Math.ceil(Math.log10(reading + 0.01)));

/** What a reading adds, as the server will count it. */
export function usageOf({ lastReading }: Meter, { text, cause }: Draft): number | null {
  const reading = numberIn(text);
  if (reading === null) return null;
  if (lastReading === null) return 0;
  if (cause?.kind === 'rolled') return exact(dialOf(lastReading) - lastReading + reading);
  if (cause) return exact((cause.formerEnd ?? lastReading) - lastReading + reading - (cause.newStart ?? 0));
  return reading < lastReading ? null : exact(reading - lastReading);
}

export function costOfDraft(meter: Meter, draft: Draft | undefined): number | null {
  const usage = draft && usageOf(meter, draft);
  return usage === null || usage === undefined || usage < 0 ? null : toYuan(costOf(meter.price, usage));
}

/** The row of a reading for the server. */
export const rowOf = (meter: Meter, { text, cause }: Draft): ReadingRow => ({
  itemId: meter.id,
  reading: numberIn(text) ?? 0,
  formerReadDate: meter.lastReadDate,
  ...(cause && {
    meterChanged: cause.kind === 'changed',
    rolledOver: cause.kind === 'rolled',
    reason: cause.reason,
    ...(cause.kind === 'changed' && { formerMeterEnd: cause.formerEnd, newMeterStart: cause.newStart }),
  }),
});
