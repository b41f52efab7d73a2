import { z } from 'zod';
import type { Ctx } from '../../access/ctx.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors.ts';
import { arrayOf, timestamp, whole } from '../call-shapes/answers.ts';
import { moveWork, requireFewOpen } from '../tasks/runner.ts';

export type BatchState = 'checking' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone' | 'failed' | 'cancelled';

const rowOutput = z.object({
  id: whole,
  resource: z.string(),
  fileName: z.string(),
  state: z.string(),
  onDuplicate: z.enum(['skip', 'update']).nullable(),
  totalRows: whole,
  validRows: whole,
  problemRows: whole,
  duplicateRows: whole,
  writtenRows: whole,
  doneRows: whole,
  /** Number of attempts of the present step. */
  attempts: whole,
  unknownColumns: arrayOf(z.string()),
  failureRow: whole.nullable(),
  userId: whole,
  userName: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});

/** A batch in an answer. */
export const batchOutput = rowOutput.extend({
  failureReason: z.string().nullable(),
  failureText: z.string().nullable(),
  hasFile: z.boolean(),
  canUndo: z.boolean(),
  canUpdate: z.boolean(),
  /** Its lines can be corrected. */
  canCorrect: z.boolean(),
});

/** One spreadsheet and the progress of its import. */
export interface Batch extends Readonly<z.output<typeof rowOutput>> {
  readonly state: BatchState;
  readonly finishedAt: Date | null;
  readonly filePath: string | null;
  /** Fields of the file's columns, in order; null where its lines are not kept. */
  readonly lineFields: readonly string[] | null;
  readonly failure: string | null;
  readonly failureParams: Readonly<Record<string, string | number>> | null;
}

const columns = `b.id, b.resource, b.file_name as "fileName", b.file_path as "filePath", b.line_fields as "lineFields", b.state, b.on_duplicate as "onDuplicate", b.total_rows as "totalRows", b.valid_rows as "validRows", b.problem_rows as "problemRows",
  b.duplicate_rows as "duplicateRows", b.written_rows as "writtenRows", b.done_rows as "doneRows", b.attempts, b.unknown_columns as "unknownColumns", b.failure, b.failure_params as "failureParams", b.failure_row as "failureRow",
  b.user_id as "userId", u.full_name as "userName", b.created_at as "createdAt", b.finished_at as "finishedAt"`;
const from = 'from import_batch b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id';

/** A batch of the caller by its id; locked, it stays in its state until the transaction ends. */
export async function batchOf({ tx, tenantId, caller }: Ctx, id: number, isLocked = false): Promise<Batch> {
  const row = await tx.one<Batch>(
    `select ${columns} ${from} where b.tenant_id = $1 and b.id = $2 and b.user_id = $3${isLocked ? ' for update of b' : ''}`,
    [tenantId, id, caller.userId],
  );
  if (!row) throw notFound('import');
  return row;
}

/** Lines that the check refused, also by rules of the save, which reading the file again does not show. */
export async function refusedLinesOf(tx: Tx, batchId: number): Promise<ReadonlySet<number>> {
  const row = await tx.one<{ lines: readonly number[] }>(
    'select refused_lines as lines from import_batch where tenant_id = $1 and id = $2',
    [tx.tenantId, batchId],
  );
  return new Set(row?.lines);
}

/** The caller's newest batches for one resource. */
export const batchesOf = ({ tx, tenantId, caller }: Ctx, resource: string): Promise<readonly Batch[]> =>
  tx.query<Batch>(
    `select ${columns} ${from} where b.tenant_id = $1 and b.resource = $2 and b.user_id = $3 order by b.id desc limit 20`,
    [tenantId, resource, caller.userId],
  );

interface PageOfBatches {
  readonly resources: readonly string[];
  readonly states: readonly string[];
  readonly skip: number;
  readonly take: number;
}

/** A page of the caller's batches for some resources, the newest first. */
export async function batchPage(
  { tx, tenantId, caller }: Ctx,
  { resources, states, skip, take }: PageOfBatches,
): Promise<{ readonly totalCount: number; readonly items: readonly Batch[] }> {
  const where =
    'where b.tenant_id = $1 and b.resource = any($2::text[]) and b.user_id = $3 and b.state = any($4::text[])';
  const values = [tenantId, resources, caller.userId, states];
  const counted = await tx.one<{ count: number }>(`select count(*) as count from import_batch b ${where}`, values);
  const items = await tx.query<Batch>(`select ${columns} ${from} ${where} order by b.id desc limit $5 offset $6`, [
    ...values,
    take,
    skip,
  ]);
  return { totalCount: counted?.count ?? 0, items };
}

/** Refuses one more file of a user who has several under way. */
export const requireFewBatches = (tx: Tx, userId: number | null): Promise<void> =>
  requireFewOpen(tx, userId, {
    table: 'import_batch',
    states: ['checking', 'importing', 'undoing'],
    reason: 'import.too-many-open',
  });

/** Changed columns of a batch. */
export type BatchChange = Partial<
  Record<Exclude<keyof Batch, 'id' | 'resource' | 'userId' | 'userName' | 'createdAt'> | 'refusedLines', unknown>
>;

/** Moves a batch on when it still is where it is thought to be. @returns false when somebody else was faster */
export const moveBatch = (
  tx: Tx,
  { id, from: states }: { readonly id: number; readonly from: readonly BatchState[] },
  change: BatchChange,
): Promise<boolean> =>
  moveWork(tx, { table: 'import_batch', where: 'id = $2 and state = any($3::text[])', values: [id, states] }, change);
