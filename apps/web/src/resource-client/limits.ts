import { ruleMarks } from '@kangmai/model/alerts';
import { bloodPressureReading } from '@kangmai/model/measurements';

import { readFrom } from './calls.ts';

import type { Band, Bands } from './readings.ts';

/** Normal range as returned by the server. */
export interface WireRange extends Omit<Band, 'mark'> {
  readonly mark: number | null;
  readonly dataType: string;
  readonly metric: string;
}

/** Normal ranges by `kind.figure`. */
export const readBands = (ranges: readonly WireRange[]): Bands =>
  Object.fromEntries(
    ranges.map(({ dataType, metric, mark, min, max, circumstance, minNeeds }) => [
      `${dataType}.${metric}`,
      { min, max, circumstance, minNeeds, mark: ruleMarks.read(mark) ?? null },
    ]),
  );

/** Today's normal ranges of a person, from the limits that judge the person. */
export async function bandsOf(clientId: number, signal?: AbortSignal): Promise<Bands> {
  const { items } = await readFrom<{ readonly items: readonly WireRange[] }>(bloodPressureReading, 'GetNormalRanges', {
    query: { userId: clientId },
    ...(signal && { signal }),
  });
  return readBands(items);
}
