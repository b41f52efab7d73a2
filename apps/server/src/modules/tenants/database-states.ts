import type { Database } from '../../platform/database/database.ts';

export type DatabaseState = 'shared' | 'own' | 'moving' | 'unreachable';

export interface PlacedRow {
  readonly id: number;
  readonly databaseId: number | null;
  readonly isMoving: boolean;
}

const longestMs = 2_000;

/** Whether a database answers in time. */
async function answers(database: Pick<Database, 'platformOf'>, tenantId: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, longestMs);
  });
  try {
    return await Promise.race([
      database
        .platformOf([tenantId], (tx) => tx.one('select 1'))
        .then(
          () => true,
          () => false,
        ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

export async function databaseStates(
  database: Pick<Database, 'platformOf'>,
  rows: readonly PlacedRow[],
): Promise<ReadonlyMap<number, DatabaseState>> {
  const asked = new Map(
    rows.flatMap(({ id, databaseId, isMoving }) =>
      databaseId === null || isMoving ? [] : [[databaseId, id] as const],
    ),
  );
  const answered = new Map(
    await Promise.all([...asked].map(async ([databaseId, id]) => [databaseId, await answers(database, id)] as const)),
  );
  const stateOf = ({ databaseId, isMoving }: PlacedRow): DatabaseState => {
    if (isMoving) return 'moving';
    if (databaseId === null) return 'shared';
    return answered.get(databaseId) ? 'own' : 'unreachable';
  };
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}
