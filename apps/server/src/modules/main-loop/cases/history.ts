import {
  baselineKinds,
  daysLookedAt,
  localDay,
  startOfDay,
  type AbnormalRule,
  type MeasurementKind,
} from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { loadPersons, type PersonContext } from '../intake/device-context.ts';
import { type Contexts } from '../intake/contexts.ts';
import { type StoredEvent } from '../intake/delivery.ts';
import { loadBooks } from './case-book.ts';
import { saveSteps } from './case-store.ts';
import { coursesOf, irregularOf, type PersonUntil } from './courses.ts';
import { dailyFigures, figuresBefore, figuresSince } from './day-figures.ts';
import { nightCourses } from './night-courses.ts';
import { byNight, nightReadings } from './night-rules.ts';
import { dayOutcomes, isDaily, isNightly, isOfCourse, type Judging, mayConcern, outcomeOf } from './course-outcome.ts';
import { type Outcome, stepsOf, gravest } from './history-steps.ts';

type EventReading = StoredEvent['readings'][number];

async function byReading(
  ctx: CallCtx,
  fresh: ReadonlyMap<MeasurementKind, readonly PersonUntil[]>,
  judging: Judging & { readonly persons: ReadonlyMap<number, PersonContext> },
): Promise<readonly Outcome[]> {
  const found = await Promise.all(
    judging.rules
      .filter((rule) => !isDaily(rule) && !isNightly(rule))
      .map(async (rule): Promise<readonly Outcome[]> => {
        const { history } = rule.condition;
        const asked = (fresh.get(rule.kind as MeasurementKind) ?? []).filter(({ clientId, until }) => {
          const person = judging.persons.get(clientId);
          return person !== undefined && mayConcern(rule, person, localDay(until, judging.zone));
        });
        if (!history || asked.length === 0) return [];
        const courses = await coursesOf(
          ctx,
          {
            kind: rule.kind as ReadingKind,
            metric: history.metric,
            days: daysLookedAt(rule),
            atRest: history.kind === 'share',
          },
          asked,
        );
        return asked.map((each) => outcomeOf(rule, { asked: each, course: courses.get(each.clientId) ?? [], judging }));
      }),
  );
  return found.flat();
}

async function byDay(
  ctx: CallCtx,
  due: ReadonlyMap<MeasurementKind, readonly number[]>,
  judging: Judging & { readonly persons: ReadonlyMap<number, PersonContext> },
): Promise<readonly Outcome[]> {
  const found = await Promise.all(
    [...due].map(async ([kind, clientIds]) => {
      const days = await dailyFigures(ctx, kind, { clientIds, since: figuresSince(judging.now) });
      return clientIds.flatMap((clientId): readonly Outcome[] => {
        const person = judging.persons.get(clientId);
        return person ? dayOutcomes(kind, { person, course: figuresBefore(days.get(clientId), judging), judging }) : [];
      });
    }),
  );
  return found.flat();
}

/** Opens and changes the cases of rules over several readings; after the cases of single readings. */
export async function saveOutcomes(ctx: CallCtx, { outcomes, persons }: Found): Promise<void> {
  const byClient = groupBy(outcomes, ({ clientId }) => clientId);
  if (byClient.size === 0) return;
  const books = await loadBooks(ctx, [...byClient.keys()]);
  for (const [clientId, own] of byClient) {
    const person = persons.get(clientId);
    const book = books.get(clientId);
    if (person && book)
      await saveSteps(
        ctx,
        { clientId, name: person.name, team: person.team },
        gravest(own).flatMap((outcome) => stepsOf(outcome, book)),
      );
  }
}

/** The day for which a person's daily rules of a kind were evaluated on this node. */
const doneOf = new WeakMap<Contexts, Map<string, number>>();
const mostDone = 500_000;

async function firstOfDay(
  ctx: CallCtx,
  readings: readonly EventReading[],
  { contexts, zone, now }: { readonly contexts: Contexts; readonly zone: string; readonly now: number },
): Promise<ReadonlyMap<MeasurementKind, readonly number[]>> {
  const today = localDay(now, zone);
  const since = startOfDay(today, zone);
  const done = doneOf.get(contexts) ?? new Map<string, number>();
  doneOf.set(contexts, done);
  const kinds = new Set<string>(baselineKinds.map(({ kind }) => kind));
  const fresh = new Map<string, readonly [clientId: number, kind: MeasurementKind]>();
  for (const [kind, clientId, , at] of readings) {
    const key = `${ctx.tenantId}|${clientId}|${kind}`;
    if (clientId !== null && at >= since && kinds.has(kind) && (done.get(key) ?? 0) < since)
      fresh.set(key, [clientId, kind]);
  }
  if (fresh.size === 0) return new Map();
  const pairs = [...fresh.values()];
  const rows = await ctx.tx.query<{ clientId: number; kind: MeasurementKind }>(
    `insert into history_day (tenant_id, client_id, kind, day) select $1, u.client_id, u.kind, $4::date from unnest($2::bigint[], $3::text[]) as u(client_id, kind) order by 2, 3
     on conflict (tenant_id, client_id, kind) do update set day = excluded.day where history_day.day < excluded.day returning client_id as "clientId", kind`,
    [ctx.tenantId, pairs.map(([clientId]) => clientId), pairs.map(([, kind]) => kind), today],
  );
  ctx.tx.afterCommit(() => {
    if (done.size > mostDone) done.clear();
    for (const key of fresh.keys()) done.set(key, since);
  });
  return new Map(
    [...groupBy(rows, ({ kind }) => kind)].map(([kind, group]) => [kind, group.map(({ clientId }) => clientId)]),
  );
}

const personUntilOf = ([, clientId, , at]: EventReading): PersonUntil => ({ clientId: clientId as number, until: at });

async function irregularAmong(ctx: CallCtx, readings: readonly EventReading[]): Promise<readonly PersonUntil[]> {
  const irregular = readings.filter(([, , , , , , isIrregular]) => isIrregular === true).map(personUntilOf);
  const unknown = readings
    .filter(([, , , , , , isIrregular]) => (isIrregular ?? undefined) === undefined)
    .map(personUntilOf);
  return [...irregular, ...(await irregularOf(ctx, unknown))];
}

async function freshOf(
  ctx: CallCtx,
  readings: readonly EventReading[],
  rules: readonly AbnormalRule[],
): Promise<ReadonlyMap<MeasurementKind, readonly PersonUntil[]>> {
  const kinds = new Set<string>(rules.filter((rule) => !isDaily(rule) && !isNightly(rule)).map(({ kind }) => kind));
  const found = new Map<MeasurementKind, readonly PersonUntil[]>();
  for (const [kind, group] of groupBy(
    readings.filter(([kind, clientId]) => clientId !== null && kinds.has(kind)),
    ([each]) => each,
  )) {
    const newest = new Map<number, number>();
    for (const { clientId, until } of kind === 'heart' ? await irregularAmong(ctx, group) : group.map(personUntilOf))
      newest.set(clientId, Math.max(newest.get(clientId) ?? 0, until));
    if (newest.size > 0)
      found.set(
        kind,
        [...newest].map(([clientId, until]) => ({ clientId, until })),
      );
  }
  return found;
}

interface NewReadings {
  readonly readings: readonly EventReading[];
  readonly due: ReadonlyMap<MeasurementKind, readonly number[]>;
}

interface Found {
  readonly outcomes: readonly Outcome[];
  readonly persons: ReadonlyMap<number, PersonContext>;
}

export async function outcomesOf(ctx: CallCtx, { readings, due }: NewReadings, judging: Judging): Promise<Found> {
  const fresh = await freshOf(ctx, readings, judging.rules);
  const nights = nightReadings(readings, judging.rules);
  const ids = new Set([
    ...nights.map(({ clientId }) => clientId),
    ...[...fresh.values()].flat().map(({ clientId }) => clientId),
    ...[...due.values()].flat(),
  ]);
  if (ids.size === 0) return { outcomes: [], persons: new Map() };
  const [loaded, courses] = await Promise.all([loadPersons(ctx.tx, [...ids]), nightCourses(ctx, nights)]);
  const persons = new Map(loaded.map((person) => [person.clientId, person]));
  const [first, second] = await Promise.all([
    byReading(ctx, fresh, { ...judging, persons }),
    byDay(ctx, due, { ...judging, persons }),
  ]);
  return { outcomes: [...first, ...second, ...byNight(courses, { ...judging, persons })], persons };
}

/** What the rules over several readings say of persons with new readings. */
export async function findOutcomes(
  ctx: CallCtx,
  readings: readonly EventReading[],
  contexts: Contexts,
): Promise<Found> {
  const { rules, zone, lateHours } = await contexts.tenant(ctx.tenantId);
  const now = ctx.now().getTime();
  const judging = { rules: rules.filter(isOfCourse), zone, lateHours, now };
  const due = await firstOfDay(ctx, readings, { contexts, zone, now });
  return outcomesOf(ctx, { readings, due }, judging);
}
