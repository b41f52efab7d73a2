import type { RosterEntry, RosterRow, WeekSave } from '../../resource-client/roster.ts';

/** Types of shifts that a row has by day where they were painted. */
export type RowEdits = ReadonlyMap<string, readonly number[]>;
/** What was painted and not saved, by row. */
export type Edits = ReadonlyMap<string, RowEdits>;

export const noEdits: Edits = new Map();

export const rowKey = ({ personId, userId }: Pick<RosterRow, 'personId' | 'userId'>): string =>
  personId === null ? `u${userId}` : `p${personId}`;

const entriesOn = ({ days }: RosterRow, day: string): readonly RosterEntry[] => days[day] ?? [];

/** Shifts that are no drafts: painting leaves them alone. */
export const keptOn = (row: RosterRow, day: string): readonly RosterEntry[] =>
  entriesOn(row, day).filter(({ state }) => state !== 'draft');

const draftsOn = (row: RosterRow, day: string): readonly RosterEntry[] =>
  entriesOn(row, day).filter(({ state }) => state === 'draft');

/** The types of the drafts of a day, as they are painted. */
export const typesOn = (row: RosterRow, day: string, edits: RowEdits | undefined): readonly number[] =>
  edits?.get(day) ?? draftsOn(row, day).map(({ dutyTypeId }) => dutyTypeId);

const inOrder = (types: readonly number[]): string => types.toSorted((one, other) => one - other).join();
const isSame = (one: readonly number[], other: readonly number[]): boolean => inOrder(one) === inOrder(other);

/** Edits with a day of a row painted; painted back as it is stored, it is no edit. */
export function painted(
  edits: Edits,
  row: RosterRow,
  on: { readonly day: string; readonly types: readonly number[] },
): Edits {
  const key = rowKey(row);
  const before = edits.get(key);
  if (isSame(typesOn(row, on.day, before), on.types)) return edits;
  const days = new Map(before);
  if (isSame(typesOn(row, on.day, undefined), on.types)) days.delete(on.day);
  else days.set(on.day, on.types);
  const next = new Map(edits);
  if (days.size === 0) next.delete(key);
  else next.set(key, days);
  return next;
}

export const editCount = (edits: Edits): number => [...edits.values()].reduce((sum, days) => sum + days.size, 0);

/** Edits that still stand after the week was read once more. */
export const standing = (edits: Edits, rows: readonly RosterRow[]): Edits => {
  const known = new Map(rows.map((row) => [rowKey(row), row]));
  let next: Edits = noEdits;
  for (const [key, days] of edits) {
    const row = known.get(key);
    if (row) for (const [day, types] of days) next = painted(next, row, { day, types });
  }
  return next;
};

/** The painted rows whole, with the drafts that they were painted over. */
export function saveOf(rows: readonly RosterRow[], days: readonly string[], edits: Edits): WeekSave {
  const changed = rows.filter((row) => edits.has(rowKey(row)));
  const draftsOf = (row: RosterRow): readonly RosterEntry[] => days.flatMap((day) => draftsOn(row, day));
  return {
    staff: changed.map(({ personId, userId }) => ({ personId, userId })),
    seen: changed.flatMap(draftsOf).map(({ id, rowVersion }) => ({ id, rowVersion })),
    entries: changed.flatMap((row) =>
      days.flatMap((day) =>
        typesOn(row, day, edits.get(rowKey(row))).map((dutyTypeId) => {
          const former = draftsOn(row, day).find((draft) => draft.dutyTypeId === dutyTypeId);
          const { personId, userId } = row;
          return {
            personId,
            userId,
            workDate: day,
            dutyTypeId,
            place: former?.place ?? null,
            capacity: former?.capacity ?? null,
          };
        }),
      ),
    ),
  };
}
