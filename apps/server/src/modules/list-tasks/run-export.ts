import { permissionsOfCall } from '@kangmai/resource';
import { pipeline } from 'node:stream/promises';
import { canAny } from '../../access/ctx.ts';
import { recordExport } from '../../access/looks.ts';
import { mostExported, writeExcel } from '../../crud/export.ts';
import { forbidden, notAllowed } from '../../platform/errors.ts';
import { record, requireGoingOn, within, type Run } from './parts.ts';
import type { TaskInput } from './tasks.ts';
import { sealing } from './sealed-file.ts';

/** Rows between two signs of life. */
const signEvery = 5000;

/**
 * Writes the rows of a list into a file that is kept encrypted: one reading of the database from its first row to its last, in the sight
 * and with the rights that the user has today. After an interruption it is written anew.
 */
export async function runExport(run: Run): Promise<void> {
  const { parts, task, caller } = run;
  const served = parts.servedOf(task.resource);
  const { resource } = served.plan;
  let count = 0;
  const { path } = await parts.files.save(async (target) => within(run, async (ctx) => {
    const needed = permissionsOfCall(resource, 'excel');
    if (!canAny(ctx, needed)) throw forbidden(needed.join(', '));
    const { query } = JSON.parse(ctx.sealer.open(task.input)) as TaskInput;
    const sealed = sealing(ctx.sealer);
    const flow = pipeline(sealed, target, { end: false });
    const progress = async (done: number): Promise<void> => {
      requireGoingOn(run);
      if (done % signEvery === 0) await within(run, (beside) => record(run, beside, { doneRows: done }));
    };
    [count] = await Promise.all([writeExcel(served, ctx, { query, to: sealed, progress }).catch((error: unknown) => {
      sealed.destroy();
      throw error;
    }), flow]);
    if (count >= mostExported) throw notAllowed('task.too-many-rows', { max: mostExported });
    await recordExport(ctx, { resource, count });
  }), { tenantId: caller.tenantId });
  await within(run, (ctx) => record(run, ctx, {
    state: 'done', doneRows: count, totalRows: count, filePath: path, fileName: `${caller.culture === 'en' ? resource.en : resource.title}_${ctx.today()}.xlsx`, finishedAt: ctx.now(),
  })).catch(async (error: unknown) => {
    await parts.files.remove(path);
    throw error;
  });
}
