import { columnName, fieldOf, targetOf, type AnyResource, type Model } from '@kangmai/resource';
import type { Sight } from './caller.ts';

/** Adds a value to a statement and gives its place, such as `$3`. */
export type Bind = (value: unknown) => string;

type Ties = Extract<NonNullable<AnyResource['scopeRule']>, { readonly own: readonly string[] }>;

interface ScopeInput {
  readonly model: Model;
  readonly sight: Sight;
  readonly userId: number | null;
  readonly alias: string;
  /** The place of the tenant's id among the statement's values. */
  readonly tenant: string;
  readonly bind: Bind;
}

const columnIn =
  (resource: AnyResource, alias: string) =>
  (name: string): string =>
    `${alias}."${columnName(name, fieldOf(resource, name))}"`;

/** The ways in which a row hangs on the caller, the caller's teams and units; none when the caller has no such sight. */
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

/** The condition that keeps a statement to the rows in the caller's sight; undefined when everything is. */
export function scopeCondition(resource: AnyResource, input: ScopeInput): string | undefined {
  const rule = resource.scopeRule;
  if (input.sight.all || !rule || 'everybody' in rule) return undefined;
  const column = columnIn(resource, input.alias);
  if ('through' in rule) {
    const target = input.model.byName(targetOf(fieldOf(resource, rule.through)));
    const inner = scopeCondition(target, { ...input, alias: 's' });
    if (inner === undefined) return undefined;
    const inSight = `${column(rule.through)} in (select s.id from "${target.table}" s where s.tenant_id = ${input.tenant} and ${inner})`;
    return rule.orNone ? `(${column(rule.through)} is null or ${inSight})` : inSight;
  }
  const parts = tiesTo(rule, input, column);
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}
