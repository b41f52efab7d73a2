import {
  columnName,
  fieldOf,
  kindOf,
  targetOf,
  type AnyField,
  type AnyResource,
  type HeldRule,
  type Model,
} from '@kangmai/resource';
import type { Sight } from './caller.ts';
import type { Ctx } from './ctx.ts';

/** Adds a value to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string;

type Ties = Extract<NonNullable<AnyResource['scopeRule']>, { readonly own: readonly string[] }>;

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
    return ties.own.map((name) => `${column(name)} = ${user}`);
  };
  return [
    ...(sight.own && userId !== null ? own(userId) : []),
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

/**
 * Rows whose holder is in sight; also the rows without holder of the caller's units, or all of those for a reference.
 */
function heldCondition(resource: AnyResource, { heldBy, unit }: HeldRule, input: ScopeInput): string {
  const { alias, bind, sight, tenant } = input;
  const holder = input.model.byName(heldBy.resource);
  const inner = `${alias.replaceAll('"', '')}h`;
  const column = columnIn(holder, inner);
  const holders = [
    `select ${column(heldBy.field)} from "${holder.table}" ${inner} where ${inner}.tenant_id = ${tenant} and not ${inner}.is_deleted`,
    ...Object.entries(heldBy.while).map(([name, names]) =>
      isOneOf(column(name), fieldOf(holder, name), { names, bind }),
    ),
  ].join(' and ');
  const inSight = scopeCondition(holder, { ...input, alias: inner, forReference: false }) ?? 'true';
  const held = `${alias}.id in (${holders} and ${inSight})`;
  if (!input.forReference && sight.units.length === 0) return held;
  const own = input.forReference ? '' : `${columnIn(resource, alias)(unit)} = any(${bind(sight.units)}::bigint[]) and `;
  return `(${held} or (${own}not exists (${holders} and ${column(heldBy.field)} = ${alias}.id)))`;
}

/** The condition that limits a statement to the rows in the caller's sight; undefined for all rows. */
export function scopeCondition(resource: AnyResource, input: ScopeInput): string | undefined {
  const rule = resource.scopeRule;
  if (input.sight.all || !rule || 'everybody' in rule) return undefined;
  if ('heldBy' in rule) return heldCondition(resource, rule, input);
  const column = columnIn(resource, input.alias);
  if ('through' in rule) {
    const target = input.model.byName(targetOf(fieldOf(resource, rule.through)));
    const inner = scopeCondition(target, { ...input, alias: 's', forReference: false });
    if (inner === undefined) return undefined;
    const inSight = `${column(rule.through)} in (select s.id from "${target.table}" s where s.tenant_id = ${input.tenant} and ${inner})`;
    return rule.orNone ? `(${column(rule.through)} is null or ${inSight})` : inSight;
  }
  const parts = tiesTo(rule, input, column);
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
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
