import { dictOf, shownText, type AnyResource } from '@kangmai/resource';
import type { CallCtx } from '../../engine/public.ts';
import { onceInTransaction } from '../../platform/database/once.ts';
import { invalidFields } from '../../platform/errors.ts';

interface Given {
  readonly field: string;
  readonly type: string;
  readonly codes: readonly string[];
}

function givenCodes(resource: AnyResource, draft: { readonly [field: string]: unknown }): readonly Given[] {
  return Object.entries(draft).flatMap(([name, value]): Given[] => {
    const field = resource.fields[name];
    if (value === null || value === undefined || (field?.kind !== 'dict' && field?.kind !== 'dicts')) return [];
    return [
      { field: name, type: dictOf(field), codes: Array.isArray(value) ? value.map(shownText) : [shownText(value)] },
    ];
  });
}

async function entriesAmong(
  ctx: CallCtx,
  asked: readonly (readonly [type: string, code: string])[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.tx.query<{ type: string; code: string }>(
    `select t.type_code as type, e.code from unnest($2::text[], $3::text[]) as k(type, code) join dictionary_type t on t.tenant_id = $1 and t.type_code = k.type and not t.is_deleted
     join dictionary_entry e on e.tenant_id = $1 and e.type_id = t.id and e.code = k.code and not e.is_deleted`,
    [ctx.tenantId, asked.map(([type]) => type), asked.map(([, code]) => code)],
  );
  return new Set(rows.map(({ type, code }) => `${type}|${code}`));
}

/** Refuses codes that the tenant's dictionaries lack; switched-off entries are allowed for old records. */
export async function requireEntries(
  ctx: CallCtx,
  resource: AnyResource,
  draft: { readonly [field: string]: unknown },
): Promise<void> {
  const given = givenCodes(resource, draft);
  if (given.length === 0) return;
  const asked = given.flatMap(({ type, codes }) => codes.map((code) => [type, code] as const));
  const known = await onceInTransaction(ctx.tx, `entries ${JSON.stringify(asked)}`, () => entriesAmong(ctx, asked));
  const problems = given.filter(({ type, codes }) => codes.some((code) => !known.has(`${type}|${code}`)));
  if (problems.length > 0)
    throw invalidFields(problems.map(({ field }) => ({ field, reason: 'field.unknown-choice' })));
}
