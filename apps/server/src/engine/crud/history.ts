import { columnsOf, type AnyResource } from '@kangmai/resource';
import { maskValue } from '@kangmai/resource/wire';
import type { Ctx } from '../../access/ctx.ts';

export type ChangeKind = 'created' | 'updated' | 'deleted';
type Values = { readonly [field: string]: unknown };

const maskedValueOf = (resource: AnyResource, name: string, value: unknown): unknown => {
  const field = resource.fields[name];
  return field?.options.sensitive ? maskValue(value, field) : (value ?? null);
};

const differs = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);

/** Changed values by field, sensitive ones masked; undefined when nothing changed. */
export function changeOf(
  resource: AnyResource,
  before: Values | undefined,
  after: Values | undefined,
): { readonly before: Values; readonly after: Values } | undefined {
  const names = [
    ...new Set([...columnsOf(resource).map(({ field }) => field), ...Object.keys(resource.lines ?? {})]),
  ].filter((name) => (after === undefined || name in after) && differs(before?.[name], after?.[name]));
  if (names.length === 0) return undefined;
  const pick = (values: Values | undefined): Values =>
    Object.fromEntries(names.map((name) => [name, maskedValueOf(resource, name, values?.[name])]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Records changes of rows in the transaction that makes them: user, impersonator, values before and after, and the
 * reason if given.
 */
export async function recordChanges(
  ctx: Ctx,
  { resource, kind }: { readonly resource: AnyResource; readonly kind: ChangeKind },
  rows: readonly { readonly id: number; readonly before?: Values; readonly after?: Values; readonly reason?: string }[],
): Promise<void> {
  const changes = rows
    .map(({ id, before, after, reason }) => ({ id, reason, difference: changeOf(resource, before, after) }))
    .filter(({ difference }) => difference !== undefined || kind === 'deleted');
  if (changes.length === 0) return;
  await ctx.tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, impersonator_user_id, impersonator_tenant_id, created_at, reason)
     select $1, $2, c.id, $3, c.before, c.after, $7, $8, $9, $10, c.reason from unnest($4::bigint[], $5::jsonb[], $6::jsonb[], $11::text[]) as c(id, before, after, reason)`,
    [
      ctx.tenantId,
      resource.name,
      kind,
      changes.map(({ id }) => id),
      changes.map(({ difference }) => JSON.stringify(difference?.before ?? {})),
      changes.map(({ difference }) => JSON.stringify(difference?.after ?? {})),
      ctx.caller.userId,
      ctx.caller.impersonatorUserId,
      ctx.caller.impersonatorTenantId,
      ctx.now(),
      changes.map(({ reason }) => reason ?? null),
    ],
  );
}

interface Recorded {
  readonly kind: 'created' | 'updated';
  /** The values of the rows, in the order of their places. */
  readonly rows: readonly { readonly before?: Values; readonly after: Values; readonly reason?: string }[];
  /** What has their ids with their places. */
  readonly from: string;
  readonly bind: (value: unknown) => string;
}

/** The statement that records changes of rows, as a part of the one that makes them. */
export function recordSql(ctx: Ctx, resource: AnyResource, { kind, rows, from, bind }: Recorded): string {
  const changes = rows.map(({ before, after }) => changeOf(resource, before, after));
  const json = (values: Values | undefined): string | null => (values ? JSON.stringify(values) : null);
  const columns = [
    { type: 'jsonb', values: changes.map((change) => json(change?.before)) },
    { type: 'jsonb', values: changes.map((change) => json(change?.after)) },
    { type: 'text', values: rows.map(({ reason }) => reason ?? null) },
  ];
  const { userId, impersonatorUserId, impersonatorTenantId } = ctx.caller;
  const who = [userId, impersonatorUserId, impersonatorTenantId].map((id) => `${bind(id)}::bigint`).join(', ');
  // For a list of one the database plans at every call, because its general plan expects ten values.
  const list =
    rows.length === 1
      ? `(values (1, ${columns.map(({ type, values: [value] }) => `${bind(value)}::${type}`).join(', ')})) c(place_, before, after, reason)`
      : `unnest(${columns.map(({ type, values }) => `${bind(values)}::${type}[]`).join(', ')}) with ordinality c(before, after, reason, place_)`;
  return `insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, impersonator_user_id, impersonator_tenant_id, created_at, reason)
    select $1, ${bind(resource.name)}, m.id, ${bind(kind)}, c.before, c.after, ${who}, ${bind(ctx.now())}::timestamptz, c.reason
    from ${from} m join ${list} using (place_) where c.after is not null`;
}
