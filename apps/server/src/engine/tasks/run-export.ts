import { Members, permissionsOfCall } from '@kangmai/resource';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireAny } from '../../access/ctx.ts';
import { recordExport } from '../../access/looks.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { mostExported, prepareExcel } from '../export/export.ts';
import { writeWhole } from '../export/export-file.ts';
import { titleOf } from '../labels.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { SavedFile } from '../../platform/file-store.ts';
import { record, within, type Run } from './parts.ts';
import { queryOf } from './tasks.ts';
import { sealing } from './sealed-file.ts';

/** Interval of an export's progress records. */
const signMs = 1000;

interface Progress {
  /** Receives the number of rows written so far. @throws the error of the last progress record */
  readonly reached: (rows: number) => Promise<void>;
  readonly end: () => void;
}

/** Records the progress of an export at intervals, outside the transaction that reads the rows. */
function beginProgress(run: Run): Progress {
  let rows = 0;
  let told = 0;
  let failure: unknown;
  const recordRows = async (): Promise<void> => {
    if (rows === told) return;
    told = rows;
    await within(run, (ctx) => record(run, ctx, { doneRows: told }));
  };
  const timer = setInterval(
    () =>
      void recordRows().catch((error: unknown) => {
        failure ??= error;
      }),
    signMs,
  );
  return {
    reached: (count) => {
      rows = count;
      run.ending.signal.throwIfAborted();
      return failure === undefined ? Promise.resolve() : Promise.reject(failure as Error);
    },
    end: () => clearInterval(timer),
  };
}

interface Output {
  readonly target: Writable;
  readonly progress: Progress;
  readonly begin: () => void;
}

/** Writes the rows of a list, encrypted with the tenant's key. @returns how many */
async function writeRows(run: Run, ctx: CallCtx, { target, progress, begin }: Output): Promise<number> {
  const { parts, task } = run;
  const served = parts.servedOf(task.resource);
  const { resource } = served.plan;
  requireAny(ctx, permissionsOfCall(resource, 'excel'));
  const writeExcel = await prepareExcel(served, ctx, Members.ofQuery(queryOf(ctx, task)));
  begin();
  const sealed = sealing(ctx.sealer);
  const flow = pipeline(sealed, target, { end: false });
  const [count] = await Promise.all([
    writeExcel(sealed, progress.reached).catch((error: unknown) => {
      sealed.destroy();
      throw error;
    }),
    flow,
  ]);
  if (count >= mostExported) throw notAllowed('task.too-many-rows', { max: mostExported });
  await recordExport(ctx, { resource, count });
  return count;
}

/**
 * Writes the rows of a list into an encrypted file: one read of the database from the first row to the last, with the
 * user's present rights and sight. Starts again after an interruption.
 */
export async function runExport(run: Run): Promise<void> {
  const { parts, task, caller } = run;
  const { gate } = parts.exportTurns;
  const { resource } = parts.servedOf(task.resource).plan;
  const progress = beginProgress(run);
  let count = 0;
  const save = (): Promise<SavedFile> =>
    writeWhole((begin) =>
      parts.files.save(
        async (target) => {
          count = await within({ ...run, lane: 'export' }, (ctx) => writeRows(run, ctx, { target, progress, begin }));
        },
        { tenantId: caller.tenantId },
      ),
    );
  const saved = await gate.pass(`task ${task.id}`, gate.closed, save).finally(() => progress.end());
  if (!saved) {
    run.ending.abort();
    throw new Error('the server ends');
  }
  const { path } = saved;
  await within(run, (ctx) =>
    record(run, ctx, {
      state: 'done',
      doneRows: count,
      totalRows: count,
      filePath: path,
      fileName: `${titleOf(resource, caller.culture)}_${ctx.today()}.xlsx`,
      finishedAt: ctx.now(),
    }),
  ).catch(async (error: unknown) => {
    await parts.files.remove(path);
    throw error;
  });
}
