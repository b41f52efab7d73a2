import { type AnyResource, type MemberName, memberRule, type NamesName, snake } from '@kangmai/resource';
import { inSight } from '../../../access/data-scope.ts';
import type { Ctx } from '../../../access/ctx.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { Values } from '../../crud/where.ts';

/** The table that links the rows of a resource with rows, or with names. */
export interface Link {
  readonly resource: AnyResource;
  readonly name: string;
  /** Undefined where the members are names. */
  readonly target: AnyResource | undefined;
  readonly table: string;
  readonly row: string;
  readonly member: string;
  readonly type: 'bigint' | 'text';
}

export function linkOf({ model }: Pick<Ctx, 'model'>, resource: AnyResource, name: string): Link {
  const rule = memberRule(resource, name);
  const target = 'of' in rule ? undefined : model.byName(rule.target);
  return {
    resource,
    name,
    target,
    table: `"${rule.via.table}"`,
    row: snake(rule.via.row),
    member: snake(rule.via.member),
    type: target ? 'bigint' : 'text',
  };
}

/** What an addition or a save changed. */
export interface Changed<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/** Where and why an unknown member is refused. */
export interface Unknown {
  readonly field: string;
  readonly reason: string;
}

/** Locks the row whose members change; one that is deleted, or another tenant's, is not found. */
async function lockRow({ resource }: Link, { tx, tenantId }: Ctx, id: number): Promise<void> {
  const found = await tx.one(
    `select 1 from "${resource.table}" where tenant_id = $1 and id = $2 and not is_deleted for no key update`,
    [tenantId, id],
  );
  if (!found) throw notFound('row');
}

/** Of these members the rows in sight, kept from being deleted meanwhile; names are all in sight. */
async function seenAmong<T extends number | string>(
  { target }: Link,
  ctx: Ctx,
  members: readonly T[],
): Promise<ReadonlySet<T>> {
  if (!target || members.length === 0) return new Set(members);
  const values = new Values(ctx);
  const scope = inSight(ctx, target, { alias: 'b', values, forReference: true });
  const found = await ctx.tx.query<{ id: T }>(
    `select b.id from "${target.table}" b where b.tenant_id = $1 and not b.is_deleted and b.id = any(${values.bind(members)}::bigint[]) and ${scope} order by b.id for key share of b`,
    values.list,
  );
  return new Set(found.map(({ id }) => id));
}

const refuse = ({ name }: Link, unknown: Unknown | undefined): never => {
  throw invalid(unknown?.field ?? name, unknown?.reason ?? 'ref.not-found');
};

/** Refuses members that are no rows in sight, and keeps the others from being deleted meanwhile. */
export async function requireRows(
  of: Link,
  ctx: Ctx,
  { members, unknown }: { readonly members: readonly (number | string)[]; readonly unknown?: Unknown | undefined },
): Promise<void> {
  const seen = await seenAmong(of, ctx, members);
  if (!members.every((one) => seen.has(one))) refuse(of, unknown);
}

type Member<L extends Link['type']> = L extends 'text' ? string : number;

const madeBy = ({ target }: Link, user: string): readonly [columns: string, values: string] =>
  target ? [', created_by', `, ${user}`] : ['', ''];

/** Links a row with members; those that it has stay. Answers the new ones. */
export async function link<T extends number | string>(
  of: Link,
  ctx: Ctx,
  { id, members, unknown }: { readonly id: number; readonly members: readonly T[]; readonly unknown?: Unknown },
): Promise<readonly T[]> {
  const wanted = [...new Set(members)];
  await lockRow(of, ctx, id);
  await requireRows(of, ctx, { members: wanted, unknown });
  const { table, row, member, type } = of;
  const [column, by] = madeBy(of, '$4');
  const added = await ctx.tx.query<{ member: T }>(
    `insert into ${table} (tenant_id, ${row}, ${member}${column}) select $1, $2, m${by} from unnest($3::${type}[]) m
     on conflict do nothing returning ${member} as member`,
    [ctx.tenantId, id, wanted, ...(of.target ? [ctx.caller.userId] : [])],
  );
  return added.map((one) => one.member);
}

/** Takes members out; those that a row does not have are passed over. Answers the ones it had. */
export async function unlink<T extends number | string>(
  { table, row, member, type, ...of }: Link,
  ctx: Ctx,
  { id, members }: { readonly id: number; readonly members: readonly T[] },
): Promise<readonly T[]> {
  await lockRow({ table, row, member, type, ...of }, ctx, id);
  const removed = await ctx.tx.query<{ member: T }>(
    `delete from ${table} where tenant_id = $1 and ${row} = $2 and ${member} = any($3::${type}[]) returning ${member} as member`,
    [ctx.tenantId, id, members],
  );
  return removed.map((one) => one.member);
}

/** Gives a row exactly these members, in one statement; members out of the caller's sight stay. */
async function setAll<T extends number | string>(
  of: Link,
  ctx: Ctx,
  { id, members, unknown }: { readonly id: number; readonly members: readonly T[]; readonly unknown?: Unknown },
): Promise<Changed<T>> {
  const wanted = [...new Set(members)];
  await lockRow(of, ctx, id);
  const { table, row, member, type } = of;
  const held = await ctx.tx.query<{ member: T }>(
    `select ${member} as member from ${table} where tenant_id = $1 and ${row} = $2`,
    [ctx.tenantId, id],
  );
  const before = new Set(held.map((one) => one.member));
  const seen = await seenAmong(of, ctx, [...new Set([...wanted, ...before])]);
  // Members of before may have left the caller's sight.
  if (!wanted.every((one) => seen.has(one) || before.has(one))) refuse(of, unknown);
  const kept = [...wanted, ...[...before].filter((one) => !seen.has(one))];
  const [column, by] = madeBy(of, '$4');
  const changed = await ctx.tx.query<{ member: T; isNew: boolean }>(
    `with gone as (delete from ${table} where tenant_id = $1 and ${row} = $2 and not ${member} = any($3::${type}[]) returning ${member}),
       made as (insert into ${table} (tenant_id, ${row}, ${member}${column}) select $1, $2, m${by} from unnest($3::${type}[]) m on conflict do nothing returning ${member})
     select ${member} as member, false as "isNew" from gone union all select ${member}, true from made order by 1`,
    [ctx.tenantId, id, kept, ...(of.target ? [ctx.caller.userId] : [])],
  );
  return {
    added: changed.filter(({ isNew }) => isNew).map((one) => one.member),
    removed: changed.filter(({ isNew }) => !isNew).map((one) => one.member),
  };
}

/** Gives a row exactly these rows as members; refuses ids that are no row in sight. */
export const setMembers = <R extends AnyResource>(
  ctx: Ctx,
  [resource, name]: readonly [R, MemberName<R>],
  given: { readonly id: number; readonly members: readonly number[]; readonly unknown?: Unknown },
): Promise<Changed<number>> => setAll<Member<'bigint'>>(linkOf(ctx, resource, name), ctx, given);

/** Gives a row exactly these names. */
export const setNames = <R extends AnyResource>(
  ctx: Ctx,
  [resource, name]: readonly [R, NamesName<R>],
  given: { readonly id: number; readonly members: readonly string[] },
): Promise<Changed<string>> => setAll<Member<'text'>>(linkOf(ctx, resource, name), ctx, given);

/** The names that a row holds, sorted. */
export async function namesHeld<R extends AnyResource>(
  ctx: Ctx,
  [resource, name]: readonly [R, NamesName<R>],
  id: number,
): Promise<readonly string[]> {
  const { table, row, member } = linkOf(ctx, resource, name);
  const held = await ctx.tx.query<{ member: string }>(
    `select ${member} as member from ${table} where tenant_id = $1 and ${row} = $2 order by 1`,
    [ctx.tenantId, id],
  );
  return held.map((one) => one.member);
}

/** A field of the members of some rows that are in sight, by the row; in the order of the field. */
export async function membersHeld<R extends AnyResource>(
  ctx: Ctx,
  [resource, name]: readonly [R, MemberName<R>],
  { ids, field }: { readonly ids: readonly number[]; readonly field: string },
): Promise<ReadonlyMap<number, readonly { readonly id: number; readonly shown: string }[]>> {
  const { table, row, member, target } = linkOf(ctx, resource, name);
  const values = new Values(ctx);
  const scope = target ? inSight(ctx, target, { alias: 't', values, forReference: true }) : 'true';
  const found = await ctx.tx.query<{ row: number; id: number; shown: string }>(
    `select l.${row} as row, t.id, t.${snake(field)} as shown from ${table} l join "${target?.table}" t on t.tenant_id = l.tenant_id and t.id = l.${member}
     where l.tenant_id = $1 and l.${row} = any(${values.bind(ids)}::bigint[]) and not t.is_deleted and ${scope} order by 3`,
    values.list,
  );
  const byRow = new Map<number, { readonly id: number; readonly shown: string }[]>();
  for (const { row: of, ...one } of found) byRow.set(of, [...(byRow.get(of) ?? []), one]);
  return byRow;
}
