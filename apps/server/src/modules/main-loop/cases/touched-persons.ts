import { bookDepth, type MeasurementKind } from '@kangmai/domain';
import { judgedKinds, type ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { StoredEvent } from '../intake/delivery.ts';
import { overtaken, type Overtaken } from './case-replay.ts';
import { followedReadings, type StoredRow } from './stored-readings.ts';

type EventReading = StoredEvent['readings'][number];

export interface PersonReadings {
  readonly clientId: number;
  readonly kind: ReadingKind;
  readonly times: ReadonlySet<number>;
  readonly worst: number;
}

const isJudged = (kind: MeasurementKind): kind is ReadingKind => (judgedKinds as readonly string[]).includes(kind);

export function personReadingsOf(readings: readonly EventReading[]): readonly PersonReadings[] {
  const kinds = new Map<ReadingKind, Map<number, PersonReadings & { readonly times: Set<number>; worst: number }>>();
  for (const [kind, clientId, , at, level] of readings) {
    if (clientId === null || !isJudged(kind)) continue;
    let persons = kinds.get(kind);
    if (!persons) kinds.set(kind, (persons = new Map()));
    let touched = persons.get(clientId);
    if (!touched) persons.set(clientId, (touched = { clientId, kind, times: new Set(), worst: 0 }));
    touched.times.add(at);
    touched.worst = Math.max(touched.worst, level);
  }
  return [...kinds.values()].flatMap((persons) => [...persons.values()]);
}

/** What is stored of the persons whose cases may change, by person and kind. */
export interface Stored {
  readonly rows: ReadonlyMap<PersonReadings, readonly StoredRow[]>;
  readonly disturbed: ReadonlyMap<PersonReadings, Overtaken>;
}

export async function readStored(ctx: CallCtx, touched: readonly PersonReadings[]): Promise<Stored> {
  const rows = new Map<PersonReadings, readonly StoredRow[]>();
  const disturbed = new Map<PersonReadings, Overtaken>();
  await Promise.all(
    [...groupBy(touched, (each) => each.kind)].map(async ([kind, group]) => {
      const asked = group.map((each) => ({
        clientId: each.clientId,
        until: new Date(Math.max(...each.times)),
        count: bookDepth + each.times.size,
      }));
      const [late, found] = await Promise.all([overtaken(ctx, kind, group), followedReadings(ctx, kind, asked)]);
      const [lateOf, rowsOf] = [groupBy(late, (each) => each.clientId), groupBy(found, (row) => row.clientId)];
      for (const each of group) {
        rows.set(each, rowsOf.get(each.clientId) ?? []);
        const [order] = lateOf.get(each.clientId) ?? [];
        if (order) disturbed.set(each, order);
      }
    }),
  );
  return { rows, disturbed };
}
