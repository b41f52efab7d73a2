import {
  jsonKeyOf,
  permissionsOfAction,
  permissionsOfCall,
  targetOf,
  type AnyResource,
  type Fields,
  type Given,
  type Json,
  type Members,
} from '@kangmai/resource';
import { UnrecordedSearch } from '../../access/searches.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { answerAction, answerRemove } from '../crud/conventional.ts';
import { refuseStale, Rows } from '../crud/repository.ts';
import { appErrorOf, problemOf } from '../../platform/database/problems.ts';
import { AppError, refusalsOf, unavailable, type ReasonParams } from '../../platform/errors.ts';
import type { WorkParts } from './runner.ts';
import { inSavepoint } from './savepoint.ts';

/** An operation on many rows of a resource. */
export interface ManyMove {
  readonly resource: AnyResource;
  /** `remove`, or the name of the action. */
  readonly name: string;
  /** The wire name of the single-row call. */
  readonly wire: string;
  readonly title: string;
  readonly permissions: readonly string[];
}

/** Bulk operations of a resource: deletion where it exists, and the actions that allow it. */
export function manyMoves(resource: AnyResource): readonly ManyMove[] {
  const moves: ManyMove[] = [];
  const { remove: wire } = resource.wire.calls;
  if (wire !== undefined && resource.storage === 'rows' && resource.writes.includes('Delete')) {
    const permissions = permissionsOfCall(resource, 'remove');
    moves.push({ resource, name: 'remove', wire, title: `删除${resource.title}`, permissions });
  }
  for (const [name, action] of Object.entries(resource.actions)) {
    if (!action.many) continue;
    const permissions = permissionsOfAction(resource, action);
    moves.push({ resource, name, wire: action.wire.split(' ')[1] ?? '', title: action.label, permissions });
  }
  return moves;
}

/**
 * The inputs of an action that come from the row: its id, itself as the only one of several, and values of the same
 * wire name.
 */
function bodyOfRow(
  resource: AnyResource,
  input: Fields,
  row: { readonly id: number; readonly shown: Readonly<Record<string, Json | undefined>> },
): Given {
  if ('id' in input) return { id: row.id };
  const given = Object.entries(input).flatMap(([name, field]): [string, unknown][] => {
    const key = jsonKeyOf(name, field);
    if (field.kind === 'refs' && targetOf(field) === resource.name) return [[key, [row.id]]];
    return field.options.required && row.shown[key] !== undefined ? [[key, row.shown[key]]] : [];
  });
  return Object.fromEntries(given);
}

/** An action made for several rows reports a refused one in its answer. */
function requireDone(answer: unknown): void {
  const { results } = (answer ?? {}) as { results?: readonly { readonly ok?: boolean; readonly reason?: string }[] };
  const refused = Array.isArray(results) ? results.find(({ ok }) => ok === false) : undefined;
  if (refused) throw new AppError('notAllowed', refused.reason ?? 'row.not-found');
}

export interface RowMeant {
  readonly id: number;
  /** The version that the user saw. */
  readonly version: number;
}

/** An operation and its inputs besides the row. */
interface Asked {
  readonly move: ManyMove;
  readonly input: Members;
}

/** Does with one row what its own call would do: the same checks, sight, version and code. */
async function moveOne(
  { servedOf }: Pick<WorkParts, 'servedOf'>,
  ctx: CallCtx,
  { move: { resource, name }, input, row: { id, version } }: Asked & { readonly row: RowMeant },
): Promise<void> {
  const served = servedOf(resource.name);
  const row = await new Rows(served.plan, ctx).get(id, true);
  await refuseStale(ctx, row, version);
  if (name === 'remove') return void (await answerRemove(served, ctx, id));
  const given = bodyOfRow(resource, resource.actions[name]?.input ?? {}, { id, shown: served.plan.writer.flat(row) });
  requireDone(await answerAction(served, ctx, { name, body: input.with(given) }));
}

/** Why a row was not changed. */
export interface RowProblem {
  readonly id: number;
  readonly field: string | null;
  readonly reason: string;
  readonly params: Readonly<ReasonParams>;
}

/** A refusal as its first field, or as a whole. An unexpected error is reported and has no details. */
export function refusalOf(error: unknown, report: WorkParts['report']): Omit<RowProblem, 'id'> {
  const refusal = error instanceof AppError ? error : appErrorOf(error);
  if (!refusal) report(error);
  const [{ field = null, reason, params }] = refusalsOf(refusal ?? unavailable('server.fault'));
  return { field, reason, params };
}

/** Does the same with each of several rows; a refused one does not stop the others. @returns the refused ones */
export async function doRows(
  parts: Pick<WorkParts, 'servedOf' | 'planOf' | 'report'>,
  ctx: CallCtx,
  { rows, ...asked }: Asked & { readonly rows: readonly RowMeant[] },
): Promise<readonly RowProblem[]> {
  const problems: RowProblem[] = [];
  for (const row of rows) {
    try {
      await inSavepoint(ctx, parts.planOf, (part) => moveOne(parts, part, { ...asked, row }));
    } catch (error) {
      if (problemOf(error) !== 'other' || error instanceof UnrecordedSearch) throw error;
      problems.push({ id: row.id, ...refusalOf(error, parts.report) });
    }
  }
  return problems;
}
