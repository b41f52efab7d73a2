import {
  columnName,
  fieldOf,
  kindOf,
  targetOf,
  throughOf,
  type AnyField,
  type AnyResource,
  type HeldRule,
  type Link,
  type Model,
  type Ties,
} from '@kangmai/resource';
import type { Sight } from './caller.ts';
import type { Ctx } from './ctx.ts';

/** Adds a value to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string;

interface ScopeInput {
  readonly model: Model;
  readonly sight: Sight;
  readonly userId: number | null;
  readonly alias: string;
  /** The placeholder of the tenant's id. */
  readonly tenant: string;
  readonly bind: Bind;
  /** The condition is for reference targets: rows in sight, and rows without holder. */
  readonly forReference?: boolean;
  /** A reference that does not count: the one by which a link refers to the row that it opens. */
  readonly leftOut?: string | undefined;
}

const columnIn =
  (resource: AnyResource, alias: string) =>
  (name: string): string =>
    `${alias}."${columnName(name, fieldOf(resource, name))}"`;

/** How a row is connected to the caller, the caller's teams and units; none when the caller has no such sight. */
function tiesTo(ties: Ties, input: ScopeInput, column: (name: string) => string): readonly string[] {
  const { sight, userId, bind } = input;
  const among = (name: string | undefined, ids: readonly number[]): string[] =>
    name === undefined || ids.length === 0 ? [] : [`${column(name)} = any(${bind(ids)}::bigint[])`];
  const own = (id: number): string[] => {
    const user = bind(id);
    return (ties.own ?? []).map((name) => `${column(name)} = ${user}`);
  };
  return [
    ...(sight.own && userId !== null && ties.own ? own(userId) : []),
    ...among(ties.team, sight.teams),
    ...among(ties.unit, sight.units),
  ];
}

/** True where a choice has one of the given values; numbers are inlined, so that partial indexes match. */
function isOneOf(
  column: string,
  field: AnyField,
  { names, bind }: { readonly names: readonly string[]; readonly bind: Bind },
): string {
  const stored = names.map((name) => kindOf(field).toStore(name, field));
  return stored.every((value) => Number.isSafeInteger(value))
    ? `${column} in (${stored.join(', ')})`
    : `${column} = any(${bind(stored)}::${kindOf(field).storage(field).type}[])`;
}

/** Rows of a resource that refer by a field, while their choices are among the given ones; without their sight. */
function referring(
  { by, field, when }: Link,
  { alias, ...input }: ScopeInput,
): { readonly from: string; readonly reference: string } {
  const { model, tenant, bind } = input;
  const resource = model.byName(by);
  const column = columnIn(resource, alias);
  const living = Object.entries(when).map(([name, names]) =>
    isOneOf(column(name), fieldOf(resource, name), { names, bind }),
  );
  const conditions = [`${alias}.tenant_id = ${tenant}`, `not ${alias}.is_deleted`, ...living];
  return {
    reference: column(field),
    from: `select ${column(field)} from "${resource.table}" ${alias} where ${conditions.join(' and ')}`,
  };
}

/**
 * Rows whose holder is in sight; also the rows without holder of the caller's units, or all of those for a reference.
 */
function heldCondition(resource: AnyResource, { heldBy, unit }: HeldRule, input: ScopeInput): string {
  const { alias, bind, sight } = input;
  const inner = `${alias.replaceAll('"', '')}h`;
  const link = { by: heldBy.resource, field: heldBy.field, when: heldBy.while };
  const { from, reference } = referring(link, { ...input, alias: inner });
  const inSight = inSightOf(input.model.byName(heldBy.resource), { ...input, alias: inner });
  const held = `${alias}.id in (${from} and ${inSight})`;
  if (!input.forReference && sight.units.length === 0) return held;
  const own = input.forReference ? '' : `${columnIn(resource, alias)(unit)} = any(${bind(sight.units)}::bigint[]) and `;
  return `(${held} or (${own}not exists (${from} and ${reference} = ${alias}.id)))`;
}

/** The condition of rows that another rule asks for; `true` where they need none. */
const inSightOf = (resource: AnyResource, input: ScopeInput, leftOut?: string): string =>
  scopeCondition(resource, { ...input, forReference: false, leftOut }) ?? 'true';

/** The ids of the rows that a reference may name to open a row; none where it may name any. */
function targetsInSight(resource: AnyResource, name: string, input: ScopeInput): string {
  const target = input.model.byName(targetOf(fieldOf(resource, name)));
  const inner = inSightOf(target, { ...input, alias: 's' });
  return `select s.id from "${target.table}" s where s.tenant_id = ${input.tenant} and ${inner}`;
}

/** Today where the days of the tenant begin, by the clock of the database; the placeholder is the tenant's. */
export const tenantDay = (tenant: string): string =>
  `(select (now() at time zone z.time_zone)::date from tenant z where z.id = ${tenant})`;

/** Rows to which another row ties a user today; none for nobody and for who has no own rows. */
function namedRows({ by, field, named, when }: Link, input: ScopeInput): readonly string[] {
  const { model, sight, userId, bind, tenant } = input;
  if (!named || !sight.own || userId === null) return [];
  const column = columnIn(model.byName(by), 'l');
  const { from } = referring({ by, field, when }, { ...input, alias: 'l' });
  const day = tenantDay(tenant);
  return [
    `${from} and ${column(named.user)} = ${bind(userId)} and ${column(named.from)} <= ${day} and coalesce(${column(named.to)} >= ${day}, true)`,
  ];
}

function linkedRows(link: Link, input: ScopeInput): readonly string[] {
  if (link.named) return namedRows(link, input);
  const { from } = referring(link, { ...input, alias: 'l' });
  return [`${from} and ${inSightOf(input.model.byName(link.by), { ...input, alias: 'l' }, link.field)}`];
}

/**
 * Rows that any of the ties opens. A single one is a join. Of several, each is an equality with ids that are found
 * once, so that every one of them can use its index.
 */
function tiedCondition(resource: AnyResource, ties: Ties, input: ScopeInput): string {
  const column = columnIn(resource, input.alias);
  const through = throughOf(resource).filter((name) => name !== input.leftOut);
  const direct = tiesTo(ties, input, column);
  const foreign = [
    ...through.map((name) => [column(name), targetsInSight(resource, name, input)] as const),
    ...(ties.linked ? linkedRows(ties.linked, input).map((ids) => [`${input.alias}.id`, ids] as const) : []),
  ];
  const isAlone = foreign.length === 1 && direct.length === 0;
  const parts = [
    ...(ties.orNone ? [through.map((name) => `${column(name)} is null`).join(' and ')] : []),
    ...direct,
    ...foreign.map(([key, ids]) => (isAlone ? `${key} in (${ids})` : `${key} = any(array(${ids}))`)),
  ];
  if (parts.length === 0) return 'false';
  return isAlone && parts.length === 1 ? parts.join('') : `(${parts.join(' or ')})`;
}

/** The condition that a row belongs to the tenant, or to the host where tenants read its rows. */
export const ofTenant = ({ readsHost }: Pick<AnyResource, 'readsHost'>, alias: string, tenant = '$1'): string =>
  `${alias}.tenant_id ${readsHost ? `in (0, ${tenant})` : `= ${tenant}`}`;

/** The condition that limits a statement to the rows in the caller's sight; undefined for all rows. */
export function scopeCondition(resource: AnyResource, input: ScopeInput): string | undefined {
  const rule = resource.scopeRule;
  if (input.sight.all || !rule || 'everybody' in rule) return undefined;
  if ('heldBy' in rule) return heldCondition(resource, rule, input);
  return tiedCondition(resource, rule, input);
}

/**
 * The condition that keeps a statement to the rows of a resource in the caller's sight, over an alias of its table or
 * of one with the same columns; `true` where the caller sees all. The first value of the statement is the tenant.
 */
export const inSight = (
  ctx: Pick<Ctx, 'caller' | 'model'>,
  resource: AnyResource,
  {
    alias,
    values,
    forReference = false,
  }: { readonly alias: string; readonly values: { readonly bind: Bind }; readonly forReference?: boolean | undefined },
): string =>
  scopeCondition(resource, {
    model: ctx.model,
    sight: ctx.caller.sight,
    userId: ctx.caller.userId,
    alias,
    tenant: '$1',
    bind: values.bind,
    forReference,
  }) ?? 'true';
