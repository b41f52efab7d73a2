import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import type { Judgement } from '../judging/judge.ts';
import type { MeasurementKind } from '../measurement/metric.ts';

/** How to get a second value: not at all, send MEASURE to the watch now and after 5 minutes, or ask the person. */
export type Retest = 'none' | 'measure' | 'ask';

/**
 * Whether a reading needs a second one: a watch value of pressure or oxygen at level 2, of heart at level 3, or a
 * doubtful one is measured again; after a manual entry at level 2 or with a doubtful value the page asks after 1-2 min.
 */
export function retestFor(kind: MeasurementKind, judgement: Judgement, by: MeasuredBy): Retest {
  const doubtful = judgement.quality === 1;
  if (by.instrument === 'manual') {
    return doubtful || judgement.level >= 2 ? 'ask' : 'none';
  }
  if (by.instrument !== 'wearable') {
    return 'none';
  }
  const from = kind === 'bp' || kind === 'spo2' ? 2 : kind === 'heart' ? 3 : 5;
  return doubtful || judgement.level >= from ? 'measure' : 'none';
}
