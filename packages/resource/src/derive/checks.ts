import type { AnyResource } from '../define-resource.ts';
import type { AnyField, CheckContext, Fields, Problem } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import type { Members } from '../members.ts';
import { isMasked } from '../wire/mask.ts';
import { wireNameOf } from '../wire/json-name.ts';

/** A problem with one field, by its domain name. */
export interface FieldProblem extends Problem {
  readonly field: string;
}

export interface CheckedInput {
  readonly values: { readonly [field: string]: unknown };
  readonly problems: readonly FieldProblem[];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
const nothing = (value: unknown, field: AnyField): boolean =>
  isEmpty(value) || (field.kind !== 'text' && (value === 'null' || value === 'undefined'));

interface CheckOptions {
  readonly context: CheckContext;
  /** A returned masked value means «unchanged»; without a stored value it is refused. */
  readonly keepMasked: boolean;
}

type NamedField = { readonly name: string; readonly field: AnyField; readonly wireName: string };

const known = new WeakMap<Fields, readonly NamedField[]>();
const toNamed = ([name, field]: [string, AnyField]): NamedField => ({ name, field, wireName: wireNameOf(name, field) });

/** The fields with their names, worked out once. */
function namedFields(fields: Fields): readonly NamedField[] {
  const named = known.get(fields) ?? Object.entries(fields).map(toNamed);
  known.set(fields, named);
  return named;
}

function checkField(
  { name, field }: NamedField,
  value: unknown,
  options: CheckOptions,
): { readonly value?: unknown; readonly problem?: FieldProblem } {
  if (nothing(value, field)) {
    if (field.options.default !== undefined) return { value: field.options.default };
    return field.options.required ? { problem: { field: name, reason: 'field.required' } } : { value: null };
  }
  if (field.options.sensitive && isMasked(value))
    return options.keepMasked ? {} : { problem: { field: name, reason: 'field.bad-format' } };
  const checked = kindOf(field).check(value, field, options.context);
  return checked.ok
    ? { value: checked.value }
    : { problem: { field: name, reason: checked.reason, ...(checked.params && { params: checked.params }) } };
}

/** Checks the input of an action: every field in order, all problems at once. */
export function checkFields(fields: Fields, body: Members, context: CheckContext): CheckedInput {
  return checkEach(namedFields(fields), body, { context, keepMasked: false });
}

function checkEach(fields: readonly NamedField[], body: Members, options: CheckOptions): CheckedInput {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const each of fields) {
    const { value, problem } = checkField(each, body.get(each.wireName), options);
    if (problem) problems.push(problem);
    else if (value !== undefined) values[each.name] = value;
  }
  return { values, problems };
}

/**
 * Checks the body of a save. Only declared, writable fields are accepted, on `update` those of `fixed: 'refused'` too:
 * the caller compares them with the row (`refuseFixed`). On `update` an absent field keeps its value, and a masked
 * value returned unchanged counts as absent.
 */
export function checkSave(
  resource: AnyResource,
  body: Members,
  options: { readonly mode: 'create' | 'update'; readonly context: CheckContext },
): CheckedInput {
  const taken = namedFields(resource.fields).filter(({ field, wireName }) => {
    if (field.options.readonly) return false;
    return options.mode === 'create' || (field.options.fixed !== true && body.get(wireName) !== undefined);
  });
  return checkEach(taken, body, { context: options.context, keepMasked: options.mode === 'update' });
}

const sameAs = (value: unknown): string => JSON.stringify((typeof value === 'string' ? value.trim() : value) ?? null);

/** Problems of a checked change of a row that gives fields of `fixed: 'refused'` another value than the row has. */
export function refuseFixed(
  resource: AnyResource,
  values: { readonly [field: string]: unknown },
  row: { readonly [field: string]: unknown },
): readonly FieldProblem[] {
  return namedFields(resource.fields)
    .filter(({ field }) => field.options.fixed === 'refused')
    .filter(({ name }) => name in values && sameAs(values[name]) !== sameAs(row[name]))
    .map(({ name }) => ({ field: name, reason: 'field.fixed' }));
}
