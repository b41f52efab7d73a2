import {
  type AnyField,
  type AnyResource,
  columnName,
  columnsOf,
  columnsOfField,
  fieldOf,
  kindOf,
  naturalKeyOf,
  sealed,
  sealedColumns,
} from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';
import { type AppError, conflict, invalid, requireSound } from '../../platform/errors.ts';
import { problemsOf } from '../traits/hooks.ts';
import type { Draft, PlainRow, Plan } from './plan.ts';
import { checkedRefs } from './refs.ts';

export interface Assignment {
  readonly column: string;
  readonly type: string;
  readonly value: unknown;
}

/** The columns and stored values of one field; a sealed one fills three. */
function assignmentsOf(
  name: string,
  field: AnyField,
  input: { readonly value: unknown; readonly ctx: Ctx },
): readonly Assignment[] {
  const { value, ctx } = input;
  const first = columnsOfField(name, field)[0];
  if (!first) return [];
  if (!sealed(field))
    return [{ column: first.name, type: first.type, value: kindOf(field).toStore(value ?? null, field) }];
  const columns = sealedColumns(columnName(name, field));
  // Every kind that can be sealed is a text.
  const text = (value ?? null) as string | null;
  return [
    { column: columns.sealed, type: 'bytea', value: text === null ? null : ctx.sealer.seal(text) },
    { column: columns.index, type: 'bytea', value: text === null ? null : ctx.sealer.index(text) },
    { column: columns.tail, type: 'text', value: text === null || field.kind === 'secret' ? null : text.slice(-4) },
  ];
}

/** Turns field values into columns. */
export const toAssignments = (plan: Plan, ctx: Ctx, draft: Draft): readonly Assignment[] =>
  Object.entries(draft).flatMap(([name, value]) => assignmentsOf(name, fieldOf(plan.resource, name), { value, ctx }));

/**
 * Checks that all references of a draft exist in the tenant, are not deleted and in the caller's sight, and turns
 * natural keys into ids. A target not found is one problem of its field, whether missing or not visible.
 */
export async function resolveRefs(plan: Plan, ctx: Ctx, draft: Draft): Promise<Draft> {
  const problems = await problemsOf(plan, ctx, draft);
  const resolved: Draft = { ...draft };
  for (const { name, key, values, ids } of await checkedRefs(plan, ctx, draft)) {
    if (ids.length !== values.length) problems.push({ field: name, reason: 'ref.not-found' });
    else if (key !== undefined) resolved[name] = ids[0];
  }
  requireSound(problems);
  return resolved;
}

/**
 * A change without its unchanged files and references, by id or natural key: their rows may have left the caller's
 * sight since.
 */
export function withoutSameRefs(plan: Plan, draft: Draft, before: PlainRow): Draft {
  const isSame = (name: string, value: unknown): boolean => {
    const field = plan.resource.fields[name];
    if (field?.kind === 'file') return JSON.stringify(value) === JSON.stringify(before[name]);
    if (field?.kind !== 'ref' || value === null || value === undefined) return false;
    const key = naturalKeyOf(field);
    return value === before[name] || (key !== undefined && value === before[`${name}.${key}`]);
  };
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !isSame(name, value)));
}

/** Unique rules of a resource, named by their fields. */
export const uniqueRules = (resource: AnyResource): readonly (readonly string[])[] => [
  ...Object.entries(resource.fields)
    .filter(([, field]) => field.options.unique)
    .map(([name]) => [name]),
  ...resource.unique,
];

function duplicateOf(resource: AnyResource, constraint: string, { culture }: Ctx['caller']): AppError | undefined {
  const rule = uniqueRules(resource).find((fields) => constraint === uniqueIndexName(resource, fields));
  if (!rule) return undefined;
  const above = resource.tree?.parent ?? '';
  if (rule.includes(above))
    return Object.assign(conflict('tree.twin'), {
      fields: rule.filter((name) => name !== above).map((field) => ({ field, reason: 'tree.twin' })),
    });
  const labelOf = ({ options: { label, en = label } }: AnyField): string => (culture === 'en' ? en : label);
  const problem = conflict('row.duplicate-field', {
    field: rule.map((name) => labelOf(fieldOf(resource, name))).join(culture === 'en' ? ', ' : '、'),
  });
  return Object.assign(problem, { fields: rule.map((name) => ({ field: name, reason: 'row.duplicate' })) });
}

/** Turns a refusal by the database into one that names the field, never its value. */
export function readableRefusal(resource: AnyResource, error: unknown, { caller }: Ctx): unknown {
  const { code, constraint = '', column = '' } = error as { code?: string; constraint?: string; column?: string };
  if (code === '23505') return duplicateOf(resource, constraint, caller) ?? error;
  if (code !== '23514' && code !== '23502') return error;
  // A check constraint is named after its column, as in `device_type_sort_check`.
  const isMeant = (name: string): boolean => name === column || constraint === `${resource.table}_${name}_check`;
  const field = columnsOf(resource).find(({ name }) => isMeant(name))?.field;
  return field === undefined ? error : invalid(field, code === '23502' ? 'field.required' : 'field.bad-value');
}

/** The name of a unique index; at most 63 bytes, as in PostgreSQL. */
export const uniqueIndexName = (resource: AnyResource, fields: readonly string[]): string =>
  `${resource.table}_${fields.map((name) => columnName(name, fieldOf(resource, name))).join('_')}_key`.slice(0, 63);
