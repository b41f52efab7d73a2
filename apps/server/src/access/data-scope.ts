import { columnName, fieldOf, targetOf, type AnyResource, type Model } from '@kangmai/resource';
import type { Sight } from './caller.ts';

/** Adds a value to a statement and gives its place, such as `$3`. */
export type Bind = (value: unknown) => string;

interface ScopeInput {
  readonly model: Model;
  readonly sight: Sight;
  readonly userId: number | null;
  readonly alias: string;
  /** The place of the tenant's id among the statement's values. */
  readonly tenant: string;
  readonly bind: Bind;
}

const quoted = (alias: string, column: string): string => `${alias}."${column}"`;

/** The condition that keeps a statement to the rows in the caller's sight; undefined when everything is. */
export function scopeCondition(resource: AnyResource, input: ScopeInput): string | undefined {
  const rule = resource.scopeRule;
  if (input.sight.all || !rule) return undefined;
  const column = (name: string): string => quoted(input.alias, columnName(name, fieldOf(resource, name)));
  if ('through' in rule) {
    const target = input.model.byName(targetOf(fieldOf(resource, rule.through)));
    const inner = scopeCondition(target, { ...input, alias: 's' });
    return inner === undefined ? undefined : `${column(rule.through)} in (select s.id from "${target.table}" s where s.tenant_id = ${input.tenant} and ${inner})`;
  }
  const { sight, bind } = input;
  const parts: string[] = [];
  if (sight.own && input.userId !== null) {
    const user = bind(input.userId);
    parts.push(...rule.own.map((name) => `${column(name)} = ${user}`));
  }
  if (rule.team !== undefined && sight.teams.length > 0) parts.push(`${column(rule.team)} = any(${bind(sight.teams)}::bigint[])`);
  if (rule.unit !== undefined && sight.units.length > 0) parts.push(`${column(rule.unit)} = any(${bind(sight.units)}::bigint[])`);
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}
