import { kindOf } from '../measurement/catalogue.ts';
import { isMeasurementKind } from '../measurement/metric.ts';
import type { EventCondition, HistoryCondition } from './rule.ts';

/** The parameters of an event: required figures, those of a further stage, and optional ones. */
export interface EventForm {
  readonly event: EventCondition['event'];
  readonly needs?: 'minutes' | 'below';
  readonly mayWait?: true;
  readonly mayNeedSos?: true;
  readonly raise?: { readonly needs: 'minutes' | 'below'; readonly gateway?: true };
}

const eventForms: Readonly<Record<string, EventForm>> = {
  wear: { event: 'notWorn', needs: 'minutes', mayWait: true, mayNeedSos: true },
  offline: {
    event: 'offline',
    needs: 'minutes',
    mayWait: true,
    mayNeedSos: true,
    raise: { needs: 'minutes', gateway: true },
  },
  battery: { event: 'battery', needs: 'below', raise: { needs: 'below' } },
  check: { event: 'implausible', raise: { needs: 'minutes' } },
  sos: { event: 'sos' },
  fence: { event: 'fenceLeft' },
  sleep: { event: 'outOfBed', needs: 'minutes' },
};

/** The event that rules of a kind may be about; undefined for kinds of readings alone. */
export const eventFormOf = (kind: string): EventForm | undefined => eventForms[kind];

/** The flag of a heart reading whose rhythm was irregular; it is counted, not compared. */
export const rhythmFlag = 'irregular';

const courseKinds: Readonly<Record<string, readonly HistoryCondition['kind'][]>> = {
  bp: ['change', 'days', 'nightMean'],
  heart: ['share', 'belowMedian'],
  spo2: ['change', 'days', 'belowMedian'],
  temperature: ['change', 'days', 'belowMedian'],
  walk: ['belowMedian'],
  location: [],
  ys: [],
  sb: [],
};
const usualCourses: readonly HistoryCondition['kind'][] = ['change', 'days'];

/** The kinds of courses that are followed for a kind of reading. */
export const coursesOfKind = (kind: string): readonly HistoryCondition['kind'][] =>
  isMeasurementKind(kind) ? (courseKinds[kind] ?? usualCourses) : [];

const dailyFigure: Readonly<Record<string, string>> = {
  heart: 'heart',
  spo2: 'spo2',
  temperature: 'temperature',
  walk: 'steps',
};

/**
 *  The keys of the figures that a course of a kind may be about: one a day for the median, the rhythm for a share, else
 *  all.
 */
export function courseMetrics(kind: string, course: HistoryCondition['kind']): readonly string[] {
  if (course === 'share') return [rhythmFlag];
  if (course === 'nightMean') return ['high', 'low'];
  if (course === 'belowMedian') return [dailyFigure[kind] ?? ''].filter(Boolean);
  return isMeasurementKind(kind) ? kindOf(kind).metrics.map(({ key }) => key) : [];
}
