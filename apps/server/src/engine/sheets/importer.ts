import {
  importedValues,
  permissionsOfImport,
  permissionsOfWrite,
  type AnyResource,
  type Members,
} from '@kangmai/resource';
import { canAny, requireAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { answerCheck, answerCreate, answerRemove, answerSave } from '../crud/conventional.ts';
import type { Served, Trait } from '../traits/trait.ts';

/** How rows of a spreadsheet become rows of a resource. */
export interface Importer {
  readonly resource: AnyResource;
  /** Fields that the import sets itself and the template omits. */
  readonly omit?: readonly string[];
  /** Refuses what `save` would refuse, as far as known without writing. */
  readonly check: (ctx: CallCtx, body: Members) => Promise<void>;
  /** Creates a row, or changes the one whose id the body names; returns its id. */
  readonly save: (ctx: CallCtx, body: Members) => Promise<number>;
  /** Creates some dozens of rows together, as `save` would each; returns their ids in order. */
  readonly create?: (ctx: CallCtx, bodies: readonly Members[]) => Promise<readonly number[]>;
  /** Fields that no two rows share in any letter case, with their lower-case columns; all together name a row. */
  readonly folded?: Readonly<Record<string, string>>;
  /** Existing rows are skipped, never changed. */
  readonly onlyCreates?: true;
  /** Sentences on what became of the rows that a batch wrote, each with a number of rows. */
  readonly outcome?: (ctx: CallCtx, batchId: number) => Promise<readonly { reason: string; count: number }[]>;
  /** The call of old clients that takes the file itself and writes its good lines without asking. */
  readonly atOnce?: string;
  readonly traits?: readonly Trait[];
  /** Deletes a row again. */
  readonly remove: (ctx: CallCtx, id: number) => Promise<unknown>;
}

/**
 * The importer of a resource with conventional saves: every rule of the save holds, and new rows are marked as
 * imported.
 */
export function usualImporter(served: Served): Importer {
  const { resource } = served.plan;
  const imported = { ...served, given: importedValues(resource) };
  const create = (ctx: CallCtx, bodies: readonly Members[]): Promise<readonly number[]> =>
    answerCreate(imported, ctx, bodies);
  return {
    resource,
    create,
    traits: served.traits,
    check: (ctx, body) => answerCheck(served, ctx, body),
    save: async (ctx, body) =>
      body.get('id') === undefined ? ((await create(ctx, [body]))[0] ?? 0) : answerSave(served, ctx, body),
    remove: (ctx, id) => answerRemove(served, ctx, id),
  };
}

/** What the first ability says that has something to say. */
export const ofTraits = <T>({ traits = [] }: Importer, ask: (trait: Trait) => T | undefined): T | undefined =>
  traits.map(ask).find((found) => found !== undefined);

type Write = 'Create' | 'Edit' | 'Delete';

/** Whether a sheet of the caller may change existing rows. */
export const mayUpdate = (ctx: Pick<CallCtx, 'can'>, { resource, onlyCreates }: Importer): boolean =>
  onlyCreates !== true && canAny(ctx, permissionsOfWrite(resource, 'Edit'));

/** Requires the permission to import, and that of the write which the step makes. */
export function requireImport(ctx: CallCtx, resource: AnyResource, write: Write): void {
  requireAny(ctx, permissionsOfImport(resource));
  requireAny(ctx, permissionsOfWrite(resource, write));
}
