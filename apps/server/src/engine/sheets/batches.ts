import { snake } from '@kangmai/resource';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed, notFound } from '../../platform/errors.ts';

export type BatchState = 'checking' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone' | 'failed' | 'cancelled';

/** One spreadsheet and the progress of its import. */
export interface Batch {
  readonly id: number;
  readonly resource: string;
  readonly fileName: string;
  readonly filePath: string | null;
  readonly state: BatchState;
  readonly onDuplicate: 'skip' | 'update' | null;
  readonly totalRows: number;
  readonly validRows: number;
  readonly problemRows: number;
  readonly duplicateRows: number;
  readonly writtenRows: number;
  readonly doneRows: number;
  /** Number of attempts of the present step. */
  readonly attempts: number;
  readonly unknownColumns: readonly string[];
  readonly failure: string | null;
  readonly failureParams: Readonly<Record<string, string | number>> | null;
  readonly failureRow: number | null;
  readonly userId: number;
  readonly userName: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

const columns = `b.id, b.resource, b.file_name as "fileName", b.file_path as "filePath", b.state, b.on_duplicate as "onDuplicate", b.total_rows as "totalRows", b.valid_rows as "validRows", b.problem_rows as "problemRows",
  b.duplicate_rows as "duplicateRows", b.written_rows as "writtenRows", b.done_rows as "doneRows", b.attempts, b.unknown_columns as "unknownColumns", b.failure, b.failure_params as "failureParams", b.failure_row as "failureRow",
  b.user_id as "userId", u.name as "userName", b.created_at as "createdAt", b.finished_at as "finishedAt"`;
const from = 'from import_batch b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id';

/** A batch by its id; another user's is not found. */
export async function batchOf(tx: Tx, batch: { readonly id: number; readonly userId: number | null }): Promise<Batch> {
  const row = await tx.one<Batch>(`select ${columns} ${from} where b.tenant_id = $1 and b.id = $2 and b.user_id = $3`, [
    tx.tenantId,
    batch.id,
    batch.userId,
  ]);
  if (!row) throw notFound('import');
  return row;
}

/**
 * Lines of a batch that its check refused, including by rules of the save, which reading the file again does not show.
 */
export async function refusedLinesOf(tx: Tx, batchId: number): Promise<ReadonlySet<number>> {
  const row = await tx.one<{ lines: readonly number[] }>(
    'select refused_lines as lines from import_batch where tenant_id = $1 and id = $2',
    [tx.tenantId, batchId],
  );
  return new Set(row?.lines);
}

/** The newest batches of a user for one resource. */
export const batchesOf = (
  tx: Tx,
  { userId, resource }: { readonly userId: number | null; readonly resource: string },
): Promise<readonly Batch[]> =>
  tx.query<Batch>(
    `select ${columns} ${from} where b.tenant_id = $1 and b.resource = $2 and b.user_id = $3 order by b.id desc limit 20`,
    [tx.tenantId, resource, userId],
  );

const mostOpen = 5;

/** Refuses another file of a user with several open batches. Concurrent files are counted one after the other. */
export async function requireFewOpen(tx: Tx, userId: number | null): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('imports of ' || $2::text, $1))", [
    tx.tenantId,
    userId,
  ]);
  const row = await tx.one<{ count: number }>(
    "select count(*) as count from import_batch where tenant_id = $1 and user_id = $2 and state in ('checking', 'importing', 'undoing')",
    [tx.tenantId, userId],
  );
  if ((row?.count ?? 0) >= mostOpen) throw notAllowed('import.too-many-open', { max: mostOpen });
}

/** Changed columns of a batch. */
type Change = Partial<
  Record<
    | 'state'
    | 'onDuplicate'
    | 'totalRows'
    | 'validRows'
    | 'problemRows'
    | 'duplicateRows'
    | 'writtenRows'
    | 'doneRows'
    | 'attempts'
    | 'unknownColumns'
    | 'refusedLines'
    | 'failure'
    | 'failureParams'
    | 'failureRow'
    | 'finishedAt',
    unknown
  >
>;

/** Changes a batch if it is still in the expected state. @returns false when another transaction was faster */
export async function moveBatch(
  tx: Tx,
  batch: { readonly id: number; readonly from: readonly BatchState[] },
  change: Change,
): Promise<boolean> {
  const values: unknown[] = [tx.tenantId, batch.id, batch.from];
  const sets = Object.entries(change)
    .map(([name, value]) => `${snake(name)} = $${values.push(value)}, `)
    .join('');
  return (
    (await tx.execute(
      `update import_batch set ${sets}beat_at = now() where tenant_id = $1 and id = $2 and state = any($3::text[])`,
      values,
    )) > 0
  );
}
