import { type AnyResource, permissionsOfCall } from '@kangmai/resource';
import type { Ctx } from '../../../access/ctx.ts';
import { inSight } from '../../../access/data-scope.ts';
import { Values } from '../../crud/where.ts';
import { holdsFile } from './in-use.ts';

export interface StoredFile {
  readonly guid: string;
  readonly name: string;
  readonly contentType: string;
  readonly path: string;
  readonly thumbPath: string | null;
  readonly use: string;
  readonly clientId: number | null;
}

/** What files are used for that every user of the tenant may read. */
export const sharedUses: readonly string[] = ['avatar', 'goods', 'logo'];

/** Conditions of rows of a resource in the caller's sight that hold the file `f.guid`; none without a file field. */
function holding(ctx: Ctx, resource: AnyResource, values: Values): readonly string[] {
  const held = holdsFile(resource);
  if (held.length === 0) return [];
  const scope = inSight(ctx, resource, { alias: 'b', values });
  // One search for each column, so that each is answered by its own index.
  return held.map(
    (condition) =>
      `exists (select 1 from "${resource.table}" b where b.tenant_id = $1 and not b.is_deleted and ${condition} and ${scope})`,
  );
}

/** Of these files the ones held by rows that the caller may list, or by rows of the resource that is being saved. */
async function heldFiles(ctx: Ctx, guids: readonly string[], saved: AnyResource | undefined): Promise<Set<string>> {
  if (guids.length === 0) return new Set();
  const values = new Values(ctx);
  const asked = values.bind(guids);
  const rows = ctx.model.resources
    .filter((resource) => resource === saved || permissionsOfCall(resource, 'list').some(ctx.can))
    .flatMap((resource) => holding(ctx, resource, values));
  if (rows.length === 0) return new Set();
  const found = await ctx.tx.query<{ guid: string }>(
    `select f.guid from unnest(${asked}::uuid[]) f(guid) where ${rows.join(' or ')}`,
    values.list,
  );
  return new Set(found.map(({ guid }) => guid));
}

type Asked = StoredFile & {
  /** Open without a row that holds it. */
  readonly isOpen: boolean;
};

/**
 * Of these files the ones that the caller may read: own uploads, files about persons in sight, those of shared uses,
 * and those held by rows that the caller may read.
 */
export async function readableFiles(
  ctx: Ctx,
  { guids, saved }: { readonly guids: readonly string[]; readonly saved?: AnyResource },
): Promise<readonly StoredFile[]> {
  const { userId } = ctx.caller;
  const values = new Values(ctx);
  const asked = values.bind(guids);
  const client = ctx.model.find('client');
  const person = client
    ? `exists (select 1 from "${client.table}" b where b.tenant_id = $1 and b.id = f.client_id and not b.is_deleted and ${inSight(ctx, client, { alias: 'b', values })})`
    : 'true';
  const user = values.bind(userId);
  // A file that a row is about to hold is not removed meanwhile.
  const kept = saved ? ' for share of f' : '';
  const found = await ctx.tx.query<Asked>(
    `select f.guid, f.name, f.content_type as "contentType", f.path, f.thumb_path as "thumbPath", f.used_for as use, f.client_id as "clientId",
       case when f.client_id is null then ${user}::bigint is null or f.created_by = ${user}::bigint or f.used_for = any(${values.bind(sharedUses)}::text[]) else ${person} end as "isOpen"
     from stored_file f where f.tenant_id = $1 and f.guid = any(${asked}::uuid[]) and not f.is_deleted${kept}`,
    values.list,
  );
  const closed = found.filter(({ isOpen, clientId }) => !isOpen && clientId === null);
  const held = await heldFiles(
    ctx,
    closed.map(({ guid }) => guid),
    saved,
  );
  return found.filter(({ guid, isOpen }) => isOpen || held.has(guid));
}
