import {
  jsonKeyOf,
  permissionsOfAction,
  permissionsOfCall,
  targetOf,
  type AnyResource,
  type Fields,
  type Json,
  type Given,
  type Members,
} from '@kangmai/resource';
import type { CallCtx } from '../crud/call-ctx.ts';
import { answerAction, answerRemove, type Served } from '../crud/conventional.ts';
import { refuseStale, Rows } from '../crud/repository.ts';
import { AppError } from '../../platform/errors.ts';

/** An operation on many rows of a resource. */
export interface ManyMove {
  /** `remove`, or the name of the action. */
  readonly name: string;
  /** The wire name of the single-row call. */
  readonly wire: string;
  readonly title: string;
  readonly permissions: readonly string[];
}

/** Bulk operations of a resource: deletion where it exists, and the actions that allow it. */
export function manyMoves(resource: AnyResource): readonly ManyMove[] {
  const { remove } = resource.wire.calls;
  const isRemovable = remove !== undefined && resource.storage === 'rows' && resource.writes.includes('Delete');
  const actions = Object.entries(resource.actions).flatMap(([name, action]): ManyMove[] =>
    action.many
      ? [
          {
            name,
            wire: action.wire.slice(action.wire.indexOf(' ') + 1),
            title: action.label,
            permissions: permissionsOfAction(resource, action),
          },
        ]
      : [],
  );
  return [
    ...(isRemovable
      ? [
          {
            name: 'remove',
            wire: remove,
            title: `删除${resource.title}`,
            permissions: permissionsOfCall(resource, 'remove'),
          },
        ]
      : []),
    ...actions,
  ];
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
  /** The version that the user saw; undefined accepts any. */
  readonly version: number | undefined;
}

/** Does with one row what its own call would do: the same checks, sight, version and code. */
export async function moveOne(
  served: Served,
  ctx: CallCtx,
  move: { readonly name: string; readonly row: RowMeant; readonly input: Members },
): Promise<void> {
  const { plan } = served;
  const {
    row: { id, version },
    name,
    input,
  } = move;
  const row = await new Rows(plan, ctx).get(id, true);
  await refuseStale(ctx, row, version);
  if (name === 'remove') {
    await answerRemove(served, ctx, id);
    return;
  }
  const fields = plan.resource.actions[name]?.input ?? {};
  requireDone(
    await answerAction(served, ctx, {
      name,
      body: input.with(bodyOfRow(plan.resource, fields, { id, shown: plan.writer.flat(row) })),
    }),
  );
}
