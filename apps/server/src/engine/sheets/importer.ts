import { importedValues, permissionsOfImport, permissionsOfWrite, type AnyResource } from '@kangmai/resource';
import { canAny, requireAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { answerCheck, answerCreate, answerRemove, answerSave, type Query, type Served } from '../crud/conventional.ts';

/** How the rows of a spreadsheet become rows of a resource. */
export interface Importer {
  readonly resource: AnyResource;
  /** Fields that the import fills itself and the template leaves out. */
  readonly omit?: readonly string[];
  /** Refuses what `save` would refuse, as far as that can be told without writing. */
  readonly check: (ctx: CallCtx, body: Query) => Promise<void>;
  /** Writes one row, or changes the one whose id the body names; answers its id. */
  readonly save: (ctx: CallCtx, body: Query) => Promise<number>;
  /** Writes some dozens of new rows together, as `save` would each of them; answers their ids in their order. */
  readonly create?: (ctx: CallCtx, bodies: readonly Query[]) => Promise<readonly number[]>;
  /** Takes a written row back. */
  readonly remove: (ctx: CallCtx, id: number) => Promise<unknown>;
}

/** The importer of a resource that is saved in the usual way: every rule of the save holds, and new rows say that they were imported. */
export function usualImporter(served: Served): Importer {
  const { resource } = served.plan;
  const imported = { ...served, given: importedValues(resource) };
  const create = (ctx: CallCtx, bodies: readonly Query[]): Promise<readonly number[]> =>
    answerCreate(imported, ctx, bodies);
  return {
    resource,
    create,
    check: (ctx, body) => answerCheck(served, ctx, body),
    save: async (ctx, body) =>
      body['id'] === undefined ? ((await create(ctx, [body]))[0] ?? 0) : answerSave(served, ctx, body),
    remove: (ctx, id) => answerRemove(served, ctx, id),
  };
}

type Write = 'Create' | 'Edit' | 'Delete';

/** Creating, changing and deleting rows ask for the right of the single write. */
export const mayWrite = (ctx: Pick<CallCtx, 'can'>, resource: AnyResource, write: Write): boolean =>
  canAny(ctx, permissionsOfWrite(resource, write));

/** The right to import, and with it the right to the write that the step does. */
export function requireImport(ctx: CallCtx, resource: AnyResource, write: Write): void {
  requireAny(ctx, permissionsOfImport(resource));
  requireAny(ctx, permissionsOfWrite(resource, write));
}
