import { z } from 'zod';
import { type AnyResource, fieldOf, hasHistory, movesOf, permissionsOfCall } from '@kangmai/resource';
import { timestamp, whole } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { labelIn } from '../../labels.ts';
import type { Trait } from '../trait.ts';
import { type Kept, teller, toldFields } from '../told/tell.ts';
import { told, toldChanges } from '../told/told-changes.ts';

const rowId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const input = z.object({
  id: rowId,
  /** Only changes before this one: the last of the page before. */
  beforeId: rowId.optional(),
  maxResultCount: z.coerce.number().int().min(1).max(100).default(20),
});

const changed = z.object({
  id: whole,
  kind: z.enum(['created', 'updated', 'moved', 'deleted']),
  creationTime: timestamp,
  /** Null for the product itself. */
  userName: z.string().nullable(),
  /** Who acted in the user's name; null for nobody, and for the platform's staff. */
  impersonatorName: z.string().nullable(),
  byPlatform: z.boolean(),
  reason: z.string().nullable(),
  /** The way from state to state. */
  move: z.object({ label: z.string().nullable(), from: z.string(), to: z.string() }).nullable(),
  changes: z.array(told),
});
const output = z.object({ items: z.array(changed), hasMore: z.boolean() });

interface ChangeRow {
  readonly id: number;
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly before: Kept | null;
  readonly after: Kept | null;
  readonly at: Date;
  readonly reason: string | null;
  readonly userName: string | null;
  readonly impersonatorName: string | null;
  readonly byPlatform: boolean;
}

const changesSql = `select e.id, e.kind, e.before, e.after, e.created_at as at, e.reason,
    coalesce(u.full_name, e.user_name) as "userName", i.full_name as "impersonatorName",
    e.impersonator_user_id is not null and e.impersonator_tenant_id is distinct from e.tenant_id as "byPlatform"
  from (select * from entity_change e where e.tenant_id = $1 and e.resource = $2 and e.row_id = $3 and e.id < $4 order by e.id desc limit $5) e
  left join app_user u on u.tenant_id = e.tenant_id and u.id = e.user_id
  left join app_user i on i.tenant_id = e.tenant_id and i.id = e.impersonator_user_id and e.impersonator_tenant_id = e.tenant_id
  order by e.id desc`;

/** The change of the state, with the label of the only move that leads that way. */
function moveOf(
  resource: AnyResource,
  { kind, before, after }: ChangeRow,
  culture: CallCtx['caller']['culture'],
): { readonly label: string | null; readonly from: string; readonly to: string } | undefined {
  const on = resource.moves?.on ?? '';
  const [from, to] = [before?.[on], after?.[on]];
  if (kind !== 'updated' || typeof from !== 'string' || typeof to !== 'string') return undefined;
  const ways = movesOf(resource).filter(([, move]) => move.to === to && move.from.includes(from));
  const [first, ...others] = ways.map(([, move]) => labelIn(culture, move));
  return { label: first !== undefined && others.length === 0 ? first : null, from, to };
}

async function historyOf(
  ctx: CallCtx,
  resource: AnyResource,
  { id, beforeId = Number.MAX_SAFE_INTEGER, maxResultCount }: z.output<typeof input>,
): Promise<z.output<typeof output>> {
  const { culture } = ctx.caller;
  await ctx.rows(resource).get(id);
  const found = await ctx.tx.query<ChangeRow>(changesSql, [
    ctx.tenantId,
    resource.name,
    id,
    beforeId,
    maxResultCount + 1,
  ]);
  const rows = found.slice(0, maxResultCount);
  const tell = await teller(
    ctx,
    resource,
    rows.flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
  );
  const on = resource.moves?.on ?? '';
  const items = rows.map((row): z.output<typeof changed> => {
    const { before, after, at, kind, ...rest } = row;
    const move = moveOf(resource, row, culture);
    const names = toldFields(resource, before ?? {}, after ?? {}).filter((name) => !move || name !== on);
    return {
      ...rest,
      kind: move ? 'moved' : kind,
      creationTime: at,
      move: move
        ? {
            label: move.label,
            from: tell(move.from, fieldOf(resource, on)) ?? '',
            to: tell(move.to, fieldOf(resource, on)) ?? '',
          }
        : null,
      changes: names.flatMap((name) =>
        toldChanges({ tell, culture }, [name, fieldOf(resource, name)], [before?.[name], after?.[name]]),
      ),
    };
  });
  return { items, hasMore: found.length > rows.length };
}

function historyCall(resource: AnyResource): Call {
  return call({
    wire: `GET ${resource.wire.service}/GetHistory`,
    title: `${resource.title}：变更记录`,
    permission: permissionsOfCall(resource, 'list'),
    resource,
    input,
    output,
    run: (ctx, given) => historyOf(ctx, resource, given),
  });
}

/** What became of a row: a call that tells its changes in words. */
export const history: Trait = {
  calls: (resource) => (hasHistory(resource) ? [historyCall(resource)] : []),
};
