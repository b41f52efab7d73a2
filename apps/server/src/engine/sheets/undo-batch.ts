import type { AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { conflict } from '../../platform/errors.ts';
import type { Batch } from './batches.ts';
import { type Importer, ofTraits } from './importer.ts';
import { record, reportBeside, within, type Run } from './parts.ts';

interface Kept {
  readonly id: number;
  readonly former: Buffer | null;
}

const together = 500;

/** Rows that were changed or removed since their import; version 0 for removed ones. */
async function touchedSince(ctx: CallCtx, resource: AnyResource, batch: Batch): Promise<number> {
  if (resource.storage === 'readings') return 0;
  const row = await ctx.tx.one<{ count: number }>(
    `select count(*) as count from import_row r left join "${resource.table}" t on t.tenant_id = r.tenant_id and t.id = r.row_id and not t.is_deleted
     where r.tenant_id = $1 and r.batch_id = $2 and coalesce(t.row_version, 0) <> r.row_version`,
    [ctx.tenantId, batch.id],
  );
  return row?.count ?? 0;
}

async function takeBack(ctx: CallCtx, importer: Importer, { id, former }: Kept): Promise<void> {
  const { resource, remove } = importer;
  if (former === null) return void (await remove(ctx, id));
  const json = ctx.sealer.open(former);
  const values = ofTraits(importer, (trait) => trait.formerValues?.(resource, json));
  await ctx.rows(resource).update(id, values ?? (JSON.parse(json) as Record<string, unknown>));
}

async function takeAllBack(run: Run, ctx: CallCtx, importer: Importer): Promise<void> {
  let done = 0;
  for (;;) {
    const rows = await ctx.tx.query<Kept>(
      'select row_id as id, former from import_row where tenant_id = $1 and batch_id = $2 order by row_number desc limit $3 offset $4',
      [ctx.tenantId, run.batch.id, together, done],
    );
    for (const row of rows) await takeBack(ctx, importer, row);
    done += rows.length;
    reportBeside(run, done);
    if (rows.length < together) return;
  }
}

/** Undoes an import, completely or not at all: deletes created rows, restores former values of changed ones. */
export async function undoBatch(run: Run): Promise<void> {
  const importer = run.parts.importerOf(run.batch.resource);
  await within(run, async (ctx) => {
    const touched = await touchedSince(ctx, importer.resource, run.batch);
    if (touched > 0) throw conflict('import.touched-since', { count: touched });
    await takeAllBack(run, ctx, importer);
    await record(run, ctx, { state: 'undone', finishedAt: ctx.now(), attempts: 0 });
  });
}
