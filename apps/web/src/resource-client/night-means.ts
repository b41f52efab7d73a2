import { bloodPressureReading } from '@kangmai/model/measurements';

import { readFrom } from './calls.ts';

import type { Dipping } from '@kangmai/domain';

export interface ShownMean {
  readonly count: number;
  /** Least number of readings for a mean. */
  readonly least: number;
  readonly high: number | null;
  readonly low: number | null;
  readonly isHigh: boolean | null;
}

export interface Recording {
  readonly asleepAt: string;
  readonly awakeAt: string;
  readonly day: ShownMean;
  readonly sleep: ShownMean;
  readonly whole: ShownMean;
  readonly fallPercent: number | null;
  readonly dipping: Dipping | null;
}

/** The means of a person's newest recorded night; null without one. */
export async function getNightMeans(clientId: number, signal: AbortSignal): Promise<Recording | null> {
  const { recording } = await readFrom<{ readonly recording: Recording | null }>(
    bloodPressureReading,
    'GetNightMeans',
    { query: { userId: clientId }, signal },
  );
  return recording;
}
