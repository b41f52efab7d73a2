import {
  baselineKinds,
  caseTypeOf,
  daysLookedAt,
  localDay,
  type AbnormalRule,
  type AbnormalType,
  type MeasurementKind,
  type StaffClosing,
  type TimedPoint,
} from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { closingsOf } from '../cases/case-replay.ts';
import {
  dayOutcomes,
  isDaily,
  isNightly,
  isOfCourse,
  mayConcern,
  nightOutcomes,
  outcomeOf,
  type Judging,
} from '../cases/course-outcome.ts';
import { casesOfMoments, type Moment } from '../cases/course-run.ts';
import {
  firstTimes,
  readingTimes,
  storedNights,
  untilEnd,
  type CourseSpan,
  type CourseTime,
  type Nights,
} from '../cases/course-times.ts';
import { coursesOf, type Courses } from '../cases/courses.ts';
import { dailyFigures, figuresBefore, figuresSince, type Days } from '../cases/day-figures.ts';
import type { Outcome } from '../cases/history-steps.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';
import { leadMs, ofEach, type BenchCase, type Benched, type CasesBySide } from './bench-cases.ts';

const dayMs = 86_400_000;

type ByPerson<T> = ReadonlyMap<number, readonly T[]>;

interface Stored {
  readonly times: ReadonlyMap<string, ByPerson<CourseTime>>;
  readonly firsts: ReadonlyMap<MeasurementKind, ByPerson<CourseTime>>;
  readonly courses: ReadonlyMap<AbnormalRule, Courses>;
  readonly nights: ReadonlyMap<string, ReadonlyMap<number, Nights>>;
  readonly days: ReadonlyMap<MeasurementKind, Days>;
}

const byPerson = <T extends { readonly clientId: number }>(rows: readonly T[]): ByPerson<T> =>
  groupBy(rows, ({ clientId }) => clientId);

const isOfReading = (rule: AbnormalRule): boolean => !isDaily(rule) && !isNightly(rule);
const metricOf = ({ condition }: AbnormalRule): string => condition.history?.metric ?? '';

async function read<K, V>(keys: Iterable<K>, of: (key: K) => Promise<V>): Promise<ReadonlyMap<K, V>> {
  return new Map(await Promise.all([...new Set(keys)].map(async (key) => [key, await of(key)] as const)));
}

const daily = (type: AbnormalType, rules: readonly AbnormalRule[]): readonly MeasurementKind[] => [
  ...rules.filter(isDaily).map(({ kind }) => kind as MeasurementKind),
  ...baselineKinds.filter(({ high, low }) => high === type || low === type).map(({ kind }) => kind),
];

async function storedOf(
  ctx: CallCtx,
  span: CourseSpan,
  { type, rules }: { readonly type: AbnormalType; readonly rules: readonly AbnormalRule[] },
): Promise<Stored> {
  const [ofReadings, nightly] = [rules.filter(isOfReading), rules.filter(isNightly)];
  const days = Math.ceil((span.until.getTime() - span.since.getTime()) / dayMs);
  const kinds = [...ofReadings, ...nightly].map(({ kind }) => kind as ReadingKind);
  const [times, firsts, courses, nights, figures] = await Promise.all([
    read(kinds, async (kind) => byPerson(await readingTimes(ctx, kind, span))),
    read(daily(type, rules), async (kind) => byPerson(await firstTimes(ctx, kind, span))),
    read(ofReadings, (rule) =>
      coursesOf(
        ctx,
        {
          kind: rule.kind as ReadingKind,
          metric: metricOf(rule),
          days: days + daysLookedAt(rule),
          atRest: rule.condition.history?.kind === 'share',
        },
        untilEnd(span),
      ),
    ),
    read(nightly.map(metricOf), (metric) => storedNights(ctx, metric, span)),
    read(daily(type, rules), (kind) =>
      dailyFigures(ctx, kind, { clientIds: span.clientIds, since: figuresSince(span.since.getTime()) }),
    ),
  ]);
  return { times, firsts, courses, nights, days: figures };
}

function windowOf(course: readonly TimedPoint[], days: number): (until: number) => readonly TimedPoint[] {
  let [from, to] = [0, 0];
  return (until) => {
    while ((course[to]?.at ?? Number.POSITIVE_INFINITY) <= until) to += 1;
    while (from < to && (course[from]?.at ?? 0) <= until - days * dayMs) from += 1;
    return course.slice(from, to);
  };
}

interface Under {
  readonly person: PersonContext;
  readonly judging: Omit<Judging, 'now'>;
  readonly stored: Stored;
}

interface DeviceMoment extends Moment {
  readonly deviceId: number | null;
}

function readingMoments({ person, judging, stored }: Under): readonly DeviceMoment[] {
  const { clientId } = person;
  const rules = judging.rules.filter(isOfReading);
  return [...groupBy(rules, ({ kind }) => kind)].flatMap(([kind, own]) => {
    const windows = own.map(
      (rule) => [rule, windowOf(stored.courses.get(rule)?.get(clientId) ?? [], daysLookedAt(rule))] as const,
    );
    return (stored.times.get(kind)?.get(clientId) ?? []).map(({ at, receivedAt, deviceId }): DeviceMoment => {
      const outcomes = windows.flatMap(([rule, window]): readonly Outcome[] =>
        mayConcern(rule, person, localDay(at, judging.zone))
          ? [
              outcomeOf(rule, {
                asked: { clientId, until: at },
                course: window(at),
                judging: { ...judging, now: receivedAt },
              }),
            ]
          : [],
      );
      return { at, deviceId, outcomes };
    });
  });
}

const dayMoments = ({ person, judging, stored }: Under): readonly DeviceMoment[] =>
  [...stored.firsts].flatMap(([kind, times]) =>
    (times.get(person.clientId) ?? []).map(({ receivedAt, deviceId }): DeviceMoment => {
      const now = { ...judging, now: receivedAt };
      const course = figuresBefore(stored.days.get(kind)?.get(person.clientId), now);
      return { at: receivedAt, deviceId, outcomes: dayOutcomes(kind, { person, course, judging: now }) };
    }),
  );

interface NightTime extends CourseTime {
  readonly known: number;
}

function nightMoments({ person, judging, stored }: Under): readonly DeviceMoment[] {
  const { clientId } = person;
  const rules = judging.rules.filter(isNightly);
  if (rules.length === 0) return [];
  const pressed = (stored.times.get('bp')?.get(clientId) ?? []).map((time): NightTime => ({ ...time, known: time.at }));
  const byRule = rules.map((rule) => [rule, stored.nights.get(metricOf(rule))?.get(clientId)] as const);
  const reported = (byRule[0]?.[1]?.reports ?? []).map((report): NightTime => ({
    ...report,
    known: Math.max(report.at, report.awakeAt),
  }));
  const times = [...pressed, ...reported].toSorted((one, other) => one.known - other.known || one.at - other.at);
  return times.map(({ at, known, receivedAt, deviceId }): DeviceMoment => {
    const outcomes = byRule.flatMap(([rule, nights]) => {
      const night = nights?.reports.find((each) => each.at > at - dayMs && Math.max(each.at, each.awakeAt) <= known);
      if (!night || !(at === night.at || (at >= night.asleepAt && at <= night.awakeAt))) return [];
      const course = (nights?.pressures ?? [])
        .filter((each) => each.at >= night.asleepAt && each.at <= Math.min(night.awakeAt, known))
        .map((each): TimedPoint => ({ at: each.at, day: night.day, value: each.value }));
      return nightOutcomes(rule, { until: at, course }, { person, judging: { ...judging, now: receivedAt } });
    });
    return { at, deviceId, outcomes };
  });
}

function casesOfPerson(under: Under, type: AbnormalType, closings: readonly StaffClosing[]): readonly BenchCase[] {
  const moments = [...readingMoments(under), ...dayMoments(under)]
    .toSorted((one, other) => one.at - other.at)
    .concat(nightMoments(under))
    .map((moment) => ({ ...moment, outcomes: moment.outcomes.filter((outcome) => outcome.type === type) }))
    .filter(({ outcomes }) => outcomes.length > 0);
  const devices = new Map(moments.map(({ at, deviceId }) => [at, deviceId]));
  const own = closings.filter((closing) => closing.abnormalType === type);
  return casesOfMoments(moments, own).map((each) => ({ ...each, deviceId: devices.get(each.case.openedAt) ?? null }));
}

export async function courseCasesUnder(ctx: CallCtx, { contexts, span, sets, rule }: Benched): Promise<CasesBySide> {
  const type = caseTypeOf(rule);
  const { zone, lateHours } = await contexts.tenant(ctx.tenantId);
  const bySide = sets.map(({ rules }) => rules.filter((each) => isOfCourse(each) && caseTypeOf(each) === type));
  const since = new Date(span.since.getTime() - leadMs);
  const { clientIds } = span;
  const [persons, closings, stored] = await Promise.all([
    loadPersons(ctx.tx, clientIds),
    closingsOf(ctx, { clientIds, since: since.getTime() }),
    storedOf(ctx, { ...span, since }, { type, rules: [...new Set(bySide.flat())] }),
  ]);
  return ofEach(persons, (person) =>
    bySide.map((rules) =>
      casesOfPerson(
        { person, judging: { rules, zone, lateHours }, stored },
        type,
        closings.get(person.clientId) ?? [],
      ).filter((each) => each.case.openedAt >= span.since.getTime()),
    ),
  );
}
