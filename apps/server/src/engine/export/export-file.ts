import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTenant, type Surroundings } from '../../access/in-tenant.ts';
import type { Tx } from '../../platform/database/database.ts';
import { repeated } from '../../platform/database/transaction.ts';
import { rateLimited } from '../../platform/errors.ts';
import type { Gate } from '../../platform/gate.ts';
import type { TempFiles } from '../../platform/temp-files.ts';
import { withRepositories, type CallCtx } from '../crud/call-ctx.ts';
import type { PlanOf } from '../crud/repository.ts';

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Limits the spreadsheets written at once, and how long others wait for their turn. */
export interface ExportTurns {
  readonly gate: Gate;
  readonly waitMs: number;
}

export interface ExportParts {
  readonly surroundings: Surroundings;
  readonly planOf: PlanOf;
  readonly tempFiles: TempFiles;
  readonly exportTurns: ExportTurns;
}

export interface ExportedFile {
  readonly name: string;
  /**
   * Prepares the file in the given context, without writing. The returned function writes the bytes and ends the
   * stream.
   */
  readonly prepare: (ctx: CallCtx) => Promise<(target: Writable) => Promise<void>>;
}

/** What the client needs to fetch the file. */
export interface FileAnswer {
  readonly fileName: string;
  readonly fileType: string;
  readonly fileToken: string;
}

/** Keeps a spreadsheet until its user fetches it, once. */
export async function keepExcel(
  { tempFiles }: Pick<ExportParts, 'tempFiles'>,
  { tenantId, userId }: CallCtx['caller'],
  { name, write }: { readonly name: string; readonly write: (target: Writable) => Promise<void> },
): Promise<FileAnswer> {
  const fileToken = await tempFiles.add({ tenantId, userId, name, contentType: excelType, write });
  return { fileName: name, fileType: excelType, fileToken };
}

/** Spreadsheets of one user that are written at once, on all nodes together. */
export const exportsOfOneUser = 2;
const lookAgainMs = 500;
const retryAfterSeconds = 30;

/** Both places of the user are in use, perhaps on another node. */
class PlacesTaken extends Error {}

/** The locks are released with the transaction, also when its node dies. */
async function takePlace(tx: Tx, userId: number | null): Promise<void> {
  const tries = Array.from(
    { length: exportsOfOneUser },
    (_each, at) => `pg_try_advisory_xact_lock(hashtextextended('export ${at} ' || $1::text, 0))`,
  );
  const row = await tx.one<{ taken: boolean }>(`select ${tries.join(' or ')} as taken`, [
    `${tx.tenantId} ${userId ?? 0}`,
  ]);
  if (row?.taken !== true) throw new PlacesTaken('the user has other exports under way');
}

/** A transaction was retried after it had written bytes: the whole file must be retried. */
class FileBegun extends Error {}

/** The code of a serialisation failure: the work may succeed when it is repeated. */
const repeatable = { code: '40001' } as const;

/**
 * Writes a file from rows of one transaction. After a deadlock the attempt runs again with a new file. The attempt
 * calls `begin` before its first byte.
 */
export function writeWhole<T>(attempt: (begin: () => void) => Promise<T>): Promise<T> {
  return repeated(() => {
    let hasBegun = false;
    const begin = (): void => {
      if (hasBegun) throw new FileBegun('the file has to be written from its start');
      hasBegun = true;
    };
    return attempt(begin).catch((error: unknown) => {
      throw error instanceof FileBegun ? Object.assign(error, repeatable) : error;
    });
  });
}

function writeOnce(parts: ExportParts, ctx: CallCtx, file: ExportedFile): Promise<FileAnswer> {
  const { caller } = ctx;
  return writeWhole((begin) => {
    const write = (target: Writable): Promise<void> =>
      inTenant(parts.surroundings, { caller, lane: 'export' }, async (inner) => {
        await takePlace(inner.tx, caller.userId);
        const writeBytes = await file.prepare(withRepositories(inner, parts.planOf));
        begin();
        await writeBytes(target);
      });
    return keepExcel(parts, caller, { name: file.name, write });
  });
}

/**
 * Writes rows into a file in one transaction on the export connections; the client fetches it in a second request.
 * Holds no connection while waiting for its turn. Call it outside of a transaction.
 */
export async function exportFile(parts: ExportParts, ctx: CallCtx, file: ExportedFile): Promise<FileAnswer> {
  const { gate, waitMs } = parts.exportTurns;
  const { gone, longestMs = waitMs } = ctx.client ?? {};
  const until = AbortSignal.any([
    AbortSignal.timeout(Math.min(waitMs, longestMs)),
    gate.closed,
    ...(gone ? [gone] : []),
  ]);
  const tryOnce = (): Promise<FileAnswer | undefined> =>
    writeOnce(parts, ctx, file).catch((error: unknown) => {
      if (error instanceof PlacesTaken) return undefined;
      throw error;
    });
  for (;;) {
    const answer = await gate.pass(`${ctx.tenantId} ${ctx.caller.userId ?? 0}`, until, tryOnce);
    if (answer !== undefined) return answer;
    if (until.aborted) throw rateLimited(retryAfterSeconds, 'export.too-many');
    await sleep(lookAgainMs, undefined, { signal: until }).catch(() => undefined);
  }
}
