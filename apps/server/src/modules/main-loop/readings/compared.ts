import type { Database } from '../../../platform/database/database.ts';
import { isRevision, type Revision } from './corrections.ts';
import type { ItemAnswer } from '../intake/ingest-item.ts';
import { isCrowded, type Ready } from './reading-row.ts';
import { hasSameFigures, type WrittenReading } from './written-readings.ts';

/** A stored row that conflicted with an insert; `ordinal` is the position of the new reading. */
export type Existing = WrittenReading & {
  readonly ordinal: number;
  readonly seq: number | null;
  readonly level: number;
  readonly [metric: string]: unknown;
};

interface Compared {
  /** Their device changed since it was read. */
  readonly changed: readonly Ready[];
  readonly collided: readonly Ready[];
  readonly revised: readonly Revision[];
  readonly conflicts: readonly Ready[];
}

/** Sorts readings that were not written by the row they conflict with; answers repetitions. */
export function comparedWith(
  existing: readonly Existing[],
  {
    rest,
    crowded,
    answers,
  }: { readonly rest: readonly Ready[]; readonly crowded: ReadonlySet<string>; readonly answers: ItemAnswer[] },
): Compared {
  const known = new Map(existing.map((row) => [rest[row.ordinal], row]));
  const found = {
    changed: [] as Ready[],
    collided: [] as Ready[],
    revised: [] as Revision[],
    conflicts: [] as Ready[],
  };
  for (const each of rest) {
    const first = known.get(each);
    if (!first) found.changed.push(each);
    else if (isCrowded(each, crowded)) found.collided.push(each);
    else if (isRevision(each, first)) found.revised.push({ each, first });
    else if (hasSameFigures(first, each.row))
      answers[each.index] = { status: 'duplicate', id: first.id, abnormalLevel: first.level };
    else found.conflicts.push(each);
  }
  return found;
}

/** Deletes keys of messages without a time that got the receive time of another node's; they are stored again. */
export async function forgetKeys(database: Database, tenantId: number, collided: readonly Ready[]): Promise<void> {
  const [keys, times] = [collided.map(({ row }) => row.dedupKey), collided.map(({ row }) => row.measuredAt)];
  await database.platformOf([tenantId], (tx) =>
    tx.execute(
      'delete from ingest_dedup d using unnest($2::text[], $3::timestamptz[]) as c(key, at) where d.tenant_id = $1 and d.key = c.key and d.measured_at = c.at',
      [tenantId, keys, times],
    ),
  );
}
