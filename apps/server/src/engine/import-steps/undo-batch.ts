import type { AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { conflict } from '../../platform/errors.ts';
import { textOf } from '../../platform/texts/index.ts';
import { changedSince } from '../traits/index.ts';
import type { Batch } from '../sheets/batches.ts';
import { type Importer, ofTraits } from '../sheets/importer.ts';
import { record, reportBeside, within, type Run } from '../sheets/parts.ts';

interface Kept {
  readonly id: number;
  readonly former: Buffer | null;
}

const together = 500;
const mostNamed = 5;

/** Refuses when rows were changed or removed since their import, and names the first of them with what was changed. */
async function requireUntouched(ctx: CallCtx, resource: AnyResource, batch: Batch): Promise<void> {
  if (resource.storage === 'readings') return;
  const rows = await ctx.tx.query<{ line: number; id: number; isGone: boolean; count: number }>(
    `select r.row_number as line, r.row_id as id, t.id is null as "isGone", count(*) over () as count from import_row r left join "${resource.table}" t on t.tenant_id = r.tenant_id and t.id = r.row_id and not t.is_deleted
     where r.tenant_id = $1 and r.batch_id = $2 and coalesce(t.row_version, 0) <> r.row_version order by r.row_number limit ${mostNamed}`,
    [ctx.tenantId, batch.id],
  );
  if (!rows[0]) return;
  const changed = await changedSince(ctx, resource, { ids: rows.map(({ id }) => id), since: batch.finishedAt });
  const word = (key: string, params = {}): string => textOf(ctx.caller.culture, `import.touched.${key}`, params);
  const named = rows.map(({ line, id, isGone }) => {
    const fields = isGone ? word('gone') : changed.get(id)?.join(word('comma'));
    return word('line', { line, what: fields || word('other') });
  });
  throw conflict('import.touched-since', { count: rows[0].count, rows: named.join(word('comma')) });
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
    await requireUntouched(ctx, importer.resource, run.batch);
    await takeAllBack(run, ctx, importer);
    await record(run, ctx, { state: 'undone', finishedAt: ctx.now(), attempts: 0 });
  });
}
